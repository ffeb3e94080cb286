SELECT game_id, round, power, name, namesakes, side, lost::DOUBLE AS value
FROM power_rounds WHERE round > 0 AND lost_unpriced = 0
