-- Of finished turns only: a turn is finished when another began after it or something was collected in it.
WITH collected AS (
    SELECT p.game_id, p.round, p.power, p.side, sum(p.income)::DOUBLE AS value,
           bool_or(p.power = p.turn_power AND p.turn < g.turns) AS finished
    FROM powers p JOIN games g ON g.game_id = p.game_id
    WHERE p.turn > 0
    GROUP BY p.game_id, p.round, p.power, p.side
)
SELECT game_id, round, power, side, value
FROM collected
WHERE finished OR value <> 0
