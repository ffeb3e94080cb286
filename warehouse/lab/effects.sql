-- What a game of the lab was like beside who won it: one number a game, thing and side. Flows are averages over the game's rounds,
-- because a longer game has more of all of them; stocks are those of its end.
WITH asked AS (
    SELECT game_id, rounds, greatest(rounds, 1) AS n FROM games WHERE list_contains($games, game_id)
),
sums AS (
    SELECT p.game_id, p.side, sum(p.income) AS income, sum(p.spent) AS spent, sum(p.destroyed) AS destroyed, sum(p.lost) AS lost,
           sum(p.taken) AS taken,
           sum(p.production) FILTER (p.round = a.rounds) AS production, sum(p.tuv) FILTER (p.round = a.rounds) AS tuv
    FROM power_rounds p JOIN asked a USING (game_id)
    GROUP BY p.game_id, p.side
),
bought AS (
    SELECT u.game_id, t.side, u.unit, sum(u.count) AS units
    FROM units_purchased u JOIN title_powers t USING (game_id, power) JOIN asked a USING (game_id)
    GROUP BY u.game_id, t.side, u.unit
)
SELECT game_id, 'rounds' AS thing, '' AS side, '' AS unit, rounds::DOUBLE AS value FROM asked
UNION ALL
SELECT s.game_id, f.thing, s.side, '', f.value FROM sums s JOIN asked a USING (game_id),
LATERAL (VALUES ('income', s.income / a.n), ('spent', s.spent / a.n), ('destroyed', s.destroyed / a.n), ('lost', s.lost / a.n),
                ('taken', s.taken / a.n), ('production', s.production::DOUBLE), ('tuv', s.tuv::DOUBLE)) f(thing, value)
UNION ALL
SELECT b.game_id, 'bought', b.side, b.unit, b.units / a.n FROM bought b JOIN asked a USING (game_id)
