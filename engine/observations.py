"""Observations: statements of the record about the state ("the bank says 31"), which the replay checks.

The tag is written `see`. Each kind returns the state's value and the record's value; equal texts mean that record and
replay agree.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated, TypeAlias, get_args

import msgspec
from msgspec import Meta

from engine.forces import BlockCount, parse_blocks, show_blocks
from engine.orders import AreaName, ContenderName, PowerName, ResourceName, SideName, TechName, UnitList, UnitName
from engine.state import GameState
from engine.title.model import Title


class Observation(msgspec.Struct, frozen=True, tag_field="see", forbid_unknown_fields=True, omit_defaults=True):
    """Base of all observations."""

    def held(self, title: Title, state: GameState) -> str:
        """Return the state's value of the observed item, as text."""
        raise TypeError(f"{type(self).__name__} does not say what it observes")

    def said(self, title: Title) -> str:
        """Return the record's value, as text of the same form."""
        raise TypeError(f"{type(self).__name__} does not say what it observes")


class Bank(Observation, frozen=True, tag="bank"):
    """A power's store of a resource (the title's main one when none is named)."""

    power: PowerName
    amount: Annotated[int, Meta(ge=0, description="whole units of the resource")]
    resource: ResourceName = ""

    def held(self, title: Title, state: GameState) -> str:
        """Return the power's balance."""
        return str(state.resources.get((self.power, self.resource or title.resource), 0))

    def said(self, title: Title) -> str:
        """Return the observed balance."""
        return str(self.amount)


class Owner(Observation, frozen=True, tag="owner"):
    """Who controls an area; an empty power is nobody."""

    area: AreaName
    power: PowerName = ""

    def held(self, title: Title, state: GameState) -> str:
        """Return the controlling power, or `nobody`."""
        return state.control.get(self.area, "") or "nobody"

    def said(self, title: Title) -> str:
        """Return the observed power, or `nobody`."""
        return self.power or "nobody"


class Units(Observation, frozen=True, tag="units"):
    """All units of one power in an area, whatever their condition; an empty list is none.

    Types of which the list tells what is left of some (`battleship@1`) are compared by that; others of such a type are whole.
    """

    area: AreaName
    power: PowerName
    units: UnitList = ""

    def held(self, title: Title, state: GameState) -> str:
        """Return the power's units there, in the title's order."""
        left = self._told_by_strength()
        counts = Counter[tuple[str, int]]()
        for key, count in state.units_in(self.area):
            if key.power == self.power:
                counts[key.unit, key.strength if key.unit in left else 0] += count
        return _listed(title, counts)

    def said(self, title: Title) -> str:
        """Return the observed units, in the title's order."""
        left = self._told_by_strength()
        counts = Counter[tuple[str, int]]()
        for item in parse_blocks(self.units):
            whole = title.units[item.unit].strength if item.unit in left else 0
            counts[item.unit, item.strength or whole] += item.count
        return _listed(title, counts)

    def _told_by_strength(self) -> frozenset[str]:
        return frozenset(item.unit for item in parse_blocks(self.units) if item.strength)


class Damage(Observation, frozen=True, tag="damage"):
    """Bombing damage of the facilities in an area, or of one of them."""

    area: AreaName
    points: Annotated[int, Meta(ge=0, description="points of damage")]
    unit: UnitName = ""

    def held(self, title: Title, state: GameState) -> str:
        """Return the points of damage."""
        return str(sum(n for (area, unit), n in state.damage.items() if area == self.area and self.unit in ("", unit)))

    def said(self, title: Title) -> str:
        """Return the observed points."""
        return str(self.points)

    def facilities(self, title: Title, state: GameState) -> list[str]:
        """Return the facilities that stand in the area."""
        return sorted({key.unit for key, _ in state.units_in(self.area) if title.units[key.unit].cls == "facility"})


class Technology(Observation, frozen=True, tag="technology"):
    """A technology that a power has, or with level 0 has not."""

    power: PowerName
    technology: TechName
    level: Annotated[int, Meta(ge=0, description="level of the technology, 0 for none")] = 1

    def held(self, title: Title, state: GameState) -> str:
        """Return the power's level of the technology."""
        return str(state.techs.get((self.power, self.technology), 0))

    def said(self, title: Title) -> str:
        """Return the observed level."""
        return str(self.level)


class Points(Observation, frozen=True, tag="points"):
    """A side's (or other contender's) total toward a victory condition."""

    side: ContenderName
    total: int
    measure: str = ""

    def held(self, title: Title, state: GameState) -> str:
        """Return the contender's total."""
        measure = self.measure or str(title.settings.get("victory", {}).get("measure", ""))
        return str(state.points.get((self.side, measure), 0))

    def said(self, title: Title) -> str:
        """Return the observed total."""
        return str(self.total)


class Winner(Observation, frozen=True, tag="winner"):
    """The game is over and this side won; an empty side is a game with no winner."""

    side: SideName = ""

    def held(self, title: Title, state: GameState) -> str:
        """Return the winning sides, `nobody`, or that the game goes on."""
        return (", ".join(state.winners) or "nobody") if state.ended else "game not over"

    def said(self, title: Title) -> str:
        """Return the observed winner."""
        return self.side or "nobody"


def _listed(title: Title, counts: Counter[tuple[str, int]]) -> str:
    """Return counts by unit and strength (0: whatever it is) as a list, in the title's order and the strongest first."""
    blocks = [BlockCount(unit, count, strength=strength) for (unit, strength), count in counts.items()]
    place = {unit: at for at, unit in enumerate(title.units)}
    return show_blocks(sorted(blocks, key=lambda one: (place[one.unit], -one.strength))) or "none"


AnyObservation: TypeAlias = Bank | Owner | Units | Damage | Technology | Points | Winner
OBSERVATIONS: tuple[type[Observation], ...] = get_args(AnyObservation)
