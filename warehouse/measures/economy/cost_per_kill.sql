-- How much did each power lose in battle for what it destroyed?
-- lost, destroyed: of units whose price is on record, null where none is; lost_unpriced, destroyed_unpriced: the others. swing,
-- cost_per_kill: null where a price is unknown.
WITH all_kills AS MATERIALIZED (
    FROM kills WHERE game_id = $game_id
),
lost AS (
    SELECT owner AS power, sum(lost)::BIGINT AS lost, sum(unpriced)::BIGINT AS unpriced FROM all_kills GROUP BY owner
),
killed AS (
    SELECT killer AS power, sum(lost)::BIGINT AS destroyed, sum(unpriced)::BIGINT AS unpriced FROM all_kills GROUP BY killer
)
SELECT p.power, p.name, p.side, CASE WHEN l.power IS NULL THEN 0 ELSE l.lost END AS lost, coalesce(l.unpriced, 0) AS lost_unpriced,
       CASE WHEN k.power IS NULL THEN 0 ELSE k.destroyed END AS destroyed, coalesce(k.unpriced, 0) AS destroyed_unpriced,
       CASE WHEN coalesce(l.unpriced, 0) + coalesce(k.unpriced, 0) = 0 THEN coalesce(k.destroyed, 0) - coalesce(l.lost, 0) END AS swing,
       CASE WHEN coalesce(l.unpriced, 0) + coalesce(k.unpriced, 0) = 0 THEN coalesce(l.lost, 0) / nullif(k.destroyed, 0) END AS cost_per_kill
FROM title_powers p
LEFT JOIN lost l ON l.power = p.power
LEFT JOIN killed k ON k.power = p.power
WHERE p.game_id = $game_id
ORDER BY p.play_order
