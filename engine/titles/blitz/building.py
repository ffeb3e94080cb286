"""New weapons, and what Resources and Oil are spent on (sections 7.3, 7.7, 7.8); the phase is in `build_phase.py`."""

from __future__ import annotations

from engine import events as ev
from engine.condition import parse_condition
from engine.mechanics.changes import changed
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz import board, changes, entry, phases, purses, results
from engine.titles.blitz.orders import AddUnit, Bomb, Build, Forgo, ResearchWeapons, Scrap
from engine.titles.blitz.supply import supplied
from engine.titles.blitz.tables import Port, big_of, counters
from engine.titles.blitz.turn_end import OIL, RESOURCES
from engine.titles.blitz.vocabulary import (
    A_BOMB,
    A_BOMB_TESTED,
    A_BOMBED,
    ADDED,
    BOMB_STEP,
    BOUGHT_ADDS,
    BUILT,
    CHINA_SPENT,
    FORGONE,
    FREE_GAR,
    LENT,
    PURSE,
    SPENT,
)

SECTION = "7.8 Spend your Resources"
GROUPS = (1, 2, 3, 4)
FIRST_BOX = 5
RESEARCH_WORKS = 4

DEVELOP_GROUP = Rule("develop/group", "7.3 New Weapons Development", FATAL)
LIMIT = Rule("develop/limit", "7.3 New Weapons Development", FATAL)
DEVELOP_ALLY = Rule("develop/ally", "7.3 New Weapons Development", FATAL)
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
RESEARCH_PRICE = Rule("research/price", SECTION, FATAL)
RESEARCH_GROUP = Rule("research/group", SECTION, FATAL)
TRACK = Rule("a-bomb/track", SECTION, FATAL)
A_BOMB_ONCE = Rule("a-bomb/once", SECTION, FATAL)
BOX = Rule("a-bomb/box", SECTION, FATAL)
SCENARIO = Rule("scrap/scenario", SECTION, FATAL)
SCRAP = Rule("scrap", SECTION, FATAL)


def groups(position: Position, power: str) -> dict[int, list[Stack]]:
    """Return group to the units of a power that wait in it (7.3)."""
    table: dict[int, list[Stack]] = {group: [] for group in GROUPS}
    for key in sorted(position.state.stacks):
        for group in GROUPS:
            if key.area == f"{power}-group-{group}":
                table[group].append(key)
    return table


def current_group(position: Position, power: str) -> int:
    """Return the lowest group that still holds units; 0 when none does."""
    return next((group for group, keys in groups(position, power).items() if keys), 0)


def may_add(position: Position, power: str) -> int:
    """Return how many more units a power may add in this turn (7.3)."""
    group = current_group(position, power)
    return max(allowed(position, power, group) - ADDED.number(position.state), 0) if group else 0


def allowed(position: Position, power: str, group: int) -> int:
    """Return how many units of a group a power may add in a turn (7.3), or whichever a scenario says (C.6)."""
    told = board.rules_of(position).adds.get(power)
    rows = {row.group: row.adds for row in position.title.own["development"] if row.power == power}
    return rows.get(group, 0) if told is None else told


def may_buy_one(position: Position, power: str) -> bool:
    """Return whether an Oil buys one more new unit now: so often in the game, once a turn (C.6)."""
    bought, group = BOUGHT_ADDS.number(position.state, power), current_group(position, power)
    extra = ADDED.number(position.state) == allowed(position, power, group)
    return (
        bool(group)
        and extra
        and bought < board.rules_of(position).bought_adds.get(power, 0)
        and changes.store(position, power, OIL) > 0
    )


def usable(position: Position, power: str) -> int:
    """Return how much Oil and Resources a power may still use in this turn: its limit while its entry is limited (7.7)."""
    everything = changes.store(position, power, RESOURCES) + changes.store(position, power, OIL)
    if not entry.is_limited(position, power):
        return everything
    used = SPENT.number(position.state) + (
        lent(position, power) if position.options["limit-lend-lease"] == "within" else 0
    )
    return max(min(everything, entry.box(position, power) - used), 0)


def lent(position: Position, power: str) -> int:
    """Return what a power has given to other powers by Lend Lease in this turn."""
    turn, _, amount = LENT.read(position.state, power).partition(" ")
    return int(amount) if turn == str(board.game_turn(position)) else 0


def waste(play: Play, power: str, keep: int) -> None:
    """Lose what a limited power cannot use; it keeps Oil first (7.7)."""
    oil = min(changes.store(play, power, OIL), keep)
    resources = min(changes.store(play, power, RESOURCES), keep - oil)
    changes.gain(play, power, OIL, oil - changes.store(play, power, OIL), "civilian-economy")
    changes.gain(play, power, RESOURCES, resources - changes.store(play, power, RESOURCES), "civilian-economy")


