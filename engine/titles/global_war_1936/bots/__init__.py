"""What bots know of Global War 1936-1945 beyond the family."""

from __future__ import annotations

from engine.families.axis_allies.bots.tactics import Tactics
from engine.families.axis_allies.orders import Buy, Declare, Place, Transfer
from engine.titles.global_war_1936.bots import diplomacy, drawing, flanks, sea, settling, spending
from engine.titles.global_war_1936.orders import (
    Advance,
    Annex,
    Assign,
    Build,
    Carpet,
    Cede,
    Claim,
    Cross,
    Deliver,
    Deny,
    Dock,
    Exploit,
    Force,
    Grant,
    Influence,
    Launch,
    Monroe,
    Redeploy,
    Refit,
    Resist,
    Shell,
    Sign,
    Study,
    Wreck,
)

TACTICS = Tactics(
    samplers={
        Build: drawing.build,
        Advance: drawing.advance,
        Study: drawing.study,
        Influence: drawing.influence,
        Grant: drawing.grant,
        Deliver: drawing.deliver,
        Dock: drawing.dock,
        Assign: drawing.assign,
        Annex: drawing.annex,
        Sign: drawing.sign,
        Redeploy: drawing.redeploy,
        Cross: drawing.cross,
        Refit: drawing.refit,
        Transfer: drawing.transfer,
        Declare: drawing.declare,
        Carpet: drawing.carpet,
        Shell: drawing.shell,
        Launch: drawing.launch,
        Exploit: drawing.exploit,
        Claim: drawing.claim,
        Cede: drawing.cede,
        Deny: drawing.deny,
        Monroe: drawing.monroe,
        Force: drawing.force,
        Resist: drawing.resist,
        Wreck: drawing.wreck,
    },
    first={Annex: diplomacy.dealings, Transfer: sea.voyages},
    plans={
        Study: spending.spendings,
        Assign: sea.duties,
        Deliver: settling.placements,
        Transfer: flanks.flanks,
    },
    instead=frozenset({Buy, Declare, Place}),
    air_goals=sea.air_goals,
)
