-- Every raid on convoys, as the view `raids` counts them, with printed names and with the sea zones in which it was.
-- zones: the zone of the raid itself, or of the change of the treasury that follows the raid on a line; of aid, those of the line where the
-- raider had ships that strip it as the turn began; of losses that name no place, those whose dice of convoys the turn has. Empty if
-- no record tells. zone: the only one of them, empty if there are none or several.
WITH sea AS (
    SELECT game_id, area, name FROM title_areas WHERE kind <> 'land'
),
told AS (
    SELECT r.game_id, r.seq, r.round, r.turn, r.victim, r.area, r.raider, r.resource, r.loss, r.cap,
           coalesce(s.area, nullif(m.area, '')) AS zone
    FROM raids r
    LEFT JOIN sea s ON s.game_id = r.game_id AND s.area = r.area
    LEFT JOIN resource_changed m ON m.game_id = r.game_id AND m.seq = r.seq + 1 AND m.power = r.victim AND m.delta = -r.loss
),
strippers AS (
    SELECT game_id, unit FROM title_units WHERE contains(abilities, '"interdicts"')
),
stripped AS (
    -- A turn's stacks are those at its end: the last turn before this one has those that stand as it begins.
    SELECT t.game_id, t.seq, list(DISTINCT k.area ORDER BY k.area) AS zones
    FROM told t
    JOIN title_lines l ON l.game_id = t.game_id AND l.line = t.area
    JOIN stacks k ON k.game_id = t.game_id AND k.turn = t.turn - 1 AND k.power = t.raider AND list_contains(l.zones, k.area)
    JOIN strippers u ON u.game_id = k.game_id AND u.unit = k.unit
    WHERE t.zone IS NULL
    GROUP BY t.game_id, t.seq
),
diced AS (
    SELECT t.game_id, t.seq, list(DISTINCT d.area ORDER BY d.area) AS zones
    FROM told t
    JOIN dice_rolled d ON d.game_id = t.game_id AND d.turn = t.turn AND d.purpose = 'convoy' AND d.area <> ''
    WHERE t.zone IS NULL AND t.area = ''
    GROUP BY t.game_id, t.seq
),
placed AS (
    SELECT t.* EXCLUDE (zone),
           CASE WHEN t.zone IS NOT NULL THEN [t.zone] ELSE coalesce(s.zones, d.zones, []::VARCHAR[]) END AS zones
    FROM told t
    LEFT JOIN stripped s ON s.game_id = t.game_id AND s.seq = t.seq
    LEFT JOIN diced d ON d.game_id = t.game_id AND d.seq = t.seq
)
SELECT p.game_id, p.seq, p.round, p.turn, p.victim, coalesce(v.name, p.victim) AS victim_name, v.side AS victim_side,
       p.area, coalesce(l.name, a.name, p.area) AS area_name,
       CASE WHEN len(p.zones) = 1 THEN p.zones[1] ELSE '' END AS zone,
       CASE WHEN len(p.zones) = 1 THEN coalesce(z.name, p.zones[1]) ELSE '' END AS zone_name, p.zones,
       p.raider, coalesce(w.name, p.raider) AS raider_name, w.side AS raider_side, p.resource, p.loss, p.cap
FROM placed p
LEFT JOIN title_lines l ON l.game_id = p.game_id AND l.line = p.area
LEFT JOIN title_areas a ON a.game_id = p.game_id AND a.area = p.area
LEFT JOIN title_areas z ON z.game_id = p.game_id AND z.area = p.zones[1]
LEFT JOIN title_powers v ON v.game_id = p.game_id AND v.power = p.victim
LEFT JOIN title_powers w ON w.game_id = p.game_id AND w.power = p.raider
