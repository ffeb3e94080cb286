-- Which games count for ratings, who played which side, and how did they end?
-- Games that came to an end, with named players on at least two sides, none of them on several. One row a player, in the order of play.
-- share: how much of the game the side won. bid: of the side, null if nothing is known of bids.
WITH sat AS MATERIALIZED (
    SELECT game_id, player, min(side) AS side, max(side) AS other, min(outcome) AS outcome, max(share) AS share, bool_and(people) AS people
    FROM league_seats WHERE player <> '' AND outcome <> 'unfinished' AND in_season(title, played, $title, $since, $until) AND of_people(people, $people)
    GROUP BY game_id, player
),
fair AS (
    SELECT game_id FROM sat GROUP BY game_id HAVING bool_and(side = other) AND min(side) <> max(side)
),
bids AS (SELECT game_id, side, sum(bid)::BIGINT AS bid FROM league_seats GROUP BY game_id, side)
SELECT g.played, g.game_id, g.title, s.side, s.player, s.outcome,
       coalesce(s.share, CASE s.outcome WHEN 'won' THEN 1 WHEN 'lost' THEN 0 ELSE 0.5 END) AS share, b.bid, s.people
FROM fair f
JOIN games g ON g.game_id = f.game_id
JOIN play_order o ON o.game_id = f.game_id
JOIN sat s ON s.game_id = f.game_id
JOIN bids b ON b.game_id = f.game_id AND b.side = s.side
ORDER BY o.place, s.side, s.player
