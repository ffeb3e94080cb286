-- How close was each contender to winning at the end of each round?
-- All conditions of a contender are taken together; where one is enough, the nearest counts. Conditions without a number
-- that wins are not counted; a contender without any other has no row. held_since is the turn since which all are met at
-- once, or one where that is enough.
WITH told AS (
    SELECT e.round, r.contender, r.name, r.side, r.alone, count(*) AS conditions,
           count(*) FILTER (WHERE r.held_since >= 0) AS met, max(r.hold) AS hold,
           CASE WHEN r.alone THEN max(least(r.total / r.threshold, 1)) ELSE avg(least(r.total / r.threshold, 1)) END AS progress,
           min(r.held_since) FILTER (WHERE r.held_since >= 0) AS first, max(r.held_since) AS latest
    FROM round_ends e
    JOIN races r ON r.game_id = e.game_id AND r.seq = e.seq
    WHERE e.game_id = $game_id AND r.game_id = $game_id AND r.threshold > 0
    GROUP BY e.round, r.contender, r.name, r.side, r.alone
)
SELECT t.round, t.contender, t.name, t.side, t.conditions, t.met, t.progress, t.hold,
       CASE WHEN t.alone THEN t.first WHEN t.met = t.conditions THEN t.latest END AS held_since,
       row_number() OVER (PARTITION BY t.round ORDER BY t.progress DESC, t.contender)::INTEGER AS place
FROM told t
ORDER BY t.round, place
