-- What did each power collect, in each round in which it finished its turn?
-- A turn is finished when another began after it or something was collected in it: a game that stops in the middle of
-- a round has no rows for the powers that did not come to their income, where income_and_treasury has a 0. A power that
-- acts in turns that have another's name has finished when the round's last turn has.
WITH last AS (
    SELECT max(turn) AS turn FROM powers WHERE game_id = $game_id
),
collected AS (
    SELECT power, round, sum(income)::BIGINT AS income,
           bool_or(power = turn_power AND turn < (SELECT turn FROM last)) AS finished,
           max(turn) < (SELECT turn FROM last) AS over
    FROM powers WHERE game_id = $game_id AND turn > 0 GROUP BY power, round
)
SELECT c.round, p.power, p.name, p.side, c.income
FROM collected c
JOIN title_powers p ON p.game_id = $game_id AND p.power = c.power
WHERE c.finished OR c.income <> 0 OR (c.over AND c.power IN (SELECT power FROM led WHERE game_id = $game_id))
ORDER BY c.round, p.play_order
