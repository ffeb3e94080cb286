SELECT game_id, round, power, name, namesakes, side, lost_areas::DOUBLE AS value FROM power_rounds WHERE round > 0
