-- What does each player buy first?
-- One row a player, power and opening: what the power bought in round 1, bids apart, the most units first. games: games of the player
-- with that power and opening. of: all games of the player with that power in which purchases of round 1 are on record.
WITH bought AS (
    SELECT p.game_id, p.power, p.unit, any_value(u.name) AS name, sum(p.count)::BIGINT AS count
    FROM units_purchased p LEFT JOIN title_units u ON u.game_id = p.game_id AND u.unit = p.unit
    WHERE p.round = 1 AND NOT starts_with(p.phase, 'bid-')
    GROUP BY p.game_id, p.power, p.unit HAVING sum(p.count) > 0
),
openings AS (
    SELECT game_id, power, string_agg(count || ' ' || coalesce(name, unit), ', ' ORDER BY count DESC, unit) AS opening
    FROM bought GROUP BY game_id, power
),
played AS (
    SELECT s.player, s.title, s.power, o.opening, any_value(n.name) AS power_name, count(DISTINCT s.game_id) AS games,
           count(DISTINCT s.game_id) FILTER (WHERE s.outcome IN ('won', 'lost')) AS decided,
           count(DISTINCT s.game_id) FILTER (WHERE s.outcome = 'won') AS won
    FROM league_seats s
    JOIN openings o ON o.game_id = s.game_id AND o.power = s.power
    JOIN title_powers n ON n.game_id = s.game_id AND n.power = s.power
    WHERE s.player <> '' AND in_season(s.title, s.played, $title, $since, $until) AND of_people(s.people, $people)
    GROUP BY s.player, s.title, s.power, o.opening
)
SELECT player, title, power, power_name, opening, games, (sum(games) OVER (PARTITION BY player, title, power))::BIGINT AS "of", decided, won
FROM played
ORDER BY player, title, power, games DESC, opening
