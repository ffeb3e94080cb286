-- What are all the units of each side worth (TUV) at the end of each round?
SELECT e.round, s.side, sum(s.tuv)::BIGINT AS tuv, sum(s.units)::BIGINT AS units
FROM round_ends e
JOIN powers s ON s.game_id = e.game_id AND s.seq = e.seq
WHERE e.game_id = $game_id
GROUP BY e.round, s.side
ORDER BY e.round, s.side
