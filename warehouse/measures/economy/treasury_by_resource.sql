-- How much of each resource did each power have at the end of each round, and how much did it collect?
WITH collected AS (
    SELECT round, power, resource, sum(income)::BIGINT AS income
    FROM treasuries WHERE game_id = $game_id GROUP BY round, power, resource
)
SELECT r.round, r.power, r.name, r.side, t.resource, t.amount, coalesce(c.income, 0) AS income
FROM power_rounds r
JOIN games g ON g.game_id = r.game_id
JOIN treasuries t ON t.game_id = r.game_id AND t.seq = r.seq AND t.power = r.power
LEFT JOIN collected c ON c.round = r.round AND c.power = r.power AND c.resource = t.resource
WHERE r.game_id = $game_id AND t.game_id = $game_id
ORDER BY r.round, r.play_order, t.resource <> g.resource, t.resource
