-- How strong are the sides of a title usually at the end of each round, over all games?
-- Only rounds that a game played to their end are counted, so later rounds stand on fewer games: see games.
SELECT g.title, r.round, r.side, count(*) AS games, avg(r.tuv) AS tuv, avg(r.production) AS production, avg(r.areas) AS areas,
       avg(r.victory_cities) AS victory_cities
FROM side_rounds r
JOIN games g ON g.game_id = r.game_id
WHERE r.played AND r.round <= g.finished_rounds AND ($title IS NULL OR g.title = $title)
GROUP BY g.title, r.round, r.side
ORDER BY g.title, r.round, r.side
