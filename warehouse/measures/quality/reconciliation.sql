-- Do replays end in the recorded final state?
-- told: games whose record holds its own final state. exact: of these, those whose replay ends in that very state. apart: those
-- that do not, in `differences` values, at most `most` in one game. share: exact of told, null (a dash) where nothing was told.
-- Records that were refused are not in the lake, and not here; nor are results, of which nothing is replayed.
SELECT title, source, fidelity, count(*) AS games, count(*) FILTER (WHERE gap >= 0) AS told,
       count(*) FILTER (WHERE gap = 0) AS exact, count(*) FILTER (WHERE gap > 0) AS apart,
       coalesce(sum(gap) FILTER (WHERE gap > 0), 0)::BIGINT AS differences, coalesce(max(gap) FILTER (WHERE gap > 0), 0) AS most,
       count(*) FILTER (WHERE gap = 0) / nullif(count(*) FILTER (WHERE gap >= 0), 0) AS share
FROM games
WHERE fidelity <> 'result' AND ($title IS NULL OR title = $title)
GROUP BY title, source, fidelity
ORDER BY title, source, fidelity
