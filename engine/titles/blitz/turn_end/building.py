"""Building units up, building them new, and scrapping them (section 7.8); the phase is in `build_phase.py`."""

from __future__ import annotations

from engine import events as ev
from engine.condition import parse_condition
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.own_tables import own_rows
from engine.titles.blitz.combat import phases, results
from engine.titles.blitz.orders import Build, Scrap
from engine.titles.blitz.politics import entry
from engine.titles.blitz.position import board, changes, weapons
from engine.titles.blitz.position.changes import OIL, RESOURCES
from engine.titles.blitz.position.supply import supplied
from engine.titles.blitz.settings import appearances
from engine.titles.blitz.tables import Port, big_of, counters, figure
from engine.titles.blitz.turn_end import purses, treasury
from engine.titles.blitz.vocabulary import A_BOMB_TESTED, BUILT, FREE_GAR

SECTION = "7.8 Spend your Resources"

MISSING = Rule("build/missing", SECTION, FATAL)
ISOLATED = Rule("build/isolated", "7.6 Determine your Oil and Resources", FATAL)
CHINA = Rule("build/china", SECTION, FATAL)
BUILD_PRICE = Rule("build/price", SECTION, FATAL)
SUPPLY = Rule("build/supply", SECTION, FATAL)
SIZE = Rule("build/size", SECTION, FATAL)
ROOM = Rule("build/room", "4.2 Move to a Sea Area", FATAL)
BIG = Rule("build/big", SECTION, FATAL)
BUILD_HOME = Rule("build/home", SECTION, FATAL)
BUILD_A_BOMB = Rule("build/a-bomb", SECTION, FATAL)
SITE = Rule("build/site", SECTION, FATAL)
SCENARIO = Rule("scrap/scenario", SECTION, FATAL)
SCRAP = Rule("scrap", SECTION, FATAL)


def price(position: Position, key: Stack, order: Build) -> int:
    """Return what a build costs: one a Size, the first GAR of a turn nothing (7.8)."""
    free = board.type_of(position.title, key.unit) == "GAR" and board.is_boxed(position, key)
    free = free and not FREE_GAR.read(position.state) and not board.lacks(position, "free-gar")
    return order.sizes - int(free)


def check_build(position: Position, order: Build) -> list[Problem]:
    """Return what is wrong with building a unit (7.8)."""
    key = board.find(position, order.unit)
    power = position.power
    if key is None or key.power != power or (board.is_boxed(position, key) and key.area != changes.box(power, changes.POOL)):
        there = key.area if key else "out of the game"
        return [
            MISSING.broken(
                f"{power} has no {order.unit} on the map or in its Force Pool",
                there,
                "a unit on the map or in the Force Pool",
            )
        ]
    wrong = _check_site(position, key, order) if board.is_boxed(position, key) else _check_repair(position, key, order)
    return wrong or _check_price(position, key, order)


def _check_price(position: Position, key: Stack, order: Build) -> list[Problem]:
    cost, power = price(position, key, order), position.power
    own = purses.purse_of(position, key, order.area or key.area)
    if own is not None and not board.is_chinese(position, key.unit):
        if cost <= own.left:
            return []
        if own.alone:
            return [ISOLATED.broken(f"{own.country} pays for its units itself", str(cost), f"{own.left} at most")]
    if board.is_chinese(position, key.unit):
        purse = min(
            purses.china_purse(position),
            treasury.usable(position, power) if entry.is_limited(position, power) else purses.china_purse(position),
        )
        return [] if cost <= purse else [CHINA.broken("China has not so many Resources", str(cost), f"{purse} at most")]
    oil = max(order.oil, cost - changes.store(position, power, RESOURCES))
    if cost > treasury.usable(position, power) or oil > changes.store(position, power, OIL) or oil > cost:
        found = f"{cost} ({oil} in Oil)"
        return [BUILD_PRICE.broken(f"{power} cannot pay that", found, f"{treasury.usable(position, power)} at most")]
    return []


