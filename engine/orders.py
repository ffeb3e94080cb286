"""Orders: the decisions of a player. A title's rules list the orders that each phase takes.

An order class is a msgspec struct whose tag, written `do`, is its name in a log. Fields that hold
names are typed AreaName, PowerName, SideName, UnitList, Path or PhaseName, so that a reader can check them against the
title, and the JSON Schema can describe them, for any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from functools import cached_property
from typing import Annotated, ClassVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from engine.forces import BlockCount, UnitCount, parse_blocks, without_steps
from engine.title.columns import nearest
from engine.title.contenders import groups
from engine.title.model import Title

AreaName = Annotated[str, Meta(description="slug of an area", extra={"names": "area"})]
PowerName = Annotated[str, Meta(description="slug of a power", extra={"names": "power"})]
SideName = Annotated[str, Meta(description="slug of a side", extra={"names": "side"})]
ContenderName = Annotated[
    str,
    Meta(description="slug of who contends for victory: a side, or what title.toml names", extra={"names": "contender"}),
]
PhaseName = Annotated[str, Meta(description="slug of a phase", extra={"names": "phase"})]
ResourceName = Annotated[str, Meta(description="slug of a resource", extra={"names": "resource"})]
TechName = Annotated[str, Meta(description="slug of a technology", extra={"names": "technology"})]
CategoryName = Annotated[str, Meta(description="slug of a category of technologies", extra={"names": "category"})]
UnitName = Annotated[str, Meta(description="slug of a unit type", extra={"names": "unit"})]
UnitList = Annotated[
    str,
    Meta(
        description="units, as in '3 infantry, tank, fighter (japan)'; blocks may say their steps: '2 infantry-4@3'",
        extra={"names": "units"},
    ),
]
LoadList = Annotated[
    str,
    Meta(
        description="a ship's whole load, as in 'infantry, tank', or 'empty' for ships that carry nothing",
        extra={"names": "load"},
    ),
]
Path = Annotated[str, Meta(description="areas in the order passed, as in 'libya > anglo-egypt-sudan'", extra={"names": "path"})]


EMPTY = "empty"
"""The load of ships that carry nothing."""

LISTS = ("path", "units", "load")
"""Kinds of named fields that hold several names in one text."""


class Order(msgspec.Struct, frozen=True, dict=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """Base of all orders. Its fields are text, as in a log; each is parsed once, on first use.

    Attributes:
        tells: the order names what hits cost, which a record may also say where the rules leave no choice.
        tells_all: it names all that the dice have cost a side, no part of it.
    """

    tells: ClassVar[bool] = False
    tells_all: ClassVar[bool] = False

    @property
    def is_idle(self) -> bool:
        """Whether the order does nothing, so that it may also stand where nobody asks for it."""
        return False

    @cached_property
    def way(self) -> tuple[str, ...]:
        """The areas of the order's `path`, in order."""
        return split_path(getattr(self, "path", ""))

    @cached_property
    def blocks(self) -> tuple[BlockCount, ...]:
        """The blocks that the order's `units` lists. Raises ValueError if it is not a list of units."""
        return self.listed("units")

    @cached_property
    def forces(self) -> tuple[UnitCount, ...]:
        """The units that the order's `units` lists, without steps. Raises ValueError if it is not a list of units, or names steps."""
        return without_steps(self.blocks)

    @cached_property
    def counts(self) -> tuple[tuple[str, int], ...]:
        """The (unit, count) pairs of the order's `units`, one for each type, powers left out."""
        counts: Counter[str] = Counter()
        for item in self.forces:
            counts[item.unit] += item.count
        return tuple(counts.items())

    def listed(self, field: str) -> tuple[BlockCount, ...]:
        """Return the units that a field lists. Raises ValueError if its text is not a list of units."""
        if field not in self._lists:
            self._lists[field] = parse_blocks(getattr(self, field))
        return self._lists[field]

    @cached_property
    def _lists(self) -> dict[str, tuple[BlockCount, ...]]:
        return {}


def split_path(path: str) -> tuple[str, ...]:
    """Return the areas of a path text."""
    return tuple(part.strip() for part in path.split(">"))


def join_path(areas: tuple[str, ...] | list[str]) -> str:
    """Return areas as a path text."""
    return " > ".join(areas)


