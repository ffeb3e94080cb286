-- Rolls of battles in which dice hit on some of their faces: rows of dice_rolled.
-- Damage of bombs is not here, nor a roll that the rules read on a chart for a whole side: it has no unit and no target to tell.
SELECT d.*
FROM dice_rolled d
JOIN games g USING (game_id)
WHERE d.battle > 0 AND d.purpose <> 'bombing'
  AND NOT (g.fidelity = 'orders' AND d.unit = '' AND d.target = 0 AND d.expected > 0)
