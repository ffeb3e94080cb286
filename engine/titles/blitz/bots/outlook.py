"""How the greedy player sees the board: what areas are worth, how an attack may end, how far the front is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.derived import derived_from
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz.combat import factors
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board, ways
from engine.titles.blitz.settings import sieges
from engine.titles.blitz.tables import countries, figure, places
from engine.titles.blitz.turn_end.victory import SCORED, cards_of, no_casualties

CARD = 2.5
"""What an area is worth because a Victory Card names it."""
PRIZE = 6
"""What an area is worth that decides a scenario."""
DEAR = 5
"""Worth from which on an area is not left without a guard, wherever the enemy is."""
TROOPS = ("INF", "ARM", "MAR", "PARA")
"""Types of land units that go to the enemy; the others guard."""
FAR = 50
"""Steps to where no way leads: more than any way has."""
FRONT = 2
"""Land areas from the enemy within which land units are at the front."""
OTHER = {"axis": "allies", "allies": "axis"}


def worth(position: Position, area: str, side: str = "") -> float:
    """Return what a land area is worth: its yield, its Factory, a capital, a little for the ground; to a side also what its cards name."""
    row = places(position.title)[area]
    country = countries(position.title)[board.country_at(position, area)]
    capital = 4 if area in (country.capital, *(power.capital for power in position.title.powers.values())) else 0
    rules = board.rules_of(position)
    prize = PRIZE if rules.wins == "areas" and area in rules.prize else 0
    named = CARD if area in wanted(position, side) else 0
    return 1 + 2 * (row.resources + row.oil) + 2 * row.factory + capital + prize + named


@derived_from("moment")
def wanted(position: Position, side: str) -> frozenset[str]:
    """Return the land areas that Victory Cards of a side's powers name."""
    if not side:
        return frozenset()
    cards = (card for power in board.powers_of(position, side) for card in cards_of(position, power) if card.region)
    named = (area for card in cards for area in position.title.regions[card.region])
    return frozenset(area for area in named if position.title.areas[area].kind == "land")


@derived_from("moment")
def any_ground(position: Position, side: str) -> bool:
    """Return whether a side scores for any land area that it takes without loss (No Casualties)."""
    cards = (card for power in board.powers_of(position, side) for card in cards_of(position, power))
    return any(SCORED.get(card.rule) is no_casualties for card in cards)


def guards(position: Position, area: str, side: str) -> list[Stack]:
    """Return a side's land units in an area."""
    return board.stands_in(position, area, side, "land")


def chance(position: Position, area: str, attackers: Sequence[Stack], defenders: Sequence[Stack]) -> float:
    """Return the chance to take an area, over all faces of both dice, as if losses fell on the smallest units."""
    lands = [key for key in attackers if board.kind_of(position.title, key.unit) == "land"]
    foes = [key for key in defenders if board.kind_of(position.title, key.unit) == "land"]
    if not lands:
        return 0.0
    if not foes:
        return 1.0
    fire = factors.land_fire(position, area, attackers, defenders)
    attack, defense = factors.armour(position, area, lands, foes)
    routs = attack > defense and not board.is_island(position, area)
    sizes = sorted(key.strength for key in foes)
    mine = sum(key.strength for key in lands)
    won = 0
    for die in range(1, 7):
        number, letter = factors.result(position, fire.attack.factors, die) if fire.attack.factors else (0, "")
        left = survivors(sizes, number)
        if left and routs and factors.share(letter, len(left)) >= len(left):
            left = []
        for answer in range(1, 7):
            lost, stop = factors.result(position, fire.defense.factors, answer) if fire.defense.factors else (0, "")
            able = lost < mine and factors.share(stop, len(lands)) < len(lands)
            won += not left and able
    return won / 36


