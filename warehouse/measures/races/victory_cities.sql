-- How many victory cities does each side hold at the end of each round, and how many does it need?
-- missing: how many more it needs; null when no number of cities wins.
SELECT e.round, r.contender AS side, r.total, nullif(r.threshold, 0) AS threshold,
       CASE WHEN r.threshold > 0 THEN greatest(r.threshold - r.total, 0) END AS missing
FROM round_ends e
JOIN races r ON r.game_id = e.game_id AND r.seq = e.seq
WHERE e.game_id = $game_id AND r.measure = 'victory-cities'
ORDER BY e.round, r.contender
