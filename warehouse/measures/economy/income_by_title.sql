-- What does each power of a title usually collect in each round, over all games?
-- Only turns that were finished are counted (see income_by_turn), so later rounds stand on fewer games: see games.
WITH collected AS (
    SELECT p.game_id, p.round, p.power, any_value(g.title) AS title, sum(p.income) AS income,
           bool_or(p.power = p.turn_power AND p.turn < g.turns) OR bool_and(l.power IS NOT NULL AND p.turn < g.turns) AS finished
    FROM powers p
    JOIN games g ON g.game_id = p.game_id
    LEFT JOIN led l ON l.game_id = p.game_id AND l.power = p.power
    WHERE p.turn > 0 AND (p.power = p.turn_power OR p.income <> 0 OR l.power IS NOT NULL) AND ($title IS NULL OR g.title = $title)
    GROUP BY p.game_id, p.round, p.power
),
spread AS (
    SELECT title, round, power, count(*) AS games, avg(income) AS mean, quantile_cont(income, [0.25, 0.5, 0.75]) AS quartiles
    FROM collected WHERE finished OR income <> 0 GROUP BY title, round, power
)
SELECT title, round, power, games, mean, quartiles[1] AS low, quartiles[2] AS median, quartiles[3] AS high
FROM spread
ORDER BY title, round, power
