"""A module's module.toml, checked key by key: what is wrong in it is said before a game is read with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec

from engine.decoding import read_toml
from engine.errors import SitrepError

Level = Annotated[int, msgspec.Meta(ge=0, le=100)]
Round = Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]
Pixels = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
Sides = Annotated[int, msgspec.Meta(ge=2, le=1_000)]


class Dice(msgspec.Struct, forbid_unknown_fields=True):
    """A pattern of dice in chat; whether it counts only of who sits at the table, or has rolled before; and where it is from."""

    pattern: str
    seated: bool = False
    source: str = ""


class Naming(msgspec.Struct, forbid_unknown_fields=True):
    """Section [title]: what the game is called, and how many sides its dice have."""

    name: str = ""
    slug: str = ""
    dice_sides: Sides = 6


class Pieces(msgspec.Struct, forbid_unknown_fields=True):
    """Section [pieces]: which properties say whose a piece is, and which pieces are no units."""

    owner: list[str] = []
    side: list[str] = []
    not_units: list[str] = []
    strangers: bool = True


class Hidden(msgspec.Struct, forbid_unknown_fields=True):
    """Section [hidden]: which maps are hands."""

    hands: str = ""


class Places(msgspec.Struct, forbid_unknown_fields=True):
    """Section [places]: the squares of maps on which nothing has a name, and the reports of moves."""

    square: Pixels = 120
    reports: list[str] = []


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    """Section [turn]: what counts the rounds, and which entries of a tracker are which powers and phases."""

    tracker: str = ""
    round_level: Level = 0
    round_first: Round = 1
    phase_level: Level = 0
    powers: list[str] = []
    phases: list[str] = []
    properties: list[str] = []


class ModuleFile(msgspec.Struct, forbid_unknown_fields=True):
    """All keys that a module.toml may have."""

    modules: list[str] = []
    boards: list[str] = []
    title: Naming = msgspec.field(default_factory=Naming)
    pieces: Pieces = msgspec.field(default_factory=Pieces)
    hidden: Hidden = msgspec.field(default_factory=Hidden)
    places: Places = msgspec.field(default_factory=Places)
    turn: Turn = msgspec.field(default_factory=Turn)
    dice: list[Dice] = []


def check_module_file(path: Path) -> dict[str, Any]:
    """Return the keys of a module.toml.

    Raises:
        SitrepError: it cannot be read, a key or value is wrong, or a pattern is none; which, and what was expected.
    """
    try:
        table = read_toml(path)
    except (OSError, SitrepError) as error:
        raise SitrepError(f"{path}: cannot be read as TOML ({error})") from None
    try:
        read = msgspec.convert(table, ModuleFile)
    except msgspec.ValidationError as error:
        raise SitrepError(f"{path}: {error}; ingest/vassal/modules/any/module.toml explains each key") from None
    for key, pattern, groups in _patterns(read):
        _check_pattern(pattern, groups, f"{path}: {key}")
    return table


def _patterns(read: ModuleFile) -> Iterator[tuple[str, str, set[str]]]:
    """Each pattern with its key and the groups that it must have."""
    for number, dice in enumerate(read.dice, start=1):
        yield f"dice, pattern {number}", dice.pattern, {"dice"}
    for number, report in enumerate(read.places.reports, start=1):
        yield f"places.reports, pattern {number}", report, {"origin", "destination"}
    yield "hidden.hands", read.hidden.hands, set()


def _check_pattern(pattern: str, groups: set[str], where: str) -> None:
    try:
        named = re.compile(pattern).groupindex
    except (re.error, OverflowError, RecursionError) as error:
        raise SitrepError(f"{where}: {pattern!r} is no regular expression: {error}") from None
    missing = sorted(groups - named.keys())
    if missing:
        raise SitrepError(f"{where}: {pattern!r} has no group (?P<{missing[0]}>...)")
