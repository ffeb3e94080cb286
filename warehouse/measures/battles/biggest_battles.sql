-- Which battles destroyed the most, who won them, and was it luck?
-- destroyed: TUV lost by both sides. swing: TUV destroyed less TUV lost, seen from the attacker. attacker_luck,
-- defender_luck: hits above or below expectation (bombing damage is no hit). luck: the attacker's less the defender's.
WITH hits AS (
    SELECT battle,
           coalesce(sum(hits - expected) FILTER (WHERE side = 'attacker'), 0) AS attacker_luck,
           coalesce(sum(hits - expected) FILTER (WHERE side = 'defender'), 0) AS defender_luck
    FROM dice_rolled WHERE game_id = $game_id AND battle > 0 AND target > 0
    GROUP BY battle
)
SELECT row_number() OVER (ORDER BY b.attacker_lost + b.defender_lost DESC, b.battle)::INTEGER AS rank,
       b.battle, b.round, b.turn, b.kind, b.area, t.name AS area_name, b.attacker, b.defender,
       s.attackers, s.defenders, b.rounds, b.winner, b.how, b.attackers AS attackers_left, b.defenders AS defenders_left,
       b.attacker_lost, b.defender_lost, b.attacker_lost + b.defender_lost AS destroyed,
       b.defender_lost - b.attacker_lost AS swing, b.damage,
       coalesce(h.attacker_luck, 0) AS attacker_luck, coalesce(h.defender_luck, 0) AS defender_luck,
       coalesce(h.attacker_luck - h.defender_luck, 0) AS luck, b.seq
FROM battle_ended b
LEFT JOIN battle_started s ON s.game_id = b.game_id AND s.battle = b.battle
LEFT JOIN title_areas t ON t.game_id = b.game_id AND t.area = b.area
LEFT JOIN hits h ON h.battle = b.battle
WHERE b.game_id = $game_id
ORDER BY rank
