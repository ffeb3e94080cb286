-- Seats of the games that count in leagues: each game once, however many records tell it; see retold. A game that a limit of rounds
-- stopped is unfinished here: its players agreed on no draw. people: whether only people played it, no program and no bot of a simulation.
SELECT s.* REPLACE (CASE WHEN g.how = 'round-limit' AND s.outcome = 'drawn' THEN 'unfinished' ELSE s.outcome END AS outcome),
       NOT contains(g.source, 'simulate') AND NOT bool_or(is_program(s.player)) OVER (PARTITION BY s.game_id) AS people
FROM seats s
JOIN games g ON g.game_id = s.game_id
ANTI JOIN retold r ON r.game_id = s.game_id
