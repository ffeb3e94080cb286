"""Snapshots at the end of each turn: every power, its stores and forces, every area, every stack, every race.

A turn ends at the next turn's first PhaseStarted, the last one after the last event. Turn 0 is the
set-up. There is one snapshot a turn; its `round` is the round in which the turn began.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from engine.events import ControlChanged, Event, FacilityChanged, ResourceChanged
from engine.state import GameState
from engine.tally import NONE_HELD, forces, holdings
from engine.title.model import Title
from warehouse.errors import LakeError, TooLarge
from warehouse.races import Races

INCOME_CAUSES = frozenset({"income", "objective", "war-bonds", "convoy"})
"""Causes of a ResourceChanged that are part of what a power collects in a turn (DESIGN: income)."""

Row = tuple[Any, ...]


class _Known(dict[str, Any]):
    """The values of a title's table; a missing row raises a clear error."""

    def __init__(self, what: str, title: Title, values: dict[str, Any]) -> None:
        super().__init__(values)
        self.what, self.title = what, title.slug

    def __missing__(self, key: str) -> Any:
        raise LakeError(f"{self.what} {key!r} of an event is not in title {self.title!r}; expected a row of its tables")


NAMES = ("powers", "treasuries", "forces", "areas", "stacks", "races")
"""The tables of snapshots."""


class Snapshots:
    """The snapshot rows of one game, as `tables`: powers, treasuries, forces, areas, stacks, races.

    Args:
        game_id: the game's id. title: its tables. events: all its events, to know what must have a row from turn 0 on.
        most: rows that all of them together may have.
    """

    def __init__(self, game_id: str, title: Title, events: Sequence[Event], most: float = inf) -> None:
        self.game_id, self.title, self._most = game_id, title, most
        self.tables: dict[str, list[Row]] = {name: [] for name in NAMES}
        self.income: dict[tuple[str, str], int] = {}
        self._units = _Known("unit", title, dict(title.units))
        self._class = _Known("unit", title, {slug: unit.cls for slug, unit in title.units.items()})
        self._value = _Known("area", title, {slug: area.value for slug, area in title.areas.items()})
        self._cities = frozenset(title.victory_cities)
        # Some records give an owner to a sea zone that a power passes; it counts only if it has a value.
        self._counted = frozenset(slug for slug, area in title.areas.items() if area.kind != "sea" or area.value)
        self._beside = frozenset(slug for slug, area in title.areas.items() if area.kind == "box")
        changed = {event.area: None for event in events if isinstance(event, ControlChanged | FacilityChanged)}
        held = {slug: None for slug, area in title.areas.items() if area.kind == "land"} | changed
        self._areas = [(area, self._value[area]) for area in held]
        stored = {(event.power, event.resource): None for event in events if type(event) is ResourceChanged}
        self._stores = list({(power, title.resource): None for power in title.powers} | stored)
        self._race = Races(title, events)

    def collect(self, event: ResourceChanged) -> None:
        """Count a change as income of the turn, when its cause is one of income."""
        if event.cause in INCOME_CAUSES:
            key = event.power, event.resource
            self.income[key] = self.income.get(key, 0) + event.delta

    def take(self, state: GameState, round_: int) -> None:
        """Append the rows for the end of a turn; `round_` is the round in which the turn began."""
        clock = state.clock
        head = (self.game_id, state.seq, round_, clock.turn, clock.phase, clock.power)
        damage = self._damage(state)
        self._powers(head, state, damage)
        control, tables = state.control, self.tables
        on_turn = (*head, clock.power)
        tables["treasuries"] += [(*head, *store, state.resources.get(store, 0), self.income.get(store, 0)) for store in self._stores]
        tables["areas"] += [(*on_turn, area, control.get(area, ""), value, damage.get(area, 0)) for area, value in self._areas]
        tables["stacks"] += [(*head, *key, count) for key, count in sorted(state.stacks.items())]
        tables["races"] += [(*on_turn, *row) for row in self._race.rows(state)]
        self.income = {}
        if (rows := sum(map(len, tables.values()))) > self._most:
            raise TooLarge(
                f"its snapshots have {rows:,} rows at the end of turn {clock.turn:,}, on a map of {len(self._areas):,} areas; "
                f"expected one recorded game, of at most {self._most:,.0f} rows"
            )

    def _powers(self, head: Row, state: GameState, damage: dict[str, int]) -> None:
        holds = holdings(state, self._value, self._cities, self._counted, damage)
        present = self._forces(state)
        resource = self.title.resource
        for power, row in self.title.powers.items():
            areas, production, cities, damaged = holds.get(power, NONE_HELD)
            classes = present.get(power, {})
            self.tables["powers"].append((
                *head, power, row.side, state.standing.get(power, ""), state.resources.get((power, resource), 0),
                self.income.get((power, resource), 0), production, sum(tuv for _, tuv in classes.values()),
                sum(count for count, _ in classes.values()), areas, cities,
                bool(row.capital) and state.control.get(row.capital) == power, damaged,
            ))  # fmt: skip
        self.tables["forces"] += [
            (*head, power, cls, count, tuv) for power, classes in present.items() for cls, (count, tuv) in classes.items()
        ]

    def _forces(self, state: GameState) -> dict[str, dict[str, tuple[int, int]]]:
        """Return power to class of units to (units, TUV), both in alphabetical order; what waits beside the map is not counted."""
        counted = forces(state, self._units, self._class, self._beside)
        found: dict[str, dict[str, tuple[int, int]]] = {}
        for power, cls in sorted(counted):
            found.setdefault(power, {})[cls] = counted[power, cls]
        return found

    def _damage(self, state: GameState) -> dict[str, int]:
        """Return area to the damage of all facilities in it."""
        damage: dict[str, int] = {}
        for (area, _), points in state.damage.items():
            damage[area] = damage.get(area, 0) + points
        return damage
