-- How did each game end, who played it, and with what bid?
-- One row a game and side that had a turn. players: of the side, as the record names them, joined by comma and space. bid:
-- the price of the units that the side bought in bid phases. outcome: won, lost, drawn or unfinished.
WITH bids AS (
    SELECT game_id, power, sum(total) AS bid FROM units_purchased WHERE phase LIKE 'bid-%' GROUP BY game_id, power
)
SELECT s.game_id, s.title, s.scenario, s.played, s.rounds, g.how, s.side,
       coalesce(string_agg(DISTINCT nullif(s.player, ''), ', ' ORDER BY nullif(s.player, '')), '') AS players,
       coalesce(sum(b.bid), 0)::BIGINT AS bid, s.outcome
FROM seats s
JOIN games g ON g.game_id = s.game_id
LEFT JOIN bids b ON b.game_id = s.game_id AND b.power = s.power
WHERE $title IS NULL OR s.title = $title
GROUP BY s.game_id, s.title, s.scenario, s.played, s.rounds, g.how, s.side, s.outcome
ORDER BY s.played, s.game_id, s.side
