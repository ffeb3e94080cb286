-- What were national objectives and bonuses worth to each power, round by round?
-- objectives: how many payments there were. amount: what they brought, in the title's main resource, less what an
-- objective may take away. total: the amounts from the start of the game to the end of the round.
WITH paid AS (
    SELECT r.round, r.power, count(*) FILTER (WHERE r.delta > 0) AS objectives, sum(r.delta)::BIGINT AS amount
    FROM resource_changed r JOIN games g ON g.game_id = r.game_id AND g.resource = r.resource
    WHERE r.game_id = $game_id AND r.cause IN ('objective', 'bonus')
    GROUP BY r.round, r.power
)
SELECT e.round, p.power, p.name, p.side, coalesce(o.objectives, 0) AS objectives, coalesce(o.amount, 0) AS amount,
       sum(coalesce(o.amount, 0)) OVER (PARTITION BY p.power ORDER BY e.round)::BIGINT AS total
FROM round_ends e
JOIN title_powers p ON p.game_id = e.game_id
LEFT JOIN paid o ON o.power = p.power AND o.round = e.round
WHERE e.game_id = $game_id
ORDER BY e.round, p.play_order
