"""Play: a game in progress. Orders go in, events come out, the state follows."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from engine.derived import derived_from
from engine.dice import Dice
from engine.errors import IllegalOrder, SitrepError
from engine.events import DefectFound, Event, PhaseStarted, RoundStarted
from engine.orders import Order
from engine.problems import FATAL, Problem, Rule
from engine.rules import Concede, EndPhase, Pending, Phase, Position, Rules
from engine.state import GameState
from engine.strictness import Strictness

GAME_OVER = Rule("game-over", "Winning the Game", FATAL)
ORDER_OF_PHASES = Rule("order-of-phases", "Order of Play", FATAL)
NOT_CARRIED_OUT = Rule("not-carried-out", "Order of Play")
DECISION_DUE = Rule("decision-due", "Conduct Combat", FATAL)

Alike = tuple[int, tuple[Hashable, ...]]
"""Some dice of a roll that count alike, and what each face of theirs means: rules tell apart only how many dice of all mean the same.
The empty text means nothing, such as a miss."""


Told = TypeVar("Told", bound=Order)

ROUND_LIMIT = "round-limit"
"""How a game ends that is stopped after a number of rounds."""


class Play:
    """A game being played or replayed through a title's rules.

    Args:
        rules: the title's rules.
        dice: where dice come from.
        strictness: how to treat orders that break a rule.
        on_order, on_dice: called with each order carried out and each roll made (a recorder).
        where: returns the current place in the record, for defects.
        round_limit: rounds after which the game ends as a draw; 0 for none.
    """

    def __init__(
        self,
        rules: Rules,
        dice: Dice,
        *,
        strictness: Strictness = Strictness.RAISE,
        on_order: Callable[[Order], None] | None = None,
        on_dice: Callable[[tuple[int, ...]], None] | None = None,
        where: Callable[[], str] = str,
        round_limit: int = 0,
    ) -> None:
        self.rules, self.title, self.dice, self.strictness = rules, rules.title, dice, strictness
        self._on_order, self._on_dice, self._where = on_order, on_dice, where
        self.round_limit = round_limit
        self.events: list[Event] = []
        self.ordered = 0
        """The number of the first event of the current order, or of the last one."""
        self.state = GameState()
        self.position = Position(self.title, self.state)

    @property
    def phase(self) -> Phase:
        """The phase being played."""
        return self.rules.by_slug[self.state.clock.phase]

    @property
    def pending(self) -> Pending | None:
        """The decision to be made next, if any; found once between two events."""
        known = _verdicts(self.position)
        if None not in known:
            known[None] = None if self.state.ended else self.phase.pending(self.position)
        pending: Pending | None = known[None]
        return pending

    def emit(self, event: Event) -> None:
        """Fold an event into the state and keep it."""
        self.state.apply(event)
        self.position.follow(event)
        self.events.append(event)

    def pause(self, place: Hashable, go_on: Callable[[Play], None]) -> None:
        """Called by rules in the middle of an order, where what follows depends on the state alone and `go_on` would do it.

        `place` tells such places apart. Nothing happens here; odds that are worked out through the rules stop and go on at these.
        """

    def roll(self, count: int, what: str, sides: int = 0, alike: Sequence[Alike] = ()) -> tuple[int, ...]:
        """Return `count` dice of the title's, or of so many `sides`; `what` describes their purpose. A count of 0 rolls none.

        `alike` says, where rules do not care for each single face, what they care for: see Alike, in the order of the dice.
        """
        if count <= 0:
            return ()
        assert not alike or sum(dice for dice, _ in alike) == count, f"{what}: {alike} are not {count} dice"
        dice = self.dice.roll(count, sides or self.title.dice_sides, what)
        if self._on_dice:
            self._on_dice(dice)
        return dice

    def told(self, kind: type[Told], check: Callable[[Told], list[Problem]]) -> Told | None:
        """Return the record's next line, and pass it by, when it is an order of this kind: it says what hits cost that leave no choice.

        `check` says what is wrong with it; None is returned then.
        """
        return None

    def start(self, scenario: str = "", options: dict[str, str] | None = None, players: dict[str, str] | None = None) -> None:
        """Set up the scenario (by default the title's first) and open the first phase."""
        self.rules.start(self, scenario or next(iter(self.title.scenarios)), options or {}, players or {})
        self.position = Position(self.title, self.state)

    def take_up(self, state: GameState) -> None:
        """Go on from a state in which a game was left; the state is this play's own from now on."""
        self.state = state
        self.position = Position(self.title, state)

    def check(self, order: Order) -> list[Problem]:
        """Return what is wrong with an order now; nothing is changed.

        Between two events an order is judged once: a bot asks before it submits, and often asks twice.
        """
        verdicts = _verdicts(self.position)
        found: list[Problem] | None = verdicts.get(order)
        if found is None:
            found = verdicts[order] = self._judge(order)
        return found

    def _judge(self, order: Order) -> list[Problem]:
        if self.state.ended:
            return [GAME_OVER.broken("the game is over", found=tag(type(order)), expected="no more orders")]
        if isinstance(order, Concede):
            return []
        pending = self.pending
        if pending and not pending.accepts(order):
            return [self._undecided(pending, order)]
        if isinstance(order, EndPhase):
            return self._check_end(order)
        if not isinstance(order, self.phase.takes):
            kinds: list[type[Order]] = [*self.phase.takes, EndPhase]
            taken = ", ".join(map(tag, kinds))
            return [ORDER_OF_PHASES.broken(f"{self.phase.slug} takes no such order", found=tag(type(order)), expected=taken)]
        return self.phase.check(self.position, order)

    def submit(self, order: Order) -> list[Problem]:
        """Check an order with the play's strictness and carry it out; return its problems.

        Raises:
            IllegalOrder: the order breaks a rule and strictness is RAISE.
        """
        if self.strictness is Strictness.IGNORE:
            self._note(order)
            self._carry(order)
            return []
        problems = self.check(order)
        if problems:
            self._report(problems)
            self._forgive(order, problems)
            return problems
        self._note(order)
        self._carry(order)
        return []

    def begin_round(self) -> bool:
        """Begin the next round, or end the game as a draw at its round limit; return whether it goes on."""
        number = self.state.clock.round + 1
        if self.round_limit and number > self.round_limit:
            self.rules.stop(self, ROUND_LIMIT)
            return False
        self.emit(RoundStarted(number))
        return True

    def defect(self, problem: Problem) -> None:
        """Handle a problem by the strictness: raise it, warn of it, keep it as a defect, or ignore it."""
        if self.strictness is Strictness.RAISE:
            place = self._where()
            raise IllegalOrder(f"{place}: {problem}" if place else str(problem))
        if self.strictness is Strictness.WARN:
            warnings.warn(str(problem), stacklevel=2)
        elif self.strictness is Strictness.COLLECT:
            message = f"{problem.message} [{problem.section}]"
            self.emit(DefectFound(problem.rule, "error", problem.found, problem.expected, message, self._where()))

    def _report(self, problems: list[Problem]) -> None:
        for problem in problems:
            self.defect(problem)

    def _forgive(self, order: Order, problems: list[Problem]) -> None:
        """Carry out as much of a faulty order as possible; undo all of an order that fails halfway."""
        if isinstance(order, EndPhase):
            salvaged: Order | None = None if self.state.ended else order
        else:
            fits = isinstance(order, self.phase.takes) and not self.state.ended
            salvaged = self.phase.salvage(self.position, order, problems) if fits else None
        if salvaged is None:
            return
        before, kept = self.state.copy(), len(self.events)
        try:
            self._note(order)
            self._carry(salvaged)
        except SitrepError as error:
            self.take_up(before)
            del self.events[kept:]
            self.defect(NOT_CARRIED_OUT.broken(str(error), found=tag(type(order)), expected="an order that can be carried out"))

    def _note(self, order: Order) -> None:
        if self._on_order:
            self._on_order(order)

    def _carry(self, order: Order) -> None:
        self.ordered = len(self.events)
        if isinstance(order, EndPhase):
            self._end(order)
        elif isinstance(order, Concede):
            self.rules.stop(self, "conceded", self.rules.opponents(order.side))
        else:
            self.phase.carry_out(self, order)
        if not self.state.ended:
            self.rules.order_over(self)

    def _undecided(self, pending: Pending, order: Order) -> Problem:
        takes = ", ".join(tag(kind) for kind in pending.takes)
        who = f"{pending.power} ({pending.side})" if pending.side else pending.power
        return DECISION_DUE.broken(f"{who} must first decide: {pending.what}", found=tag(type(order)), expected=takes)

    def _check_end(self, order: EndPhase) -> list[Problem]:
        if order.phase and order.phase not in self._ahead():
            ahead = ", ".join(self._ahead())
            return [ORDER_OF_PHASES.broken("the phase to end is not ahead in this turn", found=order.phase, expected=ahead)]
        return self.phase.check_end(self.position)

    def _ahead(self) -> tuple[str, ...]:
        slugs = self.title.phases
        return slugs[slugs.index(self.state.clock.phase) :]

    def _end(self, order: EndPhase) -> None:
        turn, last = self.state.clock.turn, order.phase or self.state.clock.phase
        while not self.state.ended and self.state.clock.turn == turn:
            phase = self.phase
            phase.close(self)
            self.rules.following(self)
            if phase.slug == last or self.state.clock.turn != turn:
                return
            self._report(self.phase.check_end(self.position))

    def open_phase(self, event: PhaseStarted) -> None:
        """Emit the event that starts a phase and run the phase's automatic actions."""
        fresh = event.turn != self.state.clock.turn
        self.emit(event)
        if fresh:
            self.rules.turn_begun(self)
        phase = self.phase
        phase.open(self)
        if phase.automatic:
            phase.close(self)
            self.rules.following(self)


@derived_from("moment")
def _verdicts(_: Position) -> dict[Order | None, Any]:
    """Return the table of verdicts on orders, and (at None) of the decision to be made, as far as a play was asked for them."""
    return {}


def tag(order: type[Order]) -> str:
    """Return an order type's name in a log."""
    return str(order.__struct_config__.tag)
