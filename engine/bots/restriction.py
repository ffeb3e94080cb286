"""What a restricted bot does without: tables from restrictions.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engine.bots.style import Style
from engine.orders import Order, named_fields
from engine.play import Play, tag

RESTRICTED = ":"
"""Between the name of a bot and those of its restrictions."""

_CLASS, _INTO, _MORE, _TARGET = "class", "into", "more-than", "target"
_TARGETS = ("area", "on")
"""Fields of an order without a path that say whom or what it is against."""


class Restriction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot does without; restrictions.toml explains the fields."""

    about: str
    style: dict[str, float] = {}
    refuse: tuple[dict[str, Any], ...] = ()


@cache
def restrictions() -> dict[str, Restriction]:
    """Return every restriction by its name."""
    text = Path(__file__).with_name("restrictions.toml").read_text(encoding="utf-8")
    found = {name: msgspec.convert(row, Restriction) for name, row in tomllib.loads(text).items()}
    known = set(Style.__struct_fields__)
    for name, row in found.items():
        if strange := sorted(set(row.style) - known):
            raise ValueError(f"restrictions.toml, {name}: style {strange[0]!r}; expected one of {', '.join(sorted(known))}")
    return found


def refuses(restriction: Restriction, play: Play, order: Order) -> bool:
    """Return whether a restriction removes an order now."""
    return any(_fits(row, play, order) for row in restriction.refuse)


def leaving(name: str, at: str) -> Restriction:
    """Return a restriction as far as it goes against one area or power: all else may be attacked."""
    rows = restrictions()[name].refuse
    return Restriction(f"left {at} alone", {}, tuple({**row, _TARGET: at} for row in rows))


def target(name: str, play: Play, order: Order) -> str:
    """Return the area or power that an order is against, if the restriction removes it, else nothing."""
    return _against(order) if refuses(restrictions()[name], play, order) else ""


def _against(order: Order) -> str:
    if order.way[-1]:
        return order.way[-1]
    return next((str(at) for field in _TARGETS if (at := getattr(order, field, ""))), "")


def _fits(row: dict[str, Any], play: Play, order: Order) -> bool:
    if row["do"] != tag(type(order)):
        return False
    for name, wanted in row.items():
        if name == _CLASS:
            fits = any(play.title.units[unit].cls == wanted for unit in _units(order))
        elif name == _INTO:
            fits = _into_enemies(play, order)
        elif name == _TARGET:
            fits = _against(order) == wanted
        elif name == _MORE:
            fits = all(getattr(order, field, 0) > most for field, most in wanted.items())
        else:
            fits = name == "do" or getattr(order, name, None) == wanted
        if not fits:
            return False
    return True


def _units(order: Order) -> set[str]:
    """Return the unit types that an order names."""
    kinds = named_fields(type(order))
    lists = {item.unit for field, kind in kinds.items() if kind == "units" for item in order.listed(field)}
    return lists | {getattr(order, field) for field, kind in kinds.items() if kind == "unit"}


def _into_enemies(play: Play, order: Order) -> bool:
    position, area = play.position, order.way[-1]
    enemies = position.enemies
    return position.state.control.get(area) in enemies or any(key.power in enemies for key, _ in position.stacks(area))
