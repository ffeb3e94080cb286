-- Which games count for ratings, who played which side, and how did they end?
-- Games that came to an end, with named players on at least two sides, none of them on several. One row a player.
WITH sat AS MATERIALIZED (
    SELECT game_id, player, min(side) AS side, max(side) AS other, min(outcome) AS outcome
    FROM league_seats WHERE player <> '' AND outcome <> 'unfinished' AND in_season(title, played, $title, $since, $until)
    GROUP BY game_id, player
),
fair AS (
    SELECT game_id FROM sat GROUP BY game_id HAVING bool_and(side = other) AND min(side) <> max(side)
)
SELECT g.played, g.game_id, g.title, s.side, s.player, s.outcome
FROM fair f
JOIN games g ON g.game_id = f.game_id
JOIN sat s ON s.game_id = f.game_id
ORDER BY g.played, g.game_id, s.side, s.player
