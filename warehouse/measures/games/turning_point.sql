-- When did the game turn?
-- Strength is TUV plus production. `share` is that of the side that won (of all that won, together), or of the side
-- that was strongest at the end where nobody won, among all sides. One row:
--   round, why   the turning point. `lead`: the first round at whose end that share was above one half and stayed so to
--                the end, when it had not been so from the start. `swing`: where it always was, or was not at the end,
--                the round in which the share rose most. `none`: where it never rose.
--   won          whether the side won. share_before, share_after: at the end of the round before, and of the round.
-- A round that was not played to its end turns nothing: sides that had no turn in it built nothing.
--   biggest_swing_round, biggest_swing   the round in which the share rose most, and by how much.
--   share_first, share_last              at the set-up and at the end.
WITH strengths AS (
    SELECT round, side, (tuv + production)::DOUBLE AS strength FROM side_rounds WHERE game_id = $game_id
),
winners AS (
    SELECT DISTINCT unnest(winners) AS side FROM game_ended WHERE game_id = $game_id
),
leader AS (
    SELECT side, true AS won FROM winners
    UNION ALL
    (SELECT side, false AS won FROM strengths WHERE NOT EXISTS (FROM winners)
     ORDER BY round DESC, strength DESC, side LIMIT 1)
),
shares AS (
    SELECT round,
           coalesce(sum(strength) FILTER (WHERE side IN (SELECT side FROM leader)) / nullif(sum(strength), 0), 0) AS share
    FROM strengths GROUP BY round
),
steps AS (
    SELECT round, share, lag(share) OVER (ORDER BY round) AS before FROM shares
    WHERE round <= (SELECT finished_rounds FROM games WHERE game_id = $game_id)
),
biggest AS (
    SELECT round, share - before AS swing FROM steps WHERE share > before ORDER BY swing DESC, round LIMIT 1
),
ahead AS (
    SELECT 1 + max(round) FILTER (WHERE share <= 0.5) AS round, max(round) AS last FROM steps
),
chosen AS (
    SELECT CASE WHEN ahead.round <= ahead.last THEN ahead.round ELSE biggest.round END AS round,
           CASE WHEN ahead.round <= ahead.last THEN 'lead' WHEN biggest.round IS NOT NULL THEN 'swing' ELSE 'none' END AS why
    FROM ahead LEFT JOIN biggest ON true
)
SELECT (SELECT string_agg(side, ', ' ORDER BY side) FROM leader) AS side, (SELECT bool_or(won) FROM leader) AS won,
       chosen.round, chosen.why, steps.before AS share_before, steps.share AS share_after,
       biggest.round AS biggest_swing_round, biggest.swing AS biggest_swing,
       (SELECT share FROM shares ORDER BY round LIMIT 1) AS share_first,
       (SELECT share FROM shares ORDER BY round DESC LIMIT 1) AS share_last
FROM chosen
LEFT JOIN steps ON steps.round = chosen.round
LEFT JOIN biggest ON true
