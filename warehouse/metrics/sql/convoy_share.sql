-- Where nothing would have been collected there is no share.
SELECT game_id, round, power, name, namesakes, side, income_lost / (income + income_lost) AS value
FROM power_rounds WHERE round > 0 AND played AND income + income_lost > 0
