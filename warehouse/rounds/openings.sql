-- Every power in each of the first three rounds in which it had a turn, bought or attacked: what it bought, bids apart, and what it attacked
-- with what result. Turns that the record breaks off are left out: what would have followed in them is not known.
-- A result is lost where the defender won and was not destroyed, or where all attackers were destroyed and nobody won; a raid is bombed.
WITH whole AS (
    SELECT game_id, round, turn_power, turn
    FROM phase_started JOIN games g USING (game_id)
    WHERE round BETWEEN 1 AND 3 AND NOT starts_with(phase, 'bid-') AND (turn < g.turns OR round <= g.finished_rounds)
),
bought AS (
    SELECT u.game_id, u.round, u.power, u.unit, u.turn, u.seq, u.count
    FROM units_purchased u JOIN games g USING (game_id)
    WHERE u.round BETWEEN 1 AND 3 AND NOT starts_with(u.phase, 'bid-') AND (u.turn < g.turns OR u.round <= g.finished_rounds)
),
fought AS (
    SELECT s.game_id, s.round, s.attacker AS power, s.turn, s.seq, s.area || ' ' || CASE
        WHEN s.kind = 'raid' THEN 'bombed'
        WHEN e.winner = 'attacker' THEN 'won'
        WHEN e.winner = 'defender' AND NOT (e.defenders = '' AND s.defender_value > 0 AND e.defender_lost >= s.defender_value) THEN 'lost'
        WHEN e.winner = 'none' AND e.attackers = '' AND e.defenders <> '' AND s.attacker_value > 0 AND e.attacker_lost >= s.attacker_value
            THEN 'lost'
        ELSE 'undecided' END AS attack
    FROM battle_started s
    JOIN games g ON g.game_id = s.game_id
    LEFT JOIN battle_ended e ON e.game_id = s.game_id AND e.battle = s.battle
    WHERE s.round BETWEEN 1 AND 3 AND NOT starts_with(s.phase, 'bid-') AND (s.turn < g.turns OR s.round <= g.finished_rounds)
),
purchases_of AS (
    SELECT game_id, round, power, string_agg(count || ' ' || unit, ', ' ORDER BY unit) AS bought
    FROM (SELECT game_id, round, power, unit, sum(count)::BIGINT AS count FROM bought GROUP BY ALL HAVING sum(count) > 0)
    GROUP BY game_id, round, power
),
attacks_of AS (
    SELECT game_id, round, power, string_agg(attack, ', ' ORDER BY seq) AS attacks FROM fought GROUP BY game_id, round, power
),
acted AS (
    SELECT game_id, round, power, min(turn) AS turn FROM (
        SELECT game_id, round, turn_power AS power, turn FROM whole
        UNION ALL SELECT game_id, round, power, turn FROM bought
        UNION ALL SELECT game_id, round, power, turn FROM fought
    ) WHERE power <> '' GROUP BY game_id, round, power
)
SELECT a.game_id, a.round, a.power,
       row_number() OVER (PARTITION BY a.game_id ORDER BY a.turn, a.round, p.play_order NULLS LAST, a.power)::INTEGER AS place,
       coalesce(b.bought, '') AS bought, coalesce(f.attacks, '') AS attacks
FROM acted a
LEFT JOIN title_powers p ON p.game_id = a.game_id AND p.power = a.power
LEFT JOIN purchases_of b ON b.game_id = a.game_id AND b.round = a.round AND b.power = a.power
LEFT JOIN attacks_of f ON f.game_id = a.game_id AND f.round = a.round AND f.power = a.power
ORDER BY a.game_id, place
