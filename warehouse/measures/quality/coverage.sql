-- What do records contain, and what do they leave out, by source?
-- One row a source, fidelity and `what`: dice-unit (which units fired), dice-target (what their dice hit on),
-- convoy-raider and convoy-cap (of convoy raids), game-players, game-date, game-end and game-state (the final state, to
-- compare with). rows: how many there are. told: how many tell it. share: told of
-- rows, null (a dash) where there are none. Records that were refused are not in the lake, and not here.
WITH dice AS (
    SELECT game_id, count(*) AS rows, count(*) FILTER (WHERE unit <> '') AS unit, count(*) FILTER (WHERE target > 0) AS target
    FROM battle_rolls GROUP BY game_id
),
raided AS (
    SELECT game_id, count(*) AS rows, count(*) FILTER (WHERE raider <> '') AS raider, count(*) FILTER (WHERE cap > 0) AS cap
    FROM convoy_raided GROUP BY game_id
),
told AS (
    SELECT g.source, g.fidelity, unnest([
        {what: 'dice-unit', 'rows': d.rows, told: d.unit}, {what: 'dice-target', 'rows': d.rows, told: d.target},
        {what: 'convoy-raider', 'rows': r.rows, told: r.raider}, {what: 'convoy-cap', 'rows': r.rows, told: r.cap},
        {what: 'game-players', 'rows': 1, told: (g.players <> '{}')::INTEGER},
        {what: 'game-date', 'rows': 1, told: (g.played <> '')::INTEGER},
        {what: 'game-end', 'rows': 1, told: g.ended::INTEGER}, {what: 'game-state', 'rows': 1, told: (g.gap >= 0)::INTEGER}
    ], recursive := true)
    FROM games g
    LEFT JOIN dice d ON d.game_id = g.game_id
    LEFT JOIN raided r ON r.game_id = g.game_id
)
SELECT source, fidelity, what, coalesce(sum(rows), 0)::BIGINT AS rows, coalesce(sum(told), 0)::BIGINT AS told,
       sum(told) / nullif(sum(rows), 0) AS share
FROM told GROUP BY source, fidelity, what
ORDER BY source, fidelity, what
