-- Every power in every round of every game, from 0 (the set-up) to the last, the eventless ones too: the grid that
-- measures hang their rows on, with what the power had at the end of the round and what it did in it.
WITH powers_named AS (
    SELECT game_id, power, name, side, play_order, count(*) OVER (PARTITION BY game_id, name) - 1 AS namesakes FROM title_powers
),
collected AS (
    SELECT p.game_id, p.round, p.power, sum(p.income)::BIGINT AS income,
           bool_or(p.power = p.turn_power AND p.turn < g.turns) OR bool_and(l.power IS NOT NULL AND p.turn < g.turns) AS finished
    FROM powers p
    JOIN games g ON g.game_id = p.game_id
    LEFT JOIN led l ON l.game_id = p.game_id AND l.power = p.power
    WHERE p.turn > 0
    GROUP BY p.game_id, p.round, p.power
),
changed AS (
    SELECT c.game_id, c.round, c.before, c.after
    FROM control_changed c
    JOIN title_areas t ON t.game_id = c.game_id AND t.area = c.area AND (t.kind <> 'sea' OR t.value > 0)
    WHERE c.turn > 0 AND c.before <> c.after
),
told AS (
    SELECT game_id, round, power, total AS spent FROM purchases WHERE main
    UNION ALL BY NAME
    SELECT game_id, round, power, count AS unpriced FROM purchases WHERE unpriced
    UNION ALL BY NAME
    SELECT game_id, round, attacker AS power, 1 AS battles FROM battle_started
    UNION ALL BY NAME
    SELECT game_id, round, killer AS power, lost AS destroyed, unpriced AS destroyed_unpriced FROM kills
    UNION ALL BY NAME
    SELECT game_id, round, owner AS power, lost, unpriced AS lost_unpriced FROM kills
    UNION ALL BY NAME
    SELECT game_id, round, after AS power, 1 AS taken FROM changed
    UNION ALL BY NAME
    SELECT game_id, round, before AS power, 1 AS lost_areas FROM changed
    UNION ALL BY NAME
    SELECT game_id, round, power, 1 AS rolls, dice, hits, expected, variance FROM fire
    UNION ALL BY NAME
    SELECT d.game_id, d.round, d.victim AS power, 1 AS raids, CASE WHEN d.area = 'lend-lease' THEN 0 ELSE d.loss END AS income_lost,
           CASE WHEN d.area = 'lend-lease' THEN d.loss ELSE 0 END AS aid_sunk
    FROM raids d JOIN games g ON g.game_id = d.game_id AND (g.resource = d.resource OR d.area = 'lend-lease')
    UNION ALL BY NAME
    SELECT d.game_id, d.round, d.raider AS power, d.loss AS raided
    FROM raids d JOIN games g ON g.game_id = d.game_id AND (g.resource = d.resource OR d.area = 'lend-lease')
    UNION ALL BY NAME
    SELECT game_id, round, power, delta AS aid_delivered FROM resource_changed WHERE cause = 'lend-lease' AND delta > 0
),
summed AS (
    SELECT game_id, round, power, sum(spent) AS spent, sum(unpriced) AS unpriced, sum(battles) AS battles, sum(destroyed) AS destroyed, sum(destroyed_unpriced) AS destroyed_unpriced,
           sum(lost) AS lost, sum(lost_unpriced) AS lost_unpriced,
           sum(taken) AS taken, sum(lost_areas) AS lost_areas, sum(rolls) AS rolls, sum(dice) AS dice, sum(hits) AS hits,
           sum(expected) AS expected, sum(variance) AS variance, sum(raids) AS raids, sum(income_lost) AS income_lost,
           sum(raided) AS raided, sum(aid_delivered) AS aid_delivered, sum(aid_sunk) AS aid_sunk
    FROM told GROUP BY game_id, round, power
)
SELECT e.game_id, e.round, p.power, p.name, p.namesakes, p.side, p.play_order, e.seq, e.played,
       h.treasury, h.production, h.tuv, h.units, h.areas, h.victory_cities,
       coalesce(c.income, 0) AS income, coalesce(c.finished, false) AS finished,
       coalesce(s.spent, 0) AS spent, coalesce(s.unpriced, 0) AS unpriced, coalesce(s.battles, 0) AS battles, coalesce(s.destroyed, 0) AS destroyed,
       coalesce(s.destroyed_unpriced, 0) AS destroyed_unpriced, coalesce(s.lost, 0) AS lost,
       coalesce(s.lost_unpriced, 0) AS lost_unpriced, coalesce(s.taken, 0) AS taken, coalesce(s.lost_areas, 0) AS lost_areas,
       coalesce(s.rolls, 0) AS rolls, coalesce(s.dice, 0) AS dice, coalesce(s.hits, 0) AS hits,
       coalesce(s.expected, 0) AS expected, coalesce(s.variance, 0) AS variance, coalesce(s.raids, 0) AS raids,
       coalesce(s.income_lost, 0) AS income_lost, coalesce(s.raided, 0) AS raided,
       coalesce(s.aid_delivered, 0) AS aid_delivered, coalesce(s.aid_sunk, 0) AS aid_sunk
FROM round_ends e
JOIN powers_named p ON p.game_id = e.game_id
JOIN powers h ON h.game_id = e.game_id AND h.seq = e.seq AND h.power = p.power
LEFT JOIN collected c ON c.game_id = e.game_id AND c.round = e.round AND c.power = p.power
LEFT JOIN summed s ON s.game_id = e.game_id AND s.round = e.round AND s.power = p.power
ORDER BY e.game_id, e.round, p.play_order, p.power
