SELECT game_id, round, power, name, namesakes, side, treasury::DOUBLE AS value FROM power_rounds
