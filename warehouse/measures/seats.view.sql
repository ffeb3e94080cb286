-- For each game and each power that had a turn in it: its side, its player, and what the game's end was to the side.
-- player: empty where the record does not name one. outcome: won, lost, drawn (the game ended and nobody won it) or
-- unfinished (the record stops before an end). Powers that never had a turn, such as most neutrals, have no seat.
SELECT g.game_id, g.title, g.scenario, g.played, g.rounds, s.power, p.side,
       coalesce(json_extract_string(g.players, '$."' || s.power || '"'), '') AS player,
       CASE WHEN NOT g.ended THEN 'unfinished' WHEN g.winner = '' THEN 'drawn'
            WHEN list_contains(string_split(g.winner, ', '), p.side) THEN 'won' ELSE 'lost' END AS outcome
FROM (SELECT game_id, power FROM phase_started WHERE turn > 0 GROUP BY game_id, power) s
JOIN games g ON g.game_id = s.game_id
JOIN title_powers p ON p.game_id = s.game_id AND p.power = s.power
