    SELECT r.game_id, r.round, r.side AS one, {expression} AS grp, 1 AS namesakes, r.value
    FROM (
        SELECT game_id, round, side, {together}(value) AS value FROM told
        WHERE ($sides IS NULL OR list_contains($sides, side)) AND ($powers IS NULL OR list_contains($powers, power))
        GROUP BY game_id, round, side
    ) r
    {joins}
