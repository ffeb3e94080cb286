-- Which games count for ratings, who played which side, and how did they end?
-- Games that came to an end, with named players on at least two sides, none of them on several. One row a player.
-- share: how much of the game the side won. bid: of the side, null if nothing is known of bids.
-- In the order of play. Of one day, or of none, the order is that of the records, which need not be that of play: first rows of tables of
-- results, in the order of the tables' ingest and of their rows; then other games by the names of their files, numbers in them counted as such.
WITH sat AS MATERIALIZED (
    SELECT game_id, player, min(side) AS side, max(side) AS other, min(outcome) AS outcome, max(share) AS share, bool_and(people) AS people
    FROM league_seats WHERE player <> '' AND outcome <> 'unfinished' AND in_season(title, played, $title, $since, $until) AND of_people(people, $people)
    GROUP BY game_id, player
),
fair AS (
    SELECT game_id FROM sat GROUP BY game_id HAVING bool_and(side = other) AND min(side) <> max(side)
),
bids AS (SELECT game_id, side, sum(bid)::BIGINT AS bid FROM league_seats GROUP BY game_id, side),
placed AS (
    SELECT *, regexp_replace(name, ':\d+$', '') AS source, try_cast(nullif(regexp_extract(name, ':(\d+)$', 1), '') AS BIGINT) AS line,
           -- numbers with nothing before them but zeros, so that game-2 comes before game-10; a public copy has no folders
           regexp_replace(regexp_replace(lower(regexp_replace(name, '.*[/\\]', '')), '(\d+)', '00000000000000000000\1', 'g'), '\d*(\d{20})', '\1', 'g') AS file
    FROM games
)
SELECT g.played, g.game_id, g.title, s.side, s.player, s.outcome,
       coalesce(s.share, CASE s.outcome WHEN 'won' THEN 1 WHEN 'lost' THEN 0 ELSE 0.5 END) AS share, b.bid, s.people
FROM fair f
JOIN placed g ON g.game_id = f.game_id
JOIN sat s ON s.game_id = f.game_id
JOIN bids b ON b.game_id = f.game_id AND b.side = s.side
ORDER BY g.played, min(CASE WHEN g.fidelity = 'result' THEN g.ingested_at END) OVER (PARTITION BY g.source, g.fidelity) NULLS LAST,
         CASE WHEN g.fidelity = 'result' THEN g.source END, CASE WHEN g.fidelity = 'result' THEN g.line END,
         CASE WHEN g.fidelity <> 'result' THEN g.file END, g.game_id, s.side, s.player
