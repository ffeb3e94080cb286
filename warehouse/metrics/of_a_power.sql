    SELECT game_id, round, power AS one, {expression} AS grp, namesakes, value FROM told
    WHERE ($sides IS NULL OR list_contains($sides, side)) AND ($powers IS NULL OR list_contains($powers, power))
