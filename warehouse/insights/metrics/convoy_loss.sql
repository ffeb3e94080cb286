SELECT game_id, round, power, name, namesakes, side, convoy_loss::DOUBLE AS value FROM power_rounds WHERE round > 0
