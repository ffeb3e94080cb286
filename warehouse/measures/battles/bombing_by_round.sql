-- What did bombing raids do to each power, round by round, who flew them, and what was repaired?
-- One row a round, victim and raider. damage: done by the raids, marked on facilities or paid to the bank as the title
-- has it. lost, lost_tuv: the raider's aircraft lost in its raids, escorts among them, and what they cost, null where the
-- record does not tell it.
-- Every power has one row a round with an empty raider: what it repaired, and damage outside raids (rockets and the
-- like). Damage that is paid counts outside raids in a turn in which the power was not raided, so that none counts twice.
WITH flown AS (
    SELECT battle, round, turn, attacker AS raider, defender AS victim, damage
    FROM battle_ended WHERE game_id = $game_id AND kind = 'raid'
),
downed AS (
    SELECT r.battle, sum(u.units) AS lost, CASE WHEN sum(u.unpriced) = 0 THEN sum(u.tuv) END AS lost_tuv
    FROM flown r
    JOIN losses u ON u.game_id = $game_id AND u.battle = r.battle AND u.power = r.raider AND NOT u.went_over
    GROUP BY r.battle
),
told AS (
    SELECT r.round, r.victim, r.raider, 1 AS raids, r.damage, 0 AS repaired, coalesce(d.lost, 0) AS lost,
           CASE WHEN d.battle IS NULL THEN 0 ELSE d.lost_tuv END AS lost_tuv
    FROM flown r LEFT JOIN downed d ON d.battle = r.battle
    UNION ALL
    SELECT round, power, '', 0, delta, 0, 0, 0
    FROM facility_changed
    WHERE game_id = $game_id AND change = 'damaged' AND battle NOT IN (SELECT battle FROM flown)
    UNION ALL
    SELECT c.round, c.power, '', 0, -c.delta, 0, 0, 0
    FROM resource_changed c JOIN games g ON g.game_id = c.game_id AND g.resource = c.resource
    WHERE c.game_id = $game_id AND c.cause = 'bombing' AND c.delta < 0
      AND NOT EXISTS (FROM flown WHERE flown.turn = c.turn AND flown.victim = c.power)
    UNION ALL
    SELECT round, power, '', 0, 0, -delta, 0, 0
    FROM facility_changed WHERE game_id = $game_id AND change = 'repaired'
    UNION ALL
    SELECT e.round, p.power, '', 0, 0, 0, 0, 0
    FROM round_ends e JOIN title_powers p ON p.game_id = e.game_id WHERE e.game_id = $game_id
)
SELECT t.round, t.victim, coalesce(v.name, t.victim) AS name, coalesce(v.side, '') AS side, t.raider,
       coalesce(r.name, t.raider) AS raider_name, sum(t.raids)::BIGINT AS raids, sum(t.damage)::BIGINT AS damage,
       sum(t.repaired)::BIGINT AS repaired, sum(t.lost)::BIGINT AS lost, CASE WHEN count(t.lost_tuv) = count(*) THEN sum(t.lost_tuv)::BIGINT END AS lost_tuv
FROM told t
LEFT JOIN title_powers v ON v.game_id = $game_id AND v.power = t.victim
LEFT JOIN title_powers r ON r.game_id = $game_id AND r.power = t.raider
GROUP BY t.round, t.victim, v.name, v.side, v.play_order, t.raider, r.name, r.play_order
ORDER BY t.round, v.play_order NULLS LAST, t.victim, r.play_order NULLS FIRST, t.raider
