-- What do convoy raids usually cost each power of a title, over all games?
-- Only games in which the record tells of raids at all are raided games; the loss is in the title's main resource.
WITH raids AS (
    SELECT c.game_id, c.victim, count(*) AS raids, sum(c.loss) AS loss
    FROM convoy_raided c JOIN games g ON g.game_id = c.game_id AND g.resource = c.resource
    WHERE c.area <> 'lend-lease' GROUP BY c.game_id, c.victim
),
collected AS (
    SELECT game_id, power, sum(income) AS income FROM powers GROUP BY game_id, power
)
SELECT g.title, c.power AS victim, count(*) AS games, count(r.victim) AS raided_games,
       coalesce(sum(r.raids), 0)::BIGINT AS raids, coalesce(sum(r.loss), 0)::BIGINT AS loss,
       coalesce(sum(r.loss), 0) / count(*) AS mean,
       coalesce(sum(r.loss) / nullif(sum(c.income + r.loss) FILTER (WHERE r.victim IS NOT NULL), 0), 0) AS share
FROM collected c
JOIN games g ON g.game_id = c.game_id
LEFT JOIN raids r ON r.game_id = c.game_id AND r.victim = c.power
WHERE $title IS NULL OR g.title = $title
GROUP BY g.title, c.power
ORDER BY loss DESC, g.title, victim
