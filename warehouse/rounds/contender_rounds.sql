-- How far each contender had come to its victory conditions at the end of each round, all of them taken together. Conditions
-- without a number that wins are not counted; a contender without any other has no row. side: of the power, or itself.
WITH told AS (
    SELECT e.game_id, e.round, r.contender, avg(least(r.total / r.threshold, 1)) AS progress
    FROM round_ends e JOIN races r ON r.game_id = e.game_id AND r.seq = e.seq
    WHERE r.threshold > 0
    GROUP BY e.game_id, e.round, r.contender
)
SELECT t.game_id, t.round, t.contender, coalesce(p.side, t.contender) AS side, t.progress
FROM told t LEFT JOIN title_powers p ON p.game_id = t.game_id AND p.power = t.contender
ORDER BY t.game_id, t.round, t.contender
