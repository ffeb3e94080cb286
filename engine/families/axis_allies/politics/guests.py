"""Areas whose holder, though at peace, lets a power's land units in and its aircraft land (`[[hospitality]]` of title.toml)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.orders import AreaName, PowerName
from engine.rules import Position
from engine.title.settings import setting_rows


class Hospitality(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units of power `slug` enter `areas` as those of friends do while `host` holds them and the two are at peace."""

    slug: PowerName
    host: PowerName
    areas: tuple[AreaName, ...]
    source: str


def is_guest(position: Position, area: str, power: str, control: Mapping[str, str] | None = None) -> bool:
    """Return whether a power may be in an area that belongs to no friend of its (now, or as `control` has it)."""
    if "hospitality" not in position.title.settings:
        return False
    row = setting_rows(position.title, "hospitality", Hospitality).get(power)
    if row is None or area not in row.areas:
        return False
    return (position.state.control if control is None else control).get(area) == row.host and position.relation(power, row.host) == "peace"
