-- How long do games last, by title, scenario and how they end?
-- how: how the game ended, empty for unfinished ones. The round that the game ended in, finished or not, and the turns that were
-- played; of unfinished games those where the record stops.
SELECT title, scenario, ended, how, count(*) AS games, min(rounds) AS shortest, median(rounds) AS median,
       avg(rounds) AS mean, max(rounds) AS longest, avg(turns) AS turns
FROM games
WHERE $title IS NULL OR title = $title
GROUP BY title, scenario, ended, how
ORDER BY title, scenario, ended, how
