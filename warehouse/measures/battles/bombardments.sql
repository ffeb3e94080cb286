-- What did shore bombardment achieve before landings?
-- One row a battle and type of ship that fired. expected, luck: null where the record does not tell what the dice hit on.
SELECT d.battle, min(d.round) AS round, min(d.turn) AS turn, d.area, a.name AS area_name, d.power, d.unit,
       coalesce(u.name, d.unit) AS unit_name, sum(len(d.dice))::BIGINT AS dice, sum(d.hits)::BIGINT AS hits,
       CASE WHEN min(d.target) > 0 THEN sum(d.expected) END AS expected,
       CASE WHEN min(d.target) > 0 THEN sum(d.hits - d.expected) END AS luck
FROM dice_rolled d
LEFT JOIN title_units u ON u.game_id = d.game_id AND u.unit = d.unit
LEFT JOIN title_areas a ON a.game_id = d.game_id AND a.area = d.area
WHERE d.game_id = $game_id AND d.purpose = 'bombardment'
GROUP BY d.battle, d.area, a.name, d.power, d.unit, u.name
ORDER BY d.battle, d.power, d.unit
