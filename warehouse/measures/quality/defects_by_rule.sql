-- Which rules do records break, what do they leave out, and how often?
-- severity: error breaks a rule or contradicts the state, gap is what the source could not tell, info is good to know.
-- games: in which it was found. share: of the games of that title, source and fidelity in the lake. Records that were refused
-- are not in the lake, and not here.
WITH all_games AS (
    SELECT title, source, fidelity, count(*) AS games FROM games GROUP BY title, source, fidelity
)
SELECT g.title, g.source, g.fidelity, d.severity, d.rule, count(*) AS defects, count(DISTINCT d.game_id) AS games,
       count(DISTINCT d.game_id) / any_value(a.games) AS share
FROM defect_found d
JOIN games g ON g.game_id = d.game_id
JOIN all_games a ON a.title = g.title AND a.source = g.source AND a.fidelity = g.fidelity
WHERE $title IS NULL OR g.title = $title
GROUP BY g.title, g.source, g.fidelity, d.severity, d.rule
ORDER BY g.title, g.source, g.fidelity, d.severity, d.rule
