-- What was bought and given back, and whether its price is on record: rules always know it, other records say 0 where they do not
-- tell it. total: in the row's resource; main: whether that is the title's main resource.
SELECT u.game_id, u.seq, u.round, u.turn, u.power, u.unit, u.count, u.unit_cost, u.total, u.resource, u.resource = g.resource AS main,
       u.unit_cost = 0 AND g.fidelity <> 'orders' AS unpriced
FROM units_purchased u
JOIN games g ON g.game_id = u.game_id
