-- How did each game end, who played it, and with what bid?
-- One row a game and side that had a turn. players: of the side, as the record names them, joined by comma and space. bid:
-- the price of the units that the side bought in bid phases. outcome: won, lost, drawn, stopped
-- (by a limit of rounds, with nobody having won) or unfinished.
SELECT s.game_id, s.title, s.scenario, s.played, s.rounds, g.how, s.side,
       coalesce(string_agg(DISTINCT nullif(s.player, ''), ', ' ORDER BY nullif(s.player, '')), '') AS players,
       sum(s.bid)::BIGINT AS bid,
       CASE WHEN g.how = 'round-limit' AND s.outcome = 'drawn' THEN 'stopped' ELSE s.outcome END AS outcome
FROM seats s
JOIN games g ON g.game_id = s.game_id
WHERE $title IS NULL OR s.title = $title
GROUP BY s.game_id, s.title, s.scenario, s.played, s.rounds, g.how, s.side, s.outcome
ORDER BY s.played, s.game_id, s.side
