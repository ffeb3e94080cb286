-- How surprising were the dice in each battle?
-- Exact for the dice that were thrown: the distribution of a sum of dice that each hit with a chance of their own, found
-- by its discrete Fourier transform. attacker_percentile, defender_percentile: the chance of fewer hits and half of that of
-- just as many; 0.5 is what was to be expected, near 1 is very lucky. net_percentile: the same of the attacker's hits less
-- the defender's. surprise: the chance of a net result at least as far out, on either side (twice the smaller tail).
-- Null where a side threw no dice, or the record does not tell what its dice hit on; battles without such dice have no row.
-- What was left to throw with depends on the dice before; that is not part of it.
WITH rolled AS (
    SELECT battle, side, round(chance, 12) AS chance, sum(dice) AS dice, sum(hits) AS hits, sum(expected) AS expected,
           sum(throws) AS throws, sum(hits - sure) AS found
    FROM fire WHERE game_id = $game_id AND battle > 0 AND side IN ('attacker', 'defender')
    GROUP BY battle, side, round(chance, 12)
),
throws AS (
    SELECT battle, side AS who, chance, throws, found FROM rolled
    UNION ALL
    SELECT battle, 'net', CASE side WHEN 'attacker' THEN chance ELSE 1 - chance END, throws,
           CASE side WHEN 'attacker' THEN found ELSE throws - found END
    FROM rolled
),
sums AS (
    SELECT battle, who, sum(throws)::INTEGER AS throws, sum(found)::INTEGER AS found FROM throws GROUP BY battle, who
),
angles AS (
    SELECT battle, who, throws, found, 2 * pi() * unnest(range(0, throws + 1)) / (throws + 1) AS angle FROM sums
),
factors AS (
    SELECT a.*, t.throws AS power, 1 - t.chance + t.chance * cos(a.angle) AS re, t.chance * sin(a.angle) AS im
    FROM angles a JOIN throws t ON t.battle = a.battle AND t.who = a.who
),
transform AS (
    SELECT battle, who, throws, found, angle, exp(sum(power * ln(greatest(re * re + im * im, 1e-300))) / 2) AS size,
           sum(power * atan2(im, re)) AS turn
    FROM factors GROUP BY battle, who, throws, found, angle
),
chances AS (
    SELECT battle, who, sum(size * cos(turn - angle * found)) / (throws + 1) AS same,
           sum(size * CASE WHEN angle = 0 THEN found
               ELSE cos(turn - angle * (found - 1) / 2) * sin(angle * found / 2) / sin(angle / 2) END) / (throws + 1) AS fewer
    FROM transform WHERE found BETWEEN 0 AND throws GROUP BY battle, who, throws
),
placed AS (
    SELECT battle, greatest(least(fewer + same / 2, 1), 0) AS percentile,
           greatest(least(2 * least(fewer + same, 1 - fewer), 1), 0) AS surprise, who
    FROM chances
),
pivoted AS (
    SELECT battle, max(percentile) FILTER (WHERE who = 'attacker') AS attacker_percentile,
           max(percentile) FILTER (WHERE who = 'defender') AS defender_percentile,
           max(percentile) FILTER (WHERE who = 'net') AS net_percentile, max(surprise) FILTER (WHERE who = 'net') AS surprise
    FROM placed GROUP BY battle
),
worth AS (
    SELECT battle,
           sum(dice) FILTER (WHERE side = 'attacker')::BIGINT AS attacker_dice,
           sum(hits) FILTER (WHERE side = 'attacker')::BIGINT AS attacker_hits,
           sum(expected) FILTER (WHERE side = 'attacker') AS attacker_expected,
           sum(dice) FILTER (WHERE side = 'defender')::BIGINT AS defender_dice,
           sum(hits) FILTER (WHERE side = 'defender')::BIGINT AS defender_hits,
           sum(expected) FILTER (WHERE side = 'defender') AS defender_expected
    FROM rolled GROUP BY battle
)
SELECT s.battle, s.round, s.turn, s.kind, s.area, t.name AS area_name, s.attacker, s.defender,
       w.attacker_dice, w.attacker_hits, w.attacker_expected, p.attacker_percentile,
       w.defender_dice, w.defender_hits, w.defender_expected, p.defender_percentile, p.net_percentile, p.surprise
FROM worth w
JOIN battle_started s ON s.game_id = $game_id AND s.battle = w.battle
LEFT JOIN title_areas t ON t.game_id = $game_id AND t.area = s.area
LEFT JOIN pivoted p ON p.battle = w.battle
ORDER BY s.battle
