-- A power in the middle of its turn has spent and not yet collected.
SELECT p.game_id, p.round, p.power, p.name, p.namesakes, p.side, p.treasury::DOUBLE AS value
FROM power_rounds p
JOIN turns_over t ON t.game_id = p.game_id AND t.round = p.round AND t.power = p.power AND t.over
