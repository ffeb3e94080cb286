-- How do the sides of a title usually stand at the end of each round, over all games?
-- Only rounds that a game came to are counted, so later rounds stand on fewer games: see games.
WITH ends AS (
    SELECT game_id, round, max(seq) AS seq FROM powers GROUP BY game_id, round
),
summed AS (
    SELECT g.title, p.game_id, p.round, p.side, sum(p.tuv) AS tuv, sum(p.production) AS production, sum(p.areas) AS areas,
           sum(p.victory_cities) AS victory_cities
    FROM powers p
    JOIN ends e ON e.game_id = p.game_id AND e.seq = p.seq
    JOIN games g ON g.game_id = p.game_id
    WHERE $title IS NULL OR g.title = $title
    GROUP BY g.title, p.game_id, p.round, p.side
)
SELECT title, round, side, count(*) AS games, avg(tuv) AS tuv, avg(production) AS production, avg(areas) AS areas,
       avg(victory_cities) AS victory_cities
FROM summed
GROUP BY title, round, side
ORDER BY title, round, side
