-- Of finished turns only: a turn is finished when another began after it or something was collected in it.
SELECT game_id, round, power, name, namesakes, side, income::DOUBLE AS value
FROM power_rounds WHERE finished OR income <> 0
