-- Every battle that ended, with what is known of its losses. attacker_unpriced, defender_unpriced: units lost whose price no record
-- tells. attacker_lost, defender_lost: TUV of the rest, so at least that much was lost; null where nothing is left.
-- priced: whether every price is known.
WITH unknown AS (
    SELECT k.game_id, k.battle, coalesce(sum(k.unpriced) FILTER (WHERE k.killer = s.defender), 0)::BIGINT AS attacker_unpriced,
           coalesce(sum(k.unpriced) FILTER (WHERE k.killer <> s.defender), 0)::BIGINT AS defender_unpriced
    FROM kills k
    JOIN battle_started s ON s.game_id = k.game_id AND s.battle = k.battle
    WHERE k.unpriced > 0
    GROUP BY k.game_id, k.battle
)
SELECT b.* REPLACE (
           CASE WHEN b.attacker_lost <> 0 OR coalesce(u.attacker_unpriced, 0) = 0 THEN b.attacker_lost END AS attacker_lost,
           CASE WHEN b.defender_lost <> 0 OR coalesce(u.defender_unpriced, 0) = 0 THEN b.defender_lost END AS defender_lost
       ),
       coalesce(u.attacker_unpriced, 0) AS attacker_unpriced, coalesce(u.defender_unpriced, 0) AS defender_unpriced,
       u.battle IS NULL AS priced
FROM battle_ended b
LEFT JOIN unknown u ON u.game_id = b.game_id AND u.battle = b.battle
