-- How far had each contender come to each of its victory conditions after every turn, and what was missing?
SELECT r.turn, r.round, r.turn_power, r.contender, coalesce(p.name, s.side_name, r.contender) AS name, r.measure, r.total,
       nullif(r.threshold, 0) AS threshold,
       CASE WHEN r.threshold > 0 THEN greatest(r.threshold - r.total, 0) END AS missing,
       r.total / nullif(r.threshold, 0) AS progress, r.held_since >= 0 AS met, r.hold, nullif(r.held_since, -1) AS held_since
FROM races r
LEFT JOIN title_powers p ON p.game_id = r.game_id AND p.power = r.contender
LEFT JOIN (SELECT side, min(side_name) AS side_name FROM title_powers WHERE game_id = $game_id GROUP BY side) s
       ON s.side = r.contender
WHERE r.game_id = $game_id
ORDER BY r.turn, r.contender, r.measure
