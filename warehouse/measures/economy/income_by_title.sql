-- What does each power of a title usually collect in each round, over all games?
-- Only turns that were finished are counted (see income_by_turn), so later rounds stand on fewer games: see games.
WITH collected AS (
    SELECT p.game_id, p.round, p.power, sum(p.income) AS income,
           bool_or(p.power = p.turn_power AND p.turn < g.turns) AS finished
    FROM powers p JOIN games g ON g.game_id = p.game_id
    WHERE p.turn > 0 AND ($title IS NULL OR g.title = $title)
    GROUP BY p.game_id, p.round, p.power
)
SELECT g.title, c.round, c.power, count(*) AS games, avg(c.income) AS mean, quantile_cont(c.income, 0.25) AS low,
       quantile_cont(c.income, 0.5) AS median, quantile_cont(c.income, 0.75) AS high
FROM collected c
JOIN games g ON g.game_id = c.game_id
WHERE c.finished OR c.income <> 0
GROUP BY g.title, c.round, c.power
ORDER BY g.title, c.round, c.power
