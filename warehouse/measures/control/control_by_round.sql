-- Who holds each area at the end of each round?
-- controller, side: empty where nobody holds it. changed: whether another power held it at the end of the round before.
SELECT e.round, a.area, t.name, t.kind, a.value, t.victory_city, a.controller, coalesce(p.side, '') AS side,
       a.controller <> lag(a.controller, 1, a.controller) OVER (PARTITION BY a.area ORDER BY e.round) AS changed
FROM round_ends e
JOIN areas a ON a.game_id = e.game_id AND a.seq = e.seq
JOIN title_areas t ON t.game_id = e.game_id AND t.area = a.area
LEFT JOIN title_powers p ON p.game_id = e.game_id AND p.power = a.controller
WHERE e.game_id = $game_id
ORDER BY e.round, a.area
