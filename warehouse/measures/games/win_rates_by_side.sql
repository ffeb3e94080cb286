-- How often does each side win, by title and scenario?
-- decided: games that ended with a winner, the sample of the rate. drawn and unfinished games are in games and stand apart.
-- rate: won of decided, null (a dash) where nothing was decided. low, high: its 95 % interval after Wilson.
WITH sides AS (
    SELECT DISTINCT game_id, title, scenario, side, outcome FROM seats WHERE $title IS NULL OR title = $title
),
counted AS (
    SELECT title, scenario, side, count(*) AS games, count(*) FILTER (WHERE outcome IN ('won', 'lost')) AS decided,
           count(*) FILTER (WHERE outcome = 'won') AS won, count(*) FILTER (WHERE outcome = 'lost') AS lost,
           count(*) FILTER (WHERE outcome = 'drawn') AS drawn, count(*) FILTER (WHERE outcome = 'unfinished') AS unfinished
    FROM sides GROUP BY title, scenario, side
)
SELECT title, scenario, side, games, decided, won, lost, drawn, unfinished, won / nullif(decided, 0) AS rate,
       CASE WHEN decided > 0 THEN greatest(0, (rate + 1.920729410347062 / decided - 1.959963984540054
           * sqrt((rate * (1 - rate) + 0.960364705173531 / decided) / decided)) / (1 + 3.841458820694124 / decided)) END AS low,
       CASE WHEN decided > 0 THEN least(1, (rate + 1.920729410347062 / decided + 1.959963984540054
           * sqrt((rate * (1 - rate) + 0.960364705173531 / decided) / decided)) / (1 + 3.841458820694124 / decided)) END AS high
FROM counted
ORDER BY title, scenario, side
