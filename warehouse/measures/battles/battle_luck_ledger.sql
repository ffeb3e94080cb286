-- What was to be expected of each battle, what happened, and how much of it did the dice do and the players?
-- Seen from the attacker. Null where the forces or the dice are not known. odds: exact, or sampled; error: of expected_swing then.
-- bombing_luck: damage done less expected, of raids. Other rolls are never part of luck.
WITH bombs AS (
    SELECT battle, sum(list_sum(dice)) - sum(expected) AS bombing_luck
    FROM dice_rolled WHERE game_id = $game_id AND purpose = 'bombing' AND len(dice) > 0 GROUP BY battle
)
SELECT e.battle, e.round, e.turn, e.kind, e.area, t.name AS area_name, e.attacker, e.defender, e.winner, k.dice,
       k.win_chance, k.take_chance, k.lose_chance, k.expected_swing, (e.defender_lost - e.attacker_lost)::BIGINT AS swing, k.percentile,
       k.luck, k.fire_luck, k.anti_air_luck, k.bombardment_luck, k.decisions, k.odds, k.samples,
       k.error, b.bombing_luck
FROM battle_ended e
LEFT JOIN battle_luck k ON k.game_id = e.game_id AND k.battle = e.battle
LEFT JOIN bombs b ON b.battle = e.battle
LEFT JOIN title_areas t ON t.game_id = e.game_id AND t.area = e.area
WHERE e.game_id = $game_id
ORDER BY e.battle
