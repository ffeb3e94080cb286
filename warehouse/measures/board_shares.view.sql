-- What share of the areas, of their value and of the victory cities each side holds at the end of each round. Shares are of all
-- areas that can be held, and null where the title has none of the kind. value: what the side's areas are worth.
SELECT game_id, round, side, side_name, side_order, areas, areas / nullif(all_areas, 0) AS area_share, production AS value,
       production / nullif(all_value, 0) AS value_share, victory_cities, victory_cities / nullif(all_cities, 0) AS city_share
FROM side_rounds
