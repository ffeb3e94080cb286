"""The turn sequence of a block game: set-up, seasons as rounds, a turn for each camp, its phases.

Sections Sequence of Play, 8.0 Scenarios, 9.0 Campaigns.
"""

from __future__ import annotations

from collections import Counter

from engine import events as ev
from engine.families.blocks.board import camp_of, camps, hostile, leader_of, powers_of
from engine.families.blocks.combat.hits import check_which
from engine.families.blocks.season import first_season, is_last, season, start_of
from engine.families.blocks.settings import FirstWinter, read
from engine.families.blocks.vocabulary import BLITZ_DISC, FIRST_WINTER, SURPRISED
from engine.mechanics.orders import Lose
from engine.mechanics.set_up import begin
from engine.orders import Order
from engine.play import Play
from engine.problems import Problem, Rule
from engine.rules import Position, Rules
from engine.state import Stack

LAST_SEASON = "last-season"

TOLD_APART = Rule("losses/told-apart", "3.5 Resolving combat")


class BlocksRules(Rules):
    """Camps take turns in order; a round is a season.

    Subclasses name `phases`, and implement automatic actions in `set_up`, `round_begun`, `turn_begun`, `turn_over` and
    `round_over`. `plays` says whether a phase is played at all.
    """

    def start(self, play: Play, scenario: str, options: dict[str, str], players: dict[str, str]) -> None:
        """Set the scenario up and open its first phase, which may be in the middle of a turn.

        Raises:
            RecordError: the scenario, an option, an option's value or a power is not the title's.
        """
        begin(play, scenario, options, players)
        self._mark_start(play, scenario)
        self.set_up(play)
        play.emit(ev.RoundStarted(1))
        self.note_first_winter(play)
        self.round_begun(play)
        first = start_of(play.position)
        self._open(play, first.turn, first.phase, 1)

    def _mark_start(self, play: Play, scenario: str) -> None:
        """Set the markers that a scenario begins with: who is surprised, whose Blitz Discs are in hand, the first winter."""
        for row in self.title.standings:
            if row.scenario == scenario and row.surprised:
                SURPRISED.set(play, "yes", row.power)
        first = start_of(play.position)
        for side, fronts in first.blitz_discs.items():
            for front in fronts:
                BLITZ_DISC.set(play, "yes", side, front)
        if first.first_winter:
            FIRST_WINTER.set(play, str(first.first_winter))

    def set_up(self, play: Play) -> None:
        """Complete the set-up: open waters, points."""

    def check_told(self, position: Position, order: Order, named: Counter[tuple[str, str]], hit: Counter[Stack]) -> list[Problem]:
        """Return that blocks show what they are: nothing else tells them apart."""
        return check_which(order, TOLD_APART) if isinstance(order, Lose) else []

    def following(self, play: Play) -> None:
        """Open the camp's next phase, or the next camp's turn, or the next round; or end the game."""
        if play.state.ended:
            return
        clock, phases = play.state.clock, self.title.phases
        camp = self.camp_of_turn(play)
        self.phase_over(play, clock.phase)
        for phase in phases[phases.index(clock.phase) + 1 :]:
            if play.state.ended:
                return
            if self.plays(play, camp, phase):
                self._open(play, camp, phase, clock.turn)
                return
        self.turn_over(play, camp)
        self._next_turn(play, camp, clock.turn + 1)

    def _next_turn(self, play: Play, camp: str, turn: int) -> None:
        order = tuple(camps(self.title))
        place = order.index(camp)
        for _ in order:
            place += 1
            if place == len(order) and not play.state.ended:
                place = 0
                self._next_round(play)
            if play.state.ended:
                return
            if powers_of(play.position, order[place]):
                phase = next(phase for phase in self.title.phases if self.plays(play, order[place], phase))
                self._open(play, order[place], phase, turn)
                return
        self.stop(play, "nobody-plays")

    def _next_round(self, play: Play) -> None:
        self.round_over(play)
        if play.state.ended:
            return
        if is_last(play.position):
            self.stop(play, LAST_SEASON)
            return
        if play.begin_round():
            self.note_first_winter(play)
            self.round_begun(play)

    def note_first_winter(self, play: Play) -> None:
        """Keep the year of the first winter that begins with a side at war with the power that it will freeze in (6.5.1)."""
        position = play.position
        if "first_winter" not in self.title.settings or FIRST_WINTER.read(position.state):
            return
        row, here = read(self.title, "first_winter", FirstWinter), season(position)
        foes = (power for power in self.title.turns if position.side_of(power) == row.side)
        if here.slug == first_season(self.title) and any(hostile(position, power, row.power) for power in foes):
            FIRST_WINTER.set(play, str(here.year))

    def opponents(self, side: str) -> tuple[str, ...]:
        """Return the factions of the other camp: a faction that gives up leaves the war to the enemy, not to its own camp."""
        own = next((camp.factions for camp in camps(self.title).values() if side in camp.factions), ())
        return tuple(other for camp in camps(self.title).values() if camp.factions != own for other in camp.factions)

    def camp_of_turn(self, play: Play) -> str:
        """Return the camp whose turn it is, also when the power that gave the turn its name has gone out meanwhile."""
        return camp_of(play.position, play.state.clock.power)

    def plays(self, play: Play, camp: str, phase: str) -> bool:
        """Return whether a camp plays a phase now."""
        return True

    def round_begun(self, play: Play) -> None:
        """Run the automatic actions at the start of a season."""

    def phase_over(self, play: Play, phase: str) -> None:
        """Run the automatic actions at the end of a phase, whichever comes next."""

    def turn_over(self, play: Play, camp: str) -> None:
        """Run the automatic actions at the end of a camp's turn; the game may end here."""

    def round_over(self, play: Play) -> None:
        """Run the automatic actions at the end of a season; the game may end here, and ends after the last one."""

    def _open(self, play: Play, camp: str, phase: str, turn: int) -> None:
        play.open_phase(ev.PhaseStarted(leader_of(play.position, camp), phase, turn))
