-- How lucky was each player with dice, over all games?
-- expected: hits the dice were worth. luck: hits above or below that. sigma: luck in standard deviations, null where
-- nothing was left to chance. Dice whose target the record does not tell, and bombing damage, are left out.
WITH summed AS (
    SELECT game_id, power, sum(dice) AS dice, sum(hits) AS hits, sum(expected) AS expected, sum(variance) AS variance
    FROM power_rounds WHERE rolls > 0 GROUP BY game_id, power
),
sat AS (
    SELECT game_id, power, player FROM league_seats WHERE player <> '' AND in_season(title, played, $title, $since, $until) AND of_people(people, $people)
)
SELECT p.player, count(DISTINCT s.game_id) AS games, sum(s.dice)::BIGINT AS dice, sum(s.hits)::BIGINT AS hits,
       sum(s.expected) AS expected, sum(s.hits) - sum(s.expected) AS luck,
       (sum(s.hits) - sum(s.expected)) / sqrt(nullif(sum(s.variance), 0)) AS sigma
FROM sat p JOIN summed s ON s.game_id = p.game_id AND s.power = p.power
GROUP BY p.player
ORDER BY p.player
