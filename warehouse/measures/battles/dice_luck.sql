-- How lucky was each power with its dice?
-- expected: hits its dice were worth. luck: hits less expected. sigma: luck in standard deviations, null without dice.
-- Dice of bombing damage are left out: they make no hits.
WITH rolled AS (
    SELECT power, len(dice) AS dice, hits, expected, expected * (1 - expected / nullif(len(dice), 0)) AS variance
    FROM dice_rolled WHERE game_id = $game_id AND target > 0
),
summed AS (
    SELECT power, sum(dice)::BIGINT AS dice, sum(hits)::BIGINT AS hits, sum(expected) AS expected, sum(variance) AS variance
    FROM rolled GROUP BY power
)
SELECT p.power, p.name, p.side, coalesce(s.dice, 0) AS dice, coalesce(s.hits, 0) AS hits,
       coalesce(s.expected, 0) AS expected, coalesce(s.hits - s.expected, 0) AS luck,
       (s.hits - s.expected) / nullif(sqrt(s.variance), 0) AS sigma
FROM title_powers p LEFT JOIN summed s ON s.power = p.power
WHERE p.game_id = $game_id
ORDER BY p.play_order
