-- The front at the end of each round of each game: every link between two areas on land that enemies hold. Powers of
-- two sides are enemies, unless one of them is neutral, or the record tells of a relation between the two and the last one
-- told by then is not war.
WITH held AS (
    SELECT e.game_id, e.round, e.seq, a.area, a.controller, p.side
    FROM round_ends e
    JOIN areas a ON a.game_id = e.game_id AND a.seq = e.seq
    JOIN title_areas t ON t.game_id = a.game_id AND t.area = a.area AND t.kind <> 'sea'
    JOIN title_powers p ON p.game_id = a.game_id AND p.power = a.controller
    JOIN powers s ON s.game_id = a.game_id AND s.seq = e.seq AND s.power = a.controller AND s.standing <> 'neutral'
),
meeting AS (
    SELECT one.game_id, one.round, one.seq, k.area, k.other, k.kind, k.passage, one.controller, one.side,
           two.controller AS other_controller, two.side AS other_side
    FROM title_links k
    JOIN held one ON one.game_id = k.game_id AND one.area = k.area
    JOIN held two ON two.game_id = k.game_id AND two.area = k.other AND two.round = one.round
    WHERE one.side <> two.side
),
relations AS (
    SELECT game_id, seq, least(power, other) AS one, greatest(power, other) AS two, after AS relation FROM relation_changed
)
SELECT m.game_id, m.round, m.area, m.other, m.kind, m.passage, m.controller, m.side, m.other_controller, m.other_side
FROM meeting m
ASOF LEFT JOIN relations r ON r.game_id = m.game_id AND r.one = least(m.controller, m.other_controller)
    AND r.two = greatest(m.controller, m.other_controller) AND m.seq >= r.seq
WHERE coalesce(r.relation, 'war') = 'war'
