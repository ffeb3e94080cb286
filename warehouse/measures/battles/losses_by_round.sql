-- What did each power lose in units, round by round, and to what?
-- tuv: cost of the units lost whose price is on record, null where none is; unpriced: the others. cause: of the removal; units that went over to another power count as lost to it with the
-- cause of the change (captured, ...), but not those that joined the power they serve under, or came with an alliance. A
-- power that lost nothing in a round has one row with an empty cause.
WITH valued AS (
    SELECT round, power, cause, sum(units)::BIGINT AS units, sum(tuv)::BIGINT AS tuv,
           sum(unpriced)::BIGINT AS unpriced
    FROM losses WHERE game_id = $game_id GROUP BY round, power, cause
)
SELECT e.round, p.power, p.name, p.side, coalesce(v.cause, '') AS cause, coalesce(v.units, 0) AS units,
       CASE WHEN v.power IS NULL THEN 0 ELSE v.tuv END AS tuv, coalesce(v.unpriced, 0) AS unpriced
FROM round_ends e
JOIN title_powers p ON p.game_id = e.game_id
LEFT JOIN valued v ON v.power = p.power AND v.round = e.round
WHERE e.game_id = $game_id
ORDER BY e.round, p.play_order, cause
