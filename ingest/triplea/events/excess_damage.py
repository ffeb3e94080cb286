"""Hits and bombing damage that no unit of their type can bear: the program stops at the figures of the type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine import events as ev
from ingest.triplea.state import TripleaState, UnitState
from ingest.triplea.title.units import hit_points

HITS, DAMAGE = "save/hits", "save/damage"
TWICE = 2
"""Damage that a unit without a figure of its own bears for each point of its territory's production (the program's own rule)."""


class Bearing:
    """Looks at the units of one game as it goes on. Each impossible value of a unit is told once."""

    def __init__(self, state: TripleaState) -> None:
        self.state = state
        self._told: set[tuple[str, str, int]] = set()

    def overdone(self, units: Iterable[str]) -> Iterator[ev.DefectFound]:
        """Yield the defects of units, by id; units that the game has not got are told elsewhere."""
        for ident in units:
            unit = self.state.units.get(ident)
            if unit is None:
                continue
            if unit.hits:
                yield from self._beyond(unit, HITS, unit.hits, self._most_hits(unit), "hits")
            if unit.damage:
                yield from self._beyond(unit, DAMAGE, unit.damage, self._most_damage(unit), "bombing damage")

    def _beyond(self, unit: UnitState, rule: str, found: int, most: int | None, what: str) -> Iterator[ev.DefectFound]:
        if most is None or 0 <= found <= most or (rule, unit.id, found) in self._told:
            return
        self._told.add((rule, unit.id, found))
        message = f"{unit.owner} {unit.type} {unit.id} has {what} that its type cannot have"
        yield ev.DefectFound(rule, "error", str(found), f"0 to {most}", message)

    def _most_hits(self, unit: UnitState) -> int:
        """Return the hits that destroy a unit: a change may say them before the one that takes the unit away."""
        now = self._figure(unit, "hitPoints")
        return max(hit_points(self.state.save.unit_types[unit.type]), now if type(now) is int else 0)

    def _most_damage(self, unit: UnitState) -> int | None:
        """Return the most damage that a facility takes; None where the save does not say whether it takes any, or it is on no territory."""
        able, most = self._figure(unit, "canBeDamaged"), self._figure(unit, "maxDamage")
        if type(able) is not bool or unit.holder is None or unit.holder[0] != "territory":
            return None
        if not able:
            return 0
        most = most if type(most) is int and most > 0 else 0
        makes = self._figure(unit, "canProduceXUnits")
        own = most and not (self._figure(unit, "canProduceUnits") is True and type(makes) is int and makes < 0)
        return most if own else (most or TWICE) * self._production(unit.holder[1])

    def _figure(self, unit: UnitState, name: str) -> Any:
        return self.state.field("unit-type", unit.type, "unitAttachment", name)

    def _production(self, territory: str) -> int:
        """Return the most that a territory is worth, at this moment or when the game was saved."""
        held = ("territory", territory, "territoryAttachment")
        now = (self.state.field(*held, name) for name in ("production", "unitProduction"))
        saved = self.state.save.territories[territory].production
        return max(saved, *(value if type(value) is int else 0 for value in now))
