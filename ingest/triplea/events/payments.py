"""What a payment is for. The program pays first and writes afterwards what it was, often below the next line.

Lines of income say what the player ends with; the payment that comes to that sum is the line's.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine import events as ev
from ingest.triplea import changes as c
from ingest.triplea.events.lines import HistoryLine, read_line
from ingest.triplea.events.matching import leaves
from ingest.triplea.history import Event
from ingest.triplea.state import TripleaState
from ingest.triplea.title.names import MONEY, Names, slug

AHEAD = 4
"""Lines, from the one that a payment stands below, among which its own is looked for."""


def line_of(change: c.Change, events: Sequence[Event], at: int, state: TripleaState) -> HistoryLine | None:
    """Return the line that a payment below `events[at]` comes from: the first that names the player and the sum it comes to."""
    paid = next((leaf for leaf in leaves(change) if isinstance(leaf, c.ResourceAmount) and leaf.resource in MONEY), None)
    if paid is None:
        return None
    balance = state.resources.get(paid.player, {}).get(paid.resource, 0) + paid.quantity
    for event in events[at : at + AHEAD]:
        line = read_line("event", event.title)
        if line.said.get("player") == paid.player and line.said.get("end") == str(balance):
            return line
    return None


def objective(line: HistoryLine, names: Names) -> ev.MarkerSet:
    """Return the name of a national objective that is met, kept for the turn beside the payment."""
    power = names.powers.get(line.said["player"], "")
    return ev.MarkerSet("turn", f"objective/{power}/{slug(line.said['name'])}", f"{line.said['name']}: {line.said['gained']}")


def parts(event: ev.Event, line: HistoryLine, before: HistoryLine) -> list[ev.Event]:
    """Return a payment taken apart: the program pays income and war bonds as one, and income less what blockades cost.

    Args:
        event: the payment. line: the line it comes from. before: the line above that one.
    """
    if not isinstance(event, ev.ResourceChanged) or line.means not in ("income", "war-bonds"):
        return [event]
    income = line if line.means == "income" else before if before.means == "income" else HistoryLine()
    bonds = line.number("gained") if line.means == "war-bonds" else 0
    lost = income.number("lost")
    shares = [("income", event.delta - bonds + lost), ("convoy", -lost), ("war-bonds", bonds)]
    balance, found = event.balance - event.delta, []
    for cause, delta in shares:
        if delta:
            balance += delta
            found.append(replace(event, delta=delta, balance=balance, cause=cause))
    return list(found) or [event]


def settle_plunder(events: list[ev.Event], start: int) -> None:
    """Name the other side of each payment of plunder among the events from `start` on, in place."""
    told = [(at, event) for at, event in enumerate(events[start:], start) if isinstance(event, ev.ResourceChanged)]
    paid = [(at, event) for at, event in told if event.cause == "plunder"]
    for at, one in paid:
        for _, two in paid:
            if one is not two and one.delta == -two.delta:
                events[at] = replace(one, counterparty=two.power)
