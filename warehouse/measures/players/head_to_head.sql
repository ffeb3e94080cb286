-- How do players do against each other?
-- One row a pair of names that sat on different sides of a game, and its mirror. Games in which one of them sat on several
-- sides are left out. won, lost: of the player against the opponent. Where both
-- sides won or both lost, neither beat the other: drawn.
-- decided: games that ended with a winner, the sample of the rate. drawn and unfinished games are in games and stand apart.
-- rate: won of decided, null (a dash) where nothing was decided. low, high: its 95 % interval after Wilson.
WITH sat AS (
    SELECT game_id, player, min(side) AS side, min(outcome) AS outcome
    FROM league_seats WHERE player <> '' AND in_season(title, played, $title, $since, $until) AND of_people(people, $people)
    GROUP BY game_id, player HAVING count(DISTINCT side) = 1
),
met AS (
    SELECT one.player, other.player AS opponent,
           CASE WHEN one.outcome IN ('won', 'lost') AND one.outcome = other.outcome THEN 'drawn' ELSE one.outcome END AS outcome
    FROM sat one JOIN sat other ON other.game_id = one.game_id AND other.side <> one.side
    WHERE $player IS NULL OR one.player = $player
),
counted AS (
    SELECT player, opponent, unnest(tally(outcome))
    FROM met GROUP BY player, opponent
)
SELECT player, opponent, games, decided, won, lost, drawn, unfinished, unnest(rated(won, decided))
FROM counted
ORDER BY player, opponent
