"""What title.toml says of the war at sea and of supply, as records."""

from __future__ import annotations

import msgspec


class Waters(msgspec.Struct, frozen=True):
    """A row of [[waters]], a body of water (a region): the powers whose ships may enter, zone by zone where `except` says it.

    The war of one of `active_with` opens the body; one that no power opens never has an enemy in it.
    """

    slug: str
    powers: tuple[str, ...]
    excepted: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict, name="except")
    active_with: tuple[str, ...] = ()
    source: str = ""


class Discs(msgspec.Struct, frozen=True):
    """[discs]: the powers that have Opposition and Control Discs, and the regions and terrain whose areas bring one.

    `outweighs` is how many times the other side's number a side needs for control.
    """

    powers: tuple[str, ...]
    regions: tuple[str, ...]
    terrain: str
    outweighs: int
    source: str = ""


class Straits(msgspec.Struct, frozen=True):
    """[straits]: passage to the side that may use it, when it holds what opens it."""

    only: dict[str, str]
    source: str = ""


class Supply(msgspec.Struct, frozen=True):
    """[supply]: where supply comes from and runs, beside capitals, controlled areas and ships.

    Attributes:
        sources: power to a region whose areas are sources, too.
        shared: groups of powers whose capitals supply each other's blocks.
        roads: border to the powers for which it joins its two areas.
    """

    sources: dict[str, str] = {}
    shared: tuple[tuple[str, ...], ...] = ()
    roads: dict[str, tuple[str, ...]] = {}
    source: str = ""


class SeaCombat(msgspec.Struct, frozen=True):
    """[sea_combat]: from which sum of die, ships and discs on a battle is fought, and how its dice hit.

    `faces` of a die hit; `unopposed` and `surprise` add to them; `unsupplied` divides the dice of a ship. `classes` are
    what the steps of fire are called, in their order: the discs, then the ships by `fires-in`.
    """

    battle_from: int
    faces: int
    classes: tuple[str, ...]
    unopposed: int
    surprise: int
    unsupplied: int
    source: str = ""


class MareNostrum(msgspec.Struct, frozen=True):
    """[mare_nostrum]: the areas and the body of water that a side must control, all of them."""

    side: str
    areas: tuple[str, ...]
    zones: str
    source: str = ""


class Apart(msgspec.Struct, frozen=True):
    """A row of [[apart]]: powers of one side of which no two may stand in one area or zone."""

    slug: str
    powers: tuple[str, ...]
    source: str = ""
