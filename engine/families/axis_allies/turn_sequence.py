"""The turn sequence of games of the Axis & Allies family: set-up, rounds, turns, phases, and the check for victory.

Sections Setup, Order of Play, Capturing and Liberating Capitals, Winning the Game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine import events as ev
from engine.families.axis_allies import cargo_lists, victory
from engine.families.axis_allies.combat import casualties, ending
from engine.families.axis_allies.economy.accounts import solvent
from engine.mechanics.orders import Lose
from engine.mechanics.set_up import begin
from engine.orders import Order
from engine.play import Play
from engine.problems import Problem
from engine.rules import Position, Rules
from engine.state import Stack


class AxisAlliesRules(Rules):
    """Powers take turns in order; a round ends after the last one's turn with the check for victory.

    Subclasses name `phases`, and in `without_capital` the slugs of those that a power still plays whose capital
    is in enemy hands. One with an `order_over` of its own says in `odds` whether the exact odds know what it does to a
    battle, as steps do (`Step.odds`); it holds for that class alone.
    """

    without_capital: frozenset[str] = frozenset()

    def start(self, play: Play, scenario: str, options: dict[str, str], players: dict[str, str]) -> None:
        """Set the scenario up and open the first power's first phase.

        Raises:
            RecordError: the scenario, an option, an option's value or a power is not the title's.
        """
        begin(play, scenario, options, players)
        self.set_up(play)
        play.emit(ev.RoundStarted(1))
        self.round_begun(play)
        power = self.title.turns[0]
        first = next(phase for phase in self.title.phases if self.by_slug[phase].is_played(play.position, power))
        self._open(play, power, first, 1)

    def set_up(self, play: Play) -> None:
        """Complete the set-up: score each side's victory cities."""
        victory.score_setup(play)

    def check_told(self, position: Position, order: Order, named: Counter[tuple[str, str]], hit: Counter[Stack]) -> list[Problem]:
        """Return where a line tells other units apart than were hit."""
        return casualties.check_told(position, order, named, hit) if isinstance(order, Lose) else []

    relists = True

    def kept_out(self, area: str, unit: str) -> str:
        """Return why a unit can never be in an area: ships ashore, what is built on land at sea, and where nothing may enter."""
        return cargo_lists.kept_out(self.title, area, unit)

    def condition_put(self, position: Position, area: str, unit: str) -> str:
        """Return that a land unit at sea is aboard."""
        return cargo_lists.put_aboard(position, area, unit)

    def relisted(self, position: Position, area: str) -> Iterator[ev.Event]:
        """Yield what makes ships' lists agree with the cargo in their zone."""
        return cargo_lists.relisted(position, area)

    def following(self, play: Play) -> None:
        """Open the power's next phase, or the next power's turn, or the next round; or end the game."""
        clock, phases = play.state.clock, self.title.phases
        for phase in phases[phases.index(clock.phase) + 1 :]:
            if self._is_due(play, clock.power, phase):
                self._open(play, clock.power, phase, clock.turn)
                return
        self.turn_over(play)
        self._next_turn(play, clock.turn + 1)

    def _next_turn(self, play: Play, turn: int) -> None:
        order = self.title.turns
        place = order.index(play.state.clock.power)
        for _ in order:
            place += 1
            if place == len(order) and not play.state.ended:
                place = 0
                self.round_over(play)
                if not play.state.ended and play.begin_round():
                    self.round_begun(play)
            if play.state.ended:
                return
            if self._begin_turn(play, order[place], turn):
                return
        self.stop(play, "nobody-plays")

    def take_over(self, play: Play, power: str, turn: int) -> None:
        """Begin a power's turn on a board that these rules did not make; score its victory cities."""
        self.set_up(play)
        if not self._begin_turn(play, power, turn):
            self._next_turn(play, turn)

    def _begin_turn(self, play: Play, power: str, turn: int) -> bool:
        """Open the first phase that a power plays now; return whether there is one."""
        phase = next((phase for phase in self.title.phases if self._is_due(play, power, phase)), "")
        if phase:
            self._open(play, power, phase, turn)
        return bool(phase)

    def _is_due(self, play: Play, power: str, phase: str) -> bool:
        return self.by_slug[phase].is_played(play.position, power) and self.plays(play, power, phase)

    def plays(self, play: Play, power: str, phase: str) -> bool:
        """Return whether a power plays a phase now; one that plays none has no turn."""
        return phase in self.without_capital or bool(solvent(play.position, power))

    def round_begun(self, play: Play) -> None:
        """Run the automatic actions at the start of a round."""

    def turn_over(self, play: Play) -> None:
        """Run the automatic actions at the end of a turn, the repair of ships where it is done then; the game may end here."""
        ending.mend(play)

    def round_over(self, play: Play) -> None:
        """Run the automatic actions at the end of a round: the check for victory by cities, and by what areas are worth."""
        if side := victory.winner(play.position):
            self.stop(play, play.position.options["victory"], (side,))
        elif side := victory.economic_winner(play.position):
            self.stop(play, victory.ECONOMIC_OPTION, (side,))

    def _open(self, play: Play, power: str, phase: str, turn: int) -> None:
        play.open_phase(ev.PhaseStarted(power, phase, turn))
        if phase == "combat-move":
            ending.mend(play, power)
