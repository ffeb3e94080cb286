"""The shape of a title's rules: an ordered list of phases, each with the orders it takes.

`check` returns the problems of an order and changes nothing; `carry_out` emits its events and checks nothing. Both see
the game as a Position. `carry_out`, and a phase's `open` and `close`, also get the Play, which emits events (folding
them at once) and rolls dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from engine.derived import derived_from
from engine.events import Event, GameEnded
from engine.orders import Order, PhaseName, SideName
from engine.problems import Problem, Rule
from engine.stack_index import StackIndex
from engine.state import GameState, Stack
from engine.title.model import Title
from engine.title.title_modules import part

if TYPE_CHECKING:
    from engine.play import Play

TOLD_APART = Rule("told-apart", "record")


class Position:
    """A title and a state of one of its games: everything a rule may read."""

    def __init__(self, title: Title, state: GameState) -> None:
        self.title, self.state = title, state
        self._index = StackIndex(state)
        self.derived: dict[Callable[..., Any], tuple[Any, dict[Any, Any], bool]] = {}
        """What functions of the position have returned, with the stamp of the facts that it follows from: see `engine/derived.py`."""
        self.derived_by_power: dict[tuple[Callable[..., Any], str], tuple[list[tuple[Stack, int]], int, Any]] = {}
        """The same of functions of one power's stacks, by function and power: these stacks, the stamp of their figures, what was found."""

    def fork(self, state: GameState) -> Position:
        """Return a position of a copy of the state that begins with what this one knows; each then keeps up by itself."""
        other = type(self)(self.title, state)
        other._index = self._index.fork(state)
        other.derived = {make: kept for make, kept in self.derived.items() if kept[2]}
        other.derived_by_power = self.derived_by_power.copy()
        return other

    @property
    def power(self) -> str:
        """The power on turn."""
        return self.state.clock.power

    @property
    def enemies(self) -> frozenset[str]:
        """The powers that the power on turn is at war with."""
        return self.enemies_of(self.state.clock.power)

    def relation(self, one: str, two: str) -> str:
        """Return the relation of two powers now: war, peace or allied.

        Agreements and declarations come first; then neutral powers are at peace with all; sides decide the rest.
        """
        return relation(self.title, self.state, one, two)

    def enemies_of(self, power: str) -> frozenset[str]:
        """Return the powers that a power is at war with."""
        return self._circle(power)["war"]

    def friends_of(self, power: str) -> frozenset[str]:
        """Return a power and the powers allied with it."""
        return self._circle(power)["allied"]

    @derived_from("relations")
    def side_of(self, power: str) -> str:
        """Return the side that a power is on now."""
        return side_of(self.title, self.state, power)

    @derived_from("relations")
    def _circle(self, power: str) -> dict[str, frozenset[str]]:
        groups: dict[str, set[str]] = {"war": set(), "peace": set(), "allied": set()}
        for other in self.title.powers:
            groups[self.relation(power, other)].add(other)
        return {name: frozenset(group) for name, group in groups.items()}

    def stacks(self, area: str) -> list[tuple[Stack, int]]:
        """Return the (key, count) of every stack in an area, sorted by key."""
        return self._index.stacks(area)

    def owned(self, area: str) -> dict[str, list[tuple[Stack, int]]]:
        """Return power to its stacks in an area, sorted by power and key; nobody may change them."""
        return self._index.owned(area)

    def owned_by(self, area: str, powers: frozenset[str]) -> list[tuple[Stack, int]]:
        """Return the stacks in an area of some powers, sorted by power and key; nobody may change the list."""
        owned = self._index.owned(area)
        if not owned:
            return []
        if len(owned) == 1:
            for power, stacks in owned.items():
                return stacks if power in powers else []
        return [item for power, stacks in owned.items() if power in powers for item in stacks]

    def stacks_of(self, power: str) -> list[tuple[Stack, int]]:
        """Return the (key, count) of every stack of a power, sorted by key; nobody may change the list."""
        return self._index.of(power)

    def areas_of(self, power: str) -> list[str]:
        """Return the areas in which a power has stacks, sorted."""
        return list(dict.fromkeys(key.area for key, _ in self._index.of(power)))

    @property
    def board(self) -> dict[str, list[tuple[Stack, int]]]:
        """Area to its stacks, both sorted."""
        return self._index.board()

    def follow(self, event: Event) -> None:
        """Keep up with an event that the state has folded just now; without it the next question takes longer."""
        self._index.follow(event)

    @cached_property
    def options(self) -> dict[str, str]:
        """Every option with the value this game plays with."""
        return self.title.choices(self.state.options)


NEUTRAL = "neutral"
"""The standing of a power that is at peace with all until somebody declares war."""


def side_of(title: Title, state: GameState, power: str) -> str:
    """Return a power's side: the one it joined when it entered the war, else the title's."""
    joined = state.standing.get(power, "")
    return joined if joined in title.sides and joined != NEUTRAL else title.side_of[power]


def relation(title: Title, state: GameState, one: str, two: str) -> str:
    """Return the relation of two powers in a state: war, peace or allied; a power is its own ally.

    A record of another program may have words of its own map for what is neither war nor alliance: peace.
    """
    if one == two:
        return "allied"
    told = state.relations.get((one, two) if one < two else (two, one))
    if told:
        return told if told in ("war", "allied") else "peace"
    if NEUTRAL in (state.standing.get(one), state.standing.get(two)):
        return "peace"
    return "allied" if side_of(title, state, one) == side_of(title, state, two) else "war"


