"""The choice of the next attack: the units that make it worthwhile, and its value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from engine.families.axis_allies.board import enemy_stacks, is_sea
from engine.families.axis_allies.bots.greedy.elite_infantry import as_marines, drops
from engine.families.axis_allies.bots.greedy.forces import Units, attackers, defenders, judge, value
from engine.families.axis_allies.bots.greedy.pool import Piece, afloat, flying, legal, orders_of, overland
from engine.families.axis_allies.bots.greedy.sealift import Lot, lots
from engine.families.axis_allies.bots.greedy.view import View, least
from engine.families.axis_allies.bots.greedy.walls import strengthened
from engine.odds.quick import Odds
from engine.orders import Order
from engine.play import Play

ENOUGH = 1.15
"""Ratio of strength times hits above which an attack's exact odds are computed."""
AT_SEA = 2.0
"""Value of clearing a sea zone, in addition to the ships sunk."""
BETTER = 0.5
"""Gain in value that justifies more units than a smaller attack needs."""
FEW = 1.5
"""Growth factor of an attack between tries."""


class Plan(NamedTuple):
    """An attack: its orders in sequence, and its expected gain in value."""

    area: str
    orders: list[Order]
    gain: float


def next_attack(play: Play, view: View, closed: set[str]) -> Plan | None:
    """Return the attack with the greatest gain, None when none gains; areas not worth attacking are put in `closed`."""
    plans = []
    theirs, held = view.theirs, view.position.board
    for area in view.title.areas:
        if area in closed:
            continue
        if area in theirs:
            plan = _ashore(play, view, area) if view.worth(area) > 0 else None
        elif area in held and is_sea(view.title, area) and enemy_stacks(view.position, area, view.power):
            plan = _at_sea(play, view, area)
        else:
            continue
        if plan:
            plans.append(plan)
        else:
            closed.add(area)
    return max(plans, key=lambda plan: plan.gain, default=None)


def _ashore(play: Play, view: View, area: str) -> Plan | None:
    """Attack a land area overland, adding aircraft as needed, and from the sea if that is not enough."""
    against = strengthened(view, area, view.enemy_units(area))
    worth = view.worth(area)
    overland_pieces = overland(view, area)
    if not against:
        return _walk_in(play, view, area, overland_pieces)
    guns = has_guns(view, area)
    dropped, air = drops(play, view, area, flying(view, area))
    cost = _price(view, area, against, worth, guns)
    best = _grow(view, overland_pieces, dropped, against, cost, play, air)
    if not best or best.gain < worth / 2:
        ships = lots(view, area)
        if ships:
            mixed = _grow(view, overland_pieces, ships + dropped, against, cost, play, air)
            best = max(filter(None, (best, mixed)), key=lambda plan: plan.gain, default=None)
    return best._replace(area=area) if best else None


def has_guns(view: View, area: str) -> bool:
    """Return whether enemy anti-aircraft fire covers an area."""
    return any(view.title.units[key.unit].has("anti-air") for key, _ in enemy_stacks(view.position, area, view.power))


def _walk_in(play: Play, view: View, area: str, pieces: list[Piece]) -> Plan | None:
    """Take an undefended area with the cheapest unit that can reach it."""
    units = view.title.units
    for piece in sorted(pieces, key=lambda piece: (units[piece.unit].cost, len(piece.path), piece)):
        if legal(play, [piece]):
            lost = view.fear * 0.5 * units[piece.unit].cost * view.danger(area, {piece.unit: 1})
            gain = view.worth(area) - lost
            return Plan(area, orders_of(view, [piece]), gain) if gain > 0 else None
    for lot in (lots(view, area) or drops(play, view, area, flying(view, area))[0])[:1]:
        lost = view.fear * 0.5 * (value(view.title, lot.units) + lot.risk)
        gain = view.worth(area) - lost * view.danger(area, lot.units) - lot.toll
        return Plan(area, lot.orders, gain) if gain > 0 else None
    return None


Price = Callable[[Counter[str], float], tuple[float, Odds]]


def _price(view: View, area: str, against: Units, worth: float, guns: bool) -> Price:
    """Return the function that computes the gain and the odds of an attack with given units."""

    def gain(units: Counter[str], risk: float) -> tuple[float, Odds]:
        title = view.title
        odds = judge(view.book, units, against)
        shot = sum(title.units[u].cost * n / title.dice_sides for u, n in units.items() if title.units[u].cls == "air")
        stay = _survivors(view, units, odds.attacker_lost)
        back = view.danger(area, stay) if odds.take > 0.3 and odds.take >= view.style.attack_at else 1.0
        exposed = view.fear * back * (0.6 * value(title, stay) + risk)
        kept = worth * (1 - 0.6 * back)
        return odds.take * kept + odds.defender_lost - odds.attacker_lost - guns * shot - odds.take * exposed, odds

    return gain


