-- What did each nation lose on each convoy line, round by round, and how much was at stake there?
-- What a raid could have cost falls with each raid before it, so caps of one round do not add up: at stake was the largest of them,
-- or what was lost in all if that is more. Losses that name no place are of no line.
SELECT r.round, r.area, coalesce(l.name, t.name, r.area) AS area_name, r.victim, coalesce(p.name, r.victim) AS name,
       coalesce(p.side, '') AS side, r.resource, count(*) AS raids, sum(r.loss)::BIGINT AS loss,
       CASE WHEN count(r.cap) = count(*) THEN greatest(max(r.cap), sum(r.loss))::BIGINT END AS stake,
       coalesce(string_agg(DISTINCT coalesce(w.name, r.raider), ', ' ORDER BY coalesce(w.name, r.raider))
                FILTER (WHERE r.raider <> ''), '') AS raiders
FROM raids r
LEFT JOIN title_areas t ON t.game_id = $game_id AND t.area = r.area
LEFT JOIN title_lines l ON l.game_id = $game_id AND l.line = r.area
LEFT JOIN title_powers p ON p.game_id = $game_id AND p.power = r.victim
LEFT JOIN title_powers w ON w.game_id = $game_id AND w.power = r.raider
WHERE r.game_id = $game_id AND r.area <> ''
GROUP BY r.round, r.area, l.name, t.name, r.victim, p.name, p.side, p.play_order, r.resource
ORDER BY r.round, r.area, p.play_order NULLS LAST, r.victim, r.resource
