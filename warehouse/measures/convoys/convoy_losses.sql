-- What did convoy raids cost each power, round by round, where, and who raided?
-- A record may tell a loss only by the change of the store (cause convoy): such losses count where the power has no
-- raid on record in that turn, so that none counts twice. Aid that is sunk (line lend-lease) was no income of its victim.
WITH told AS (
    SELECT round, turn, victim, area, raider, resource, loss, nullif(cap, 0) AS cap
    FROM convoy_raided WHERE game_id = $game_id
),
raids AS (
    FROM told
    UNION ALL
    SELECT round, turn, power, area, counterparty, resource, -delta, NULL
    FROM resource_changed r
    WHERE game_id = $game_id AND cause = 'convoy' AND delta < 0
      AND NOT EXISTS (FROM told WHERE told.turn = r.turn AND told.victim = r.power AND told.area <> 'lend-lease')
),
summed AS (
    SELECT round, victim, area, raider, resource, count(*) AS raids, sum(loss)::BIGINT AS loss,
           CASE WHEN count(cap) = count(*) THEN sum(cap)::BIGINT END AS cap
    FROM raids GROUP BY ALL
),
collected AS (
    SELECT power, round, sum(income)::BIGINT AS income FROM powers WHERE game_id = $game_id GROUP BY power, round
),
rows AS (
    SELECT e.round, e.power AS victim, e.name, e.side, e.play_order, coalesce(s.area, '') AS area,
           coalesce(s.raider, '') AS raider, coalesce(s.resource, g.resource) AS resource, coalesce(s.raids, 0) AS raids,
           coalesce(s.loss, 0) AS loss, s.cap, coalesce(c.income, 0) AS income,
           coalesce(s.resource, g.resource) = g.resource AND coalesce(s.area, '') <> 'lend-lease' AS money
    FROM power_rounds e
    JOIN games g ON g.game_id = e.game_id
    LEFT JOIN summed s ON s.victim = e.power AND s.round = e.round
    LEFT JOIN collected c ON c.power = e.power AND c.round = e.round
    WHERE e.game_id = $game_id
)
SELECT r.round, r.victim, r.name, r.side, r.area, coalesce(t.name, r.area) AS area_name, r.raider,
       coalesce(p.name, r.raider) AS raider_name, r.resource, r.raids, r.loss, r.cap, r.loss / r.cap AS cap_share, r.income,
       CASE WHEN r.money THEN r.loss / nullif(greatest(
           r.income + sum(r.loss) FILTER (WHERE r.money) OVER (PARTITION BY r.round, r.victim), 0), 0) END::DOUBLE AS share
FROM rows r
LEFT JOIN title_areas t ON t.game_id = $game_id AND t.area = r.area
LEFT JOIN title_powers p ON p.game_id = $game_id AND p.power = r.raider
ORDER BY r.round, r.play_order, r.area, r.raider, r.resource
