"""New weapons: units that a power adds to its Force Pool from the Groups of its chart (section 7.3)."""

from __future__ import annotations

from engine import events as ev
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.own_tables import own_rows
from engine.titles.blitz.orders import AddUnit, Forgo
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.position.changes import OIL
from engine.titles.blitz.tables import Development, counters, countries, figure
from engine.titles.blitz.vocabulary import A_BOMB, ADDED, BOUGHT_ADDS, FORCED, FORGONE, SPENT

GROUPS = (1, 2, 3, 4)

DEVELOP_GROUP = Rule("develop/group", "7.3 New Weapons Development", FATAL)
LIMIT = Rule("develop/limit", "7.3 New Weapons Development", FATAL)
DEVELOP_ALLY = Rule("develop/ally", "7.3 New Weapons Development", FATAL)
LATE = Rule("develop/late", "7.3 New Weapons Development", FATAL)


def groups(position: Position, power: str) -> dict[int, list[Stack]]:
    """Return group to the units of a power that wait in it (7.3)."""
    return {group: [key for key, _ in position.stacks(f"{power}-group-{group}")] for group in GROUPS}


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
    rows = {row.group: row.adds for row in own_rows(position.title, "development", Development) if row.power == power}
    return rows.get(group, 0) if told is None else told


def may_buy_one(position: Position, power: str) -> bool:
    """Return whether an Oil buys one more new unit now: so often in the game, once a turn (C.6)."""
    bought, group = BOUGHT_ADDS.number(position.state, power), current_group(position, power)
    extra = ADDED.number(position.state) == allowed(position, power, group)
    return bool(group) and extra and bought < board.rules_of(position).bought_adds.get(power, 0) and changes.store(position, power, OIL) > 0


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
    if spent := SPENT.number(position.state) - FORCED.number(position.state):
        return [LATE.broken("new units are added before anything is spent", str(spent), "nothing spent")]
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
        changes.hand_over(play, key, owner, cause)
        key = key._replace(power=owner)
    if counters(play.title)[unit].type == "A-BOMB":
        A_BOMB.set(play, figure(play.title, "a-bomb-first-box"), owner)
        changes.move(play, key, changes.box(owner, changes.TRACK), "", cause=cause)
        return
    foreign = home in play.title.regions and not is_ally(play.position, owner, home)
    changes.move(play, key, changes.box(owner, changes.ASIDE if foreign else changes.POOL), "", cause=cause)


def is_ally(position: Position, power: str, country: str) -> bool:
    """Return whether a power may build units of a country: it is its ally and not conquered."""
    if country in board.rules_of(position).homes.get(power, ()):
        return True
    row = countries(position.title).get(country)
    if row is not None and row.part == "held":
        return all(board.holder(position, area) == power for area in position.title.regions[country])
    return board.ally_of(position, country) == power and not board.is_conquered(position, country)


def check_forgo(position: Position, order: Forgo) -> list[Problem]:
    """Return what is wrong with removing a unit for good: only those of countries that are no allies (7.3)."""
    key, wrong = _in_group(position, order.unit)
    if key is None:
        return wrong
    home = counters(position.title)[order.unit].home
    side = board.powers_of(position, board.side_of(position, position.power))
    if any(is_ally(position, power, home) for power in side):  # of whichever power of the side: it goes to that one's Force Pool
        return [DEVELOP_ALLY.broken(f"{order.unit} belongs to an ally", home, "a neutral, conquered or enemy country")]
    return []


def forgo(play: Play, order: Forgo) -> None:
    """Remove a unit from the game (7.3)."""
    key = board.find(play.position, order.unit)
    assert key is not None
    play.emit(ev.UnitsRemoved(key.power, key.unit, 1, key.area, key.strength, "removed", key.condition))
    FORGONE.set(play, "yes", key.unit)
