-- How much was the luck of each power worth, round by round and so far?
-- luck: what fair dice did to the swing of its battles, as attacker and as defender; decisions: the rest of what happened.
-- battles: those counted. edited, low_luck: battles set apart. Rolls that are no fire of battles have columns of their own,
-- which add up with nothing: damage of raids, fire at raiders, damage to convoys, breakthroughs, and all others with a target.
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
rolls AS (
    SELECT d.round, d.power,
           sum(list_sum(d.dice) - d.expected) FILTER (WHERE d.purpose = 'bombing' AND len(d.dice) > 0) AS bombing_luck,
           sum(d.hits - d.expected) FILTER (WHERE d.purpose = 'anti-air' AND e.kind = 'raid') AS raid_fire_luck,
           -- A convoy die sinks what it shows, up to 3.
           sum(coalesce(list_sum(list_filter(d.dice, lambda die: die <= 3)), 0) - d.expected) FILTER (WHERE d.purpose = 'convoy') AS convoy_luck,
           sum(d.hits - d.expected) FILTER (WHERE d.battle = 0 AND d.purpose = 'research') AS research_luck,
           sum(d.hits - d.expected) FILTER (WHERE d.battle = 0 AND d.purpose NOT IN ('research', 'convoy') AND d.target > 0) AS other_luck
    FROM dice_rolled d LEFT JOIN battle_ended e ON e.game_id = d.game_id AND e.battle = d.battle AND d.battle > 0
    WHERE d.game_id = $game_id GROUP BY d.round, d.power
)
SELECT r.round, r.power, r.name, r.side, coalesce(f.battles, 0) AS battles, f.expected_swing, f.swing, f.luck, f.decisions,
       sum(f.luck) OVER so_far AS luck_so_far, sum(f.decisions) OVER so_far AS decisions_so_far,
       coalesce(f.edited, 0) AS edited, coalesce(f.low_luck, 0) AS low_luck, s.bombing_luck, s.raid_fire_luck, s.convoy_luck,
       s.research_luck, s.other_luck
FROM power_rounds r
LEFT JOIN fought f ON f.round = r.round AND f.power = r.power
LEFT JOIN rolls s ON s.round = r.round AND s.power = r.power
WHERE r.game_id = $game_id
WINDOW so_far AS (PARTITION BY r.power ORDER BY r.round)
ORDER BY r.round, r.play_order
