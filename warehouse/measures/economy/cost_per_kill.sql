-- What did each power lose in battles for what it destroyed there?
WITH all_kills AS MATERIALIZED (
    FROM kills WHERE game_id = $game_id
),
lost AS (
    SELECT owner AS power, sum(lost)::BIGINT AS lost FROM all_kills GROUP BY owner
),
killed AS (
    SELECT killer AS power, sum(lost)::BIGINT AS destroyed FROM all_kills GROUP BY killer
)
SELECT p.power, p.name, p.side, coalesce(l.lost, 0) AS lost, coalesce(k.destroyed, 0) AS destroyed,
       coalesce(k.destroyed, 0) - coalesce(l.lost, 0) AS swing,
       coalesce(l.lost, 0) / nullif(k.destroyed, 0) AS cost_per_kill
FROM title_powers p
LEFT JOIN lost l ON l.power = p.power
LEFT JOIN killed k ON k.power = p.power
WHERE p.game_id = $game_id
ORDER BY p.play_order
