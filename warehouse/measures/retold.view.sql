-- Games that the lake has from a better record too, each with the game that leads and what proves them the same: deeds or dice.
-- A turn summary (fidelity observed) gives way to a record in which the powers bought the same units and attacked the same areas in the
-- same rounds (games.deeds), in all of it or up to the summary's last finished round (two at least), and where both name players or a
-- day these are the same. A save or log gives way to one of the same title, scenario and overlays with the same dice up to the end of
-- its last finished round (games.dice_by_round). What is no summary leads, then what goes on longer, then orders, then changes, then
-- what has more events, then the smaller id.
WITH told AS (
    SELECT *, row(fidelity <> 'observed', finished_rounds, rounds, ended, fidelity = 'orders', events) AS worth,
           deeds_by_round[-1] AS deed, dice_by_round[-1] AS die, len(dice_by_round) AS at
    FROM games
),
ends AS (
    SELECT game_id, unnest(deeds_by_round) AS deed, unnest(dice_by_round) AS die, generate_subscripts(dice_by_round, 1) AS at
    FROM games
),
pairs AS (
    SELECT t.game_id, b.game_id AS other, 'deeds' AS proof
    FROM told t JOIN told b ON b.deeds = t.deeds WHERE t.fidelity = 'observed' AND t.deeds <> ''
    UNION ALL
    SELECT t.game_id, b.game_id, 'deeds'
    FROM told t JOIN ends b ON b.deed = t.deed AND b.at = t.at WHERE t.fidelity = 'observed' AND t.deed <> '' AND t.at > 1
    UNION ALL
    SELECT t.game_id, b.game_id, 'dice'
    FROM told t JOIN ends b ON b.die = t.die AND b.at = t.at WHERE t.fidelity <> 'observed' AND t.die <> ''
)
SELECT t.game_id, first(b.game_id ORDER BY b.worth DESC, b.game_id) AS leads, first(p.proof ORDER BY b.worth DESC, b.game_id) AS proof
FROM pairs p
JOIN told t ON t.game_id = p.game_id
JOIN told b ON b.game_id = p.other AND (b.worth > t.worth OR (b.worth = t.worth AND b.game_id < t.game_id))
WHERE CASE proof
    WHEN 'dice' THEN b.title = t.title AND b.scenario = t.scenario AND b.overlays = t.overlays
    ELSE (b.played = t.played OR b.played = '' OR t.played = '')
        AND (b.players = t.players OR b.players = '{}' OR t.players = '{}')
END
GROUP BY t.game_id
