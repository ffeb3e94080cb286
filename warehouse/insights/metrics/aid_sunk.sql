WITH told AS (
    SELECT game_id, round, victim AS power, sum(loss)::DOUBLE AS value
    FROM raids WHERE area = 'lend-lease' GROUP BY game_id, round, victim
)
SELECT r.game_id, r.round, r.power, r.side, coalesce(t.value, 0) AS value
FROM power_rounds r
LEFT JOIN told t ON t.game_id = r.game_id AND t.round = r.round AND t.power = r.power
WHERE r.round > 0
