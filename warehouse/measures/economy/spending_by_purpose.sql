-- What did each power spend its resources on, round by round?
-- What is given back is spending below 0. A power that spent nothing in a round has one row with an empty purpose.
WITH told AS (
    SELECT round, power, resource, cause AS purpose, -sum(delta)::BIGINT AS amount
    FROM money WHERE game_id = $game_id AND flow = 'spending'
    GROUP BY round, power, resource, cause
)
SELECT r.round, r.power, r.name, r.side, coalesce(t.resource, g.resource) AS resource, coalesce(t.purpose, '') AS purpose,
       coalesce(t.amount, 0) AS amount
FROM power_rounds r
JOIN games g ON g.game_id = r.game_id
LEFT JOIN told t ON t.round = r.round AND t.power = r.power
WHERE r.game_id = $game_id
ORDER BY r.round, r.play_order, t.resource <> g.resource, t.resource, purpose
