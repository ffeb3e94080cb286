SELECT game_id, round, '' AS power, '' AS name, 0 AS namesakes, side, value_share AS value
FROM board_shares WHERE value_share IS NOT NULL
