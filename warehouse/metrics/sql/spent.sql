SELECT game_id, round, power, name, namesakes, side, spent::DOUBLE AS value
FROM power_rounds WHERE round > 0 AND unpriced = 0