def _check_repair(position: Position, key: Stack, order: Build) -> list[Problem]:
    if (
        key.area not in supplied(position, key.power, board.home_of(position, key.unit), builds=True)
        and position.title.areas[key.area].kind == "land"
    ):
        return [SUPPLY.broken(f"{key.unit} is out of supply", key.area, "a supplied area")]
    top = top_size(position, key)
    if key.strength + order.sizes > top:
        return [SIZE.broken(f"{key.unit} does not grow so much", str(key.strength + order.sizes), f"Size {top} at most")]
    after = key.strength + order.sizes
    if board.is_aboard(key) and not _fits_aboard(position, key, order.sizes):
        return [ROOM.broken("its TRS cannot carry it so large", f"Size {after}", "a smaller Size")]
    kind = board.kind_of(position.title, key.unit)
    at_land = position.title.areas[key.area].kind == "land" and kind in ("land", "air")
    crowded = at_land and not board.has_room(position, key, key.area, None, after)
    port = board.port_at(position, key) if kind == "sea" and position.title.areas[key.area].kind == "land" else None
    if crowded or (port is not None and port.size == "small" and not _fits_port(position, key, port, after)):
        return [
            ROOM.broken(
                "there is no room for it so large",
                f"Size {after}",
                "a smaller Size",
                section="1.3 The Map and Stacking",
            )
        ]
    return []


def _fits_aboard(position: Position, key: Stack, more: int) -> bool:
    """Return whether the TRS that carries a unit can carry it when it has grown."""
    loads = ((ship, parse_condition(ship.condition).cargo) for ship, _ in position.stacks(key.area))
    ship, load = next((ship, load) for ship, load in loads if (key.power, key.unit) in load)
    riders = board.find_all(position, (unit for _, unit in load))
    return sum(rider.strength for rider in riders) + more <= board.capacity(position, ship)


def _fits_port(position: Position, key: Stack, port: Port, size: int) -> bool:
    return size <= figure(position.title, "small-port-sizes") and board.has_room(position, key, key.area, port, size)


def top_size(position: Position, key: Stack) -> int:
    """Return the Size that a unit may be built up to: its Big version must be in the Force Pool, its home not conquered (3.4, 7.8)."""
    row = position.title.units[key.unit]
    if board.is_big(position.title, key.unit):
        return row.strength
    big = board.find(position, big_of(position.title).get(key.unit, ""))
    if row.strength < 2 or big is None or big.area != changes.box(key.power, changes.POOL):
        return row.strength
    conquered = board.is_conquered(position, counters(position.title)[key.unit].home)
    return row.strength if conquered else 4


def sites(position: Position, key: Stack) -> list[tuple[str, str]]:
    """Return the (land area, sea of the port) where a unit may be built new: in its home country, a FORT anywhere of one's own (7.8).

    A line begins in the home country (1.7), so that a free GAR needs no other rule than the rest.
    """
    title, power = position.title, key.power
    type_, home = board.type_of(title, key.unit), board.home_of(position, key.unit)
    line = supplied(position, power, home, builds=True)
    told = appearances(title, position.state.scenario).get(counters(title)[key.unit].home, home)
    areas = (a for a in title.areas if board.holder(position, a) == power) if type_ == "FORT" else title.regions.get(told, ())
    found = []
    unit = key._replace(strength=1)
    for area in areas:
        if area not in line:
            continue
        if board.kind_of(title, key.unit) == "sea":
            found += [
                (area, port.seas[0])
                for port in own_rows(title, "ports", Port)
                if port.area == area and _opens(position, port) and board.can_stack(position, unit, area, port)
            ]
        elif board.can_stack(position, unit, area):
            found.append((area, ""))
    return found


def places_for(position: Position, key: Stack) -> list[tuple[str, str]]:
    """Return the (land area, sea of the port) to name in a build of a unit: none on the map, where it may appear from the Force Pool."""
    if not board.is_boxed(position, key):
        return [("", "")]
    return sites(position, key) if key.area == changes.box(key.power, changes.POOL) else []


def _opens(position: Position, port: Port) -> bool:
    """Return whether a port is on a sea area in play."""
    return any(board.is_in_play(position, sea) for sea in port.seas)


