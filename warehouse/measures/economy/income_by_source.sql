-- What brought each power its income, round by round?
-- Losses at sea and objectives lost are income below 0. A power to which nothing came in a round has one row with an
-- empty source.
WITH told AS (
    SELECT round, power, resource, cause AS source, sum(delta)::BIGINT AS amount
    FROM money WHERE game_id = $game_id AND flow = 'income'
    GROUP BY round, power, resource, cause
)
SELECT r.round, r.power, r.name, r.side, coalesce(t.resource, g.resource) AS resource, coalesce(t.source, '') AS source,
       coalesce(t.amount, 0) AS amount
FROM power_rounds r
JOIN games g ON g.game_id = r.game_id
LEFT JOIN told t ON t.round = r.round AND t.power = r.power
WHERE r.game_id = $game_id
ORDER BY r.round, r.play_order, t.resource <> g.resource, t.resource, source
