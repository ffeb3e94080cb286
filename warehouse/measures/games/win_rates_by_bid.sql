-- How often does a side win with each bid?
-- bid: what the side got before the game to make it even: the price of the units bought in bid phases, in the title's main
-- resource; 0 for none. A bid that was paid out and not spent is not on record. Games of whose bids
-- nothing is known are left out. Titles in which nobody ever bid have no row.
-- decided: games that ended with a winner, the sample of the rate. drawn and unfinished games are in games and stand apart.
-- rate: won of decided, null (a dash) where nothing was decided. low, high: its 95 % interval after Wilson.
WITH sides AS (
    SELECT game_id, title, side, outcome, sum(bid)::BIGINT AS bid
    FROM league_seats WHERE bid IS NOT NULL AND in_season(title, played, $title, $since, $until) AND of_people(people, $people)
    GROUP BY game_id, title, side, outcome
),
counted AS (
    SELECT title, side, bid, unnest(tally(outcome))
    FROM sides WHERE title IN (SELECT title FROM sides WHERE bid > 0) GROUP BY title, side, bid
)
SELECT title, side, bid, games, decided, won, lost, drawn, unfinished, unnest(rated(won, decided))
FROM counted
ORDER BY title, side, bid
