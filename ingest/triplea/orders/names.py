"""The save's names and the title's: areas, powers and units are linked by the column `triplea` of the title's tables."""

from __future__ import annotations

from functools import cached_property

from engine.families.axis_allies.economy.accounts import leader
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
    def owners(self) -> dict[str, str]:
        """Player -> the power that its areas and units belong to: riders have money of their own, and nothing else."""
        return {player: leader(self.title, power) or power for player, power in self.powers.items()}

    @cached_property
    def leads(self) -> dict[str, str]:
        """Player of a rider -> the player whose turn its steps belong to."""
        players = {power: player for player, power in self.powers.items()}
        return {player: players[self.owners[player]] for player, power in self.powers.items() if self.owners[player] != power}

    @cached_property
    def units(self) -> dict[str, str]:
        """Type of unit -> unit."""
        return {row.triplea: slug for slug, row in self.title.units.items()}

    def is_sea(self, territory: str) -> bool:
        """Return whether a territory is a sea zone."""
        return self.title.areas[self.areas[territory]].kind == "sea"

    def path(self, route: tuple[str, ...]) -> tuple[str, ...]:
        """Return a route as areas."""
        return tuple(self.areas[name] for name in route)
