-- Whether each power had done with each round: the round was played to its end, or the power's own turn in it was.
SELECT r.game_id, r.round, r.power, r.round <= g.finished_rounds OR r.finished OR r.income <> 0 AS over
FROM power_rounds r
JOIN games g ON g.game_id = r.game_id
