-- How strong is each side at the end of each round: what are its units worth (TUV), and its areas?
-- strength: TUV plus production, what it has and what its areas are worth. share: of the strength of all sides.
SELECT e.round, s.side, sum(s.tuv)::BIGINT AS tuv, sum(s.units)::BIGINT AS units,
       sum(s.production)::BIGINT AS production, sum(s.tuv + s.production)::BIGINT AS strength,
       coalesce(sum(s.tuv + s.production) / nullif(sum(sum(s.tuv + s.production)) OVER (PARTITION BY e.round), 0), 0)::DOUBLE
           AS share
FROM round_ends e
JOIN powers s ON s.game_id = e.game_id AND s.seq = e.seq
WHERE e.game_id = $game_id
GROUP BY e.round, s.side
ORDER BY e.round, s.side
