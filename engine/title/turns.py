"""Shared turns: in some titles several powers act in one turn, which is named after one of them."""

from __future__ import annotations

import msgspec

from engine.title.model import Title
from engine.title.settings import setting_rows


class Together(msgspec.Struct, frozen=True):
    """A row `[[turn]]` of title.toml: the factions (sides) whose powers share a turn, and its printed name."""

    factions: tuple[str, ...] = ()
    name: str = ""


def together(title: Title, side: str) -> tuple[str, ...]:
    """Return the sides that act in the turn of a side, itself among them."""
    rows = setting_rows(title, "turn", Together).values()
    return next((row.factions for row in rows if side in row.factions), (side,))


def acting(title: Title, power: str) -> tuple[str, ...]:
    """Return the powers that act in `power`'s turn, in the order of play: `power`, and those whose sides share its turn."""
    side = title.side_of.get(power, "")
    if not any(side in row.factions for row in setting_rows(title, "turn", Together).values()):
        return (power,)
    return tuple(other for other in title.turns if title.side_of[other] in together(title, side))


def turn_names(title: Title) -> dict[str, str]:
    """Return power to the printed name of its shared turn; unnamed turns are left out."""
    rows = [row for row in setting_rows(title, "turn", Together).values() if row.name]
    return {power: row.name for row in rows for power, side in title.side_of.items() if side in row.factions}
