-- Who was how near to winning at the end of each round, all conditions of a contender taken together?
-- Conditions without a number that wins are not counted; a contender without any other has no row. held_since is the turn
-- since which all are met at once.
WITH told AS (
    SELECT e.round, r.contender, r.name, r.side, count(*) AS conditions, count(*) FILTER (WHERE r.held_since >= 0) AS met,
           avg(least(r.total / r.threshold, 1)) AS progress, max(r.held_since) AS latest, max(r.hold) AS hold
    FROM round_ends e
    JOIN races r ON r.game_id = e.game_id AND r.seq = e.seq
    WHERE e.game_id = $game_id AND r.game_id = $game_id AND r.threshold > 0
    GROUP BY e.round, r.contender, r.name, r.side
)
SELECT t.round, t.contender, t.name, t.side, t.conditions, t.met, t.progress, t.hold,
       CASE WHEN t.met = t.conditions THEN t.latest END AS held_since,
       row_number() OVER (PARTITION BY t.round ORDER BY t.progress DESC, t.contender)::INTEGER AS place
FROM told t
ORDER BY t.round, place
