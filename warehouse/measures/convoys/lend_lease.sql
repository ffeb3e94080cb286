-- How much lend-lease was sent, delivered and sunk on the way, round by round?
-- Sent and delivered are changes of stores with cause lend-lease, whatever the store: aid may be a resource of its own, and
-- money added to it arrives as aid. Sunk are raids on the line lend-lease. A raid names only the receiver: it counts for the
-- giver where the receiver has but one, else in a row with an empty giver.
WITH stores AS (
    SELECT round, CASE WHEN delta < 0 THEN power ELSE counterparty END AS giver,
           CASE WHEN delta < 0 THEN counterparty ELSE power END AS receiver,
           greatest(-delta, 0) AS sent, greatest(delta, 0) AS delivered, 0 AS interdicted
    FROM resource_changed WHERE game_id = $game_id AND cause = 'lend-lease'
),
givers AS (
    SELECT receiver, CASE WHEN count(DISTINCT giver) = 1 THEN min(giver) ELSE '' END AS giver
    FROM stores GROUP BY receiver
),
told AS (
    FROM stores
    UNION ALL
    SELECT c.round, coalesce(g.giver, ''), c.victim, 0, 0, c.loss
    FROM convoy_raided c LEFT JOIN givers g ON g.receiver = c.victim
    WHERE c.game_id = $game_id AND c.area = 'lend-lease'
),
pairs AS (
    SELECT DISTINCT giver, receiver FROM told
),
summed AS (
    SELECT round, giver, receiver, sum(sent)::BIGINT AS sent, sum(delivered)::BIGINT AS delivered,
           sum(interdicted)::BIGINT AS interdicted
    FROM told GROUP BY round, giver, receiver
)
SELECT e.round, p.giver, coalesce(g.name, p.giver) AS giver_name, p.receiver, coalesce(r.name, p.receiver) AS receiver_name,
       coalesce(s.sent, 0) AS sent, coalesce(s.delivered, 0) AS delivered, coalesce(s.interdicted, 0) AS interdicted,
       sum(coalesce(s.sent - s.delivered - s.interdicted, 0)) OVER so_far::BIGINT AS waiting
FROM round_ends e
CROSS JOIN pairs p
LEFT JOIN summed s ON s.round = e.round AND s.giver = p.giver AND s.receiver = p.receiver
LEFT JOIN title_powers g ON g.game_id = e.game_id AND g.power = p.giver
LEFT JOIN title_powers r ON r.game_id = e.game_id AND r.power = p.receiver
WHERE e.game_id = $game_id
WINDOW so_far AS (PARTITION BY p.giver, p.receiver ORDER BY e.round)
ORDER BY e.round, g.play_order, p.giver, r.play_order, p.receiver
