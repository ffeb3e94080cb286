-- What did each raider gain, round by round and area by area, and what did it lose there in that round?
-- Units are those it lost in that area in that round, in battles or otherwise. A line that is no area of the board has no
-- units of its own: null there, as is a cost that the record does not tell.
WITH brought AS (
    SELECT round, raider, area, resource, count(*) AS raids, sum(loss)::BIGINT AS loss
    FROM raids WHERE game_id = $game_id AND raider <> '' GROUP BY round, raider, area, resource
),
fallen AS (
    SELECT round, power, area, sum(units)::BIGINT AS units, CASE WHEN sum(unpriced) = 0 THEN sum(tuv)::BIGINT END AS tuv
    FROM losses WHERE game_id = $game_id AND NOT went_over GROUP BY round, power, area
)
SELECT r.round, r.raider, coalesce(p.name, r.raider) AS raider_name, coalesce(p.side, '') AS side, r.area,
       coalesce(l.name, t.name, r.area) AS area_name, r.resource, r.raids, r.loss,
       CASE WHEN t.area IS NOT NULL THEN coalesce(f.units, 0) END AS units,
       CASE WHEN t.area IS NOT NULL THEN CASE WHEN f.area IS NULL THEN 0 ELSE f.tuv END END AS tuv
FROM brought r
LEFT JOIN title_powers p ON p.game_id = $game_id AND p.power = r.raider
LEFT JOIN title_areas t ON t.game_id = $game_id AND t.area = r.area
LEFT JOIN title_lines l ON l.game_id = $game_id AND l.line = r.area
LEFT JOIN fallen f ON f.round = r.round AND f.power = r.raider AND f.area = r.area
ORDER BY r.round, p.play_order NULLS LAST, r.raider, r.area, r.resource
