-- What share of the areas, of their value and of the victory cities does each side hold at the end of each round?
-- Shares are of all areas that can be held, so what nobody holds keeps their sum below one. Seas are
-- areas only where they are worth something.
WITH held AS (
    SELECT seq, side, sum(areas)::BIGINT AS areas, sum(production)::BIGINT AS value, sum(victory_cities)::BIGINT AS cities
    FROM powers WHERE game_id = $game_id GROUP BY seq, side
),
board AS (
    SELECT a.seq, count(*) FILTER (WHERE t.kind <> 'sea' OR t.value > 0) AS areas, sum(a.value)::BIGINT AS value, count(*) FILTER (WHERE t.victory_city <> '') AS cities
    FROM areas a JOIN title_areas t ON t.game_id = a.game_id AND t.area = a.area
    WHERE a.game_id = $game_id AND t.game_id = $game_id AND a.seq IN (SELECT seq FROM round_ends WHERE game_id = $game_id)
    GROUP BY a.seq
)
SELECT r.round, r.side, r.side_name, h.areas, h.areas / nullif(b.areas, 0) AS area_share, h.value,
       h.value / nullif(b.value, 0) AS value_share, h.cities AS victory_cities, h.cities / nullif(b.cities, 0) AS city_share
FROM side_rounds r
JOIN held h ON h.seq = r.seq AND h.side = r.side
JOIN board b ON b.seq = r.seq
WHERE r.game_id = $game_id
ORDER BY r.round, r.side_order
