-- How many units of each class does each power have at the end of each round, and what are they worth (TUV)?
WITH classes AS (
    SELECT DISTINCT class FROM title_units WHERE game_id = $game_id
)
SELECT r.round, r.power, r.name, r.side, c.class, coalesce(f.units, 0) AS units, coalesce(f.tuv, 0) AS tuv
FROM power_rounds r
CROSS JOIN classes c
LEFT JOIN forces f ON f.game_id = $game_id AND f.seq = r.seq AND f.power = r.power AND f.class = c.class
WHERE r.game_id = $game_id
ORDER BY r.round, r.play_order, c.class
