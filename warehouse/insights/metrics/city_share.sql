SELECT game_id, round, '' AS power, '' AS name, 0 AS namesakes, side, victory_cities / all_cities AS value
FROM side_rounds WHERE all_cities > 0
