SELECT game_id, round, power, name, namesakes, side, tuv::DOUBLE AS value FROM power_rounds
