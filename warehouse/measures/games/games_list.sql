-- Which games are in the lake, what was played, and how did they end?
SELECT game_id, title, title_name, scenario, players, played, rounds, finished_rounds, turns, events, defects, ended, winner, how,
       fidelity, source, name, ingested_at
FROM games
ORDER BY played, game_id
