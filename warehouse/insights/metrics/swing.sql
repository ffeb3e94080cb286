WITH told AS (
    SELECT game_id, round, killer AS power, lost FROM kills
    UNION ALL
    SELECT game_id, round, owner, -lost FROM kills
),
summed AS (
    SELECT game_id, round, power, sum(lost)::DOUBLE AS value FROM told GROUP BY game_id, round, power
)
SELECT r.game_id, r.round, r.power, r.side, coalesce(t.value, 0) AS value
FROM power_rounds r
LEFT JOIN summed t ON t.game_id = r.game_id AND t.round = r.round AND t.power = r.power
WHERE r.round > 0
