-- What did anti-aircraft fire shoot down?
-- One row a battle with such fire. expected, luck: null where the record does not tell what the dice hit on. downed,
-- downed_tuv: the attacker's aircraft removed between this fire and the battle's next dice; their cost is null where the record does
-- not tell it.
WITH rolled AS (
    SELECT battle, round, turn, area, power, seq, purpose, len(dice) AS dice, hits, target, expected,
           lead(seq) OVER (PARTITION BY battle ORDER BY seq) AS next
    FROM dice_rolled WHERE game_id = $game_id AND battle > 0
),
shot AS (
    SELECT r.battle, r.seq, r.round, r.turn, r.area, r.power, r.dice, r.hits,
           CASE WHEN r.target > 0 OR r.dice = 0 THEN r.expected END AS expected,
           coalesce(sum(u.units), 0) AS downed, CASE WHEN coalesce(sum(u.unpriced), 0) = 0 THEN coalesce(sum(u.tuv), 0) END AS downed_tuv
    FROM rolled r
    JOIN battle_started b ON b.game_id = $game_id AND b.battle = r.battle
    LEFT JOIN losses u
        ON u.game_id = $game_id AND u.class = 'air' AND NOT u.went_over AND u.battle = r.battle AND u.power = b.attacker
        AND u.seq > r.seq AND (u.seq < r.next OR r.next IS NULL)
    WHERE r.purpose = 'anti-air'
    GROUP BY ALL
)
SELECT s.battle, min(s.round) AS round, min(s.turn) AS turn, b.kind, b.area, a.name AS area_name, s.power AS gunner,
       b.attacker AS target, sum(s.dice)::BIGINT AS dice, sum(s.hits)::BIGINT AS hits,
       CASE WHEN count(s.expected) = count(*) THEN sum(s.expected) END AS expected,
       CASE WHEN count(s.expected) = count(*) THEN sum(s.hits - s.expected) END AS luck,
       sum(s.downed)::BIGINT AS downed, CASE WHEN count(s.downed_tuv) = count(*) THEN sum(s.downed_tuv)::BIGINT END AS downed_tuv
FROM shot s
JOIN battle_started b ON b.game_id = $game_id AND b.battle = s.battle
LEFT JOIN title_areas a ON a.game_id = $game_id AND a.area = b.area
GROUP BY s.battle, b.kind, b.area, a.name, s.power, b.attacker
ORDER BY s.battle, gunner