def trade(position: Position, area: str, attackers: Sequence[Stack], defenders: Sequence[Stack], losses: float = 1.0) -> float:
    """Return the mean damage that a Ground Attack does less what it costs, in points; a forced retreat counts half a point.

    `losses` is what a point that it costs weighs.
    """
    lands = [key for key in attackers if board.kind_of(position.title, key.unit) == "land"]
    foes = [key for key in defenders if board.kind_of(position.title, key.unit) == "land"]
    fire = factors.land_fire(position, area, attackers, defenders)
    attack, defense = factors.armour(position, area, lands, foes)
    routs = attack > defense and not board.is_island(position, area)
    total = 0.0
    for die in range(1, 7):
        number, letter = factors.result(position, fire.attack.factors, die) if fire.attack.factors else (0, "")
        total += min(number, sum(key.strength for key in foes)) + (0.5 * factors.share(letter, len(foes)) if routs else 0)
        lost, _ = factors.result(position, fire.defense.factors, die) if fire.defense.factors else (0, "")
        total -= losses * min(lost, sum(key.strength for key in lands))
    return total / 6


def survivors(sizes: Sequence[int], hits: int) -> list[int]:
    """Return the Sizes that are left when so many points fall on the smallest units first."""
    left = list(sizes)
    for _ in range(hits):
        if left:
            left[0] -= 1
            left = [size for size in left if size > 0]
    return left


@derived_from(*board.SETTLED)
def hostile(position: Position, power: str) -> list[str]:
    """Return the land areas in play of enemies that a power is at war with."""
    land = (area for area, row in position.title.areas.items() if row.kind == "land")
    return [area for area in land if board.is_in_play(position, area) and board.is_hostile_land(position, power, area)]


@derived_from(*board.SETTLED)
def distances(position: Position, power: str) -> dict[str, int]:
    """Return land area to its distance overland from the nearest hostile area; areas without a way are left out."""
    return _distances(position, hostile(position, power))


@derived_from("moment")
def prizes(position: Position, power: str) -> dict[str, int]:
    """Return land area to its distance overland from the nearest hostile area that is worth more than its ground."""
    side = board.side_of(position, power)
    return _distances(position, (area for area in hostile(position, power) if worth(position, area, side) > 1))


def _distances(position: Position, goals: Iterable[str]) -> dict[str, int]:
    found = dict.fromkeys(goals, 0)
    ahead = list(found)
    for place in ahead:  # grows as it is walked
        for other in control.adjacent_land(position, place):
            if other not in found and board.holder(position, other):
                found[other] = found[place] + 1
                ahead.append(other)
    return found


@derived_from("moment")
def sea_distances(position: Position, power: str) -> dict[str, int]:
    """Return sea area to its distance from the nearest one that touches a hostile land area."""
    near = position.title.neighbours
    found = {sea: 0 for area in hostile(position, power) for sea in coast(position, area)}
    ahead = list(found)
    for place in ahead:  # grows as it is walked
        for other, link in near[place].items():
            if link.kind == "sea" and other not in found and board.is_in_play(position, other):
                found[other] = found[place] + 1
                ahead.append(other)
    return found


def coast(position: Position, area: str) -> list[str]:
    """Return the sea areas that a land area touches."""
    return [sea for sea, link in position.title.neighbours[area].items() if link.kind == "coast"]


def gap(position: Position, power: str, seas: Iterable[str]) -> int:
    """Return the distance over sea from the nearest of some sea areas to a hostile shore; FAR where there is no way."""
    far = sea_distances(position, power)
    return min((far.get(sea, FAR) for sea in seas), default=FAR)


def threat(position: Position, area: str, side: str) -> float:
    """Return the enemy Land Factors that stand beside a land area."""
    total = 0.0
    for other in control.adjacent_land(position, area):
        for key in guards(position, other, OTHER[side]):
            if any(board.at_war(position, key.power, power) for power in board.powers_of(position, side)):
                total += board.printed(position.title, key, "land")
    return total


def naval_strength(position: Position, side: str, area: str) -> int:
    """Return a side's printed Naval Factors in a sea area."""
    return sum(
        max(board.printed(position.title, key, "naval"), 0)
        for key, _ in position.stacks(area)
        if board.side_of(position, key.power) == side
    )


def fleet(position: Position, power: str) -> int:
    """Return the printed Naval Factors of a power's warships on the map."""
    return sum(
        max(board.printed(position.title, key, "naval"), 0)
        for key in board.on_map(position)
        if key.power == power and board.type_of(position.title, key.unit) in board.WARSHIPS
    )


