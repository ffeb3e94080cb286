WITH told AS (
    SELECT game_id, round, power, sum(total)::DOUBLE AS value FROM units_purchased GROUP BY game_id, round, power
)
SELECT r.game_id, r.round, r.power, r.side, coalesce(t.value, 0) AS value
FROM power_rounds r
LEFT JOIN told t ON t.game_id = r.game_id AND t.round = r.round AND t.power = r.power
WHERE r.round > 0
