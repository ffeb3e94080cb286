-- Seats of the games that count in leagues: each game once, however many records tell it; see retold. A game that a limit of rounds
-- stopped is unfinished here: its players agreed on no draw. A record that stops before the end ends as the result that names it by its
-- id tells; outcome, share, ended and how are of that end. people: whether only people played it, no program and no bot of a simulation.
WITH ends AS (
    SELECT b.game_id, b.source, b.ended OR t.ended IS NOT NULL AS ended, coalesce(t.how, b.how) AS how, t.game_id AS result,
           string_split(t.winner, ', ') AS winners
    FROM games b
    LEFT JOIN (SELECT t.* FROM games t JOIN retold r ON r.game_id = t.game_id AND t.game_id = 'result-' || r.leads WHERE t.ended) t
        ON t.game_id = 'result-' || b.game_id AND t.title = b.title AND NOT b.ended
),
parts AS (SELECT game_id, side, max(share) AS share FROM seats WHERE game_id LIKE 'result-%' GROUP BY game_id, side),
told AS (
    SELECT s.* REPLACE (coalesce(p.share, s.share) AS share), e.ended, e.how, e.source,
           CASE WHEN e.result IS NULL THEN s.outcome WHEN e.winners = [''] THEN 'drawn' WHEN list_contains(e.winners, s.side) THEN 'won'
                ELSE 'lost' END AS result_of
    FROM seats s
    JOIN ends e ON e.game_id = s.game_id
    LEFT JOIN parts p ON p.game_id = e.result AND p.side = s.side
    ANTI JOIN retold r ON r.game_id = s.game_id
)
SELECT * EXCLUDE (result_of, source) REPLACE (CASE WHEN how = 'round-limit' AND result_of = 'drawn' THEN 'unfinished' ELSE result_of END AS outcome),
       NOT contains(source, 'simulate') AND NOT bool_or(is_program(player)) OVER (PARTITION BY game_id) AS people
FROM told
