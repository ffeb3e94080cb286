-- How much was each player's luck worth, in all games of each title?
-- luck: what fair dice did to the swing of a player's battles; decisions: the rest. per_battle: of luck. Battles with
-- low luck or edited dice are left out, and so are those whose dice are not known.
WITH parts AS (
    SELECT game_id, attacker AS power, luck, decisions, swing, percentile FROM battle_luck WHERE dice = 'fair'
    UNION ALL
    SELECT game_id, defender, -luck, -decisions, -swing, 1 - percentile FROM battle_luck WHERE dice = 'fair'
)
SELECT s.player, s.title, count(DISTINCT p.game_id) AS games, count(*) AS battles, sum(p.swing) AS swing, sum(p.luck) AS luck,
       sum(p.decisions) AS decisions, sum(p.luck) / count(*) AS per_battle, sum(p.swing) - sum(p.luck) AS swing_without_luck,
       avg(p.percentile) AS percentile
FROM league_seats s JOIN parts p ON p.game_id = s.game_id AND p.power = s.power
WHERE s.player <> '' AND in_season(s.title, s.played, $title, $since, $until)
GROUP BY s.player, s.title
ORDER BY s.player, s.title
