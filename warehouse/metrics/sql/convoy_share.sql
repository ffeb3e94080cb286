-- Where nothing would have been collected there is no share, nor in a turn that was not over.
SELECT p.game_id, p.round, p.power, p.name, p.namesakes, p.side, p.income_lost / (p.income + p.income_lost) AS value
FROM power_rounds p
JOIN turns_over t ON t.game_id = p.game_id AND t.round = p.round AND t.power = p.power AND t.over
WHERE p.round > 0 AND p.played AND p.income + p.income_lost > 0
