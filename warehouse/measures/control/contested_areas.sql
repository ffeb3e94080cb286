-- Which areas of a title change hands most often, over all games?
WITH changes AS (
    SELECT game_id, area, count(*) AS changes FROM control_changed
    WHERE turn > 0 AND before <> after GROUP BY game_id, area
),
played AS (
    SELECT title, count(*) AS games FROM games WHERE $title IS NULL OR title = $title GROUP BY title
)
SELECT g.title, c.area, p.games, count(*) AS contested_games, sum(c.changes)::BIGINT AS changes,
       sum(c.changes) / p.games AS mean
FROM changes c
JOIN games g ON g.game_id = c.game_id
JOIN played p ON p.title = g.title
GROUP BY g.title, c.area, p.games
ORDER BY g.title, changes DESC, c.area
