SELECT game_id, round, '' AS power, '' AS name, 0 AS namesakes, side, area_share AS value
FROM board_shares WHERE area_share IS NOT NULL
