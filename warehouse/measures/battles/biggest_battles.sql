-- Which battles destroyed the most, who won them, and was it luck?
-- attacker_units, defender_units, attacker_value, defender_value: units engaged at the start and their TUV.
-- attacker_lost, defender_lost: TUV lost; where units are lost whose price is not on record (attacker_unpriced, defender_unpriced) at
-- least that much, and null where no price is. destroyed: TUV lost by both sides, as far as it is known. swing: TUV destroyed less
-- TUV lost, seen from the attacker; null where a price is unknown. rank: null where nothing of the loss is known. hits: of all dice, null
-- where none fell. expected, luck: hits the dice were worth, and hits above or below that (bombing damage is no hit); of dice
-- whose target the record tells. luck: the attacker's less the defender's. attackers_left, defenders_left: units left.
WITH hits AS (
    SELECT battle,
           sum(hits) FILTER (WHERE side = 'attacker')::BIGINT AS attacker_hits,
           sum(hits) FILTER (WHERE side = 'defender')::BIGINT AS defender_hits
    FROM dice_rolled WHERE game_id = $game_id AND battle > 0 GROUP BY battle
),
worth AS (
    SELECT battle,
           sum(expected) FILTER (WHERE side = 'attacker') AS attacker_expected,
           sum(expected) FILTER (WHERE side = 'defender') AS defender_expected,
           coalesce(sum(hits - expected) FILTER (WHERE side = 'attacker'), 0) AS attacker_luck,
           coalesce(sum(hits - expected) FILTER (WHERE side = 'defender'), 0) AS defender_luck
    FROM fire WHERE game_id = $game_id AND battle > 0 GROUP BY battle
),
engaged AS (
    SELECT battle, attackers, defenders, attacker_value, defender_value,
           list_sum([coalesce(try_cast(regexp_extract(one, '^[0-9]+') AS BIGINT), 1)
                     FOR one IN string_split(attackers, ', ') IF one <> '']) AS attacker_units,
           list_sum([coalesce(try_cast(regexp_extract(one, '^[0-9]+') AS BIGINT), 1)
                     FOR one IN string_split(defenders, ', ') IF one <> '']) AS defender_units
    FROM battle_started WHERE game_id = $game_id
),
known AS (
    SELECT *, CASE WHEN priced OR coalesce(attacker_lost, 0) + coalesce(defender_lost, 0) > 0
              THEN coalesce(attacker_lost, 0) + coalesce(defender_lost, 0) END AS destroyed
    FROM priced_battles WHERE game_id = $game_id
)
SELECT CASE WHEN b.destroyed IS NOT NULL THEN row_number() OVER (ORDER BY b.destroyed DESC NULLS LAST, b.battle) END::INTEGER AS rank,
       b.battle, b.round, b.turn, b.kind, b.area, t.name AS area_name, b.attacker, b.defender,
       e.attackers, e.defenders, coalesce(e.attacker_units, 0)::BIGINT AS attacker_units,
       coalesce(e.defender_units, 0)::BIGINT AS defender_units, e.attacker_value, e.defender_value,
       b.rounds, b.winner, b.how, b.attackers AS attackers_left, b.defenders AS defenders_left,
       b.attacker_lost, b.attacker_unpriced, b.defender_lost, b.defender_unpriced, b.destroyed,
       CASE WHEN b.priced THEN b.defender_lost - b.attacker_lost END AS swing, b.damage, h.attacker_hits, h.defender_hits,
       w.attacker_expected, w.defender_expected, coalesce(w.attacker_luck, 0) AS attacker_luck,
       coalesce(w.defender_luck, 0) AS defender_luck, coalesce(w.attacker_luck - w.defender_luck, 0) AS luck, b.seq
FROM known b
LEFT JOIN engaged e ON e.battle = b.battle
LEFT JOIN title_areas t ON t.game_id = b.game_id AND t.area = b.area
LEFT JOIN hits h ON h.battle = b.battle
LEFT JOIN worth w ON w.battle = b.battle
ORDER BY rank NULLS LAST, b.attacker_unpriced + b.defender_unpriced DESC, b.battle
