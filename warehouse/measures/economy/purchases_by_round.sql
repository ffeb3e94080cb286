-- Which units did each power buy, round by round, and for how much?
-- Units given back count below 0. A power that bought nothing in a round has one row with an empty unit. spent: in the row's
-- resource; null where the record does not tell what a unit of the row costs.
WITH bought AS (
    SELECT round, power, unit, resource, sum(count)::BIGINT AS units, CASE WHEN NOT bool_or(unpriced) THEN sum(total)::BIGINT END AS spent
    FROM purchases WHERE game_id = $game_id GROUP BY round, power, unit, resource
)
SELECT r.round, r.power, r.name, r.side, coalesce(b.unit, '') AS unit, coalesce(u.name, '') AS unit_name,
       coalesce(u.class, '') AS class, coalesce(b.resource, g.resource) AS resource, coalesce(b.units, 0) AS units,
       CASE WHEN b.unit IS NULL THEN 0 ELSE b.spent END AS spent
FROM power_rounds r
JOIN games g ON g.game_id = r.game_id
LEFT JOIN bought b ON b.round = r.round AND b.power = r.power
LEFT JOIN title_units u ON u.game_id = r.game_id AND u.unit = b.unit
WHERE r.game_id = $game_id
ORDER BY r.round, r.play_order, u.class, u.cost, b.unit, b.resource
