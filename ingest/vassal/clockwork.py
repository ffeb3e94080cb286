"""Rounds and turns of a log: by its module's turn tracker or property; where it has none, turns by who acts, in one round."""

from __future__ import annotations

from typing import NamedTuple

from ingest.vassal.adapter import Adapter
from ingest.vassal.kinds import NOBODY
from ingest.vassal.sequence import number, split
from ingest.vassal.table import Table

PLAY = "play"
"""The phase of a log whose module names none."""
LEAP = 10
"""Rounds that may be left out at a time."""
MOST_AT_FIRST = 200
"""Round in which a record can begin."""
_MOST_LEVELS = 20


class Now(NamedTuple):
    """Round, power and phase."""

    round: int
    power: str
    phase: str


class Level(NamedTuple):
    """A level of a turn tracker: what it counts or, in a list, which entry it is at (from 0)."""

    value: int
    listed: bool


def levels(state: str) -> tuple[Level, ...]:
    """Return the levels of a turn tracker's state that are on, outermost first.

    A counter's state is value, sublevel, whether it loops, and its limit; a list's is entry, sublevel, first entry, and which
    entries are used. The sublevels' states follow.
    """
    now, *parts = split(state, "|")
    found: list[Level] = []
    at = number(now)
    while parts and len(found) < _MOST_LEVELS:
        fields = split(parts[at] if 0 <= at < len(parts) else parts[0], ";")
        if len(fields) < 4:
            break
        found.append(Level(number(fields[0]), fields[2] not in ("true", "false")))
        at, parts = number(fields[1]), fields[4:]
    return tuple(found)


class Clockwork:
    """The time of a game, step by step.

    Attributes:
        told: how the rounds are known: by a tracker, a property or the players; what a reader of the game should know.
    """

    def __init__(self, adapter: Adapter) -> None:
        self.table = adapter.table.get("turn", {})
        self.names = list(adapter.setting("turn", "properties"))
        self.powers: list[str] = self.table.get("powers", [])
        self.phases: list[str] = self.table.get("phases", [])
        self.round = 0
        self.told = "players"
        self._last: object = None
        self._power = ""

    def now(self, table: Table, actor: str) -> Now:
        """Return the time after a step; `actor` is the power whose player made it, empty when nobody knows."""
        tracker = self._tracker(table)
        name = next((name for name in self.names if self._property(table, name) is not None), None)
        if tracker is not None:
            return self._by_tracker(levels(table.trackers[tracker]), actor)
        if name is not None:
            return self._by_number(number(self._property(table, name) or ""), actor)
        return self._by_player(actor)

    def _tracker(self, table: Table) -> str | None:
        wanted = self.table.get("tracker")
        if wanted is not None:
            return wanted if wanted in table.trackers else None
        return next(iter(table.trackers), None)

    @staticmethod
    def _property(table: Table, name: str) -> str | None:
        return next((value for (_, key), value in table.properties.items() if key == name and value.lstrip("-").isdigit()), None)

    def _by_tracker(self, found: tuple[Level, ...], actor: str) -> Now:
        self.told = "tracker"
        outer = found[: max(1, len(found) - 1)]
        if "round_level" in self.table and self.table["round_level"] < len(found):
            self._count(found[self.table["round_level"]].value - self.table.get("round_first", 1) + 1)
        elif outer != self._last:
            self.round += 1
            self._last = outer
        phase, power = PLAY, actor
        at = self.table.get("phase_level", -1)
        if 0 <= at < len(found):
            entry = found[at].value
            phase = self.phases[entry] if 0 <= entry < len(self.phases) else f"phase-{entry + 1}"
            power = self.powers[entry] if 0 <= entry < len(self.powers) else actor
        elif len(found) > 1:
            phase = f"phase-{found[-1].value + found[-1].listed}"
        return Now(self.round, self._known(power), phase)

    def _by_number(self, value: int, actor: str) -> Now:
        self.told = "property"
        self._count(value)
        return Now(self.round, self._known(actor), PLAY)

    def _count(self, value: int) -> None:
        """The module's own count says which round it is; a leap (of years, or of a spoilt record) is one round."""
        if not self.round:
            self.round = value if 1 <= value <= MOST_AT_FIRST else 1
        elif isinstance(self._last, int) and value > self._last:
            self.round += value - self._last if value - self._last <= LEAP else 1
        self._last = max(value, self._last) if isinstance(self._last, int) else value

    def _by_player(self, actor: str) -> Now:
        """Nothing counts rounds: all is one, in which a turn is what a player does before another one acts.

        Who acts again after another has often only answered him, with fire of the other side's turn, or with a loss.
        """
        self.round = self.round or 1
        return Now(self.round, self._known(actor), PLAY)

    def _known(self, power: str) -> str:
        """The power on turn: who acts, else who did last."""
        self._power = power or self._power
        return self._power or NOBODY
