-- Every raid on convoys, in every game. A record may tell a loss only by the change of the store (cause convoy): such a loss
-- is a raid where the power has no raid on record in that turn, so that none counts twice. area: of the raid, or the line
-- `lend-lease` for aid that is sunk, which was no income of its victim. cap: the most that could be lost, null when unknown.
SELECT game_id, seq, round, turn, victim, area, raider, resource, loss, nullif(cap, 0) AS cap
FROM convoy_raided
UNION ALL
SELECT r.game_id, r.seq, r.round, r.turn, r.power, r.area, r.counterparty, r.resource, -r.delta, NULL
FROM resource_changed r
WHERE r.cause = 'convoy' AND r.delta < 0
  AND NOT EXISTS (FROM convoy_raided c WHERE c.game_id = r.game_id AND c.turn = r.turn AND c.victim = r.power
                                       AND c.area <> 'lend-lease')
