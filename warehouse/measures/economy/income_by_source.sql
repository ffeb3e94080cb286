-- Where did each power's income come from, round by round?
-- Losses at sea and objectives lost are income below 0. A power to which nothing came in a round has one row with an
-- empty source.
SELECT round, power, name, side, resource, cause AS source, amount
FROM money_by_round
WHERE game_id = $game_id AND flow = 'income'
ORDER BY round, play_order, NOT main, resource, source
