-- Which areas changed hands, when, from whom to whom, and how?
SELECT c.round, c.turn, c.seq, c.area, t.name AS area_name, t.kind, t.value, t.victory_city, c.before,
       coalesce(b.side, '') AS before_side, c.after, coalesce(a.side, '') AS after_side, c.how
FROM control_changed c
JOIN title_areas t ON t.game_id = c.game_id AND t.area = c.area
LEFT JOIN title_powers b ON b.game_id = c.game_id AND b.power = c.before
LEFT JOIN title_powers a ON a.game_id = c.game_id AND a.power = c.after
WHERE c.game_id = $game_id AND t.game_id = $game_id AND c.turn > 0 AND c.before <> c.after
ORDER BY c.seq