# New weapons


def _in_group(position: Position, unit: str) -> tuple[Stack | None, list[Problem]]:
    power, group = position.power, current_group(position, position.power)
    key = board.find(position, unit)
    if key is None or key.area != f"{power}-group-{group}":
        names = ", ".join(k.unit for k in groups(position, power).get(group, []))
        there = key.area if key else "nowhere"
        return None, [DEVELOP_GROUP.broken(f"{unit} is not in the current Group", there, names or "no Group is left")]
    return key, []


def check_develop(position: Position, order: AddUnit) -> list[Problem]:
    """Return what is wrong with adding a unit (7.3)."""
    key, wrong = _in_group(position, order.unit)
    if key is None:
        return wrong
    if may_add(position, position.power) < 1 and not may_buy_one(position, position.power):
        return [
            LIMIT.broken(
                "no more units can be added in this turn",
                str(ADDED.number(position.state)),
                "a later turn",
            )
        ]
    return []


def develop(play: Play, order: AddUnit) -> None:
    """Add a unit to the Force Pool, or set it aside where its country is no ally (7.3); one more than that costs an Oil (C.6)."""
    power = play.state.clock.power
    if may_add(play.position, power) < 1:
        changes.gain(play, power, OIL, -1, "development")
        BOUGHT_ADDS.set(play, BOUGHT_ADDS.number(play.state, power) + 1, power)
    ADDED.set(play, ADDED.number(play.state) + 1)
    add(play, order.unit, "developed")


def add(play: Play, unit: str, cause: str) -> None:
    """Move a unit from its Group into the Force Pool of the power that its country is allied with (7.3)."""
    key = board.find(play.position, unit)
    assert key is not None
    home = counters(play.title)[unit].home
    owner = board.ally_of(play.position, home) if home in play.title.regions else key.power
    told = board.rules_of(play.position).homes.get(key.power, ())
    owner = key.power if home in told or not owner or not board.plays(play.position, owner) else owner
    if board.side_of(play.position, owner) != board.side_of(play.position, key.power):
        owner = key.power
    if owner != key.power:
        play.emit(changed(key, 1, cause, to_power=owner))
        key = key._replace(power=owner)
    if counters(play.title)[unit].type == "A-BOMB":
        A_BOMB.set(play, FIRST_BOX, owner)
        changes.move(play, key, changes.box(owner, changes.TRACK), "", cause=cause)
        return
    foreign = home in play.title.regions and not _is_ally(play.position, owner, home)
    changes.move(play, key, changes.box(owner, changes.ASIDE if foreign else changes.POOL), "", cause=cause)


def _is_ally(position: Position, power: str, country: str) -> bool:
    """Return whether a power may build units of a country: it is its ally and not conquered."""
    if country in board.rules_of(position).homes.get(power, ()):
        return True
    if country in ("ukraine",):
        return all(board.holder(position, area) == power for area in position.title.regions[country])
    return board.ally_of(position, country) == power and not board.is_conquered(position, country)


def check_forgo(position: Position, order: Forgo) -> list[Problem]:
    """Return what is wrong with removing a unit for good: only those of countries that are no allies (7.3)."""
    key, wrong = _in_group(position, order.unit)
    if key is None:
        return wrong
    home = counters(position.title)[order.unit].home
    if _is_ally(position, position.power, home):
        return [DEVELOP_ALLY.broken(f"{order.unit} belongs to an ally", home, "a country that is no ally")]
    return []


def forgo(play: Play, order: Forgo) -> None:
    """Remove a unit from the game (7.3)."""
    key = board.find(play.position, order.unit)
    assert key is not None
    play.emit(ev.UnitsRemoved(key.power, key.unit, 1, key.area, key.strength, "removed", key.condition))
    FORGONE.set(play, "yes", key.unit)


# Building


def price(position: Position, key: Stack, order: Build) -> int:
    """Return what a build costs: one a Size, the first GAR of a turn nothing (7.8)."""
    free = board.type_of(position.title, key.unit) == "GAR" and board.is_boxed(position, key)
    return order.sizes - int(free and not FREE_GAR.read(position.state))


