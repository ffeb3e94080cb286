-- {metric} by {dimension}, round by round: how many games stand behind it, and how it is spread over them.
-- A round that was not played to its end is left out: what is said of it is said of no whole round. Groups of which nothing is told, such as neutrals that never earn, are left out.
WITH told AS (
SELECT w.* FROM (
{rows}
) w JOIN games f ON f.game_id = w.game_id AND w.round <= f.finished_rounds
),
seen AS (
{seen}
),
summed AS (
    -- where a value is alone in its game and group its game need not be told from others
    SELECT grp, round, count(*) FILTER (namesakes = 0) + count(DISTINCT game_id) FILTER (namesakes > 0) AS games,
           count(*) AS n, avg(value) AS mean, quantile_cont(value, [0.1, 0.25, 0.5, 0.75, 0.9]) AS p,
           max(abs(value)) AS most
    FROM seen WHERE grp IS NOT NULL GROUP BY grp, round
)
SELECT grp AS "group", round, games, n, mean, p[1] AS p10, p[2] AS p25, p[3] AS p50, p[4] AS p75, p[5] AS p90
FROM summed
QUALIFY max(most) OVER (PARTITION BY grp) > 1e-9
ORDER BY grp, round
