SELECT game_id, round, '' AS power, '' AS name, 0 AS namesakes, side, areas / all_areas AS value
FROM side_rounds WHERE all_areas > 0
