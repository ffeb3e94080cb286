"""What this title brings as its own family: it shares mechanisms with no other."""

from __future__ import annotations

from engine.families import Family
from engine.orders import Order
from engine.rules import Position, load_rules
from engine.titles.blitz.bots.answers import answer
from engine.titles.blitz.bots.player import BlitzPlayer
from engine.titles.blitz.bots.sampling import SAMPLERS
from engine.titles.blitz.invariants import BlitzLedger
from engine.titles.blitz.orders import Engage, Resolve
from engine.titles.blitz.rules import TitleRules
from engine.titles.blitz.sampled_odds import sampled


def battles_to_fight(position: Position) -> list[Order]:
    """Return the orders that begin the combats due at sea, and those announced on land."""
    phase = next((one for one in load_rules(position.title).phases if one.slug == position.state.clock.phase), None)
    return [order for order in phase.owed(position) if isinstance(order, Engage | Resolve)] if phase else []


FAMILY = Family(
    TitleRules,
    BlitzLedger,
    lambda title: SAMPLERS,
    answer,
    BlitzPlayer,
    sampled,
    singles=True,
    battles=battles_to_fight,
)
