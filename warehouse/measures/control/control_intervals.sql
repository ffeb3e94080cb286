-- Who held each area, from which turn to which?
-- Half-open: the area is held at the end of from_turn and of every turn before to_turn. What changes hands and back within
-- one turn makes no interval.
WITH marked AS (
    SELECT turn, round, area, controller, value,
           controller IS DISTINCT FROM lag(controller) OVER (PARTITION BY area ORDER BY turn) AS changed
    FROM areas WHERE game_id = $game_id
),
begun AS (
    SELECT area, controller, value, turn AS from_turn, round AS from_round,
           lead(turn) OVER (PARTITION BY area ORDER BY turn) AS to_turn,
           lead(round) OVER (PARTITION BY area ORDER BY turn) AS to_round
    FROM marked WHERE changed
)
SELECT b.area, t.name AS area_name, b.value, t.victory_city, b.controller, coalesce(p.side, '') AS side, b.from_turn,
       b.to_turn, b.from_round, b.to_round, coalesce(b.to_turn, l.turn + 1) - b.from_turn AS turns
FROM begun b
JOIN title_areas t ON t.game_id = $game_id AND t.area = b.area
LEFT JOIN title_powers p ON p.game_id = $game_id AND p.power = b.controller
CROSS JOIN (SELECT max(turn) AS turn FROM areas WHERE game_id = $game_id) l
ORDER BY b.area, b.from_turn
