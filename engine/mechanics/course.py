"""The course of a game of the Axis & Allies family: set-up, rounds, turns, phases, and the check for victory.

Sections Setup, Order of Play, Capturing and Liberating Capitals, Winning the Game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import events as ev
from engine.errors import RecordError
from engine.mechanics import victory
from engine.mechanics.board import is_capital_held
from engine.mechanics.profile import profile
from engine.play import Play
from engine.rules import NEUTRAL, Rules
from engine.titles.columns import nearest
from engine.titles.model import Title


class AxisAlliesRules(Rules):
    """Powers take turns in order; a round ends after the last one's turn with the check for victory.

    Subclasses name `phases`, and in `without_capital` the slugs of those that a power still plays whose capital
    is in enemy hands.
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
        self._open(play, self.title.turns[0], self.title.phases[0], 1)

    def set_up(self, play: Play) -> None:
        """Add to what the tables of the set-up have told: who has how many victory cities."""
        victory.score_setup(play)

    def following(self, play: Play) -> None:
        """Open the power's next phase, or the next power's turn, or the next round; or end the game."""
        clock, phases = play.state.clock, self.title.phases
        for phase in phases[phases.index(clock.phase) + 1 :]:
            if self.plays(play, clock.power, phase):
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
            phase = next((phase for phase in self.title.phases if self.plays(play, order[place], phase)), "")
            if phase:
                self._open(play, order[place], phase, turn)
                return
        self.stop(play, "nobody-plays")

    def plays(self, play: Play, power: str, phase: str) -> bool:
        """Return whether a power plays a phase now; one that plays none has no turn."""
        return phase in self.without_capital or is_capital_held(play.position, power)

    def round_begun(self, play: Play) -> None:
        """Do what happens by itself as a round begins."""

    def turn_over(self, play: Play) -> None:
        """Do what happens by itself as a turn ends; the game may end here."""

    def round_over(self, play: Play) -> None:
        """Do what happens by itself as a round ends: the check for victory by cities."""
        if side := victory.winner(play.position):
            self.stop(play, play.position.options["victory"], (side,))

    def _open(self, play: Play, power: str, phase: str, turn: int) -> None:
        play.open_phase(ev.PhaseStarted(power, phase, turn))


def begin(play: Play, scenario: str, options: dict[str, str], players: dict[str, str]) -> None:
    """Emit the start of a game and what its tables tell of the set-up.

    Raises:
        RecordError: the scenario, an option, an option's value or a power is not the title's.
    """
    _check_header(play.title, scenario, options, players)
    play.emit(ev.GameStarted(play.title.slug, scenario, play.title.choices(options), players))
    set_up(play, scenario)


def set_up(play: Play, scenario: str) -> None:
    """Emit a scenario's treasuries, control and units, who is neutral or at war, and how powers stand to each other (section Setup)."""
    title = play.title
    for row in title.treasuries:
        if row.scenario == scenario and row.amount:
            play.emit(ev.ResourceChanged(row.power, row.resource, row.amount, row.amount, "setup"))
    for holding in title.holdings:
        if holding.scenario == scenario:
            play.emit(ev.ControlChanged(holding.area, "", holding.power, "setup"))
    for row in title.placements:
        if row.scenario == scenario:
            strength = row.strength or profile(play.position, row.power, row.unit).strength
            play.emit(ev.UnitsPlaced(row.power, row.unit, row.count, row.area, strength, "setup"))
    for nation in title.nations.values():
        if nation.kind == NEUTRAL and not title.standings:
            play.emit(ev.PowerChanged(nation.power, "", NEUTRAL, "setup"))
    for row in title.standings:
        if row.scenario == scenario:
            play.emit(ev.PowerChanged(row.power, "", row.standing, "setup"))
    for row in title.relations:
        if row.scenario == scenario:
            play.emit(ev.RelationChanged(row.power, row.other, "", row.relation))


def _check_header(title: Title, scenario: str, options: dict[str, str], players: dict[str, str]) -> None:
    """Raise RecordError when a record's scenario, options or players are not of the title.

    Any number of people may play; a power that `players` leaves out is nobody's in particular.
    """
    _known("scenario", scenario, title.scenarios)
    for slug, value in options.items():
        _known("option", slug, title.options)
        _known(f"value of option {slug!r}:", value, title.options[slug].values)
    for power in players:
        _known("power in players:", power, title.powers)


def _known(what: str, found: str, expected: Iterable[str]) -> None:
    expected = tuple(expected)
    if found not in expected:
        close = nearest(found, expected)
        hint = f" (did you mean {close!r}?)" if close else ""
        raise RecordError(f"unknown {what} {found!r}{hint}; expected one of {', '.join(expected)}")


def seat(title: Title, players: Sequence[str]) -> dict[str, str]:
    """Return power to player for as many people as are named, as the title seats them (section The Combatants).

    Raises:
        RecordError: the title has no seats for so many.
    """
    if len(players) not in title.seatings:
        numbers = ", ".join(str(number) for number in sorted(title.seatings))
        raise RecordError(f"{title.slug}: no seats for {len(players)} players; expected {numbers}")
    seats = zip(players, title.seatings[len(players)], strict=True)
    taken = {power: player for player, powers in seats for power in powers}
    return {power: taken[power] for power in title.turns}