def _survivors(view: View, units: Counter[str], lost: float) -> Counter[str]:
    """Return the land units expected to be left in the area, when the cheapest go first."""
    left: Counter[str] = Counter()
    for unit in sorted(units.elements(), key=lambda unit: (view.title.units[unit].cost, unit)):
        if lost > 0:
            lost -= view.title.units[unit].cost
        elif view.title.units[unit].cls == "land":
            left[unit] += 1
    return left


def _grow(
    view: View,
    pieces: list[Piece],
    ships: list[Lot],
    against: Units,
    price: Price,
    play: Play,
    air: list[Piece] | None = None,
) -> Plan | None:
    """Add available units until the odds are good; return the best attack that gains value at those odds."""
    offers: list[Piece | Lot] = [*pieces, *ships, *(air or [])]
    best, size, checked = None, _enough(view, offers, against), set[Piece]()
    while size:
        offers, checked = _without_illegal(play, offers, size, checked)
        chosen = offers[:size]
        brought = [one for one in chosen if isinstance(one, Lot)]
        gain, odds = price(_units(chosen), sum(one.risk for one in brought))
        gain -= sum(one.toll for one in brought)
        if odds.take >= view.style.attack_at and gain > 0 and (not best or gain > best.gain + BETTER):
            best = Plan("", as_marines(view, _orders(view, chosen), _units(chosen), against), gain)
        if size >= len(offers):
            return best
        size = min(len(offers), max(size + 1, int(size * FEW)))
    return best


def _without_illegal(play: Play, offers: list[Piece | Lot], size: int, checked: set[Piece]) -> tuple[list[Piece | Lot], set[Piece]]:
    """Drop the units among the first offers whose move the rules do not allow: they would keep those at home that go with them."""
    asked = {one for one in offers[:size] if isinstance(one, Piece)} - checked
    good = set(legal(play, sorted(asked)))
    bad = asked - good
    kept = [one for one in offers if not isinstance(one, Piece) or one not in bad] if bad else offers
    return kept, checked | good


def _enough(view: View, offers: list[Piece | Lot], against: Units) -> int:
    """Return how many of the available units give about even odds; 0 if even all are too few."""
    defense = defenders(view.book, against)
    wanted, is_played = ENOUGH * defense.weight, view.book.is_played

    def suffice(more: int) -> bool:
        attack = attackers(view.book, _units(offers[: more + 1]))
        return attack.ground and (is_played or attack.weight >= wanted)

    first = least(suffice, len(offers))
    return first + 1 if first < len(offers) else 0


def _units(offers: list[Piece | Lot]) -> Counter[str]:
    units: Counter[str] = Counter()
    for one in offers:
        if isinstance(one, Lot):
            units += one.units
        else:
            units[one.unit] += 1
    return units


def _orders(view: View, offers: list[Piece | Lot]) -> list[Order]:
    """Ships first: the other orders depend on them most."""
    sea = [order for one in offers if isinstance(one, Lot) for order in one.orders]
    return sea + orders_of(view, [one for one in offers if isinstance(one, Piece)])


def _at_sea(play: Play, view: View, zone: str) -> Plan | None:
    """Attack the enemy's ships in a sea zone with ships and aircraft."""
    against = view.enemy_units(zone)
    offers = _warships(view, zone, against) + flying(view, zone)
    defense = defenders(view.book, against)
    harmless = not defense.strength
    best, checked = None, set[Piece]()
    size = 1 if harmless else 2
    while offers and size:
        size = min(size, len(offers))
        kept, checked = _without_illegal(play, list(offers), size, checked)
        offers = [one for one in kept if isinstance(one, Piece)]
        chosen = offers[:size]
        units = _units(list(chosen))
        odds = judge(view.book, units, against)
        if odds.win >= view.style.attack_at:
            gain = odds.defender_lost - odds.attacker_lost + AT_SEA * odds.win - _sea_risk(view, zone, units)
            if gain > 0 and (not best or gain > best.gain + BETTER):
                best = Plan(zone, orders_of(view, chosen), gain)
        if size >= len(offers) or harmless:
            return best
        size = max(size + 1, int(size * FEW))
    return best


def _warships(view: View, zone: str, against: Units) -> list[Piece]:
    """Return the warships for an attack: for one on submarines alone, which dive away, those that the title sends after them."""
    rows, offers = view.title.units, afloat(view, zone)
    alone = view.hunters and all(rows[unit].has("submarine") for unit in against)
    return [piece for piece in offers if rows[piece.unit].has(view.hunters)] if alone else offers


def _sea_risk(view: View, zone: str, units: Units) -> float:
    """Return the expected loss of ships to the enemy's counterattack."""
    ships = {unit: count for unit, count in units.items() if view.title.units[unit].cls == "sea"}
    if not ships:
        return 0.0
    back = judge(view.book, view.threats.on(zone), ships)
    return view.fear * 0.5 * back.win * value(view.title, ships)
