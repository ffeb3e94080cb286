-- What do convoy raids usually cost each power of a title, over all games?
-- The loss is in the title's main resource; aid that is sunk counts with what it was worth, and for the share of the income not
-- at all. Only a game whose record tells of raids on the power is a raided game.
WITH lost AS (
    SELECT c.game_id, c.victim, count(*) AS raids, sum(c.loss) AS loss,
           coalesce(sum(c.loss) FILTER (WHERE c.area <> 'lend-lease'), 0) AS income_lost
    FROM raids c JOIN games g ON g.game_id = c.game_id AND (g.resource = c.resource OR c.area = 'lend-lease')
    GROUP BY c.game_id, c.victim
),
collected AS (
    SELECT game_id, power, sum(income) AS income
    FROM powers WHERE income <> 0 AND game_id IN (SELECT game_id FROM lost) GROUP BY game_id, power
)
SELECT g.title, p.power AS victim, count(*) AS games, count(r.victim) AS raided_games,
       coalesce(sum(r.raids), 0)::BIGINT AS raids, coalesce(sum(r.loss), 0)::BIGINT AS loss,
       coalesce(sum(r.loss), 0) / count(*) AS mean,
       coalesce(sum(r.income_lost) / nullif(sum(coalesce(c.income, 0) + r.income_lost), 0), 0) AS share
FROM title_powers p
JOIN games g ON g.game_id = p.game_id
LEFT JOIN lost r ON r.game_id = p.game_id AND r.victim = p.power
LEFT JOIN collected c ON c.game_id = r.game_id AND c.power = r.victim
WHERE $title IS NULL OR g.title = $title
GROUP BY g.title, p.power
ORDER BY loss DESC, g.title, victim
