-- What was to be expected of each battle, what happened, and how much of it did the dice do and the players?
-- Seen from the attacker. Null where the forces or the dice are not known. odds: exact, or sampled; error: of expected_swing then.
-- bombing_luck: damage done less expected, of raids. Other rolls are never part of luck.
WITH bombs AS (
    SELECT battle, sum(list_sum(dice)) - sum(expected) AS bombing_luck
    FROM dice_rolled WHERE game_id = $game_id AND purpose = 'bombing' AND len(dice) > 0 GROUP BY battle
)
SELECT e.battle, e.round, e.turn, e.kind, e.area, e.area_name, e.attacker, e.defender, e.winner, e.dice, e.win_chance, e.take_chance,
       e.lose_chance, e.expected_swing, e.swing, e.percentile, e.luck, e.fire_luck, e.anti_air_luck, e.bombardment_luck, e.decisions, e.odds,
       e.samples, e.error, b.bombing_luck
FROM battles_and_luck e
LEFT JOIN bombs b ON b.battle = e.battle
WHERE e.game_id = $game_id
ORDER BY e.battle
