-- Powers that sat at the table and never had a turn of their own name: they acted in turns that have another power's.
SELECT s.game_id, s.power
FROM seats s
ANTI JOIN (SELECT DISTINCT game_id, power FROM powers WHERE power = turn_power) p
    ON p.game_id = s.game_id AND p.power = s.power
