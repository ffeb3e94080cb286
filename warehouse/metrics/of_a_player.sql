    SELECT r.game_id, r.round, r.side || ' ' || {expression} AS one, min({expression}) AS grp, 1 AS namesakes,
           {together}(r.value) AS value
    FROM told r
    JOIN (
        SELECT game_id, unnest(map_keys(players)) AS power, unnest(map_values(players)) AS player
        FROM (SELECT game_id, players::JSON::MAP(VARCHAR, VARCHAR) AS players FROM games)
    ) p ON p.game_id = r.game_id AND p.power = r.power AND p.player <> ''
    WHERE ($sides IS NULL OR list_contains($sides, r.side)) AND ($powers IS NULL OR list_contains($powers, r.power))
    GROUP BY r.game_id, r.round, r.side || ' ' || {expression}
