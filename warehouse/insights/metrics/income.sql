-- Of finished turns only: a turn is finished when another began after it or something was collected in it; a power that acts
-- in turns of another's name has finished when the round's last turn has.
WITH collected AS (
    SELECT p.game_id, p.round, p.power, p.side, sum(p.income)::DOUBLE AS value,
           bool_or(p.power = p.turn_power AND p.turn < g.turns) OR bool_and(l.power IS NOT NULL AND p.turn < g.turns) AS finished
    FROM powers p
    JOIN games g ON g.game_id = p.game_id
    LEFT JOIN led l ON l.game_id = p.game_id AND l.power = p.power
    WHERE p.turn > 0
    GROUP BY p.game_id, p.round, p.power, p.side
)
SELECT game_id, round, power, side, value
FROM collected
WHERE finished OR value <> 0
