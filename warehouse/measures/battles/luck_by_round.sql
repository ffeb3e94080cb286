-- How lucky was each power with its dice, round by round and so far?
-- expected: hits its dice were worth. luck: hits less expected. variance: of its hits, by which luck is judged: the square
-- root of a sum of variances is the standard deviation of the sum of luck. dice_so_far, luck_so_far: from the start of
-- the game to the end of the round. Dice of bombing damage are left out: they make no hits. Low luck varies
-- only by the part of a hit that is left to chance.
SELECT round, power, name, side, dice, hits, expected, hits - expected AS luck, variance,
       sum(dice) OVER so_far::BIGINT AS dice_so_far, sum(hits - expected) OVER so_far AS luck_so_far
FROM power_rounds
WHERE game_id = $game_id
WINDOW so_far AS (PARTITION BY power ORDER BY round)
ORDER BY round, play_order
