-- How much was the luck of each power worth, round by round and so far?
-- luck: what fair dice did to the swing of its battles, as attacker and as defender; decisions: the rest of what happened.
-- battles: those counted. edited, low_luck: battles set apart. research_luck: breakthroughs less expected.
-- Null where a power fought no battle that is counted.
WITH parts AS (
    SELECT game_id, round, attacker AS power, dice, luck, decisions, expected_swing, swing FROM battle_luck WHERE game_id = $game_id
    UNION ALL
    SELECT game_id, round, defender, dice, -luck, -decisions, -expected_swing, -swing FROM battle_luck WHERE game_id = $game_id
),
fought AS (
    SELECT round, power, count(*) FILTER (WHERE dice = 'fair') AS battles, sum(luck) FILTER (WHERE dice = 'fair') AS luck,
           sum(decisions) FILTER (WHERE dice = 'fair') AS decisions, sum(expected_swing) FILTER (WHERE dice = 'fair') AS expected_swing,
           sum(swing) FILTER (WHERE dice = 'fair') AS swing,
           count(*) FILTER (WHERE dice = 'edited') AS edited, count(*) FILTER (WHERE dice = 'low-luck') AS low_luck
    FROM parts GROUP BY round, power
),
research AS (
    SELECT round, power, sum(hits) - sum(expected) AS research_luck
    FROM dice_rolled WHERE game_id = $game_id AND battle = 0 AND purpose = 'research' GROUP BY round, power
)
SELECT r.round, r.power, r.name, r.side, coalesce(f.battles, 0) AS battles, f.expected_swing, f.swing, f.luck, f.decisions,
       sum(f.luck) OVER so_far AS luck_so_far, sum(f.decisions) OVER so_far AS decisions_so_far,
       coalesce(f.edited, 0) AS edited, coalesce(f.low_luck, 0) AS low_luck, s.research_luck
FROM power_rounds r
LEFT JOIN fought f ON f.round = r.round AND f.power = r.power
LEFT JOIN research s ON s.round = r.round AND s.power = r.power
WHERE r.game_id = $game_id
WINDOW so_far AS (PARTITION BY r.power ORDER BY r.round)
ORDER BY r.round, r.play_order
