-- What did each power spend its resources on, round by round?
-- What is given back is spending below 0. A power that spent nothing in a round has one row with an empty purpose.
SELECT round, power, name, side, resource, cause AS purpose, amount
FROM money_by_round
WHERE game_id = $game_id AND flow = 'spending'
ORDER BY round, play_order, NOT main, resource, purpose
