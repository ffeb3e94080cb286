-- Dice that can make hits, with what they were worth: rows of dice_rolled whose target is known.
-- dice: thrown. sure: hits that needed no die (low luck). throws, chance: the hits beyond the sure ones are as many
-- throws of one chance each; one die that stands for many figures (low luck) is one throw for the part of a hit that
-- is left over. variance: of the hits. Bombing damage, research and dice of unknown targets are not here.
WITH rolled AS (
    SELECT game_id, seq, round, turn, battle, area, power, side, purpose, battle_round, unit, target, len(dice) AS dice,
           hits, expected, expected > len(dice) OR len(dice) = 0 AS low_luck
    FROM dice_rolled
    WHERE target > 0 OR len(dice) = 0
),
parts AS (
    SELECT *, CASE WHEN low_luck THEN floor(expected + 1e-9)::INTEGER ELSE 0 END AS sure,
           CASE WHEN low_luck THEN 1 ELSE dice END AS throws
    FROM rolled
)
SELECT * EXCLUDE (low_luck), greatest(expected - sure, 0) / throws AS chance,
       greatest(expected - sure, 0) * (1 - greatest(expected - sure, 0) / throws) AS variance
FROM parts
