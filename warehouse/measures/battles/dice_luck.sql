-- How lucky was each power with its dice?
-- expected: hits its dice were worth. luck: hits less expected. sigma: luck in standard deviations, null where nothing
-- was left to chance (no dice, or low luck without a remainder). Dice of bombing damage are left out: they make no hits.
WITH summed AS (
    SELECT power, sum(dice)::BIGINT AS dice, sum(hits)::BIGINT AS hits, sum(expected) AS expected, sum(variance) AS variance
    FROM fire WHERE game_id = $game_id GROUP BY power
)
SELECT p.power, p.name, p.side, coalesce(s.dice, 0) AS dice, coalesce(s.hits, 0) AS hits,
       coalesce(s.expected, 0) AS expected, coalesce(s.hits - s.expected, 0) AS luck,
       (s.hits - s.expected) / sqrt(nullif(s.variance, 0)) AS sigma
FROM title_powers p LEFT JOIN summed s ON s.power = p.power
WHERE p.game_id = $game_id
ORDER BY p.play_order
