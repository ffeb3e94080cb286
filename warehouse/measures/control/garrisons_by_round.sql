-- Which units are in each area at the end of each round?
-- One row an area, power and unit type, whatever its strength and condition; areas without units have no row, nor have those
-- beside the map. tuv: cost of the units; of what is bought step by step, of their steps.
SELECT e.round, s.area, s.power, coalesce(p.name, s.power) AS name, s.unit, u.name AS unit_name,
       sum(s.count)::BIGINT AS count, sum(CASE WHEN contains(u.abilities, '"step-cost"')
           THEN s.count * s.strength * json_extract_string(u.abilities, '$."step-cost"')::INTEGER ELSE s.count * u.cost END)::BIGINT AS tuv
FROM round_ends e
JOIN stacks s ON s.game_id = e.game_id AND s.seq = e.seq
JOIN title_units u ON u.game_id = e.game_id AND u.unit = s.unit
LEFT JOIN title_areas a ON a.game_id = e.game_id AND a.area = s.area
LEFT JOIN title_powers p ON p.game_id = e.game_id AND p.power = s.power
WHERE e.game_id = $game_id AND a.kind IS DISTINCT FROM 'box'
GROUP BY e.round, s.area, s.power, p.name, p.play_order, s.unit, u.name, u.cost
ORDER BY e.round, s.area, p.play_order NULLS LAST, s.power, u.cost, s.unit
