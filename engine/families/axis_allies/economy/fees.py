"""Fees that a power owes the bank and pays when its next turn begins.

global-1939, Unit Changes (paratroopers and marines: "subtracted from the next turn's budget") and Strategic Centers
(who loses an oil centre loses money "on his following turn"). Fees that a power cannot pay are forgiven.
"""

from __future__ import annotations

from engine.events import ResourceChanged
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.vocabulary import FEES
from engine.play import Play


def owe(play: Play, power: str, amount: int, what: str) -> None:
    """Add to what a power will pay for `what` (a slug, the cause of the payment) when its next turn begins."""
    if amount > 0:
        FEES.add(play, amount, power, what)


def owed(play: Play, power: str) -> dict[str, int]:
    """Return a power's debts by cause."""
    return {what: int(value) for (who, what), value in sorted(FEES.entries(play.state)) if who == power}


def charge(play: Play, power: str) -> None:
    """Let a power pay its debts as far as its money goes; the rest is forgiven."""
    resource = play.title.resource
    for what, amount in owed(play, power).items():
        have = purse(play.position, power, resource)
        paid = min(amount, have)
        if paid:
            play.emit(ResourceChanged(power, resource, -paid, have - paid, what))
        FEES.emit(play, "", power, what)
