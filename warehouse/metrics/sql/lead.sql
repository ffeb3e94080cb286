-- The foremost contender of a side speaks for it, in races that are won by having most: its total less the best of all others.
SELECT game_id, round, '' AS power, '' AS name, 0 AS namesakes, side,
       total - CASE WHEN row_number() OVER best = 1 THEN coalesce(lead(total) OVER best, total) ELSE first_value(total) OVER best END AS value
FROM (
    SELECT e.game_id, e.round, coalesce(nullif(r.side, ''), r.contender) AS side, max(r.total) AS total
    FROM round_ends e JOIN races r ON r.game_id = e.game_id AND r.seq = e.seq
    WHERE r.most
    GROUP BY ALL
)
WINDOW best AS (PARTITION BY game_id, round ORDER BY total DESC, side)
