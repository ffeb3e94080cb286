-- How far each contender had come to its victory conditions at the end of each round: all of them taken together, or the
-- nearest where one is enough. Conditions without a number that wins are not counted; a contender without any other has no
-- row. side: itself where it is of none.
SELECT e.game_id, e.round, r.contender, coalesce(nullif(r.side, ''), r.contender) AS side,
       CASE WHEN r.alone THEN max(least(r.total / r.threshold, 1)) ELSE avg(least(r.total / r.threshold, 1)) END AS progress
FROM round_ends e JOIN races r ON r.game_id = e.game_id AND r.seq = e.seq
WHERE r.threshold > 0
GROUP BY e.game_id, e.round, r.contender, r.side, r.alone
ORDER BY e.game_id, e.round, r.contender
