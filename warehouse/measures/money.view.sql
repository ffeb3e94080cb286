-- Every change of a store as income or spending, so that a store is always its income less its spending so far.
-- flow: spending for what a power buys (purchase, refund, repair, whichever way the money goes) and for all else that takes
-- from the store; income for what adds to it, and for what is taken off a power's income itself (convoys, an objective lost).
SELECT game_id, seq, round, turn, power, resource, delta, cause, counterparty, area,
       CASE WHEN cause IN ('purchase', 'refund', 'repair') THEN 'spending'
            WHEN delta > 0 OR cause IN ('income', 'objective', 'bonus', 'war-bonds', 'convoy') THEN 'income'
            ELSE 'spending' END AS flow
FROM resource_changed
