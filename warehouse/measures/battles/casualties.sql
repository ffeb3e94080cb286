-- Which units did each power lose, in which kind of battle, and to what?
-- cause: of the removal; units that went over to another power count as lost to it with the cause of the change. kind: of
-- the battle, empty outside battles. tuv: what those with a price on record cost, null where none
-- has one; unpriced: the others. A power that lost nothing has no row.
SELECT l.power, coalesce(p.name, l.power) AS name, coalesce(p.side, '') AS side, l.unit, u.name AS unit_name, u.class,
       coalesce(b.kind, '') AS kind, l.cause, sum(l.units)::BIGINT AS units, sum(l.tuv)::BIGINT AS tuv,
       sum(l.unpriced)::BIGINT AS unpriced
FROM losses l
JOIN title_units u ON u.game_id = $game_id AND u.unit = l.unit
LEFT JOIN title_powers p ON p.game_id = $game_id AND p.power = l.power
LEFT JOIN battle_started b ON b.game_id = $game_id AND b.battle = l.battle AND l.battle > 0
WHERE l.game_id = $game_id
GROUP BY l.power, p.name, p.side, p.play_order, l.unit, u.name, u.class, b.kind, l.cause
ORDER BY p.play_order NULLS LAST, l.power, tuv DESC NULLS LAST, l.unit, kind, l.cause
