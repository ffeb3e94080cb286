-- {metric} by {dimension}, round by round: how many games stand behind it, and how it is spread over them.
-- Groups of which nothing is told, such as neutrals that never earn, are left out.
WITH told AS (
{rows}
),
seen AS (
{seen}
),
grouped AS (
    SELECT *, max(abs(value)) OVER (PARTITION BY grp) > 1e-9 AS told_of FROM seen
)
SELECT grp AS "group", round, count(DISTINCT game_id) AS games, count(*) AS n, avg(value) AS mean,
       quantile_cont(value, 0.1) AS p10, quantile_cont(value, 0.25) AS p25, quantile_cont(value, 0.5) AS p50,
       quantile_cont(value, 0.75) AS p75, quantile_cont(value, 0.9) AS p90
FROM grouped
WHERE told_of
GROUP BY grp, round
ORDER BY grp, round
