"""Lists of units as the program writes them: `2 armour, 1 artillery and 3 infantry`, with owners or without."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from ingest.turn_summaries.tables import table

MAX_COUNT = 100_000
"""Units of one kind that a list may name; more is no list of units."""

NO_UNITS = frozenset({"and", "hit", "hits", "pu", "pus"})
"""What a number can stand before that is no unit: the line is cut off, or tells of something else."""

_PARTS = re.compile(r", and |, | and ")
_ITEM = re.compile(r"(\d{1,6})(?: ?x)? ([^\W\d][\w' .-]{0,60})")
_OWNED = re.compile(r"(\d{1,6}) ([^\W\d][\w' .-]{0,60}?) owned by (?:the )?([^\W\d][\w.'-]*)(?:, and |, | and |$)")
_NOTHING = re.compile(r"[^\W\d][\w.'-]* (?:attack|defend)")
_FORCE = re.compile(r"([^\W\d][\w.'-]*) (?:attack|defend) with (\d.*)")


class Item(NamedTuple):
    """Units of one name, as written; `power` is empty where the list names no owner."""

    name: str
    number: int
    power: str = ""


class NoList(ValueError):
    """A text is no list of units."""


def items(text: str) -> list[Item]:
    """Return the units that a list names; `1 flag` among them is one. Raises NoList when it is none."""
    found = []
    if "," in text.removeprefix("1 flag, ") and " and " not in text:  # cut off: the last of several stands behind an `and`
        raise NoList(text)
    for part in _PARTS.split(text.strip()):
        item = _ITEM.fullmatch(part.strip())
        if not item or int(item[1]) > MAX_COUNT or item[2].strip(" .").lower() in NO_UNITS:
            raise NoList(part)
        found.append(Item(item[2].strip(), int(item[1])))
    return found


def owned_items(text: str) -> list[Item]:
    """Return the units of a list in which each has its owner: `1 armour owned by the Germans and ...`."""
    found, at = [], 0
    while at < len(text):
        item = _OWNED.match(text, at)
        if not item or int(item[1]) > MAX_COUNT:
            raise NoList(text[at:])
        found.append(Item(item[2], int(item[1]), item[3]))
        at = item.end()
    return found


def forces(text: str) -> list[Item]:
    """Return the units of `French defend with 1 cruiser; British defend with 1 destroyer`; those who loiter have none."""
    found = []
    for part in text.split(";"):
        force = _FORCE.fullmatch(part.strip())
        if force:
            found += [Item(item.name, item.number, force[1]) for item in items(force[2])]
        elif "loiter and taunt" not in part and not _NOTHING.fullmatch(part.strip()):
            raise NoList(part)
    return found


def lists(fields: Mapping[str, str]) -> list[Item]:
    """Return the units that the fields of a sentence list. Raises NoList when one of its lists is none."""
    found = items(fields["units"]) if "units" in fields else []
    if "owned" in fields:
        found += owned_items(fields["owned"])
    return found + (forces(fields["forces"]) if "forces" in fields else [])


def singular(name: str, known: set[str] | frozenset[str]) -> str:
    """Return the name of one unit of those that a name of several says: one that is known, where there is one."""
    if name in known:
        return name
    odd = table()["plurals"].get(name)
    wishes = [
        odd or "",
        name.removesuffix("s"),
        name.removesuffix("es"),
        re.sub(r"ies$", "y", name),
        re.sub(r"men$", "man", name),
    ]
    for wish in wishes:
        if wish and wish in known:
            return wish
    return odd or name.removesuffix("s")
