-- The games of a league: a row for each player of a side, in the order of play, whether the game came to an end or not.
WITH bids AS (SELECT game_id, side, sum(bid)::BIGINT AS bid FROM league_seats GROUP BY game_id, side),
sat AS (
    SELECT game_id, side, player, min(outcome) AS outcome, max(share) AS share, bool_and(people) AS people, bool_and(ended) AS ended,
           min(how) AS how
    FROM league_seats WHERE player <> '' GROUP BY game_id, side, player
)
SELECT g.played, g.game_id, g.title, g.title_name, g.scenario, g.options, g.rounds, s.ended, s.how, s.side, s.player, s.outcome, s.share, b.bid, s.people
FROM sat s
JOIN games g ON g.game_id = s.game_id
JOIN play_order o ON o.game_id = s.game_id
JOIN bids b ON b.game_id = s.game_id AND b.side = s.side
ORDER BY o.place, s.side, s.player
