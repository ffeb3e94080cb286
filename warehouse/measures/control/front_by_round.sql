-- How long was each side's front at the end of each round, and how many of its areas were on it?
WITH front AS MATERIALIZED (
    FROM fronts WHERE game_id = $game_id
),
ends AS (
    SELECT round, side, area FROM front
    UNION ALL
    SELECT round, other_side, other FROM front
),
touched AS (
    SELECT e.round, e.side, e.area, count(*) AS links, any_value(t.value) AS value
    FROM ends e JOIN title_areas t ON t.game_id = $game_id AND t.area = e.area GROUP BY e.round, e.side, e.area
),
summed AS (
    SELECT round, side, sum(links)::BIGINT AS links, count(*) AS areas, sum(value)::BIGINT AS value
    FROM touched GROUP BY round, side
)
SELECT r.round, r.side, r.side_name, coalesce(s.links, 0) AS links, coalesce(s.areas, 0) AS areas, coalesce(s.value, 0) AS value
FROM side_rounds r
LEFT JOIN summed s ON s.round = r.round AND s.side = r.side
WHERE r.game_id = $game_id
ORDER BY r.round, r.side_order
