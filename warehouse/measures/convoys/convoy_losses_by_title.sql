-- What do convoy raids usually cost each power of a title, over all games?
-- The loss is in the title's main resource; aid that is sunk counts with what it was worth, and for the share of the income not
-- at all. Only a game whose record tells of raids on the power is a raided game.
WITH lost AS (
    SELECT game_id, power, sum(raids) AS raids, sum(income_lost + aid_sunk) AS loss, sum(income_lost) AS income_lost
    FROM power_rounds WHERE raids > 0 GROUP BY game_id, power
),
raided AS (
    SELECT l.game_id, l.power, l.raids, l.loss, l.income_lost, sum(r.income) AS income
    FROM lost l JOIN power_rounds r ON r.game_id = l.game_id AND r.power = l.power
    GROUP BY ALL
)
SELECT g.title, p.power AS victim, count(*) AS games, count(r.power) AS raided_games,
       coalesce(sum(r.raids), 0)::BIGINT AS raids, coalesce(sum(r.loss), 0)::BIGINT AS loss,
       coalesce(sum(r.loss), 0) / count(*) AS mean,
       coalesce(sum(r.income_lost) / nullif(sum(r.income + r.income_lost), 0), 0) AS share
FROM title_powers p
JOIN games g ON g.game_id = p.game_id
LEFT JOIN raided r ON r.game_id = p.game_id AND r.power = p.power
WHERE $title IS NULL OR g.title = $title
GROUP BY g.title, p.power
ORDER BY loss DESC, g.title, victim
