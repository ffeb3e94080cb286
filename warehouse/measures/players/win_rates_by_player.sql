-- How often does each player win?
-- A player is a name in the record; a bot is the name that the record gives it. A game in which one name sat on several
-- sides says nothing of its skill: it is in games, counted as both_sides, and in none of the others.
-- decided: games that ended with a winner, the sample of the rate. drawn and unfinished games are in games and stand apart.
-- rate: won of decided, null (a dash) where nothing was decided. low, high: its 95 % interval after Wilson.
WITH sat AS (
    SELECT game_id, player, CASE WHEN count(DISTINCT side) > 1 THEN 'both' ELSE min(outcome) END AS outcome
    FROM league_seats WHERE player <> '' AND in_season(title, played, $title, $since, $until) AND of_people(people, $people) GROUP BY game_id, player
),
counted AS (
    SELECT player, unnest(tally(outcome)), count(*) FILTER (WHERE outcome = 'both') AS both_sides
    FROM sat GROUP BY player
)
SELECT player, games, decided, won, lost, drawn, unfinished, both_sides, unnest(rated(won, decided))
FROM counted
ORDER BY player
