    SELECT r.game_id, r.round, r.side, {expression} AS grp, {one} AS one, {together}(r.value) AS value
    FROM told r
    JOIN games g ON g.game_id = r.game_id
    LEFT JOIN title_powers p ON p.game_id = r.game_id AND p.power = r.power
    LEFT JOIN (SELECT game_id, side, any_value(side_name) AS side_name FROM title_powers GROUP BY game_id, side) s
           ON s.game_id = r.game_id AND s.side = r.side
    WHERE ($sides IS NULL OR list_contains($sides, r.side)) AND ($powers IS NULL OR list_contains($powers, r.power))
    GROUP BY ALL
    HAVING grp IS NOT NULL
