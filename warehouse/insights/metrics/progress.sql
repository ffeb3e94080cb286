-- The foremost contender of a side speaks for it; one that is of no side speaks for itself. Conditions without a number that
-- wins are not counted.
WITH told AS (
    SELECT e.game_id, e.round, r.contender, coalesce(nullif(r.side, ''), r.contender) AS side,
           avg(least(r.total / r.threshold, 1)) AS progress
    FROM round_ends e JOIN races r ON r.game_id = e.game_id AND r.seq = e.seq
    WHERE r.threshold > 0
    GROUP BY ALL
)
SELECT game_id, round, '' AS power, side, max(progress)::DOUBLE AS value FROM told GROUP BY game_id, round, side
