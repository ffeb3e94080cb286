-- Every power in every round of every game, from 0 (the set-up) to the last, the eventless ones too: the grid that
-- measures hang their rows on. seq: of the last snapshot at or before the round's end.
SELECT e.game_id, e.round, p.power, p.name, p.side, p.play_order, e.seq
FROM round_ends e
JOIN title_powers p ON p.game_id = e.game_id
