-- What every power lost on the map, in battles and out of them: units removed, units that went over to another power (but not
-- those that joined the power they serve under, or came with an alliance), and steps of blocks that live on. units: lost
-- altogether, 0 where only steps were. went_over: to another power. tuv: what the units cost; of what is bought step by step (ability step-cost), the steps.
-- Removals beside the map (areas of kind box) are no losses.
WITH gone AS (
    SELECT game_id, seq, round, turn, battle, area, power, unit, cause, count AS units, count, strength AS steps,
           false AS went_over
    FROM units_removed
    UNION ALL
    SELECT game_id, seq, round, turn, battle, area, power, unit, cause, count, count, strength, true
    FROM units_changed WHERE to_power NOT IN ('', power) AND cause NOT IN ('joined', 'aligned')
    UNION ALL
    SELECT game_id, seq, round, turn, battle, area, power, unit, cause, 0, count, strength - to_strength,
           false
    FROM units_changed WHERE to_power IN ('', power) AND to_strength > 0 AND to_strength < strength
),
priced AS (
    SELECT game_id, unit, class, cost, CASE WHEN contains(abilities, '"step-cost"')
           THEN json_extract_string(abilities, '$."step-cost"')::INTEGER END AS step_cost
    FROM title_units
)
SELECT g.game_id, g.seq, g.round, g.turn, g.battle, g.area, g.power, g.unit, p.class, g.cause, g.units, g.went_over,
       CASE WHEN p.step_cost IS NULL THEN g.units * p.cost ELSE g.count * g.steps * p.step_cost END AS tuv
FROM gone g
JOIN priced p ON p.game_id = g.game_id AND p.unit = g.unit
LEFT JOIN title_areas a ON a.game_id = g.game_id AND a.area = g.area
WHERE a.kind IS DISTINCT FROM 'box' AND (g.units > 0 OR p.step_cost IS NOT NULL)
