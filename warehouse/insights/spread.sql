-- {metric} by {dimension}, one number a game: {whole}. How many there are, and how they are spread.
-- Groups of which nothing is told, such as neutrals that never earn, are left out.
WITH told AS (
{rows}
),
seen AS (
{seen}
),
grouped AS (
    SELECT *, max(abs(value)) OVER (PARTITION BY grp) > 1e-9 AS told_of FROM seen
),
wholes AS (
    SELECT game_id, side, grp, one, {fold} AS value FROM grouped WHERE told_of GROUP BY game_id, side, grp, one
)
SELECT grp AS "group", count(DISTINCT game_id) AS games, count(*) AS n, avg(value) AS mean, stddev_samp(value) AS sd,
       min(value) AS low, quantile_cont(value, 0.1) AS p10, quantile_cont(value, 0.25) AS p25,
       quantile_cont(value, 0.5) AS p50, quantile_cont(value, 0.75) AS p75, quantile_cont(value, 0.9) AS p90,
       max(value) AS high
FROM wholes
GROUP BY grp
ORDER BY grp
