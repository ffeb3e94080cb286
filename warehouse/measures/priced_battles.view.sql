-- Every battle that ended, with what is known of its losses. attacker_unpriced, defender_unpriced: units lost whose price no record
-- tells. attacker_lost, defender_lost: TUV of the rest, so at least that much was lost; null where nothing is left.
-- priced: whether every price is known.
WITH bare AS (
    -- What has no price is that of the view losses, and who lost it that of kills. Only texts leave prices out, so their games alone are looked at:
    -- of all losses of a lake it would take ten times as long.
    SELECT r.game_id, r.seq, r.battle, r.area, r.power, r.unit, r.count, p.cost
    FROM games m
    JOIN units_removed r ON r.game_id = m.game_id
    JOIN title_units p ON p.game_id = r.game_id AND p.unit = r.unit
    WHERE m.fidelity = 'observed' AND r.battle > 0 AND r.cause <> 'converted'
      AND nullif(regexp_extract(p.abilities, '"step-cost":\s*"?([0-9]+)', 1), '') IS NULL
),
unpriced AS (
    SELECT r.game_id, r.battle, r.power, r.count AS units
    FROM bare r
    ASOF LEFT JOIN title_prices o ON o.game_id = r.game_id AND o.power = r.power AND o.unit = r.unit AND r.seq >= o.seq
    LEFT JOIN title_areas a ON a.game_id = r.game_id AND a.area = r.area
    WHERE coalesce(o.cost, r.cost) = 0 AND r.count > 0 AND a.kind IS DISTINCT FROM 'box'
),
killed AS (
    SELECT u.game_id, u.battle, u.units, s.defender,
           CASE WHEN o.side IS NOT DISTINCT FROM a.side THEN s.defender ELSE s.attacker END AS killer
    FROM unpriced u
    JOIN battle_started s ON s.game_id = u.game_id AND s.battle = u.battle
    LEFT JOIN title_powers o ON o.game_id = u.game_id AND o.power = u.power
    LEFT JOIN title_powers a ON a.game_id = u.game_id AND a.power = s.attacker
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
