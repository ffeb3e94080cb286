-- Every side in every round of every game, from 0 (the set-up) to the last, with what it had at the end of the round and how
-- much of it the board holds. side_order: place of the side's first power in the order of play. Land that nobody may enter counts
-- only if the record gives it to a power all the same.
WITH sides AS (
    SELECT game_id, side, min(side_name) AS side_name, min(play_order) AS side_order FROM title_powers GROUP BY game_id, side
),
had AS (
    SELECT game_id, round, side, sum(tuv) AS tuv, sum(units) AS units, sum(production) AS production, sum(areas) AS areas,
           sum(victory_cities) AS victory_cities
    FROM power_rounds GROUP BY game_id, round, side
),
owned AS (SELECT DISTINCT game_id, area FROM control_changed WHERE after <> ''),
board AS (
    SELECT t.game_id,
           count(*) FILTER (WHERE (t.kind = 'land' AND (t.terrain NOT IN ('impassable', 'overflown') OR o.area IS NOT NULL))
                               OR (t.kind = 'sea' AND t.value > 0)) AS areas,
           sum(t.value) FILTER (WHERE t.value > 0) AS value, count(*) FILTER (WHERE t.victory_city <> '') AS victory_cities
    FROM title_areas t
    LEFT JOIN owned o ON o.game_id = t.game_id AND o.area = t.area
    GROUP BY t.game_id
)
SELECT e.game_id, e.round, s.side, s.side_name, s.side_order, e.seq, e.played, h.tuv, h.units, h.production, h.areas,
       h.victory_cities, coalesce(b.areas, 0) AS all_areas, coalesce(b.value, 0) AS all_value,
       coalesce(b.victory_cities, 0) AS all_cities
FROM round_ends e
JOIN sides s ON s.game_id = e.game_id
JOIN had h ON h.game_id = e.game_id AND h.round = e.round AND h.side = s.side
LEFT JOIN board b ON b.game_id = e.game_id
ORDER BY e.game_id, e.round, s.side_order, s.side
