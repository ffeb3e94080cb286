-- Every battle that ended, with printed names and with what its odds say where they are known: battle_ended and battle_luck in one row.
-- swing, luck and chances are seen from the attacker. Columns of battle_luck are null of a battle whose odds are not known.
SELECT e.game_id, e.seq, e.round, e.turn, e.battle, e.kind, e.area, coalesce(t.name, e.area) AS area_name,
       e.attacker, coalesce(a.name, e.attacker) AS attacker_name, a.side AS attacker_side,
       e.defender, coalesce(d.name, e.defender) AS defender_name, d.side AS defender_side,
       e.rounds, e.winner, e.how, e.attacker_lost, e.defender_lost, e.damage, (e.defender_lost - e.attacker_lost)::BIGINT AS swing,
       k.dice, k.win_chance, k.take_chance, k.lose_chance, k.expected_swing, k.percentile, k.luck,
       k.fire_luck, k.anti_air_luck, k.bombardment_luck, k.decisions, k.odds, k.samples, k.error
FROM battle_ended e
LEFT JOIN battle_luck k ON k.game_id = e.game_id AND k.battle = e.battle
LEFT JOIN title_areas t ON t.game_id = e.game_id AND t.area = e.area
LEFT JOIN title_powers a ON a.game_id = e.game_id AND a.power = e.attacker
LEFT JOIN title_powers d ON d.game_id = e.game_id AND d.power = e.defender
