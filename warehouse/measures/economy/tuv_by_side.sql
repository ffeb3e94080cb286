-- What are all the units of each side worth (TUV) at the end of each round?
SELECT round, side, tuv, units FROM side_rounds WHERE game_id = $game_id ORDER BY round, side
