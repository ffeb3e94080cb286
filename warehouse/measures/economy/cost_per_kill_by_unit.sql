-- Which of a power's units paid for themselves: how much of each was lost, and what did its hits destroy?
-- A record does not say whose hit destroyed which unit. What a power destroyed in a battle is shared among its unit types
-- by their hits there; where one type made all the hits nothing had to be shared, and that part is `known`.
-- lost, destroyed: null where the record does not tell the price of a unit in them.
WITH all_kills AS MATERIALIZED (
    FROM kills WHERE game_id = $game_id
),
fired AS (
    SELECT battle, power, unit, sum(hits) AS hits FROM dice_rolled
    WHERE game_id = $game_id AND battle > 0 AND target > 0 AND unit <> '' GROUP BY battle, power, unit HAVING sum(hits) > 0
),
shares AS (
    SELECT *, hits / sum(hits) OVER (PARTITION BY battle, power) AS share FROM fired
),
kills_of AS (
    SELECT battle, killer, CASE WHEN sum(unpriced) = 0 THEN sum(lost) END AS destroyed FROM all_kills GROUP BY battle, killer
),
made AS (
    SELECT s.power, s.unit, sum(s.hits)::BIGINT AS hits, CASE WHEN count(k.battle) = count(k.destroyed) THEN coalesce(sum(s.share * k.destroyed), 0) END AS destroyed,
           coalesce(sum(k.destroyed) FILTER (WHERE s.share = 1), 0)::BIGINT AS known
    FROM shares s LEFT JOIN kills_of k ON k.battle = s.battle AND k.killer = s.power GROUP BY s.power, s.unit
),
lost AS (
    SELECT owner AS power, unit, sum(units)::BIGINT AS units, CASE WHEN sum(unpriced) = 0 THEN sum(lost)::BIGINT END AS lost
    FROM all_kills GROUP BY owner, unit
),
both_ways AS (
    SELECT coalesce(l.power, m.power) AS power, coalesce(l.unit, m.unit) AS unit, coalesce(l.units, 0) AS units,
           CASE WHEN l.power IS NULL THEN 0 ELSE l.lost END AS lost, coalesce(m.hits, 0) AS hits,
           CASE WHEN m.power IS NULL THEN 0 ELSE m.destroyed END::DOUBLE AS destroyed,
           coalesce(m.known, 0) AS known
    FROM lost l FULL JOIN made m ON m.power = l.power AND m.unit = l.unit
)
SELECT b.power, coalesce(p.name, b.power) AS name, coalesce(p.side, '') AS side, b.unit, u.name AS unit_name, u.class,
       b.units, b.lost, b.hits, b.destroyed, b.known, b.lost / nullif(b.destroyed, 0) AS cost_per_kill
FROM both_ways b
JOIN title_units u ON u.game_id = $game_id AND u.unit = b.unit
LEFT JOIN title_powers p ON p.game_id = $game_id AND p.power = b.power
ORDER BY p.play_order NULLS LAST, b.power, u.class, u.cost, b.unit
