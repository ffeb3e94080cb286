-- What did each bombing raid do, and what did it cost?
-- bombers: aircraft and escorts that set out, as text. damage: done. expected: what its dice were worth, null where the
-- record does not tell or nobody came to bomb. lost, lost_tuv: the raider's units lost in it. downed, downed_tuv: the
-- defender's (interceptors). net: damage and TUV downed, less TUV lost; what a price is
-- missing for is null.
WITH dice AS (
    SELECT battle, nullif(sum(expected) FILTER (WHERE target = 0 AND side = 'attacker' AND hits = 0), 0) AS expected
    FROM dice_rolled WHERE game_id = $game_id AND battle > 0 GROUP BY battle
),
removed AS (
    SELECT battle, power, sum(units) AS units, CASE WHEN sum(unpriced) = 0 THEN sum(tuv) END AS tuv
    FROM losses WHERE game_id = $game_id AND battle > 0 AND NOT went_over GROUP BY battle, power
)
SELECT b.battle, b.round, b.turn, b.area, a.name AS area_name, b.attacker AS raider, b.defender AS victim,
       s.attackers AS bombers, b.how, b.damage, d.expected, coalesce(mine.units, 0)::BIGINT AS lost,
       CASE WHEN mine.battle IS NULL THEN 0 ELSE mine.tuv END::BIGINT AS lost_tuv, coalesce(yours.units, 0)::BIGINT AS downed,
       CASE WHEN yours.battle IS NULL THEN 0 ELSE yours.tuv END::BIGINT AS downed_tuv,
       (b.damage + CASE WHEN yours.battle IS NULL THEN 0 ELSE yours.tuv END
        - CASE WHEN mine.battle IS NULL THEN 0 ELSE mine.tuv END)::BIGINT AS net
FROM battle_ended b
LEFT JOIN battle_started s ON s.game_id = b.game_id AND s.battle = b.battle
LEFT JOIN title_areas a ON a.game_id = b.game_id AND a.area = b.area
LEFT JOIN dice d ON d.battle = b.battle
LEFT JOIN removed mine ON mine.battle = b.battle AND mine.power = b.attacker
LEFT JOIN removed yours ON yours.battle = b.battle AND yours.power = b.defender
WHERE b.game_id = $game_id AND b.kind = 'raid'
ORDER BY b.battle
