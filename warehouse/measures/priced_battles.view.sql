-- Every battle that ended, with what is known of its losses. attacker_unpriced, defender_unpriced: units lost whose price no record
-- tells. attacker_lost, defender_lost: TUV of the rest, so at least that much was lost; null where nothing is left.
-- priced: whether every price is known.
WITH observed AS MATERIALIZED (
    -- What has no price is that of the view losses, and who lost it that of kills. Only texts leave prices out, so the rows of their games
    -- alone are looked at, in each table: of all losses of a lake it would take ten times as long.
    SELECT game_id FROM games WHERE fidelity = 'observed'
),
kinds AS (
    SELECT game_id, unit, cost FROM title_units
    WHERE game_id IN (SELECT game_id FROM observed) AND nullif(regexp_extract(abilities, '"step-cost":\s*"?([0-9]+)', 1), '') IS NULL
),
removed AS (
    SELECT game_id, seq, battle, area, power, unit, count FROM units_removed
    WHERE game_id IN (SELECT game_id FROM observed) AND battle > 0 AND cause <> 'converted'
),
prices AS (
    SELECT game_id, seq, power, unit, cost FROM title_prices WHERE game_id IN (SELECT game_id FROM observed)
),
boxes AS (
    SELECT game_id, area FROM title_areas WHERE game_id IN (SELECT game_id FROM observed) AND kind = 'box'
),
sides AS (
    SELECT game_id, power, side FROM title_powers WHERE game_id IN (SELECT game_id FROM observed)
),
started AS (
    SELECT game_id, battle, attacker, defender FROM battle_started WHERE game_id IN (SELECT game_id FROM observed)
),
unpriced AS (
    SELECT r.game_id, r.battle, r.power, r.count AS units
    FROM (SELECT r.*, k.cost FROM removed r JOIN kinds k ON k.game_id = r.game_id AND k.unit = r.unit) r
    ASOF LEFT JOIN prices o ON o.game_id = r.game_id AND o.power = r.power AND o.unit = r.unit AND r.seq >= o.seq
    ANTI JOIN boxes a ON a.game_id = r.game_id AND a.area = r.area
    WHERE coalesce(o.cost, r.cost) = 0 AND r.count > 0
),
killed AS (
    SELECT u.game_id, u.battle, u.units, s.defender,
           CASE WHEN o.side IS NOT DISTINCT FROM a.side THEN s.defender ELSE s.attacker END AS killer
    FROM unpriced u
    JOIN started s ON s.game_id = u.game_id AND s.battle = u.battle
    LEFT JOIN sides o ON o.game_id = u.game_id AND o.power = u.power
    LEFT JOIN sides a ON a.game_id = u.game_id AND a.power = s.attacker
),
unknown AS (
    SELECT game_id, battle, coalesce(sum(units) FILTER (WHERE killer = defender), 0)::BIGINT AS attacker_unpriced,
           coalesce(sum(units) FILTER (WHERE killer <> defender), 0)::BIGINT AS defender_unpriced
    FROM killed
    GROUP BY game_id, battle
)
SELECT b.* REPLACE (
           CASE WHEN b.attacker_lost <> 0 OR coalesce(u.attacker_unpriced, 0) = 0 THEN b.attacker_lost END AS attacker_lost,
           CASE WHEN b.defender_lost <> 0 OR coalesce(u.defender_unpriced, 0) = 0 THEN b.defender_lost END AS defender_lost
       ),
       coalesce(u.attacker_unpriced, 0) AS attacker_unpriced, coalesce(u.defender_unpriced, 0) AS defender_unpriced,
       u.battle IS NULL AS priced
FROM battle_ended b
LEFT JOIN unknown u ON u.game_id = b.game_id AND u.battle = b.battle
