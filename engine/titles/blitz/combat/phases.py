"""What all phases of a turn share: the agenda's decisions come first; declarations of war are taken in every phase of activities (3.)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from engine.orders import Order, join_path, unknown_names
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Phase, Position
from engine.state import Stack
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import (
    Besiege,
    Choose,
    Command,
    FlyIn,
    Give,
    GoTo,
    GoToWar,
    NewHome,
    No,
    Partisan,
    SlipAway,
    Yes,
)
from engine.titles.blitz.politics import declaring
from engine.titles.blitz.position import board, commanders
from engine.titles.blitz.tables import figure
from engine.titles.blitz.vocabulary import BLITZ, BLITZING, FOOT, FREE

ANSWERS: tuple[type[Order], ...] = (Choose, GoTo, Yes, No, FlyIn, SlipAway, Partisan, Besiege, Give, NewHome)
"""Orders that answer a task of the agenda, in any phase."""
BLITZES = {
    "total": ("return", "sea", "sea-combat", "rebase", "move", "land-combat"),
    "air": ("return", "sea", "sea-combat", "rebase", "move", "land-combat"),
    "land": ("move", "land-combat"),
    "foot": ("move", "land-combat"),
    "naval": ("return", "sea", "sea-combat"),
    "free": ("return", "sea", "sea-combat", "rebase", "move"),
}
"""Blitz to the phases in which it does anything (2.2)."""

SIDE = Rule("turn/side", "2.1 Game Turn Sequence", FATAL)
PHASE = Rule("blitz/phase", "2.2 Blitz Phases", FATAL)
AIR = Rule("blitz/air", "2.2 Blitz Phases", FATAL)
BLITZ_FREE = Rule("blitz/free", "2.2 Blitz Phases", FATAL)
BLITZ_FOOT = Rule("blitz/foot", "9.7 Non-Motorized Land Blitz", FATAL)
MISSING = Rule("missing", severity=FATAL)
PATH = Rule("path", severity=FATAL)
UNKNOWN = Rule("unknown", severity=FATAL)
TWICE = Rule("twice", severity=FATAL)
FIRST = Rule("command/first", "9.5 Optional Rule 5: Commanders", FATAL)
NOTHING_ASKED = Rule("nothing-asked", severity=FATAL)


def is_blitz(position: Position) -> bool:
    """Return whether the side that is acting does Blitzes, not Activities."""
    return bool(BLITZING.read(position.state))


def first_phase(position: Position) -> str:
    """Return the phase that a side's turn of Activities or Blitzes begins with."""
    played = board.rules_of(position).phases
    return "blitz" if is_blitz(position) else next(p for p in BLITZES["total"] if not played or p in played)


def blitz_of(position: Position, power: str) -> str:
    """Return a power's Blitz in this turn; empty in the turn of Activities."""
    return (BLITZ.read(position.state, power) or "free") if is_blitz(position) else ""


def free_left(position: Position, power: str) -> int:
    """Return the Sizes that a power's Free Blitz may still move."""
    return figure(position.title, "free-blitz-sizes") - FREE.number(position.state, power)


def spend_free(play: Play, key: Stack, more: int = 0) -> None:
    """Count a moved unit, and what it carries, against its power's Free Blitz."""
    if blitz_of(play.position, key.power) == "free":
        used = FREE.number(play.state, key.power) + key.strength + more
        FREE.set(play, used, key.power)


def check_actor(position: Position, key: Stack, phase: str, more: int = 0) -> list[Problem]:
    """Return why a unit may do nothing in this phase: whose it is, and its power's Blitz (2.1, 2.2)."""
    side = board.side_of(position, position.power)
    if board.side_of(position, key.power) != side or not board.plays(position, key.power):
        return [SIDE.broken(f"{key.unit} is not of the side that acts", key.power, side)]
    kind = blitz_of(position, key.power)
    if not kind:
        return []
    if phase not in BLITZES[kind]:
        return [PHASE.broken(f"a {kind} Blitz does nothing in this phase", phase, ", ".join(BLITZES[kind]))]
    if kind == "air" and board.kind_of(position.title, key.unit) != "air":
        return [AIR.broken("only air units act in an Air Blitz", key.unit, "an air unit")]
    if kind == "free" and key.strength + more > free_left(position, key.power):
        return [
            BLITZ_FREE.broken(
                f"a Free Blitz moves Sizes of {figure(position.title, 'free-blitz-sizes')} together",
                str(key.strength + more),
                f"{free_left(position, key.power)} at most",
            )
        ]
    if kind == "foot":
        return _check_foot(position, key)
    return []


def _is_heavy(position: Position, key: Stack) -> bool:
    """Return whether a unit is an ARM, air or naval one, of which a Non-Motorized Land Blitz has one (9.7)."""
    return board.type_of(position.title, key.unit) == "ARM" or board.kind_of(position.title, key.unit) != "land"


def _check_foot(position: Position, key: Stack) -> list[Problem]:
    used = FOOT.read(position.state, key.power)
    if _is_heavy(position, key) and used not in ("", key.unit):
        return [BLITZ_FOOT.broken("only 1 ARM, air or naval unit takes part", key.unit, used)]
    return []


