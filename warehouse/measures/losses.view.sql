-- What every power lost on the map, in battles and out of them: units removed, units that went over to another power (but not
-- those that joined the power they serve under, or came with an alliance), and steps of blocks that live on. units: lost
-- altogether, 0 where only steps were. went_over: to another power. tuv: what the units cost their owner then; of what is bought
-- step by step (ability step-cost), the steps; null where the record, a text, does not tell the price. unpriced: units without a price.
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
    SELECT game_id, unit, class, cost,  -- without DuckDB's functions for JSON, which its build for browsers lacks
           nullif(regexp_extract(abilities, '"step-cost":\s*"?([0-9]+)', 1), '')::INTEGER AS step_cost
    FROM title_units
),
told AS (
    SELECT g.*, p.class, p.step_cost, coalesce(o.cost, p.cost) AS cost,
           p.step_cost IS NULL AND coalesce(o.cost, p.cost) = 0 AND m.fidelity = 'observed' AS unknown
    FROM gone g
    JOIN games m ON m.game_id = g.game_id
    JOIN priced p ON p.game_id = g.game_id AND p.unit = g.unit
    ASOF LEFT JOIN title_prices o ON o.game_id = g.game_id AND o.power = g.power AND o.unit = g.unit AND g.seq >= o.seq
)
SELECT t.game_id, t.seq, t.round, t.turn, t.battle, t.area, t.power, t.unit, t.class, t.cause, t.units, t.went_over,
       CASE WHEN t.unknown THEN NULL WHEN t.step_cost IS NULL THEN t.units * t.cost ELSE t.count * t.steps * t.step_cost END AS tuv,
       CASE WHEN t.unknown THEN t.units ELSE 0 END AS unpriced
FROM told t
LEFT JOIN title_areas a ON a.game_id = t.game_id AND a.area = t.area
WHERE a.kind IS DISTINCT FROM 'box' AND (t.units > 0 OR t.step_cost IS NOT NULL)
