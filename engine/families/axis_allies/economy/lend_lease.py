"""Lend-lease: aid that a giver allocates in its turn, raiders strip at sea, and receivers spend in their next turn.

global-1939, sections United States, Lend Lease, Soviet Union. Aid is a separate resource, because it pays for some
units only. A marker holds aid sent but not yet delivered, so that at any moment

    delivered + interdicted + waiting = sent
"""

from __future__ import annotations

import msgspec

from engine.events import ConvoyRaided, ResourceChanged
from engine.families.axis_allies.board import is_capital_held
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.orders import Lend
from engine.families.axis_allies.politics.relations import is_neutral
from engine.families.axis_allies.vocabulary import AID, AID_ADDED, AID_STRIPPED
from engine.mechanics.profile import profile_of
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, ILLEGAL, Problem, Rule
from engine.rules import Position
from engine.title.lines import Line
from engine.title.model import Title
from engine.title.settings import setting

LINE = "lend-lease"
"""The name of the raided line, the cause of sending and delivery, and the prefix of markers."""

SECTION = "Lend Lease"

GIVER = Rule("lend-lease/giver", SECTION, FATAL)
RECEIVER = Rule("lend-lease/receiver", SECTION, FATAL)
AT_WAR = Rule("lend-lease/at-war", "Soviet Union")
AMOUNT = Rule("lend-lease/amount", SECTION)
UNALLOCATED = Rule("lend-lease/unallocated", "United States")

_SCOPE = "game"


