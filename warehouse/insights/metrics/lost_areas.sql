WITH told AS (
    SELECT game_id, round, before AS power, count(*)::DOUBLE AS value
    FROM control_changed WHERE turn > 0 AND before <> '' AND before <> after GROUP BY game_id, round, before
)
SELECT r.game_id, r.round, r.power, r.side, coalesce(t.value, 0) AS value
FROM power_rounds r
LEFT JOIN told t ON t.game_id = r.game_id AND t.round = r.round AND t.power = r.power
WHERE r.round > 0
