-- On which lines do convoy raids cost most, over all games of a title?
-- Losses of the title's main resource, of the raids that name a place. The mean counts the games without a raid there too.
WITH lost AS (
    SELECT g.title, r.game_id, r.area, r.victim, count(*) AS raids, sum(r.loss) AS loss
    FROM raids r JOIN games g ON g.game_id = r.game_id AND g.resource = r.resource
    WHERE r.area <> '' AND ($title IS NULL OR g.title = $title)
    GROUP BY ALL
),
sample AS (
    SELECT title, count(*) AS games FROM games GROUP BY title
)
SELECT l.title, l.area, coalesce(min(n.name), min(t.name), l.area) AS area_name, l.victim, coalesce(min(p.name), l.victim) AS name,
       coalesce(min(p.side), '') AS side, s.games, count(*) AS raided_games, sum(l.raids)::BIGINT AS raids,
       sum(l.loss)::BIGINT AS loss, sum(l.loss) / s.games AS mean
FROM lost l
JOIN sample s ON s.title = l.title
LEFT JOIN title_lines n ON n.game_id = l.game_id AND n.line = l.area
LEFT JOIN title_areas t ON t.game_id = l.game_id AND t.area = l.area
LEFT JOIN title_powers p ON p.game_id = l.game_id AND p.power = l.victim
GROUP BY l.title, l.area, l.victim, s.games
ORDER BY loss DESC, l.title, l.area, l.victim
