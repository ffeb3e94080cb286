-- What did each power buy and attack in the first three rounds of each game, who played it, and how did the game end for it?
-- One row a game and place: a power's turn of rounds 1 to 3, in the order of play (table openings). bids: of all sides, empty for none, null if
-- unknown. outcome: for the power's side; a game that a limit of rounds stopped is unfinished.
WITH seated AS (
    SELECT game_id, title, scenario, played, power, side, player, outcome, bid
    FROM league_seats WHERE in_season(title, played, $title, $since, $until) AND of_people(people, $people)
),
bid AS (
    SELECT game_id, bids_told(side, bid) AS bids
    FROM (SELECT game_id, side, sum(bid)::BIGINT AS bid FROM seated GROUP BY game_id, side)
    GROUP BY game_id
)
SELECT o.game_id, s.title, s.scenario, s.played, o.place, o.round, o.power, s.side, s.player, b.bids, o.bought, o.attacks, s.outcome
FROM openings o
JOIN seated s ON s.game_id = o.game_id AND s.power = o.power
JOIN bid b ON b.game_id = o.game_id
ORDER BY o.game_id, o.place
