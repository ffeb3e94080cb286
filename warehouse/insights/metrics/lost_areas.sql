WITH told AS (
    SELECT c.game_id, c.round, c.before AS power, count(*)::DOUBLE AS value
    FROM control_changed c JOIN title_areas t ON t.game_id = c.game_id AND t.area = c.area AND (t.kind <> 'sea' OR t.value > 0)
    WHERE c.turn > 0 AND c.before <> '' AND c.before <> c.after GROUP BY c.game_id, c.round, c.before
)
SELECT r.game_id, r.round, r.power, r.side, coalesce(t.value, 0) AS value
FROM power_rounds r
LEFT JOIN told t ON t.game_id = r.game_id AND t.round = r.round AND t.power = r.power
WHERE r.round > 0
