-- For each game and each round from 0 (the set-up) to the last: `seq` of the last snapshot at or before the round's end.
-- A round without a turn of its own has the snapshot of the round before it.
WITH rounds AS (
    SELECT game_id, unnest(range(0, rounds + 1))::INTEGER AS round FROM games
),
ends AS (
    SELECT game_id, round, max(seq) AS seq FROM powers GROUP BY game_id, round
)
SELECT rounds.game_id, rounds.round, ends.seq, ends.round = rounds.round AS played
FROM rounds ASOF JOIN ends ON rounds.game_id = ends.game_id AND rounds.round >= ends.round
ORDER BY rounds.game_id, rounds.round
