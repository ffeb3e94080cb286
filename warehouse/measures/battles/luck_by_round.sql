-- How lucky was each power with its dice, round by round and so far?
-- expected: hits its dice were worth. luck: hits less expected. variance: of its hits, by which luck is judged: the square
-- root of a sum of variances is the standard deviation of the sum of luck. dice_so_far, luck_so_far: from the start of
-- the game to the end of the round. Dice of bombing damage are left out: they make no hits. Low luck varies
-- only by the part of a hit that is left to chance.
WITH summed AS (
    SELECT round, power, sum(dice)::BIGINT AS dice, sum(hits)::BIGINT AS hits, sum(expected) AS expected,
           sum(variance) AS variance
    FROM fire WHERE game_id = $game_id GROUP BY round, power
),
grid AS (
    SELECT e.round, p.power, p.name, p.side, p.play_order, coalesce(s.dice, 0) AS dice, coalesce(s.hits, 0) AS hits,
           coalesce(s.expected, 0) AS expected, coalesce(s.hits - s.expected, 0) AS luck,
           coalesce(s.variance, 0) AS variance
    FROM round_ends e
    JOIN title_powers p ON p.game_id = e.game_id
    LEFT JOIN summed s ON s.power = p.power AND s.round = e.round
    WHERE e.game_id = $game_id
)
SELECT round, power, name, side, dice, hits, expected, luck, variance,
       sum(dice) OVER so_far::BIGINT AS dice_so_far, sum(luck) OVER so_far AS luck_so_far
FROM grid
WINDOW so_far AS (PARTITION BY power ORDER BY round)
ORDER BY round, play_order
