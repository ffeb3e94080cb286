SELECT game_id, round, power, name, namesakes, side, (destroyed - lost)::DOUBLE AS value
FROM power_rounds WHERE round > 0 AND destroyed_unpriced + lost_unpriced = 0
