SELECT game_id, round, '' AS power, '' AS name, 0 AS namesakes, side, production / all_value AS value
FROM side_rounds WHERE all_value > 0
