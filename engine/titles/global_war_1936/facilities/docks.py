"""Repairs of ships at docks, which take as many places of a dock as hits (section 7.4)."""

from __future__ import annotations

from engine.events import ResourceChanged
from engine.families.axis_allies.board import condition_of, is_friendly, own_stacks, stacks_in
from engine.families.axis_allies.facilities.facilities import works
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.vocabulary import BOMBARDED, FOUGHT
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile_of
from engine.play import Play
from engine.problems import FATAL, ILLEGAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.facilities import bases
from engine.titles.global_war_1936.orders import Dock
from engine.titles.global_war_1936.vocabulary import CONVOY_MINES, CONVOY_RAID, DOCK_USED, DOCKED, DOCKED_FOR_TWO, DOCKYARD_USED

SECTION = "7.4 Repair"
ELSEWHERE = frozenset({FOUGHT, BOMBARDED, CONVOY_RAID, CONVOY_MINES})
"""Words of ships that have done something else in the turn of a repair, which takes all of it."""
ANY, PRICE = 99, 6
"""Places of a dock without a limit; faces of the die that a repair costs (section 15.5)."""

DOCK = Rule("repair/dock", SECTION, FATAL)
SHIPS = Rule("repair/ships", SECTION)
PLACES = Rule("repair/places", SECTION)
FUNDS = Rule("repair/funds", "15.5", FATAL)


def places(position: Position, area: str, ability: str) -> int:
    """Return the places of the docks of an area that work, less those that are taken this turn: a dockyard's and a shipyard's (12.6).

    Where repairs cost money a major shipyard or dockyard repairs any number (section 15.5).
    """
    return min(ANY, _room(position, area, ability, False) + _room(position, area, ability, True))


def _room(position: Position, area: str, ability: str, builds: bool) -> int:
    """Return the places left of the best dockyard of an area, or of the best shipyard, which builds ships too."""
    best = max(
        (
            row.number(ability)
            for row in (profile_of(position, key) for key, _ in stacks_in(position, area) if works(position, key))
            if row.has(ability) and row.has("slipway") is builds
        ),
        default=0,
    )
    if ability == "repairs" and best > 1 and is_paid(position):
        return ANY
    return max(0, best - (used(position, area) if builds else DOCKYARD_USED.number(position.state, area)))


def is_paid(position: Position) -> bool:
    """Return whether repairs of ships cost money: with option `capital-damage` at `rolled`."""
    return position.options.get("capital-damage") == "rolled"


def used(position: Position, area: str) -> int:
    """Return how many places of an area's shipyard are taken this turn."""
    return DOCK_USED.number(position.state, area)


def use(play: Play, area: str, count: int) -> None:
    """Take places for repairs: of an area's dockyard first, which builds nothing, then of its shipyard."""
    if ashore := min(count, _room(play.position, area, "repairs", False)):
        DOCKYARD_USED.add(play, ashore, area)
    if count > ashore:
        build(play, area, count - ashore)


def build(play: Play, area: str, count: int) -> None:
    """Take places of an area's shipyard."""
    DOCK_USED.add(play, count, area)


def damaged(position: Position, unit: str, zone: str) -> int:
    """Return how many hits ships of a type in a sea zone bear that are not yet docked."""
    return sum(
        n * (profile_of(position, key).strength - key.strength)
        for key, n in own_stacks(position, zone, position.power)
        if key.unit == unit and {DOCKED, DOCKED_FOR_TWO}.isdisjoint(condition_of(key).words)
    )


def check_dock(position: Position, order: Dock) -> list[Problem]:
    """Return what is wrong with a repair of ships."""
    if order.at not in position.title.neighbours.get(order.area, ()) or not (
        is_friendly(position, order.at, position.power) or bases.are_open(position, order.at, position.power)
    ):
        return [
            DOCK.broken(
                "ships are repaired beside a friendly dock",
                found=f"{order.at} for {order.area}",
                expected="an area of one's own side beside it",
            )
        ]
    problems = []
    have, room = damaged(position, order.unit, order.area), places(position, order.at, "repairs")
    if order.hits > have:
        problems.append(
            SHIPS.broken(
                f"so many {order.unit} are not damaged there",
                found=str(order.hits),
                expected=f"at most {have}",
                severity=ILLEGAL if have else FATAL,
            )
        )
    if order.hits > room:
        problems.append(
            PLACES.broken(
                f"the dock of {order.at} repairs no more",
                found=str(order.hits),
                expected=f"at most {room}",
                severity=ILLEGAL if room else FATAL,
            )
        )
    price, money = order.hits * PRICE, purse(position, position.power)
    if is_paid(position) and price > money:
        problems.append(FUNDS.broken("a repair may cost up to six", found=str(price), expected=f"at most {money}"))
    return problems


def dock(play: Play, order: Dock) -> None:
    """Take the ships in."""
    use(play, order.at, order.hits)
    if is_paid(play.position):
        power, have = play.position.power, purse(play.position, play.position.power)
        price = sum(play.roll(order.hits, f"repair of {order.unit} at {order.at}", PRICE))
        play.emit(ResourceChanged(power, play.title.resource, -price, have - price, "repair", area=order.at))
    left = order.hits
    for key, n in own_stacks(play.position, order.area, play.position.power):
        short = profile_of(play.position, key).strength - key.strength
        condition = condition_of(key)
        if key.unit != order.unit or short < 1 or not {DOCKED, DOCKED_FOR_TWO}.isdisjoint(condition.words):
            continue
        whole = min(n, left // 2) if short > 1 else 0
        for word, taken, hits in ((DOCKED_FOR_TWO, whole, 2), (DOCKED, min(n - whole, left - 2 * whole), 1)):
            if taken > 0:
                play.emit(changed(key, taken, "docked", condition.having(word).text))
                left -= hits * taken


def launch(play: Play) -> None:
    """Finish the repairs of ships that have stayed at their dock the full turn (section 7.4): who fought or raided has not been there.

    Who has retreated from it has an origin, but used no movement.
    """
    for area in play.position.areas_of(play.position.power):
        for key, n in own_stacks(play.position, area, play.position.power):
            condition = condition_of(key)
            hits = (DOCKED in condition.words) + 2 * (DOCKED_FOR_TWO in condition.words)
            if hits:
                stays = not condition.used and not condition.origin and ELSEWHERE.isdisjoint(condition.words)
                play.emit(
                    changed(
                        key, n, "repaired", condition.without(DOCKED, DOCKED_FOR_TWO).text, to_strength=key.strength + hits if stays else 0
                    )
                )
