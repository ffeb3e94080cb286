SELECT r.game_id, r.round, r.power, r.side, p.tuv::DOUBLE AS value
FROM power_rounds r
JOIN powers p ON p.game_id = r.game_id AND p.seq = r.seq AND p.power = r.power
