-- The foremost contender of a side speaks for it; one that is of no side speaks for itself.
SELECT game_id, round, '' AS power, '' AS name, 0 AS namesakes, side, max(progress) AS value
FROM contender_rounds GROUP BY game_id, round, side
