-- What did convoy raids cost each power, round by round, where, and who raided?
-- Aid that is sunk (line lend-lease) was no income of its victim.
WITH summed AS (
    SELECT round, victim, area, raider, resource, count(*) AS raids, sum(loss)::BIGINT AS loss,
           CASE WHEN count(cap) = count(*) THEN sum(cap)::BIGINT END AS cap
    FROM raids WHERE game_id = $game_id GROUP BY ALL
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
SELECT r.round, r.victim, r.name, r.side, r.area, coalesce(l.name, t.name, r.area) AS area_name, r.raider,
       coalesce(p.name, r.raider) AS raider_name, r.resource, r.raids, r.loss, r.cap, r.loss / r.cap AS cap_share, r.income,
       CASE WHEN r.money THEN r.loss / nullif(greatest(
           r.income + sum(r.loss) FILTER (WHERE r.money) OVER (PARTITION BY r.round, r.victim), 0), 0) END::DOUBLE AS share
FROM rows r
LEFT JOIN title_areas t ON t.game_id = $game_id AND t.area = r.area
LEFT JOIN title_lines l ON l.game_id = $game_id AND l.line = r.area
LEFT JOIN title_powers p ON p.game_id = $game_id AND p.power = r.raider
ORDER BY r.round, r.play_order, r.area, r.raider, r.resource
