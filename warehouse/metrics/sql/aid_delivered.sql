SELECT game_id, round, power, name, namesakes, side, aid_delivered::DOUBLE AS value FROM power_rounds WHERE round > 0
