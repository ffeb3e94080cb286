SELECT game_id, round, power, name, namesakes, side, production::DOUBLE AS value FROM power_rounds