def check_build(position: Position, order: Build) -> list[Problem]:
    """Return what is wrong with building a unit (7.8)."""
    key = board.find(position, order.unit)
    power = position.power
    if (
        key is None
        or key.power != power
        or (board.is_boxed(position, key) and key.area != changes.box(power, changes.POOL))
    ):
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
            usable(position, power) if entry.is_limited(position, power) else purses.china_purse(position),
        )
        return [] if cost <= purse else [CHINA.broken("China has not so many Resources", str(cost), f"{purse} at most")]
    oil = max(order.oil, cost - changes.store(position, power, RESOURCES))
    if cost > usable(position, power) or oil > changes.store(position, power, OIL) or oil > cost:
        found = f"{cost} ({oil} in Oil)"
        return [BUILD_PRICE.broken(f"{power} cannot pay that", found, f"{usable(position, power)} at most")]
    return []


def _check_repair(position: Position, key: Stack, order: Build) -> list[Problem]:
    if (
        key.area not in supplied(position, key.power, board.home_of(position, key.unit), builds=True)
        and position.title.areas[key.area].kind == "land"
    ):
        return [SUPPLY.broken(f"{key.unit} is out of supply", key.area, "a supplied area")]
    top = top_size(position, key)
    if key.strength + order.sizes > top:
        return [
            SIZE.broken(f"{key.unit} does not grow so much", str(key.strength + order.sizes), f"Size {top} at most")
        ]
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
    for ship, _ in position.stacks(key.area):
        load = parse_condition(ship.condition).cargo
        if (key.power, key.unit) in load:
            riders = (board.find(position, unit) for _, unit in load)
            return sum(rider.strength for rider in riders if rider) + more <= 2 * ship.strength
    return False


def _fits_port(position: Position, key: Stack, port, size: int) -> bool:
    return size <= 2 and board.has_room(position, key, key.area, port, size)


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
    """Return the (land area, sea of the port) where a unit may be built new: in its home country, a FORT anywhere of one's own (7.8)."""
    title, power = position.title, key.power
    type_, home = board.type_of(title, key.unit), board.home_of(position, key.unit)
    gar = type_ == "GAR" and not FREE_GAR.read(position.state)
    line = supplied(position, power, home, builds=True)
    told = board.rules_of(position).appear.get(counters(title)[key.unit].home, "")
    areas = (
        (a for a in title.areas if board.holder(position, a) == power)
        if type_ == "FORT"
        else title.regions.get(told or home, ())
    )
    found = []
    unit = key._replace(strength=1)
    for area in areas:
        if not board.is_ours(position, board.side_of(position, power), area) or (area not in line and not gar):
            continue
        if board.kind_of(title, key.unit) == "sea":
            found += [(area, port.seas[0]) for port in title.own["ports"] if port.area == area
                      and _opens(position, port) and board.can_stack(position, unit, area, port)]  # fmt: skip
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
    if not _is_ally(position, key.power, home):
        return [BUILD_HOME.broken(f"{key.unit}'s country is no ally now", home, "a unit of an ally")]
    if board.type_of(position.title, key.unit) == "A-BOMB" and not A_BOMB_TESTED.read(position.state, key.power):
        return [BUILD_A_BOMB.broken("the A-Bomb must first be tested", "not tested", "a test that succeeds")]
    if order.sizes > position.title.units[key.unit].strength:
        return [
            SIZE.broken(
                f"{key.unit} is not so large", str(order.sizes), f"Size {position.title.units[key.unit].strength}"
            )
        ]
    open_ = sites(position, key)
    if not any(
        area == order.area and (not order.port or _same_port(position, area, sea, order.port)) for area, sea in open_
    ):
        return [
            SITE.broken(
                f"{key.unit} cannot be placed there",
                order.area or "no area",
                ", ".join(dict.fromkeys(area for area, _ in open_)) or "nowhere",
            )
        ]
    unit = key._replace(strength=order.sizes)
    if board.kind_of(position.title, key.unit) != "sea":
        return (
            []
            if board.can_stack(position, unit, order.area)
            else [ROOM.broken("no room", order.area, "fewer Sizes", section=SECTION)]
        )
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
    """Return the sea of the port that a new ship is placed in."""
    own = [sea for area, sea in sites(position, key) if area == order.area]
    return next((sea for sea in own if not order.port or _same_port(position, order.area, sea, order.port)), "")


def build(play: Play, order: Build) -> None:
    """Pay, and build a unit up or place it new (7.8)."""
    key = board.find(play.position, order.unit)
    assert key is not None
    cost = price(play.position, key, order)
    mooring = (
        _mooring(play.position, key, order)
        if board.is_boxed(play.position, key) and board.kind_of(play.title, key.unit) == "sea"
        else ""
    )
    pay(play, key, cost, order.oil, order.area or key.area)
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


