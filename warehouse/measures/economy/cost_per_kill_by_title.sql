-- How much does each power of a title usually lose in battle for what it destroys, over all games?
-- Counted by the attacker and the defender that a battle names: losses of their allies beside them count as theirs. Battles are left out in
-- which a unit was lost whose price is not on record.
WITH battles AS MATERIALIZED (
    SELECT game_id, attacker, defender, attacker_lost, defender_lost FROM priced_battles WHERE priced
),
sums AS (
    SELECT game_id, power, sum(lost) AS lost, sum(destroyed) AS destroyed FROM (
        SELECT game_id, attacker AS power, attacker_lost AS lost, defender_lost AS destroyed FROM battles
        UNION ALL
        SELECT game_id, defender, defender_lost, attacker_lost FROM battles
    ) GROUP BY game_id, power
)
SELECT g.title, s.power, count(*) AS games, sum(s.lost)::BIGINT AS lost, sum(s.destroyed)::BIGINT AS destroyed,
       sum(s.lost) / nullif(sum(s.destroyed), 0) AS cost_per_kill
FROM sums s
JOIN games g ON g.game_id = s.game_id
WHERE $title IS NULL OR g.title = $title
GROUP BY g.title, s.power
ORDER BY g.title, s.power
