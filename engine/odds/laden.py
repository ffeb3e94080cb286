"""What transports carry into a battle at sea, as people write it: `2 transport with 3 infantry and a tank, destroyer`."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.families import family_of
from engine.odds.fighters import Units
from engine.odds.names import OddsError, counted
from engine.title.model import Title

_ITEMS = re.compile(r"[,;\n]")
_WITH = re.compile(r"\b(?:with|carrying)\b", re.I)


class Laden(NamedTuple):
    """Units that fight, by (unit, power), and those that they carry."""

    units: dict[tuple[str, str], int]
    load: dict[tuple[str, str], int]


def laden(title: Title, text: str, power: str) -> Laden:
    """Return the units of a text, and the land units that it says its transports carry.

    What is carried goes to the next comma: `and` stands between its parts.

    Args:
        power: whose the units are of which the text names no power; what is carried is of the power of its ships.

    Raises:
        OddsError: the text is no list of units, or names unknown ones; or ships carry what they cannot.
    """
    plain, load = list[str](), dict[tuple[str, str], int]()
    for item in _ITEMS.split(text):
        ships, word, carried = _parted(item)
        plain.append(ships)
        if word:
            _add(load, _load(title, ships, carried, power))
    return Laden(counted(title, ",".join(plain) if load else text, power), load)


def _parted(item: str) -> tuple[str, str, str]:
    found = _WITH.search(item)
    return (item[: found.start()], found[0], item[found.end() :]) if found else (item, "", "")


def _add(load: dict[tuple[str, str], int], more: Units) -> None:
    for kind, n in more.items():
        load[kind] = load.get(kind, 0) + n


def _load(title: Title, ships: str, carried: str, power: str) -> dict[tuple[str, str], int]:
    """Return what some ships carry.

    Raises:
        OddsError: they carry nothing by the title, or not so much.
    """
    carriers = counted(title, ships, power)
    load = counted(title, carried, next((of for _, of in carriers), power))
    family = family_of(title)
    if family is None or family.not_carried is None:
        raise OddsError(f"{ships.strip()!r} carry nothing: no ship of {title.name} may")
    if why := family.not_carried(title, carriers, load):
        raise OddsError(f"{ships.strip()!r} with {carried.strip()!r}: {why}")
    return load


def value(title: Title, load: Units) -> int:
    """Return the value of what is carried: it is lost with its ships."""
    return sum(title.units[unit].cost * n for (unit, _), n in load.items())
