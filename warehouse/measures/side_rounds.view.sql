-- Every side in every round of every game, from 0 (the set-up) to the last. seq: of the last snapshot at or before the
-- round's end. side_order: place of the side's first power in the order of play.
WITH sides AS (
    SELECT game_id, side, any_value(side_name) AS side_name, min(play_order) AS side_order
    FROM title_powers GROUP BY game_id, side
)
SELECT e.game_id, e.round, s.side, s.side_name, s.side_order, e.seq
FROM round_ends e
JOIN sides s ON s.game_id = e.game_id
