"""Naval facilities that a nation uses although they are neither its own nor a friend's: those of Spain (section 13.1)."""

from __future__ import annotations

from engine.rules import Position
from engine.titles.global_war_1936.nations import is_apart
from engine.titles.global_war_1936.politics import spain
from engine.titles.global_war_1936.tables import factions


def are_open(position: Position, area: str, power: str) -> bool:
    """Return whether a nation uses the naval facilities of an area of the Spanish faction that it has helped to win."""
    row = factions(position.title).get(spain.winner(position))
    if row is None or row.ruler != power or not is_apart(position, row.faction):
        return False
    return position.state.control.get(area) == row.faction
