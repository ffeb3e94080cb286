SELECT game_id, round, '' AS power, '' AS name, 0 AS namesakes, side, city_share AS value
FROM board_shares WHERE city_share IS NOT NULL
