-- How badly were each power's facilities damaged, round by round, and what did it repair and pay?
WITH changed AS (
    SELECT round, power, coalesce(sum(delta) FILTER (WHERE change = 'damaged'), 0)::BIGINT AS done,
           coalesce(-sum(delta) FILTER (WHERE change = 'repaired'), 0)::BIGINT AS repaired
    FROM facility_changed WHERE game_id = $game_id GROUP BY round, power
),
paid AS (
    SELECT c.round, c.power, -sum(c.delta)::BIGINT AS paid
    FROM resource_changed c JOIN games g ON g.game_id = c.game_id AND g.resource = c.resource
    WHERE c.game_id = $game_id AND c.cause = 'repair' GROUP BY c.round, c.power
)
SELECT r.round, r.power, r.name, r.side, s.damage, coalesce(c.done, 0) AS done, coalesce(c.repaired, 0) AS repaired,
       coalesce(p.paid, 0) AS paid
FROM power_rounds r
JOIN powers s ON s.game_id = r.game_id AND s.seq = r.seq AND s.power = r.power
LEFT JOIN changed c ON c.round = r.round AND c.power = r.power
LEFT JOIN paid p ON p.round = r.round AND p.power = r.power
WHERE r.game_id = $game_id AND s.game_id = $game_id
ORDER BY r.round, r.play_order
