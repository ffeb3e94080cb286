-- What share of the areas, of their value and of the victory cities does each side hold at the end of each round?
-- Shares are of all areas that can be held, so what nobody holds keeps their sum below one. Seas are
-- areas only where they are worth something.
SELECT round, side, side_name, areas, areas / nullif(all_areas, 0) AS area_share, production AS value,
       production / nullif(all_value, 0) AS value_share, victory_cities, victory_cities / nullif(all_cities, 0) AS city_share
FROM side_rounds
WHERE game_id = $game_id
ORDER BY round, side_order
