-- What came into and what went out of each store by cause, summed up by round: see money. Every power has rows of both flows in
-- every round; where nothing was told of a flow, one with an empty cause and an amount of 0. amount: of spending, what was
-- spent; what is given back is below 0. main: whether it is the title's main resource.
WITH summed AS (
    SELECT game_id, round, power, flow, resource, cause, sum(delta)::BIGINT AS delta
    FROM money GROUP BY game_id, round, power, flow, resource, cause
)
SELECT r.game_id, r.round, r.power, r.name, r.side, r.play_order, f.flow, coalesce(s.resource, g.resource) AS resource,
       coalesce(s.resource, g.resource) = g.resource AS main, coalesce(s.cause, '') AS cause,
       CASE f.flow WHEN 'spending' THEN -coalesce(s.delta, 0) ELSE coalesce(s.delta, 0) END AS amount
FROM power_rounds r
JOIN games g ON g.game_id = r.game_id
CROSS JOIN (VALUES ('income'), ('spending')) f(flow)
LEFT JOIN summed s ON s.game_id = r.game_id AND s.round = r.round AND s.power = r.power AND s.flow = f.flow