def check_feet(position: Position, keys: Iterable[Stack]) -> list[Problem]:
    """Return why units may not take part in one order together: the ARM, air and naval units of a Non-Motorized Land Blitz (9.7)."""
    heavy = [key for key in keys if blitz_of(position, key.power) == "foot" and _is_heavy(position, key)]
    for one, two in pairwise(sorted(heavy, key=lambda key: key.power)):
        if one.power == two.power and one.unit != two.unit:
            return [BLITZ_FOOT.broken("only 1 ARM, air or naval unit takes part", f"{one.unit}, {two.unit}", "one of them")]
    return []


def note_foot(play: Play, key: Stack) -> None:
    """Keep the one ARM, air or naval unit of a Non-Motorized Land Blitz (9.7)."""
    if _is_heavy(play.position, key) and blitz_of(play.position, key.power) == "foot":
        FOOT.set(play, key.unit, key.power)


def the_unit(position: Position, unit: str, section: str) -> tuple[Stack | None, list[Problem]]:
    """Return where a unit is on the map, or the problem that it is not there."""
    key = board.find(position, unit)
    if key is None or board.is_boxed(position, key):
        return None, [
            MISSING.broken(
                f"{unit} is not on the map",
                key.area if key else "out of the game",
                "a unit on the map",
                section=section,
            )
        ]
    return key, []


def named(order: Order, field: str) -> list[str]:
    """Return the units that a field of an order lists."""
    return [item.unit for item in order.listed(field)]


def find_all(position: Position, order: Order, field: str, section: str) -> tuple[list[Stack], list[Problem]]:
    """Return the units of an order's list that are on the map, and the problems with those that are not, or are named again."""
    found, wrong = [], check_once(order, field, section)
    for name in named(order, field):
        key, missing = the_unit(position, name, section)
        if key is not None:
            found.append(key)
        wrong += missing
    return found, wrong


def check_once(order: Order, field: str, section: str) -> list[Problem]:
    """Return the problem with units that a list, or a list before it in the same order, has named already: each counter is one."""
    lists = [name for name in ("units", "carry", "embark", "drop") if hasattr(order, name)]
    seen = {unit for name in lists[: lists.index(field)] for unit in named(order, name)}
    again = list[str]()
    for item in order.listed(field):
        if item.count != 1 or item.unit in seen:
            again.append(item.unit)
        seen.add(item.unit)
    if not again:
        return []
    names = ", ".join(dict.fromkeys(again))
    return [TWICE.broken("each unit is named once in an order", names, "other units", section=section)]


def check_path(way: tuple[str, ...], origin: str, section: str) -> list[Problem]:
    """Return what is wrong with how a path is written."""
    if len(way) < 2 or way[0] != origin:
        return [
            PATH.broken(
                "a path begins where the unit is and names where it goes",
                join_path(way),
                f"{origin} > ...",
                section=section,
            )
        ]
    return []


class Activity(Phase):
    """A phase of a side's Activities or Blitzes. Subclasses fill in `judge` and `do` for the orders that they add to the common ones."""

    adds: tuple[type[Order], ...] = ()
    section = ""

    @property
    def takes(self) -> tuple[type[Order], ...]:  # type: ignore[override]  # a phase's attribute, only ever read
        """The phase's own orders, declarations of war, and answers."""
        return (*self.adds, GoToWar, Command, *ANSWERS)

    def pending(self, position: Position) -> Pending | None:
        """Return the decision that the agenda asks for."""
        return agenda.pending(position)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if wrong := unknown_names(order, position.title):
            return [UNKNOWN.broken(message, getattr(order, field), "a known name", section=self.section) for field, message in wrong]
        if agenda.tasks(position):
            return agenda.check(position, order)
        if isinstance(order, ANSWERS):
            return [NOTHING_ASKED.broken("nothing is asked now", type(order).__name__, "an order of this phase", section=self.section)]
        if isinstance(order, GoToWar):
            return declaring.check_declare(position, order)
        if isinstance(order, Command) and self.slug != "build" and self.slug != first_phase(position):
            return [FIRST.broken("Commanders move as a turn begins", self.slug, first_phase(position))]
        if isinstance(order, Command):
            return commanders.check(position, order)
        return self.judge(position, order)

    def carry_out(self, play: Play, order: Order) -> None:
        """Make an order's events, and do what the agenda has then."""
        if agenda.tasks(play.position):
            agenda.answer(play, order)
            return
        if isinstance(order, GoToWar):
            declaring.declare(play, order)
        elif isinstance(order, Command):
            commanders.command(play, order)
        else:
            self.do(play, order)
        agenda.run(play)

    def judge(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order of the phase's own."""
        return []

    def do(self, play: Play, order: Order) -> None:
        """Make the events of an order of the phase's own."""

    def close(self, play: Play) -> None:
        """Nothing is left on the agenda when a phase ends."""
        agenda.run(play)


def mine(position: Position, kinds: Iterable[str]) -> list[Stack]:
    """Return the units on the map of the side that acts, of some kinds."""
    own = board.on_map_of(position, board.side_of(position, position.power))
    return [key for key in own if board.kind_of(position.title, key.unit) in kinds]
