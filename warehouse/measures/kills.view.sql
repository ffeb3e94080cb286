-- Units destroyed in battles, and steps of blocks, each with the power that is counted as having destroyed them: the one that the battle names
-- on the other side. lost: what the units cost, null where no price is on record; unpriced: units without one. Losses outside battles are nobody's kill and are not here, nor is what only
-- becomes something else (converted).
SELECT r.game_id, r.seq, r.round, r.battle, b.area, r.power AS owner, r.unit, r.units, r.tuv AS lost, r.unpriced,
       CASE WHEN o.side IS NOT DISTINCT FROM a.side THEN b.defender ELSE b.attacker END AS killer
FROM losses r
JOIN battle_started b ON b.game_id = r.game_id AND b.battle = r.battle
LEFT JOIN title_powers o ON o.game_id = r.game_id AND o.power = r.power
LEFT JOIN title_powers a ON a.game_id = r.game_id AND a.power = b.attacker
WHERE r.battle > 0 AND r.cause <> 'converted' AND NOT r.went_over
