SELECT game_id, round, power, name, namesakes, side, hits - expected AS value FROM power_rounds WHERE round > 0
