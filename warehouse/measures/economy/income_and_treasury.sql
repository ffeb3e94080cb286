-- What did each power collect, hold and produce, round by round?
-- income: collected in the round. treasury, production: at the end of the power's own turn, or of the round
-- where it had no turn (round 0 is the set-up). All in the title's main resource. Where a game stops in the middle of a round,
-- income and treasury are null of powers whose turn was not over: what was not collected yet is not 0.
WITH collected AS (
    SELECT power, round, sum(income)::BIGINT AS income FROM powers WHERE game_id = $game_id GROUP BY power, round
),
grid AS (
    SELECT p.power, p.name, p.side, p.play_order, e.round, coalesce(o.seq, e.seq) AS seq
    FROM round_ends e
    JOIN title_powers p ON p.game_id = e.game_id
    LEFT JOIN own_turns o ON o.game_id = e.game_id AND o.power = p.power AND o.round = e.round
    WHERE e.game_id = $game_id
)
SELECT g.round, g.power, g.name, g.side, CASE WHEN r.over THEN coalesce(c.income, 0) END AS income,
       CASE WHEN r.over THEN s.treasury END AS treasury, s.production
FROM grid g
JOIN turns_over r ON r.game_id = $game_id AND r.round = g.round AND r.power = g.power
JOIN powers s ON s.game_id = $game_id AND s.seq = g.seq AND s.power = g.power
LEFT JOIN collected c ON c.power = g.power AND c.round = g.round
ORDER BY g.round, g.play_order
