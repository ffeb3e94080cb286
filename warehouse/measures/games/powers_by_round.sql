-- How did every power stand at the end of each round: units, money, areas, points, and what it lost?
-- tuv, units, production, areas, victory_cities: at the end of the round. treasury: at the end of the power's own turn, as in
-- income_and_treasury; with income null where a game stops before the power's turn was over. points: of the race that the power runs
-- by itself; of several that with the highest number to reach. Null where powers run none.
WITH points AS (
    SELECT r.contender AS power, e.round, max_by(r.total, r.threshold) AS points
    FROM round_ends e
    JOIN races r ON r.game_id = e.game_id AND r.seq = e.seq
    WHERE e.game_id = $game_id
    GROUP BY r.contender, e.round
)
SELECT r.round, r.power, r.name, r.side, r.tuv, r.units, CASE WHEN o.over THEN r.income END AS income,
       CASE WHEN o.over THEN s.treasury END AS treasury, r.production, r.areas, r.victory_cities, p.points, r.income_lost,
       r.destroyed, r.lost
FROM power_rounds r
JOIN turns_over o ON o.game_id = r.game_id AND o.round = r.round AND o.power = r.power
LEFT JOIN own_turns t ON t.game_id = r.game_id AND t.power = r.power AND t.round = r.round
JOIN powers s ON s.game_id = r.game_id AND s.power = r.power AND s.seq = coalesce(t.seq, r.seq)
LEFT JOIN points p ON p.power = r.power AND p.round = r.round
WHERE r.game_id = $game_id
ORDER BY r.round, r.play_order
