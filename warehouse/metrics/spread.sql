-- {metric} by {dimension}, one number a game: {whole}. How many there are, and how they are spread.
-- Groups of which nothing is told, such as neutrals that never earn, are left out.
WITH told AS (
{rows}
),
seen AS (
{seen}
),
wholes AS (
    SELECT game_id, one, min(grp) AS grp, {fold} AS value, max(abs(value)) AS most
    FROM seen WHERE grp IS NOT NULL GROUP BY game_id, one
),
summed AS (
    SELECT grp, count(DISTINCT game_id) AS games, count(*) AS n, avg(value) AS mean, stddev_samp(value) AS sd,
           min(value) AS low, quantile_cont(value, [0.1, 0.25, 0.5, 0.75, 0.9]) AS p, max(value) AS high
    FROM wholes GROUP BY grp HAVING max(most) > 1e-9
)
SELECT grp AS "group", games, n, mean, sd, low, p[1] AS p10, p[2] AS p25, p[3] AS p50, p[4] AS p75, p[5] AS p90, high
FROM summed
ORDER BY grp
