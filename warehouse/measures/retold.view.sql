-- Games that the lake has from a better record too, each with the game that leads and what proves them the same: deeds, dice or result. A
-- turn summary (fidelity observed) gives way to a record in which the powers bought the same units and attacked the same areas in the same
-- rounds (games.deeds), in all of it or up to the summary's last finished round (two at least), and where both name players or a day these
-- are the same. A save or log gives way to one of the same title, scenario and overlays with the same dice up to the end of its last
-- finished round (games.dice_by_round). A result (fidelity result) gives way to a record of the title that knows more, if it names that
-- record by its id (of another title, too, by an id that nobody makes up), or if both have the same day, the same players on each of two
-- sides or more, the same winner, and where both tell it the same last round. Where several results fit one record so, none of them gives
-- way: nobody knows which one it is. A result with another winner or another last round, not both, or without an end, gives way, too,
-- where it is the only one of that day and these players, the record is, and the row has no id of its own: one game was told twice, not
-- two games (proof: disputed). differs: what a result says otherwise than the record that leads: winner, end, last round, day, players,
-- title or scenario, parts of the game, forfeit or limit, bids, low luck. Who won together is the same in whatever order. What is no
-- result leads, then what is no summary, then what goes on longer, then orders, then changes, then what has more events, then the smaller
-- id.
WITH told AS (
    SELECT * REPLACE (array_to_string(list_sort(string_split(winner, ', ')), ', ') AS winner),
           row(fidelity <> 'result', fidelity <> 'observed', finished_rounds, rounds, ended, fidelity = 'orders', events) AS worth,
           nullif(regexp_extract(options, '"low-luck":"([^"]*)"', 1), '') AS luck, deeds_so_far[-1] AS deed, dice_so_far[-1] AS die, len(dice_so_far) AS at
    FROM (SELECT *, string_split(deeds_by_round, ' ') AS deeds_so_far, string_split(dice_by_round, ' ') AS dice_so_far FROM games)
),
ends AS (
    SELECT game_id, unnest(deeds_so_far) AS deed, unnest(dice_so_far) AS die, generate_subscripts(dice_so_far, 1) AS at FROM told
),
met AS (
    SELECT game_id, list(DISTINCT [side, typed_alike(player)] ORDER BY [side, typed_alike(player)]) AS met, count(DISTINCT side) AS sides
    FROM seats WHERE player <> '' GROUP BY game_id
),
fitting AS (
    SELECT *, count(*) FILTER (agreed) OVER (PARTITION BY other) AS results,
           count(*) OVER (PARTITION BY other) = 1 AND count(*) OVER (PARTITION BY game_id) = 1
               AND regexp_matches(game_id, '^(result|hidden)-[0-9a-f]{16}$') AS alone
    FROM (
        SELECT t.game_id, b.game_id AS other, t.ended AND b.winner = t.winner AND coalesce(b.rounds = t.rounds, true) AS agreed,
               NOT t.ended OR b.winner = t.winner OR coalesce(b.rounds = t.rounds, true) AS near
        FROM told t
        JOIN met m ON m.game_id = t.game_id AND m.sides > 1
        JOIN met o ON o.met = m.met
        JOIN told b ON b.game_id = o.game_id AND b.title = t.title AND b.played = t.played AND b.ended
        WHERE t.fidelity = 'result' AND b.fidelity <> 'result' AND t.played <> '' AND (b.scenario = t.scenario OR t.scenario = '')
    )
),
terms AS (
    SELECT game_id, bids_told(side, bid) AS bids, map_from_entries(list((side, who))) AS who, map_from_entries(list((side, share))) AS parts
    FROM (
        SELECT game_id, side, sum(bid) AS bid, max(share) AS share,
               list_sort(list_distinct(list(typed_alike(player)) FILTER (player <> ''))) AS who
        FROM seats GROUP BY game_id, side
    )
    GROUP BY game_id
),
pairs AS (
    SELECT t.game_id, b.game_id AS other, 'result' AS proof
    FROM told t JOIN told b ON t.game_id = 'result-' || b.game_id AND (b.title = t.title OR regexp_matches(b.game_id, '(^|-)[0-9a-f]{16}$'))
    WHERE t.fidelity = 'result' AND b.fidelity <> 'result'
    UNION ALL
    SELECT game_id, other, 'result' FROM fitting WHERE agreed AND results = 1
    UNION ALL
    SELECT game_id, other, 'disputed' FROM fitting WHERE NOT agreed AND near AND alone
    UNION ALL
    SELECT t.game_id, b.game_id, 'deeds'
    FROM told t JOIN told b ON b.deeds = t.deeds WHERE t.fidelity = 'observed' AND t.deeds <> ''
    UNION ALL
    SELECT t.game_id, b.game_id, 'deeds'
    FROM told t JOIN ends b ON b.deed = t.deed AND b.at = t.at WHERE t.fidelity = 'observed' AND t.deed NOT IN ('', '.') AND t.at > 1
    UNION ALL
    SELECT t.game_id, b.game_id, 'dice'
    FROM told t JOIN ends b ON b.die = t.die AND b.at = t.at WHERE t.fidelity <> 'observed' AND t.die NOT IN ('', '.')
)
SELECT t.game_id, first(b.game_id ORDER BY b.worth DESC, b.game_id) AS leads, first(p.proof ORDER BY b.worth DESC, b.game_id) AS proof,
       first(CASE WHEN t.fidelity = 'result' THEN concat_ws('; ',
           CASE WHEN t.ended AND b.ended AND t.winner <> b.winner
                THEN 'winner ' || coalesce(nullif(b.winner, ''), 'none') || ', the result ' || coalesce(nullif(t.winner, ''), 'none') END,
           CASE WHEN t.ended <> b.ended THEN CASE WHEN b.ended THEN 'ended, the result not'
                ELSE 'not ended, the result ' || coalesce('won by ' || nullif(t.winner, ''), 'drawn') END END,
           CASE WHEN t.rounds <> b.rounds THEN 'last round ' || b.rounds || ', the result ' || t.rounds END,
           CASE WHEN t.played <> '' AND b.played <> '' AND t.played <> b.played THEN 'played ' || b.played || ', the result ' || t.played END,
           'other players of ' || nullif(array_to_string(
               list_sort(list_filter(map_keys(own.who), lambda side: theirs.who[side] <> own.who[side])), ' and '), ''),
           CASE WHEN t.title <> b.title THEN 'title ' || b.title || ', the result ' || t.title
                WHEN t.scenario <> b.scenario AND t.scenario <> '' AND b.scenario <> ''
                THEN 'scenario ' || b.scenario || ', the result ' || t.scenario END,
           CASE WHEN t.winner = b.winner
                AND len(list_filter(map_keys(own.parts), lambda side: abs(theirs.parts[side] - own.parts[side]) > .001)) > 0
                THEN 'other parts of the game won' END,
           CASE WHEN t.how <> b.how AND t.how <> '' AND b.how <> ''
                AND ('forfeit' IN (t.how, b.how) OR ('round-limit' IN (t.how, b.how) AND t.winner || b.winner = ''))
                THEN 'end ' || b.how || ', the result ' || t.how END,
           CASE WHEN theirs.bids <> own.bids
                THEN 'bid ' || coalesce(nullif(theirs.bids, ''), 'none') || ', the result ' || coalesce(nullif(own.bids, ''), 'none') END,
           CASE WHEN b.luck <> t.luck THEN 'low luck ' || b.luck || ', the result ' || t.luck END
       ) ELSE '' END ORDER BY b.worth DESC, b.game_id) AS differs
FROM pairs p
JOIN told t ON t.game_id = p.game_id
JOIN told b ON b.game_id = p.other AND (b.worth > t.worth OR (b.worth = t.worth AND b.game_id < t.game_id))
LEFT JOIN terms own ON own.game_id = p.game_id
LEFT JOIN terms theirs ON theirs.game_id = p.other
WHERE CASE proof
    WHEN 'result' THEN true
    WHEN 'disputed' THEN true
    WHEN 'dice' THEN b.title = t.title AND b.scenario = t.scenario AND b.overlays = t.overlays
    ELSE (b.played = t.played OR b.played = '' OR t.played = '')
        AND (typed_alike(b.players) = typed_alike(t.players) OR b.players = '{}' OR t.players = '{}')
END
GROUP BY t.game_id
