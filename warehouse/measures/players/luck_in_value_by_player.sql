-- How much was each player's luck worth, in all games of each title?
-- luck: what fair dice did to the swing of a player's battles; decisions: the rest. per_battle: of luck. Battles with
-- low luck or edited dice are left out, and so are those whose dice are not known; and games in which the player sat on several sides.
WITH parts AS (
    SELECT game_id, attacker AS power, luck, decisions, swing, percentile FROM battle_luck WHERE dice = 'fair'
    UNION ALL
    SELECT game_id, defender, -luck, -decisions, -swing, 1 - percentile FROM battle_luck WHERE dice = 'fair'
),
sat AS (
    SELECT game_id, title, power, player FROM league_seats
    WHERE player <> '' AND in_season(title, played, $title, $since, $until) AND of_people(people, $people)
    QUALIFY min(side) OVER (PARTITION BY game_id, player) = max(side) OVER (PARTITION BY game_id, player)
)
SELECT s.player, s.title, count(DISTINCT p.game_id) AS games, count(*) AS battles, sum(p.swing) AS swing, sum(p.luck) AS luck,
       sum(p.decisions) AS decisions, sum(p.luck) / count(*) AS per_battle, sum(p.swing) - sum(p.luck) AS swing_without_luck,
       avg(p.percentile) AS percentile
FROM sat s JOIN parts p ON p.game_id = s.game_id AND p.power = s.power
GROUP BY s.player, s.title
ORDER BY s.player, s.title
