"""The keys of title.toml that every title has, and their types."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.title import model
from engine.title.own_tables import OwnTable


class Dice(msgspec.Struct, frozen=True):
    """A title's dice; `hit` says whether low or high faces hit, `figures` what attack and defense of units.csv mean (see Title)."""

    sides: Annotated[int, msgspec.Meta(ge=2)] = 6
    hit: Literal["low", "high"] = "low"
    figures: str = ""


class Seating(msgspec.Struct, frozen=True):
    """How a number of players share the powers."""

    players: int
    seats: tuple[tuple[str, ...], ...]
    source: str


class Head(msgspec.Struct, frozen=True):
    """The keys of title.toml that every title has; all others are its `settings`.

    `base` is the title whose tables it changes; `rules` is the title whose rules.py it uses if it has none of its own. `also_maps` are
    maps of TripleA that differ from its own (`triplea`) by options alone.
    """

    slug: str
    name: Annotated[str, msgspec.Meta(min_length=1)]
    edition: str = ""
    family: str = ""
    base: str = ""
    rules: str = ""
    triplea: str = ""
    also_maps: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    dice: Dice = Dice()
    side: list[model.Side] = []
    resource: list[model.Named] = []
    scenario: list[model.Named] = []
    option: list[model.Option] = []
    seating: list[Seating] = []
    table: list[OwnTable] = []
