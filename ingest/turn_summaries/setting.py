"""What a telling of a text goes by: the names, and figures of units and areas, as far as a title tells them."""

from __future__ import annotations

from collections.abc import Mapping

from ingest.turn_summaries.fights import ATTACKER
from ingest.turn_summaries.names_and_slugs import Words


class Setting:
    """What a telling goes by: the names, and figures of units and areas."""

    def __init__(self, words: Words, costs: dict[str, int], is_sea: dict[str, bool], resource: str, side_of: Mapping[str, str]) -> None:
        self.words, self.title, self.costs, self.sea, self.resource = words, words.title, costs, is_sea, resource
        self.side_of = side_of

    def price(self, unit: str) -> int:
        """What a unit costs, 0 when that is not known."""
        return self.title.units[unit].cost if self.title else self.costs.get(unit, 0)

    def is_sea(self, area: str) -> bool:
        """Whether an area is water."""
        return self.sea.get(area, False)

    def strength(self, unit: str) -> int:
        """The hits that a fresh unit takes; damage of a unit is told, but not kept in its stack."""
        return self.title.units[unit].strength if self.title else 1

    def fights(self, unit: str) -> bool:
        """Whether a unit is part of a force; facilities neither fight nor fall."""
        return not self.title or self.title.units[unit].cls != "facility"

    def armed(self, side: str, unit: str, area: str) -> bool:
        """Whether a unit can fight on a side in an area's battle; False for all of a title that the text itself makes."""
        row = self.title.units[unit] if self.title else None
        cargo = row is not None and row.cls == "land" and self.is_sea(area)  # it goes down with its ship
        if row is None or cargo or row.has("no-combat"):
            return False
        return (row.attack if side == ATTACKER else row.defense) > 0
