-- How often does each player win with each side?
-- A player is a name in the record; a bot is the name that the record gives it. A game in which one name sat on several
-- sides says nothing of its skill: it is left out.
-- decided: games that ended with a winner, the sample of the rate. drawn and unfinished games are in games and stand apart.
-- rate: won of decided, null (a dash) where nothing was decided. low, high: its 95 % interval after Wilson.
WITH sat AS (
    SELECT game_id, player, title, min(side) AS side, min(outcome) AS outcome
    FROM league_seats WHERE player <> '' AND in_season(title, played, $title, $since, $until) AND of_people(people, $people)
    GROUP BY game_id, player, title HAVING count(DISTINCT side) = 1
),
counted AS (
    SELECT player, title, side, unnest(tally(outcome))
    FROM sat GROUP BY player, title, side
)
SELECT player, title, side, games, decided, won, lost, drawn, unfinished, unnest(rated(won, decided))
FROM counted
ORDER BY player, title, side
