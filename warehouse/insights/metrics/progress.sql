-- The foremost contender of a side speaks for it. Conditions without a number that wins are not counted.
WITH told AS (
    SELECT e.game_id, e.round, r.contender, avg(least(r.total / r.threshold, 1)) AS progress
    FROM round_ends e JOIN races r ON r.game_id = e.game_id AND r.seq = e.seq
    WHERE r.threshold > 0
    GROUP BY e.game_id, e.round, r.contender
),
sided AS (
    SELECT t.game_id, t.round, coalesce(p.side, t.contender) AS side, t.progress
    FROM told t LEFT JOIN title_powers p ON p.game_id = t.game_id AND p.power = t.contender
)
SELECT game_id, round, '' AS power, side, max(progress)::DOUBLE AS value FROM sided GROUP BY game_id, round, side
