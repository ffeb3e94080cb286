-- How close was each contender to each of its victory conditions after every turn, and what was missing?
SELECT r.turn, r.round, r.turn_power, r.contender, r.name, r.measure, r.total, nullif(r.threshold, 0) AS threshold,
       CASE WHEN r.threshold > 0 THEN greatest(r.threshold - r.total, 0) END AS missing,
       r.total / nullif(r.threshold, 0) AS progress, r.held_since >= 0 AS met, r.hold, nullif(r.held_since, -1) AS held_since,
       r.most
FROM races r
WHERE r.game_id = $game_id
ORDER BY r.turn, r.contender, r.measure
