-- How well was each power of each game played, as far as its record tells?
-- rounds: in which the power had a turn. attacks: battles in which it is named as the attacker and whose odds are known; blind: those that cost something and
-- whose odds nobody knows. bad_odds: what attacks were expected to cost beyond what they were expected to bring, before the first die: never
-- attacking costs nothing. What a taken area yields in a turn is counted as brought. Attacks on capitals and victory cities are left out, as
-- games are won there, and so is what lies within two standard errors of 0. luck: what fair dice did to its battles; null where no dice are
-- known. money: what its store held when its turns began; unspent: what was left of it; null where a power is paid before it buys.
-- Games in which the player sat on several sides are left out.
WITH sat AS (
    SELECT game_id, title, scenario, played, player, side, power FROM league_seats
    WHERE player <> '' AND power <> '' AND in_season(title, played, $title, $since, $until) AND of_people(people, $people)
    QUALIFY min(side) OVER (PARTITION BY game_id, player) = max(side) OVER (PARTITION BY game_id, player)
),
own AS (
    SELECT DISTINCT p.game_id, p.round, p.turn, p.power
    FROM phase_started p JOIN sat s ON s.game_id = p.game_id AND s.power = p.power
    WHERE p.turn > 0 AND NOT starts_with(p.phase, 'bid-')
),
turns AS (SELECT game_id, power, count(DISTINCT round) AS rounds FROM own GROUP BY ALL),
expected AS (
    SELECT l.game_id, l.attacker AS power,
           greatest(0, round(-(l.expected_swing + 2 * l.error + l.take_chance * coalesce(a.value, 0)), 9))
               * (coalesce(a.victory_city, '') = '' AND c.power IS NULL)::INT AS bad
    FROM battle_luck l
    LEFT JOIN title_areas a ON a.game_id = l.game_id AND a.area = l.area
    LEFT JOIN (SELECT game_id, capital, any_value(power) AS power FROM title_powers WHERE capital <> '' GROUP BY ALL) c
        ON c.game_id = l.game_id AND c.capital = l.area
),
odds AS (
    SELECT game_id, power, count(*) AS attacks, count(*) FILTER (WHERE bad > 0) AS bad_attacks, sum(bad) AS bad_odds
    FROM expected GROUP BY ALL
),
unseen AS (
    SELECT e.game_id, e.attacker AS power, count(*) AS blind
    FROM battle_ended e ANTI JOIN battle_luck l ON l.game_id = e.game_id AND l.battle = e.battle
    WHERE e.rounds > 0 AND coalesce(e.attacker_lost + e.defender_lost, 1) > 0
    GROUP BY ALL
),
dice AS (
    SELECT game_id, power, sum(luck) AS luck, count(*) AS battles
    FROM (SELECT game_id, attacker AS power, luck FROM battle_luck WHERE dice = 'fair'
          UNION ALL SELECT game_id, defender, -luck FROM battle_luck WHERE dice = 'fair')
    GROUP BY ALL
),
flows AS (
    SELECT m.game_id, m.turn, m.power,
           sum(-m.delta) FILTER (WHERE m.flow = 'spending') AS spent,
           min(m.seq) FILTER (WHERE m.flow = 'income') AS paid, min(m.seq) FILTER (WHERE m.flow = 'spending' AND m.delta < 0) AS buys,
           bool_or(m.flow = 'income') AS collected
    FROM money m
    JOIN own o ON o.game_id = m.game_id AND o.turn = m.turn AND o.power = m.power
    JOIN games g ON g.game_id = m.game_id AND g.resource = m.resource
    GROUP BY ALL
),
purses AS (
    SELECT o.game_id, o.power, t.amount AS money, greatest(t.amount - coalesce(f.spent, 0), 0) AS unspent,
           coalesce(f.paid < f.buys, FALSE) AS paid_first
    FROM own o
    JOIN games g ON g.game_id = o.game_id AND g.fidelity IN ('orders', 'changes')
    JOIN treasuries t ON t.game_id = o.game_id AND t.turn = o.turn - 1 AND t.power = o.power AND t.resource = g.resource
    LEFT JOIN flows f ON f.game_id = o.game_id AND f.turn = o.turn AND f.power = o.power
    WHERE o.turn < g.turns OR f.collected
),
stores AS (
    SELECT game_id, power, CASE WHEN NOT bool_or(paid_first) THEN sum(money) END AS money,
           CASE WHEN NOT bool_or(paid_first) THEN sum(unspent) END AS unspent
    FROM purses GROUP BY ALL
)
SELECT s.game_id, s.title, s.scenario, s.played, s.player, s.side, s.power, coalesce(t.rounds, 0) AS rounds,
       coalesce(o.attacks, 0) AS attacks, coalesce(u.blind, 0) AS blind, coalesce(o.bad_attacks, 0) AS bad_attacks,
       coalesce(o.bad_odds, 0) AS bad_odds, d.luck, coalesce(d.battles, 0) AS battles,
       m.money::BIGINT AS money, m.unspent::BIGINT AS unspent
FROM sat s
LEFT JOIN turns t ON t.game_id = s.game_id AND t.power = s.power
LEFT JOIN odds o ON o.game_id = s.game_id AND o.power = s.power
LEFT JOIN unseen u ON u.game_id = s.game_id AND u.power = s.power
LEFT JOIN dice d ON d.game_id = s.game_id AND d.power = s.power
LEFT JOIN stores m ON m.game_id = s.game_id AND m.power = s.power
ORDER BY s.played, s.game_id, s.power
