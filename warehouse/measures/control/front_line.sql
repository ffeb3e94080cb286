-- Where did the front run at the end of each round?
SELECT f.round, f.area, a.name AS area_name, f.other, b.name AS other_name, f.kind, f.passage, f.controller, f.side,
       f.other_controller, f.other_side
FROM fronts f
JOIN title_areas a ON a.game_id = $game_id AND a.area = f.area
JOIN title_areas b ON b.game_id = $game_id AND b.area = f.other
WHERE f.game_id = $game_id
ORDER BY f.round, f.area, f.other