def named_fields(record: type[msgspec.Struct], key: str = "names") -> dict[str, str]:
    """Return the record's fields that hold names: field to kind (area, power, unit, units, path, ...).

    Args:
        key: `may name` for fields that hold names among other words, which a reader cannot check against the title.
    """
    found = {}
    for field, hint in get_type_hints(record, include_extras=True).items():
        if get_origin(hint) is Annotated:
            for meta in get_args(hint)[1:]:
                if isinstance(meta, Meta) and meta.extra and key in meta.extra:
                    found[field] = meta.extra[key]
    return found


def unknown_names(record: msgspec.Struct, title: Title) -> list[tuple[str, str]]:
    """Return what a record names that the title has not: (field, message with the found and nearest right name)."""
    wrong: list[tuple[str, str]] = []
    for field, kind in _named(type(record)).items():
        value = getattr(record, field)
        if value:
            wrong.extend((field, message) for message in _unknown_in(record, field, kind, title))
    return wrong


def _unknown_in(record: msgspec.Struct, field: str, kind: str, title: Title) -> list[str]:
    value = getattr(record, field)
    if kind == "path":
        return [problem for area in areas_in(record, field) for problem in _unknown("area", area, title)]
    if kind == "load" and value == EMPTY:
        return []
    if kind in ("units", "load"):
        try:
            items = units_in(record, field)
        except ValueError as error:
            return [str(error)]
        ordered = isinstance(record, Order)
        wrong = [problem for item in items for problem in _unknown_item(item, title, ordered)]
        return wrong if ordered else wrong + _of_others(items, getattr(record, "power", ""))
    return _unknown(kind, value, title)


def areas_in(record: msgspec.Struct, field: str) -> tuple[str, ...]:
    """Return the areas of a field that holds a path."""
    return record.way if isinstance(record, Order) and field == "path" else split_path(getattr(record, field))


def units_in(record: msgspec.Struct, field: str) -> tuple[BlockCount, ...]:
    """Return the units that a field lists. Raises ValueError if its text is not a list of units."""
    return record.listed(field) if isinstance(record, Order) else parse_blocks(getattr(record, field))


_NAMED: dict[type, dict[str, str]] = {}


def _named(record: type[msgspec.Struct]) -> dict[str, str]:
    if record not in _NAMED:
        _NAMED[record] = named_fields(record)
    return _NAMED[record]


def names_of(kind: str, title: Title) -> Collection[str]:
    """Return the names of a kind (area, power, unit, technology, ...) that a title has."""
    return _NAMES[kind](title)


_NAMES: dict[str, Callable[[Title], Collection[str]]] = {
    "area": lambda title: title.areas,
    "power": lambda title: title.powers,
    "unit": lambda title: title.units,
    "side": lambda title: title.sides,
    "contender": groups,
    "phase": lambda title: title.phases,
    "resource": lambda title: title.resources,
    "technology": lambda title: title.technologies,
    "category": lambda title: dict.fromkeys(row.category for row in title.technologies.values()),
}


def _unknown(kind: str, value: str, title: Title) -> list[str]:
    known = names_of(kind, title)
    if value in known:
        return []
    close = nearest(value, known)
    some = f"expected one of title {title.slug}'s, such as {next(iter(known))!r}" if known else f"title {title.slug} has none"
    hint = f"did you mean {close!r}?" if close else some
    return [f"unknown {kind} {value!r}; {hint}"]


def _unknown_item(item: BlockCount, title: Title, ordered: bool) -> list[str]:
    wrong = _unknown("unit", item.unit, title) + (_unknown("power", item.power, title) if item.power else [])
    if item.strength and not wrong:
        wrong = _too_strong(item, title, ordered)
    return wrong


def _of_others(items: tuple[BlockCount, ...], power: str) -> list[str]:
    """A list that is said to be of one power may name it beside a unit, but no other."""
    return [
        f"'{item.unit} ({item.power})' among the units of {power}; write a line for each power"
        for item in items
        if item.power not in ("", power)
    ]


def _too_strong(item: BlockCount, title: Title, ordered: bool) -> list[str]:
    """Orders tell apart by its steps what shows them; of other units that take several hits it can be seen what is left of them."""
    unit = title.units[item.unit]
    if not unit.has("block") and (ordered or unit.strength < 2):
        return [f"'{item.unit}@{item.strength}': {item.unit} shows no steps; write it without @"]
    if item.strength > unit.strength:
        return [f"'{item.unit}@{item.strength}': expected at most {unit.strength} steps"]
    return []
