-- Which games count for ratings, who played which side, and how did they end?
-- Games that came to an end, with named players on at least two sides, none of them on several. One row a player.
-- In the order of play. Of one day, or of none, rows of tables of results come first, in the order of the tables' ingest and of their rows;
-- then other games by id.
WITH sat AS MATERIALIZED (
    SELECT game_id, player, min(side) AS side, max(side) AS other, min(outcome) AS outcome
    FROM league_seats WHERE player <> '' AND outcome <> 'unfinished' AND in_season(title, played, $title, $since, $until)
    GROUP BY game_id, player
),
fair AS (
    SELECT game_id FROM sat GROUP BY game_id HAVING bool_and(side = other) AND min(side) <> max(side)
),
placed AS (
    SELECT *, regexp_replace(name, ':\d+$', '') AS source, try_cast(nullif(regexp_extract(name, ':(\d+)$', 1), '') AS BIGINT) AS line
    FROM games
)
SELECT g.played, g.game_id, g.title, s.side, s.player, s.outcome
FROM fair f
JOIN placed g ON g.game_id = f.game_id
JOIN sat s ON s.game_id = f.game_id
ORDER BY g.played, min(CASE WHEN g.fidelity = 'result' THEN g.ingested_at END) OVER (PARTITION BY g.source, g.fidelity) NULLS LAST,
         CASE WHEN g.fidelity = 'result' THEN g.source END, CASE WHEN g.fidelity = 'result' THEN g.line END, g.game_id, s.side, s.player
