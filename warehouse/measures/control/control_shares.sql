-- What share of the areas, of their value and of the victory cities does each side hold at the end of each round?
-- Shares are of all areas that can be held, so what nobody holds keeps their sum below one. Seas are
-- areas only where they are worth something.
SELECT round, side, side_name, areas, area_share, value, value_share, victory_cities, city_share
FROM board_shares
WHERE game_id = $game_id
ORDER BY round, side_order
