-- Aid that is sunk counts with what it was worth, in whatever store it was sent.
WITH told AS (
    SELECT d.game_id, d.round, d.victim AS power, sum(d.loss)::DOUBLE AS value
    FROM raids d JOIN games g ON g.game_id = d.game_id AND (g.resource = d.resource OR d.area = 'lend-lease')
    GROUP BY d.game_id, d.round, d.victim
)
SELECT r.game_id, r.round, r.power, r.side, coalesce(t.value, 0) AS value
FROM power_rounds r
LEFT JOIN told t ON t.game_id = r.game_id AND t.round = r.round AND t.power = r.power
WHERE r.round > 0
