-- How often does each side win, by title and scenario?
-- decided: games that ended with a winner, the sample of the rate. drawn and unfinished games are in games and stand apart.
-- rate: won of decided, null (a dash) where nothing was decided. low, high: its 95 % interval after Wilson.
WITH sides AS (
    SELECT DISTINCT game_id, title, scenario, side, outcome FROM league_seats WHERE in_season(title, played, $title, $since, $until) AND of_people(people, $people)
),
counted AS (
    SELECT title, scenario, side, unnest(tally(outcome))
    FROM sides GROUP BY title, scenario, side
)
SELECT title, scenario, side, games, decided, won, lost, drawn, unfinished, unnest(rated(won, decided))
FROM counted
ORDER BY title, scenario, side
