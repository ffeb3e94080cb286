SELECT game_id, round, power, name, namesakes, side, battles::DOUBLE AS value FROM power_rounds WHERE round > 0
