-- The end of each power's own turn in each round in which it had one: `seq` of the last snapshot of a turn of its name.
SELECT game_id, power, round, max(seq) AS seq FROM powers WHERE power = turn_power GROUP BY game_id, power, round
