-- Seats of the games that count in leagues: each game once, however many records tell it; see retold.
SELECT s.* FROM seats s ANTI JOIN retold r ON r.game_id = s.game_id
