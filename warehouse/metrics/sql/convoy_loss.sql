-- Aid that is sunk counts with what it was worth, in whatever store it was sent.
SELECT game_id, round, power, name, namesakes, side, (income_lost + aid_sunk)::DOUBLE AS value
FROM power_rounds WHERE round > 0
