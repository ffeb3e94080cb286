WITH held AS (
    SELECT game_id, seq, side, sum(areas) AS held FROM powers GROUP BY game_id, seq, side
),
board AS (
    SELECT game_id, count(*) AS board FROM title_areas WHERE kind = 'land' OR (kind = 'sea' AND value > 0) GROUP BY game_id
)
SELECT r.game_id, r.round, '' AS power, r.side, h.held / nullif(b.board, 0) AS value
FROM side_rounds r
JOIN held h ON h.game_id = r.game_id AND h.seq = r.seq AND h.side = r.side
JOIN board b ON b.game_id = r.game_id
