-- What does each power of a title usually collect in each round, over all games?
-- Only turns that were finished are counted (see income_by_turn), so later rounds stand on fewer games: see games.
WITH spread AS (
    SELECT g.title, r.round, r.power, count(*) AS games, avg(r.income) AS mean,
           quantile_cont(r.income, [0.25, 0.5, 0.75]) AS quartiles
    FROM power_rounds r
    JOIN games g ON g.game_id = r.game_id
    WHERE (r.finished OR r.income <> 0) AND ($title IS NULL OR g.title = $title)
    GROUP BY g.title, r.round, r.power
)
SELECT title, round, power, games, mean, quartiles[1] AS low, quartiles[2] AS median, quartiles[3] AS high
FROM spread
ORDER BY title, round, power