class LendLease(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The giver and receivers of aid, and its raiders.

    `amounts` is the aid of each round (the last one for all later rounds); with `cap_option` at its value the giver
    may, once at war, add its own money up to `cap`. Aid does not buy the units `excludes`, nor with the option of
    `narrow_when` (its slug, its value) those of `narrow`. `raiders` strip it with units that have the ability
    `interdicts` in the regions `waters`.
    """

    giver: str
    receivers: tuple[str, ...]
    resource: str
    amounts: tuple[int, ...]
    excludes: tuple[str, ...]
    raiders: tuple[str, ...]
    waters: tuple[str, ...]
    source: str
    cap: int = 0
    cap_option: tuple[str, ...] = ()
    narrow: tuple[str, ...] = ()
    narrow_when: tuple[str, ...] = ()


def terms(position: Position) -> LendLease | None:
    """Return the terms of the title's lend-lease, None when it has none."""
    return setting(position.title, "lend_lease", LendLease)


def amount(position: Position) -> int:
    """Return how much aid is given in this round."""
    aid = terms(position)
    return aid.amounts[min(position.state.clock.round, len(aid.amounts)) - 1] if aid else 0


def extra(position: Position) -> int:
    """Return how much of its own money the giver may still add to the aid."""
    aid = terms(position)
    if not aid or not aid.cap_option or is_neutral(position, aid.giver):
        return 0
    if position.options.get(aid.cap_option[0]) != aid.cap_option[1]:
        return 0
    given = AID_ADDED.number(position.state)
    return max(0, min(aid.cap - amount(position) - given, purse(position, aid.giver)))


def buys(position: Position, unit: str) -> bool:
    """Return whether aid pays for a type of unit."""
    aid = terms(position)
    if aid is None or unit in aid.excludes:
        return False
    narrow = bool(aid.narrow_when) and position.options.get(aid.narrow_when[0]) == aid.narrow_when[1]
    return not (narrow and unit in aid.narrow)


def waiting(position: Position, receiver: str) -> int:
    """Return the aid sent to a power and not yet delivered."""
    return AID.number(position.state, receiver)


def may_receive(position: Position, power: str) -> bool:
    """Return whether a power can receive aid: it is at war and holds its capital (sections Lend Lease, Soviet Union)."""
    return not is_neutral(position, power) and is_capital_held(position, power)


def check_lend(position: Position, order: Lend) -> list[Problem]:
    """Return what is wrong with allocating aid."""
    aid = terms(position)
    if aid is None or position.power != aid.giver:
        return [GIVER.broken(f"{position.power} gives no aid", found=position.power, expected=aid.giver if aid else "nobody")]
    problems = []
    if order.to not in aid.receivers:
        problems.append(RECEIVER.broken(f"{order.to} receives no aid", found=order.to, expected=", ".join(aid.receivers)))
    elif not may_receive(position, order.to):
        problems.append(
            AT_WAR.broken(
                f"{order.to} cannot receive aid now",
                found=position.state.standing.get(order.to, ""),
                expected="a power at war that holds its capital",
            )
        )
    have = purse(position, aid.giver, aid.resource) + extra(position)
    if order.amount > have:
        problems.append(
            AMOUNT.broken(
                "more aid than there is to give",
                found=str(order.amount),
                expected=f"at most {have}",
                severity=ILLEGAL if have else FATAL,
            )
        )
    return problems


def salvage_lend(position: Position, order: Lend) -> Lend | None:
    """Return the order with as much aid as there is; None if there is no aid or no receiver."""
    aid = terms(position)
    if aid is None or position.power != aid.giver or order.to not in aid.receivers:
        return None
    least = min(order.amount, purse(position, aid.giver, aid.resource) + extra(position))
    return Lend(order.to, least) if least else None


def credit(play: Play) -> None:
    """At the start of the giver's turn, credit the aid that it must send; raiders may strip the new aid."""
    aid = terms(play.position)
    if aid is None or play.position.power != aid.giver or not is_capital_held(play.position, aid.giver):
        return
    for raider in aid.raiders:
        if AID_STRIPPED.read(play.state, raider):
            AID_STRIPPED.emit(play, "", raider)
    _change(play, aid.giver, aid.resource, amount(play.position), "income")


def lines_of(title: Title) -> list[Line]:
    """Return the line on which aid is sent, called as the aid is, through all waters in which it is stripped; see `engine.title.lines`."""
    aid = setting(title, "lend_lease", LendLease)
    if aid is None:
        return []
    zones = [row.area for row in title.areas.values() if any(title.in_region(row.area, water) for water in aid.waters)]
    return [Line(LINE, title.resources[aid.resource].name, tuple(zones), aid.source)]


def send(play: Play, order: Lend) -> None:
    """Send aid on its way: the giver's aid first, then its own money."""
    position, aid = play.position, terms(play.position)
    if aid is None:
        return
    own = min(order.amount, purse(position, aid.giver, aid.resource))
    _change(play, aid.giver, aid.resource, -own, LINE, order.to)
    added = order.amount - own
    if added:
        _change(play, aid.giver, play.title.resource, -added, LINE, order.to)
        AID_ADDED.add(play, added)
    AID.add(play, order.amount, order.to)


def strength(position: Position, raider: str) -> int:
    """Return how much aid a raider's ships can strip at their positions, less what they have already stripped."""
    aid = terms(position)
    if aid is None:
        return 0
    title = position.title
    total = sum(
        profile_of(position, key).number("interdicts") * count
        for key, count in position.state.stacks.items()
        if key.power == raider and any(title.in_region(key.area, water) for water in aid.waters)
    )
    return max(0, total - AID_STRIPPED.number(position.state, raider))


def deliver(play: Play) -> None:
    """At the start of a receiver's turn, deliver the aid sent to it, less the aid stripped at sea."""
    position, aid = play.position, terms(play.position)
    power = position.power
    left = waiting(position, power) if aid and power in aid.receivers else 0
    if aid is None or not left:
        return
    for raider in aid.raiders:
        cap = strength(position, raider) if position.relation(raider, power) == "war" else 0
        loss = min(cap, left)
        if loss:
            play.emit(ConvoyRaided(LINE, raider, power, aid.resource, loss, cap))
            AID_STRIPPED.add(play, loss, raider)
            left -= loss
    AID.emit(play, "", power)
    _change(play, power, aid.resource, left, LINE, aid.giver)


def lapse(play: Play) -> None:
    """At the end of a turn, take back aid that was not allocated, or not spent in the turn after it was sent."""
    aid = terms(play.position)
    power = play.position.power
    if aid and power in (aid.giver, *aid.receivers):
        _change(play, power, aid.resource, -purse(play.position, power, aid.resource), "lapsed")


def check_spent(position: Position) -> list[Problem]:
    """Return a problem when aid is left that could be allocated: it must be (section United States)."""
    aid = terms(position)
    left = purse(position, aid.giver, aid.resource) if aid and position.power == aid.giver else 0
    if aid is None or not left or not any(may_receive(position, power) for power in aid.receivers):
        return []
    return [UNALLOCATED.broken("aid must be allocated", found=f"{left} left", expected=f"all sent to {' or '.join(aid.receivers)}")]


def ways_to_spend(position: Position) -> list[Order]:
    """Return the orders that send all the aid that is left to one receiver."""
    aid = terms(position)
    if aid is None or not check_spent(position):
        return []
    left = purse(position, aid.giver, aid.resource)
    return [Lend(power, left) for power in aid.receivers if may_receive(position, power)]


def _change(play: Play, power: str, resource: str, delta: int, cause: str, counterparty: str = "") -> None:
    if delta:
        balance = purse(play.position, power, resource) + delta
        play.emit(ResourceChanged(power, resource, delta, balance, cause, counterparty))
