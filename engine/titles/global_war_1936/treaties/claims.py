"""Areas of player nations that one of another alliance holds, and who has asked for them (section 9.21)."""

from __future__ import annotations

from engine.rules import Position
from engine.titles.global_war_1936.nations import is_in_play, is_player
from engine.titles.global_war_1936.tables import vichy
from engine.titles.global_war_1936.vocabulary import CLAIMED


def owner_abroad(position: Position, area: str) -> str:
    """Return the player nation whose an area was at first, when one of another alliance at peace with it holds it; else nothing."""
    title, held = position.title, position.state.control.get(area, "")
    owner = title.areas[area].original_owner
    if owner == vichy(title).fallen and not is_in_play(position, owner):
        owner = vichy(title).exile
    if not (is_player(title, owner) and is_player(title, held)) or not is_in_play(position, owner):
        return ""
    apart = title.side_of[owner] != title.side_of[held] and position.relation(owner, held) != "war"
    return owner if apart else ""


def is_refused(position: Position, owner: str, holder: str) -> bool:
    """Return whether a nation keeps an area that another has asked for, so that this one may declare war on it."""
    return any(
        by == owner and position.state.control.get(area) == holder and owner_abroad(position, area) == owner
        for (area,), by in CLAIMED.entries(position.state)
    )
