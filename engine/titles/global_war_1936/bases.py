"""Naval facilities that a nation uses although they are neither its own nor a friend's: those of Spain (section 13.1)."""

from __future__ import annotations

from engine.rules import Position
from engine.titles.global_war_1936.nations import is_apart
from engine.titles.global_war_1936.politics import spain


def are_open(position: Position, area: str, power: str) -> bool:
    """Return whether a nation uses the naval facilities of an area of the Spanish faction that it has helped to win."""
    faction, _ = spain.VOLUNTEERS.get(power, ("", ""))
    won = bool(faction) and spain.winner(position) == faction and is_apart(position, faction)
    return won and position.state.control.get(area) == faction