def pay(play: Play, key: Stack, cost: int, oil: int, area: str) -> None:
    """Pay for a build: Resources first, then Oil; Chinese units and those of an isolated ally from their own (7.6, 7.8)."""
    power = key.power
    own = purses.purse_of(play.position, key, area)
    if own is not None and cost <= own.left and not board.is_chinese(play.position, key.unit):
        PURSE.set(play, PURSE.number(play.state, own.country) + cost, own.country)
        return
    SPENT.set(play, SPENT.number(play.state) + cost)
    if board.is_chinese(play.position, key.unit):
        CHINA_SPENT.set(play, CHINA_SPENT.number(play.state) + cost)
        return
    spend(play, power, cost, oil, "build")


def spend(play: Play, power: str, cost: int, oil: int, cause: str) -> None:
    """Take a price from a power's Resources, and from its Oil what is meant to come from there or is missing."""
    oil = max(oil, cost - changes.store(play, power, RESOURCES))
    changes.gain(play, power, RESOURCES, -(cost - oil), cause)
    changes.gain(play, power, OIL, -oil, cause)


# Research, the A-Bomb, scrapping


def _check_one(position: Position, resource: str = "") -> list[Problem]:
    power = position.power
    if usable(position, power) >= 1 and (not resource or changes.store(position, power, resource) >= 1):
        return []
    return [
        RESEARCH_PRICE.broken(f"{power} cannot pay one {resource or 'Resource'}", str(usable(position, power)), "1")
    ]


def check_research(position: Position, order: ResearchWeapons) -> list[Problem]:
    """Return what is wrong with researching weapons (7.8)."""
    if not current_group(position, position.power):
        return [RESEARCH_GROUP.broken("no unit is left to research", "no Group", "a Group with units")]
    return _check_one(position, order.resource)


def research(play: Play, order: ResearchWeapons) -> None:
    """Spend one, roll, and on 4 or less add a unit of the current Group at random (7.8)."""
    power = play.state.clock.power
    spend_one(play, power, order.resource, "research")
    neutral = int(board.is_neutral_major(play.position, power))
    die = changes.roll(play, "", power, "research", target=RESEARCH_WORKS - neutral) + neutral
    if die > RESEARCH_WORKS:
        return
    units = groups(play.position, power)[current_group(play.position, power)]
    add(play, units[chance(play, power, len(units))].unit, "research")


def chance(play: Play, power: str, count: int) -> int:
    """Return a random number below `count`, from two dice that are rolled again when they would favour some."""
    while count > 1:
        one, two = (changes.roll(play, "", power, "random-unit") for _ in range(2))
        value = 6 * (one - 1) + two - 1
        if value < 36 // count * count:
            return value % count
    return 0


def spend_one(play: Play, power: str, resource: str, cause: str) -> None:
    """Take one Resource, or Oil, from a power."""
    SPENT.set(play, SPENT.number(play.state) + 1)
    spend(play, power, 1, int(resource == OIL), cause)


def check_bomb(position: Position, order: Bomb) -> list[Problem]:
    """Return what is wrong with developing or testing the A-Bomb: once each a turn (7.8)."""
    power = position.power
    box = A_BOMB.number(position.state, power)
    if not box or A_BOMB_TESTED.read(position.state, power):
        return [TRACK.broken(f"{power} has no A-Bomb on the track", str(box), "an A-Bomb that is not yet tested")]
    if BOMB_STEP.read(position.state, order.step):
        return [A_BOMB_ONCE.broken(f"{order.step} is done once a turn", "done", "a later turn")]
    if order.step == "develop" and box <= 1:
        return [BOX.broken("the A-Bomb is in box 1", "1", "a test")]
    return _check_one(position)


def bomb(play: Play, order: Bomb) -> None:
    """Move the A-Bomb down the track, or test it (7.8)."""
    power = play.state.clock.power
    spend_one(play, power, "", "a-bomb")
    BOMB_STEP.set(play, "yes", order.step)
    box = A_BOMB.number(play.state, power)
    if order.step == "develop":
        A_BOMB.set(play, box - 1, power)
        return
    bonus = int(bool(A_BOMBED.read(play.state, power)))
    if changes.roll(play, "", power, "a-bomb-test", target=min(6, 6 - box + bonus)) + bonus > box:
        A_BOMB_TESTED.set(play, board.game_turn(play.position), power)
        key = next(key for key in play.state.stacks if key.area == changes.box(power, changes.TRACK))
        changes.move(play, key, changes.box(power, changes.POOL), "", cause="tested")
        play.emit(ev.TechAdvanced(power, "a-bomb", 1, "test"))


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