class Pending(msgspec.Struct, frozen=True):
    """A decision that must be made before anything else can happen.

    Attributes:
        what: the decision, as a slug (casualties, press, submerge, ...). power: who decides. takes: the order types
        that answer. default: the answer if the record gives none.
        cut: an answer without dice, for a record that breaks off here; None when the default needs no dice.
        side: attacker or defender, where both may be asked.
    """

    what: str
    power: str
    takes: tuple[type[Order], ...]
    default: Order
    cut: Order | None = None
    side: str = ""

    def accepts(self, order: Order) -> bool:
        """Return whether an order answers this decision (and not the other side's of the same kind)."""
        return isinstance(order, self.takes) and getattr(order, "side", "") in ("", self.side)


class Phase:
    """One phase of a power's turn. Subclasses define `slug` and `takes` and override what they need."""

    slug: str = ""
    takes: tuple[type[Order], ...] = ()
    automatic: bool = False
    """Whether the phase takes no orders and ends by itself."""

    def is_played(self, position: Position, power: str) -> bool:
        """Return whether this game has the phase at all for a power: an option may leave it out."""
        return True

    def offers(self, position: Position) -> tuple[type[Order], ...]:
        """Return those of `takes` that mean something in this game: an option may leave some out."""
        return self.takes

    def open(self, play: Play) -> None:
        """Run the automatic actions at the start of the phase."""

    def pending(self, position: Position) -> Pending | None:
        """Return the decision to be made next, if any."""
        return None

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order of `takes`; nothing when it is legal."""
        return []

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return the part of a faulty order that can be carried out, or None; for forgiving readers."""
        return None if any(problem.fatal for problem in problems) else order

    def carry_out(self, play: Play, order: Order) -> None:
        """Make the order's events."""

    def check_end(self, position: Position) -> list[Problem]:
        """Return the problems that keep the phase from ending."""
        return []

    def owed(self, position: Position) -> list[Order]:
        """Return candidate orders, at least one of which brings the end of the phase nearer (for bots that are stuck)."""
        return []

    def close(self, play: Play) -> None:
        """Run the automatic actions at the end of the phase."""


class EndPhase(Order, frozen=True, tag="end"):
    """End this phase; with `phase`, also the following ones up to and including that one."""

    phase: PhaseName = ""


class Concede(Order, frozen=True, tag="concede"):
    """A side concedes the game; every other side wins."""

    side: SideName


class Rules:
    """A title's rules. Subclasses define `phases` and the sequence of the game."""

    phases: tuple[Phase, ...] = ()

    def __init__(self, title: Title) -> None:
        self.title = title
        self.by_slug = {phase.slug: phase for phase in self.phases}

    @property
    def orders(self) -> tuple[type[Order], ...]:
        """Every order type of every phase, plus EndPhase and Concede, without repeats."""
        return tuple(dict.fromkeys((EndPhase, Concede, *(order for phase in self.phases for order in phase.takes))))

    def start(self, play: Play, scenario: str, options: dict[str, str], players: dict[str, str]) -> None:
        """Set the scenario up and open the first phase."""
        raise TypeError(f"{type(self).__name__} does not say how its game starts")

    def opponents(self, side: str) -> tuple[str, ...]:
        """Return the sides that win when a side concedes: every other one that takes turns."""
        contending = {self.title.side_of[power] for power in self.title.turns}
        return tuple(other for other in self.title.sides if other in contending and other != side)

    def stop(self, play: Play, how: str, winners: tuple[str, ...] = ()) -> None:
        """End the game before a victory: a concession, a round limit."""
        play.emit(GameEnded(winners, how))

    def take_over(self, play: Play, power: str, turn: int) -> None:
        """Begin a power's turn on a board that these rules did not make, such as that of a save."""
        raise TypeError(f"{type(self).__name__} does not say how a turn begins on such a board")

    def turn_begun(self, play: Play) -> None:
        """Run the automatic actions at the start of a turn, before its first phase."""

    def order_over(self, play: Play) -> None:
        """Run the automatic consequences of an order just carried out (its events: `play.events[play.ordered:]`)."""

    def check_told(self, position: Position, order: Order, named: Counter[tuple[str, str]], hit: Counter[Stack]) -> list[Problem]:
        """Return what is wrong with a line about losses that nobody had to choose, beyond the units that it names.

        `order` tells apart what such lines before it did as well, `named` is how many of each (unit, power) they name.
        `hit`: what was hit since the last order.
        """
        which = getattr(order, "which", "")
        expected = f"{getattr(order, 'units', '')} alone"
        return [TOLD_APART.broken("nothing tells units of one type apart here", which, expected)] if which else []

    relists = False
    """Whether `relisted` makes ships' lists right after units were put or taken away."""

    def kept_out(self, area: str, unit: str) -> str:
        """Return why a unit cannot be put in an area as the board is set right; empty when it can."""
        return ""

    def condition_put(self, position: Position, area: str, unit: str) -> str:
        """Return the condition of a unit that is put in an area as the board is set right."""
        return ""

    def relisted(self, position: Position, area: str) -> Iterator[Event]:
        """Yield what makes ships' lists and the cargo in an area agree after the board was set right, each applied before the next."""
        yield from ()

    def following(self, play: Play) -> None:
        """Continue after a closed phase: with the next phase, power or round, or the end of the game."""
        raise TypeError(f"{type(self).__name__} does not say how its game goes on")


def load_rules(title: Title) -> Rules:
    """Return the rules of a title: class `TitleRules` of its `engine/titles/<slug>/rules.py`, its base's, or those its `rules` names.

    Raises:
        LookupError: the title consists of tables only (a TripleA map): its records carry their own outcomes.
    """
    if module := part(title, "rules"):
        rules: Rules = module.TitleRules(title)
        return rules
    raise LookupError(f"title {title.slug!r} has no rules of its own; only records that carry their outcomes can be read")
