"""Collecting Production Points (section 1.3).

A nation's PPs are its Economic Power. What is left of an earlier season is gone (option `unspent`); what enemies that
surrendered and treaties have brought since is in store already.
"""

from __future__ import annotations

from engine.families.blocks.board import camp_on_turn
from engine.families.blocks.changes import pay
from engine.families.blocks.production.economy import economic_power
from engine.families.blocks.production.nations import buyers, partners
from engine.play import Play
from engine.rules import Position

INCOME = "income"


def purse(position: Position, power: str) -> int:
    """Return the PPs that a power has in store."""
    return position.state.resources.get((power, position.title.resource), 0)


def collect(play: Play) -> None:
    """Pay each major nation of the camp on turn its Economic Power; neutral ones collect, too (7.0 Glossary).

    What the second nation of a Union has in store goes to the first one's (3.3).
    """
    for power in buyers(play.position, camp_on_turn(play.position)):
        for member in partners(play.position, power):
            if member != power and (left := purse(play.position, member)):
                pay(play, member, -left, "union")
                pay(play, power, left, "union")
        pay(play, power, economic_power(play.position, power), INCOME)


def drop_unspent(play: Play) -> None:
    """Take what the nations of the camp on turn have not spent, unless the game keeps it (option `unspent`)."""
    if play.position.options["unspent"] == "kept":
        return
    for power in buyers(play.position, camp_on_turn(play.position)):
        pay(play, power, -purse(play.position, power), "unspent")
