"""The events of this game: units damaged, destroyed, built up, moved, put into boxes; stores, points and markers.

Every counter is in one place all through a game: on the map, in its power's Force Pool, a Group, the Reserve Pool (a Small unit while its
Big one is used), set aside, on the track (an A-Bomb), or with the minor countries.
"""

from __future__ import annotations

from engine import events as ev
from engine.condition import parse_condition
from engine.mechanics.changes import changed
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.title.own_tables import own_rows
from engine.titles.blitz.position import board
from engine.titles.blitz.settings import walls
from engine.titles.blitz.tables import Port, big_of, counters, countries, figure
from engine.titles.blitz.vocabulary import AT_SEA_OF, COMMANDER, CONQUERED, FLOWN, LOST_HOMES, OUT, STAYS

POOL, RESERVE, ASIDE, TRACK = "pool", "reserve", "set-aside", "track"
RESOURCES, OIL = "resources", "oil"


def box(power: str, name: str) -> str:
    """Return the box of a power."""
    return f"{power}-{name}"


def with_words(condition: str, *more: str) -> str:
    """Return a condition with words added."""
    return parse_condition(condition).having(*(word for word in more if word)).text


def recondition(play: Play, key: Stack, condition: str, cause: str = "") -> Stack:
    """Give a unit another condition; return its new key."""
    if condition != key.condition:
        play.emit(changed(key, 1, cause, condition, battle=play.state.battle))
    return key._replace(condition=condition)


def mark(play: Play, key: Stack, *more: str, cause: str = "") -> Stack:
    """Put words on a unit; return its new key."""
    return recondition(play, key, with_words(key.condition, *more), cause)


def commit(play: Play, key: Stack, area: str, word: str) -> Stack:
    """Commit a unit to an attack on an area; `word` is the kind of attack."""
    condition = parse_condition(key.condition)._replace(target=area).having(word)
    return recondition(play, key, condition.text, "commit")


def release(play: Play, key: Stack, *more: str) -> Stack:
    """End a unit's part in an attack."""
    condition = parse_condition(key.condition)._replace(target="").without(*board.COMMITTED, FLOWN, OUT, STAYS)
    return recondition(play, key, condition.having(*more).text, "release")


def move(play: Play, key: Stack, area: str, condition: str, path: tuple[str, ...] = (), cause: str = "move") -> Stack:
    """Move a unit to another area, where it has `condition`; return its new key."""
    if area == key.area:
        return recondition(play, key, condition, cause)
    way = path if path[:1] == (key.area,) and path[-1:] == (area,) else (key.area, area)
    play.emit(ev.UnitsMoved(key.power, key.unit, 1, key.area, area, key.strength, cause, key.condition, condition, way))
    return key._replace(area=area, condition=condition)


def port_word(play: Play, area: str, sea: str) -> str:
    """Return the word that says in which port of an area a naval unit is; none where there is only one."""
    ports = own_rows(play.title, "ports", Port)
    return AT_SEA_OF.of(sea) if sum(row.area == area for row in ports) > 1 and sea else ""


def resize(play: Play, key: Stack, size: int, cause: str) -> Stack:
    """Give a unit on the map another size: a Big unit below 3 becomes its Small one, a Small above 2 its Big one (6.5, 7.8)."""
    title, row = play.title, counters(play.title)[key.unit]
    unit = key.unit
    if row.small and size < 3:
        unit = row.small
    elif not row.small and size > 2:
        unit = big_of(title)[key.unit]
    if unit == key.unit:
        play.emit(changed(key, 1, cause, to_strength=size, battle=play.state.battle))
        return key._replace(strength=size)
    _relist(play, key, unit)
    play.emit(changed(key, 1, cause, to_unit=unit, to_strength=size, battle=play.state.battle))
    _swap(play, key.power, key.unit, unit)
    return key._replace(unit=unit, strength=size)


def hand_over(play: Play, key: Stack, power: str, cause: str) -> Stack:
    """Give a unit to another power, in the load of the TRS that carries it too; return its new key."""
    play.emit(changed(key, 1, cause, to_power=power))
    _relist(play, key, key.unit, power)
    return key._replace(power=power)


def _relist(play: Play, key: Stack, unit: str, power: str = "") -> None:
    """Write in the load of the TRS that carries a unit what has become of it: another counter or another power's, or nothing."""
    if not parse_condition(key.condition).aboard:
        return
    for ship, _ in play.position.stacks(key.area):
        told = parse_condition(ship.condition)
        if (key.power, key.unit) in told.cargo:
            left = [item for item in told.cargo if item != (key.power, key.unit)]
            now = [*left, (power or key.power, unit)] if unit else left
            recondition(play, ship, told._replace(cargo=tuple(sorted(now))).text, "cargo")
            return


def _swap(play: Play, power: str, was: str, now: str) -> None:
    """Change places of a Big and a Small counter beside the map after the one on the map became the other."""
    there = next(key for key in play.state.stacks if key.unit == now and board.is_boxed(play.position, key))
    full = play.title.units[was].strength
    play.emit(changed(there, 1, "replaced", to_unit=was, to_strength=full))
    there = there._replace(unit=was, strength=full)
    small = not counters(play.title)[was].small
    to = box(power, RESERVE) if small else box(power, ASIDE if is_out(play, was) else POOL)
    if there.area != to:
        move(play, there, to, there.condition, cause="replaced")