def _check_site(position: Position, key: Stack, order: Build) -> list[Problem]:
    if board.is_big(position.title, key.unit):
        return [BIG.broken("a Big unit is built from its Small one on the map", key.unit, "its Small unit")]
    home = counters(position.title)[key.unit].home
    if not weapons.is_ally(position, key.power, home):
        return [BUILD_HOME.broken(f"{key.unit}'s country is no ally now", home, "a unit of an ally")]
    if board.type_of(position.title, key.unit) == "A-BOMB" and not A_BOMB_TESTED.read(position.state, key.power):
        return [BUILD_A_BOMB.broken("the A-Bomb must first be tested", "not tested", "a test that succeeds")]
    if order.sizes > position.title.units[key.unit].strength:
        return [SIZE.broken(f"{key.unit} is not so large", str(order.sizes), f"Size {position.title.units[key.unit].strength}")]
    open_ = sites(position, key)
    if not any(area == order.area and (not order.port or _same_port(position, area, sea, order.port)) for area, sea in open_):
        return [
            SITE.broken(
                f"{key.unit} cannot be placed there",
                order.area or "no area",
                ", ".join(dict.fromkeys(area for area, _ in open_)) or "nowhere",
            )
        ]
    unit = key._replace(strength=order.sizes)
    if board.kind_of(position.title, key.unit) != "sea":
        return [] if board.can_stack(position, unit, order.area) else [ROOM.broken("no room", order.area, "fewer Sizes", section=SECTION)]
    port = board.harbours(position, order.area, _mooring(position, key, order))
    return (
        []
        if port and board.can_stack(position, unit, order.area, port)
        else [ROOM.broken("no room", order.area, "fewer Sizes", section=SECTION)]
    )


def _same_port(position: Position, area: str, sea: str, told: str) -> bool:
    port = board.harbours(position, area, sea)
    return port is not None and told in port.seas


def _mooring(position: Position, key: Stack, order: Build) -> str:
    """Return the sea of the port that a new ship is placed in; none for other units."""
    own = [sea for area, sea in sites(position, key) if area == order.area]
    return next((sea for sea in own if not order.port or _same_port(position, order.area, sea, order.port)), "")


def build(play: Play, order: Build) -> None:
    """Pay, and build a unit up or place it new (7.8)."""
    key = board.find(play.position, order.unit)
    assert key is not None
    cost = price(play.position, key, order)
    mooring = _mooring(play.position, key, order)
    treasury.pay(play, key, cost, order.oil, order.area or key.area)
    if not board.is_boxed(play.position, key):
        changes.resize(play, key, key.strength + order.sizes, "build")
        return
    if cost < order.sizes:
        FREE_GAR.set(play, "yes")
    play.emit(ev.UnitsPurchased(key.power, key.unit, 1, cost, cost, RESOURCES))
    play.emit(ev.UnitsRemoved(key.power, key.unit, 1, key.area, key.strength, "drawn", key.condition))
    word = changes.port_word(play, order.area, mooring)
    play.emit(ev.UnitsPlaced(key.power, key.unit, 1, order.area, order.sizes, "mobilize", word))
    if not BUILT.read(play.state, key.unit):
        BUILT.set(play, board.game_turn(play.position), key.unit)


def check_scrap(position: Position, order: Scrap) -> list[Problem]:
    """Return what is wrong with damaging a unit of one's own (7.8)."""
    key, wrong = phases.the_unit(position, order.unit, SECTION)
    if not board.rules_of(position).scraps:
        return [SCENARIO.broken("nobody damages units of their own in this scenario", order.unit, "no scrapping")]
    if key is not None and (key.power != position.power or order.sizes > key.strength):
        return [
            SCRAP.broken(
                f"{position.power} cannot damage {order.unit} so much",
                f"{order.sizes} of {key.power}",
                f"its own, {key.strength} at most",
            )
        ]
    return wrong


def scrap(play: Play, order: Scrap) -> None:
    """Damage or destroy a unit of one's own (7.8)."""
    key = board.find(play.position, order.unit)
    assert key is not None
    left = changes.damage(play, key, "scrapped", order.sizes)
    if left is not None:
        results.lighten(play, left)
