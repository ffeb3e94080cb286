-- How good is the record of each game?
-- errors, gaps, remarks: defects by severity (error, gap, info). difference: values in which the replay ends otherwise than
-- the record says; null where it does not say. dice, dice_told: dice rows, and those of them that name the firing unit and its
-- target. told: their share, null without dice. Dice of damage, convoys and research, which hit nothing, and
-- those of a whole side that are read on a chart do not count.
WITH found AS (
    SELECT game_id, count(*) FILTER (WHERE severity = 'error') AS errors,
           count(*) FILTER (WHERE severity = 'gap') AS gaps, count(*) FILTER (WHERE severity = 'info') AS remarks
    FROM defect_found GROUP BY game_id
),
rolled AS (
    SELECT game_id, count(*) AS dice, count(*) FILTER (WHERE unit <> '' AND target > 0) AS dice_told
    FROM battle_rolls GROUP BY game_id
)
SELECT g.game_id, g.title, g.source, g.fidelity, g.name, g.ended, g.events, coalesce(f.errors, 0) AS errors,
       coalesce(f.gaps, 0) AS gaps, coalesce(f.remarks, 0) AS remarks, CASE WHEN g.gap >= 0 THEN g.gap END AS difference,
       coalesce(r.dice, 0) AS dice, coalesce(r.dice_told, 0) AS dice_told, r.dice_told / nullif(r.dice, 0) AS told
FROM games g
LEFT JOIN found f ON f.game_id = g.game_id
LEFT JOIN rolled r ON r.game_id = g.game_id
WHERE $title IS NULL OR g.title = $title
ORDER BY errors DESC, difference DESC NULLS LAST, gaps DESC, g.game_id
