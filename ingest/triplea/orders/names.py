"""The save's names and the title's: areas, powers and units are linked by the column `triplea` of the title's tables."""

from __future__ import annotations

from functools import cached_property

from engine.title.model import Title


class Names:
    """Slug of everything that the save names."""

    def __init__(self, title: Title) -> None:
        self.title = title

    @cached_property
    def areas(self) -> dict[str, str]:
        """Territory -> area."""
        return {row.triplea: slug for slug, row in self.title.areas.items()}

    @cached_property
    def powers(self) -> dict[str, str]:
        """Player -> power."""
        return {row.triplea: slug for slug, row in self.title.powers.items()}

    @cached_property
    def units(self) -> dict[str, str]:
        """Type of unit -> unit."""
        return {row.triplea: slug for slug, row in self.title.units.items()}

    def path(self, route: tuple[str, ...]) -> tuple[str, ...]:
        """Return a route as areas."""
        return tuple(self.areas[name] for name in route)
