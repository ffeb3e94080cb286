"""What a power owes the bank and pays when its next turn begins.

global-1939, Unit Changes (paratroopers and marines: "subtracted from the next turn's budget") and Strategic Centers
(who loses an oil centre loses money "on his following turn"). What a power cannot pay is forgiven.
"""

from __future__ import annotations

from engine.events import MarkerSet, ResourceChanged
from engine.families.axis_allies.facilities.factories import purse
from engine.play import Play

_SCOPE = "game"


def owe(play: Play, power: str, amount: int, what: str) -> None:
    """Add to what a power will pay for `what` (a slug, the cause of the payment) when its next turn begins."""
    if amount > 0:
        key = f"owed|{power}|{what}"
        play.emit(MarkerSet(_SCOPE, key, str(int(play.state.marker(_SCOPE, key, "0")) + amount)))


def owed(play: Play, power: str) -> dict[str, int]:
    """Return what a power owes, by what for."""
    found = {}
    for (scope, key), value in play.state.markers.items():
        word, _, rest = key.partition("|")
        who, _, what = rest.partition("|")
        if (scope, word, who) == (_SCOPE, "owed", power):
            found[what] = int(value)
    return dict(sorted(found.items()))


def charge(play: Play, power: str) -> None:
    """Let a power pay what it owes, as far as its money goes; the rest is forgiven."""
    resource = play.title.resource
    for what, amount in owed(play, power).items():
        have = purse(play.position, power, resource)
        paid = min(amount, have)
        if paid:
            play.emit(ResourceChanged(power, resource, -paid, have - paid, what))
        play.emit(MarkerSet(_SCOPE, f"owed|{power}|{what}", ""))
