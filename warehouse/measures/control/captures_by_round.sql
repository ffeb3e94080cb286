-- How many areas did each power take, liberate and lose, round by round, and what were they worth?
-- An area freed for its owner counts as freed by the power on turn, and is taken by nobody. Seas
-- count only where they are worth something.
WITH changes AS (
    SELECT c.round, c.before, c.after, c.turn_power, c.how = 'liberated' AND c.after <> c.turn_power AS freed, t.value
    FROM control_changed c JOIN title_areas t ON t.game_id = c.game_id AND t.area = c.area
    WHERE c.game_id = $game_id AND t.game_id = $game_id AND c.turn > 0 AND c.before <> c.after
          AND (t.kind <> 'sea' OR t.value > 0)
),
counted AS (
    SELECT round, after AS power, 1 AS taken, 0 AS freed, 0 AS lost, value AS gain, 0 AS loss FROM changes WHERE NOT freed
    UNION ALL
    SELECT round, turn_power, 0, 1, 0, 0, 0 FROM changes WHERE freed
    UNION ALL
    SELECT round, after, 0, 0, 0, value, 0 FROM changes WHERE freed
    UNION ALL
    SELECT round, before, 0, 0, 1, 0, value FROM changes
),
summed AS (
    SELECT round, power, sum(taken)::BIGINT AS taken, sum(freed)::BIGINT AS freed, sum(lost)::BIGINT AS lost,
           sum(gain)::BIGINT AS value_gained, sum(loss)::BIGINT AS value_lost
    FROM counted GROUP BY round, power
)
SELECT r.round, r.power, r.name, r.side, coalesce(s.taken, 0) AS taken, coalesce(s.freed, 0) AS freed,
       coalesce(s.lost, 0) AS lost, coalesce(s.value_gained, 0) AS value_gained, coalesce(s.value_lost, 0) AS value_lost
FROM power_rounds r
LEFT JOIN summed s ON s.round = r.round AND s.power = r.power
WHERE r.game_id = $game_id
ORDER BY r.round, r.play_order