def is_out(play: Play, unit: str) -> bool:
    """Return whether a unit that leaves the map is set aside: its printed home is conquered (3.4)."""
    return bool(CONQUERED.read(play.state, counters(play.title)[unit].home))


def damage(play: Play, key: Stack, cause: str = "combat", points: int = 1) -> Stack | None:
    """Take points of damage from a unit; return its new key, None when it is destroyed (6.5)."""
    if key.strength <= points:
        destroy(play, key, cause)
        return None
    left = resize(play, key, key.strength - points, cause)
    if cause not in OWN_WILL:
        _risk_commander(play, left)
    return left


def _commander_of(play: Play, unit: str) -> str:
    """Return the counter of the Commander of a unit; empty without one (9.5)."""
    told = f" unit:{board.root_of(play.title, unit)}"
    return next((counter for (counter,), value in COMMANDER.entries(play.state) if value.endswith(told)), "")


def _risk_commander(play: Play, key: Stack) -> None:
    """Let the opponent roll for the Commander of a unit that has taken a point of damage: a 6 sends him to the Force Pool (9.5)."""
    counter = _commander_of(play, key.unit)
    if counter:
        side = board.side_of(play.position, key.power)
        foe = next(power for power in board.rules_of(play.position).powers if board.side_of(play.position, power) != side)
        if roll(play, key.area, foe, "commander", key.unit, target=1) == figure(play.title, "commander-lost-die"):
            COMMANDER.set(play, "", counter)


OWN_WILL = {"scrapped", "withdrawn"}
"""Causes of damage that no enemy does: no Commander is at risk."""
UNFOUGHT = {"scuttled", "moved-out", "withdrawn", "siege"}
"""Causes that are no loss of the battle during which they come, as when Vichy France is taken."""


def destroy(play: Play, key: Stack, cause: str = "combat") -> None:
    """Take a unit off the map, to the Force Pool; set aside where its home is conquered; never back where it is one of [[wall]]."""
    title = play.title
    load = parse_condition(key.condition).cargo
    for _, unit in load:
        rider = board.find(play.position, unit)
        if rider and rider.area == key.area:
            destroy(play, rider, "sunk")
    key = board.find(play.position, key.unit) or key  # its load has changed
    if leader := _commander_of(play, key.unit):
        COMMANDER.set(play, "", leader)
    row = counters(title)[key.unit]
    _relist(play, key, "")
    battle = 0 if cause in UNFOUGHT else play.state.battle
    play.emit(ev.UnitsRemoved(key.power, key.unit, 1, key.area, key.strength, cause, key.condition, battle))
    if row.small:  # its Small counter waits in the Reserve Pool and goes with it
        waiting = board.find(play.position, row.small)
        if waiting and board.is_boxed(play.position, waiting):
            move(
                play,
                waiting,
                box(waiting.power, ASIDE if is_out(play, row.small) else POOL),
                waiting.condition,
                cause="replaced",
            )
    if key.unit in walls(title) or key.unit in lost_for_good(play):
        return
    owner = countries(title)[row.home].power if key.power == board.NEUTRAL else key.power  # a ship of neutral Vichy France
    to = box(owner, ASIDE if is_out(play, key.unit) else POOL)
    play.emit(ev.UnitsPlaced(owner, key.unit, 1, to, title.units[key.unit].strength, "force-pool"))


def lost_for_good(play: Play) -> frozenset[str]:
    """Return the units that leave the game when they are destroyed in this scenario."""
    lost = LOST_HOMES.read(play.state).split()
    return frozenset(unit for unit, row in counters(play.title).items() if row.home in lost)


def put_in_box(play: Play, key: Stack, to: str, cause: str) -> None:
    """Put a unit that is on the map or in a box into a box, at the size that it has there."""
    _relist(play, key, "")
    full = play.title.units[key.unit].strength
    if key.strength != full:
        play.emit(changed(key, 1, cause, to_strength=full))
        key = key._replace(strength=full)
    if key.area != to:
        move(play, key, to, "", cause=cause)
    elif key.condition:
        recondition(play, key, "", cause)


def store(position: Position | Play, power: str, resource: str) -> int:
    """Return what a power has of a resource."""
    return position.state.resources.get((power, resource), 0)


def gain(play: Play, power: str, resource: str, amount: int, cause: str, area: str = "", other: str = "") -> None:
    """Change a power's store of a resource by an amount, which may be negative."""
    if amount:
        balance = store(play, power, resource) + amount
        play.emit(ev.ResourceChanged(power, resource, amount, balance, cause, other, area))


def score(play: Play, power: str, delta: int, reason: str) -> None:
    """Change a power's Victory Points; the track ends at 15 (8.)."""
    before = play.state.points.get((power, "vp"), 0)
    after = min(before + delta, figure(play.title, "goal"))
    if after != before:
        play.emit(ev.VictoryPointsScored(power, "vp", after - before, after, reason))


def roll(play: Play, area: str, power: str, purpose: str, unit: str = "", target: int = 0) -> int:
    """Roll a die and tell it; `target` is how many of its faces are a success."""
    (die,) = play.roll(1, purpose)
    done = int(die > 6 - target)
    side = "attacker" if play.position.side_of(power) == play.position.side_of(play.state.clock.power) else "defender"
    play.emit(ev.DiceRolled(play.state.battle, area, power, side, purpose, 1, unit, target, (die,), done, target / 6))
    return die
