-- Where nothing would have been collected there is no share.
SELECT game_id, round, power, name, namesakes, side, convoy_loss / (income + convoy_loss) AS value
FROM power_rounds WHERE round > 0 AND played AND income + convoy_loss > 0