def rules_sea(position: Position, power: str, escort: float) -> bool:
    """Return whether a power has so many times the fleet of the strongest power of the other side, be it at war or not."""
    foes = board.powers_of(position, OTHER[board.side_of(position, power)])
    return fleet(position, power) >= escort * max((fleet(position, foe) for foe in foes), default=0)


def waiting(position: Position, power: str) -> int:
    """Return the Sizes of a power's troops that are not at the front, or have no way to it by land."""
    far = distances(position, power)
    return sum(
        key.strength
        for key in board.on_map(position)
        if key.power == power and board.type_of(position.title, key.unit) in TROOPS and far.get(key.area, 99) > FRONT
    )


def room(position: Position, power: str) -> int:
    """Return the Sizes that a power's TRS carry."""
    ships = (key for key in board.on_map(position) if key.power == power)
    return sum(board.capacity(position, key) for key in ships if board.type_of(position.title, key.unit) == "TRS")


def needs_guard(position: Position, area: str, side: str, against: str = "") -> bool:
    """Return whether an area must not be left empty: enemies stand beside it elsewhere than in `against`, or can land on dear ground.

    What the enemy's cards name is worth guarding too; a capital is kept from all who may come to it in a later turn.
    """
    if area in capitals(position, side):
        later = figure(position.title, "rebase-movement")
        if _is_open(position, area, side, against) or is_raided(position, area, later):
            return True
    price = max(worth(position, area), worth(position, area, OTHER[side]))  # to the enemy, its cards count
    if price >= DEAR and (is_raided(position, area) or _is_open(position, area, side, against)):
        return True
    return price > 1 and any(other != against and guards(position, other, OTHER[side]) for other in control.adjacent_land(position, area))


@derived_from(*board.SETTLED)
def capitals(position: Position, side: str) -> frozenset[str]:
    """Return the capitals that a side holds of its powers, and of their home countries that fall with one area (3.4)."""
    title = position.title
    own = [(row.capital, power) for power, row in title.powers.items() if row.capital]
    homes = [(row.capital, row.power) for row in countries(title).values() if row.major and row.capital]
    return frozenset(
        area
        for area, power in (*own, *homes)
        if board.side_of(position, power) == side and board.is_in_play(position, area) and board.is_ours(position, side, area)
    )


def is_pinned(position: Position, key: Stack, side: str, against: str = "") -> bool:
    """Return whether a land unit stays where it is: the last guard of what needs one, or part of a garrison that a scenario asks for.

    Where the enemy scores for any ground that it takes without loss, the last unit leaves nothing that the enemy can walk into.
    """
    there = guards(position, key.area, side)
    for siege in sieges(position.title, position.state.scenario):
        if siege.area == key.area and board.side_of(position, siege.holder) == side:
            return sum(one.strength for one in there) - key.strength < siege.garrison
    if len(there) > 1:
        return False
    given = any_ground(position, OTHER[side]) and _is_open(position, key.area, side, against)
    return given or needs_guard(position, key.area, side, against)


def _is_open(position: Position, area: str, side: str, against: str) -> bool:
    """Return whether enemies can walk into an area if it is empty: from beside it, or over empty ground beside it."""
    for other in control.adjacent_land(position, area):
        if other == against or guards(position, other, side):
            continue
        if guards(position, other, OTHER[side]):
            return True
        if any(guards(position, far, OTHER[side]) for far in control.adjacent_land(position, other) if far != against):
            return True
    return False


def is_raided(position: Position, area: str, reach: int = 1) -> bool:
    """Return whether TRS of its holder's enemies at war can come to a sea beside an area: in a move to sea, or in so many of them."""
    return not raided_seas(position, board.holder(position, area), reach).isdisjoint(coast(position, area))


@derived_from("moment")
def raided_seas(position: Position, power: str, reach: int = 1) -> frozenset[str]:
    """Return the sea areas that TRS of a power's enemies at war can come to in so many moves to sea."""
    found = set[str]()
    for key in board.on_map(position):
        if board.type_of(position.title, key.unit) == "TRS" and board.at_war(position, key.power, power):
            found.update(ways.voyages(position, key, reach * ways.sea_range(position, key)))
    return frozenset(found)
