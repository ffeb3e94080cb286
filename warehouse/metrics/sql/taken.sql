SELECT game_id, round, power, name, namesakes, side, taken::DOUBLE AS value FROM power_rounds WHERE round > 0
