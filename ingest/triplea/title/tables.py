"""The small tables that stand beside this code: nations, colours, phases, abilities."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from engine.shipped import csv_rows

_HERE = files("ingest.triplea.title")


class Nation(msgspec.Struct, frozen=True):
    """A player's customary name and colour, and the side that it is on wherever the Second World War is played; empty if that varies."""

    triplea: str
    power: str
    name: str
    adjective: str
    color: str
    side: str


class StepKind(msgspec.Struct, frozen=True):
    """What the end of a step's name says: its phase, and the cause of moves in it."""

    ends_with: str
    phase: str
    move: str
    source: str


class OptionProperty(msgspec.Struct, frozen=True):
    """A title's option, the property of a map that sets it, and the value with that property on.

    The first of an option counts whose property is on, or has the number behind `=`; with ` + ` several must be. No property stands for
    none of them.
    """

    option: str
    property: str
    value: str

    def wanted(self) -> tuple[tuple[str, str], ...]:
        """Return each property by name with the number that it must have; with none it must be on."""
        parts = (part.partition("=") for part in self.property.split(" + ") if part)
        return tuple((name, number) for name, _, number in parts)


def _rows(name: str) -> list[dict[str, str]]:
    return csv_rows("ingest.triplea.title", name)


@lru_cache(maxsize=1)
def nations() -> dict[str, Nation]:
    """Return player -> nation."""
    return {row["triplea"]: Nation(**row) for row in _rows("nations.csv")}


@lru_cache(maxsize=1)
def colors() -> tuple[str, ...]:
    """Return colours for players that nobody knows, in the order in which they are given out."""
    return tuple(row["color"] for row in _rows("colors.csv"))


@lru_cache(maxsize=1)
def steps() -> tuple[StepKind, ...]:
    """Return kinds of step, in the order in which they are tried."""
    return tuple(StepKind(**row) for row in _rows("phases.csv"))


@lru_cache(maxsize=1)
def option_properties() -> tuple[OptionProperty, ...]:
    """Return the options of titles that a save's properties set."""
    return tuple(OptionProperty(**row) for row in _rows("options.csv"))


@lru_cache(maxsize=1)
def abilities() -> dict[str, Any]:
    """Return the keys of abilities.toml."""
    return tomllib.loads(_HERE.joinpath("abilities.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=4096)
def step_kind(name: str) -> StepKind | None:
    """Return the kind of a step, by the end of its name; None for one of the map's own."""
    plain = name.lower()
    return next((kind for kind in steps() if plain.endswith(kind.ends_with.lower())), None)
