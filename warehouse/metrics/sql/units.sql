SELECT game_id, round, power, name, namesakes, side, units::DOUBLE AS value FROM power_rounds
