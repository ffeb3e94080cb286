-- Where nothing would have been collected there is no share.
WITH told AS (
    SELECT d.game_id, d.round, d.victim AS power, sum(d.loss) AS loss
    FROM raids d JOIN games g ON g.game_id = d.game_id AND g.resource = d.resource
    WHERE d.area <> 'lend-lease'
    GROUP BY d.game_id, d.round, d.victim
),
collected AS (
    SELECT game_id, round, power, side, sum(income) AS income FROM powers WHERE turn > 0 GROUP BY game_id, round, power, side
)
SELECT c.game_id, c.round, c.power, c.side, coalesce(t.loss, 0) / (c.income + coalesce(t.loss, 0)) AS value
FROM collected c
LEFT JOIN told t ON t.game_id = c.game_id AND t.round = c.round AND t.power = c.power
WHERE c.income + coalesce(t.loss, 0) > 0
