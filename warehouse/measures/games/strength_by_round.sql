-- How strong is each side at the end of each round: what are its units worth (TUV), and its areas?
-- strength: TUV plus production, what it has and what its areas are worth. share: of the strength of all sides.
SELECT round, side, tuv, units, production, tuv + production AS strength,
       coalesce((tuv + production) / nullif(sum(tuv + production) OVER (PARTITION BY round), 0), 0)::DOUBLE AS share
FROM side_rounds
WHERE game_id = $game_id
ORDER BY round, side
