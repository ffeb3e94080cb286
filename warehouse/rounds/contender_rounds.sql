-- How far each contender had come to its victory conditions at the end of each round, all of them taken together. Conditions
-- without a number that wins are not counted; a contender without any other has no row. side: itself where it is of none.
SELECT e.game_id, e.round, r.contender, coalesce(nullif(r.side, ''), r.contender) AS side,
       avg(least(r.total / r.threshold, 1)) AS progress
FROM round_ends e JOIN races r ON r.game_id = e.game_id AND r.seq = e.seq
WHERE r.threshold > 0
GROUP BY e.game_id, e.round, r.contender, r.side
ORDER BY e.game_id, e.round, r.contender
