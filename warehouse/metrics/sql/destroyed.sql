SELECT game_id, round, power, name, namesakes, side, destroyed::DOUBLE AS value
FROM power_rounds WHERE round > 0 AND destroyed_unpriced = 0
