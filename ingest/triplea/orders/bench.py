"""The bench: a game being played, the save beside it, and what is written down of both."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.dice import Dice
from engine.orders import Order
from engine.play import Play, tag
from engine.problems import Problem
from engine.recording import CorrectionEntry, DiceEntry, OrderEntry
from engine.rules import Position, load_rules
from engine.setting_right import set_right
from engine.state import GameState
from engine.strictness import Strictness
from engine.title.model import Title
from ingest.triplea.model import Save
from ingest.triplea.orders.compare import Picture, corrections, gaps, ours, theirs
from ingest.triplea.orders.dice import Misroll
from ingest.triplea.orders.names import Names
from ingest.triplea.orders.outcome import Difference, Refereed, Tally
from ingest.triplea.orders.turns import Turn
from ingest.triplea.replay import Replay


class Kept(NamedTuple):
    """A place to go back to."""

    state: GameState
    events: int
    entries: int
    differences: int
    tally: Tally


class Bench:
    """A game under the title's rules, strict, beside the replay of its save.

    Attributes:
        turn: the turn being refereed.
        out: what has come of it so far.
    """

    def __init__(self, save: Save, title: Title, options: dict[str, str], dice: Dice) -> None:
        self.save, self.title, self.names = save, title, Names(title)
        self.replay = Replay(save)
        self.turn = Turn(0, "", ())
        self.out = Refereed(options=options)
        self.play = Play(
            load_rules(title),
            dice,
            strictness=Strictness.RAISE,
            on_order=lambda order: self.out.entries.append(OrderEntry(order)),
            on_dice=lambda rolled: self.out.entries.append(DiceEntry(rolled)),
        )

    @property
    def position(self) -> Position:
        """The game as it stands."""
        return self.play.position

    def keep(self) -> Kept:
        """Return where the game and its record stand."""
        out = self.out
        return Kept(self.play.state.copy(), len(self.play.events), len(out.entries), len(out.differences), replace(out.tally))

    def back(self, kept: Kept) -> None:
        """Go back to where the game stood."""
        self.play.state = kept.state.copy()
        self.play.position = Position(self.title, self.play.state)
        del self.play.events[kept.events :]
        del self.out.entries[kept.entries :]
        del self.out.differences[kept.differences :]
        self.out.tally = replace(kept.tally)

    def submit(self, order: Order) -> bool:
        """Return whether the rules take an order; one that they refuse is a difference, and what can be done of it is done."""
        self.out.tally.orders += 1
        problems = self.play.check(order)
        if not problems:
            self.play.submit(order)
            return True
        for problem in problems:
            self.refuse(problem, order)
        self._overrule(order)
        return False

    def _overrule(self, order: Order) -> None:
        """Do as much of an order that the rules refuse as can be done, as a replay of the record will."""
        play, kept = self.play, self.keep()
        play.strictness = Strictness.COLLECT
        try:
            play.submit(order)
        except Misroll:
            self.back(kept)
            return
        finally:
            play.strictness = Strictness.RAISE
        dice = [entry for entry in self.out.entries[kept.entries :] if isinstance(entry, DiceEntry)]
        self.out.entries[kept.entries :] = [OrderEntry(order), *dice]

    def set_right(self, phase: str, but: str = "") -> bool:
        """Return whether the state is the save's, `but` one field of a Picture; what differs is written down and corrected."""
        save = theirs(self.replay.state, self.names)
        found = [gap for gap in gaps(ours(self.position), save) if gap.what != but]
        for gap in found:
            self.differ(f"outcome/{gap.what}", "", gap.where, gap.theirs, gap.ours, phase)
        if found or not but:
            self._correct(save)
        return not found

    def _correct(self, save: Picture) -> None:
        for wanted in corrections(self.position, save):
            set_right(self.play, wanted)
            self.out.entries.append(CorrectionEntry(wanted))
            self.out.tally.corrections += 1

    def refuse(self, problem: Problem, order: Order) -> None:
        """Write down that the rules refuse an order."""
        self.differ(problem.rule, problem.section, told(order), problem.found, problem.expected)

    def differ(self, rule: str, section: str, what: str, found: str = "", expected: str = "", phase: str = "") -> None:
        """Write down a difference."""
        power = self.names.powers.get(self.turn.player, "")
        phase = phase or self.play.state.clock.phase
        self.out.differences.append(Difference(self.turn.round, power, phase, rule, section, what, found, expected))


def told(order: Order) -> str:
    """Return an order in one line: its name, units and way or area."""
    said = (getattr(order, name, "") for name in ("units", "path", "area", "to", "phase"))
    return " ".join([tag(type(order)), *(str(part) for part in said if part)])
