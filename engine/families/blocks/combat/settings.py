"""What title.toml says of land combat, as records."""

from __future__ import annotations

import msgspec


class LandCombatRow(msgspec.Struct, frozen=True):
    """[land_combat]: how dice hit and what divides the dice of a block.

    Attributes:
        faces: so many faces of a die hit. most: Hit Bonuses that a block may add to them, one face each.
        classes: what the steps of fire are called, in their order.
        across, seaborne, bad_weather: divisors of the attacker's dice; `combined` has those of a Combined Operation.
        sniping: the region in which snipers have a bonus.
    """

    faces: int
    most: int
    classes: tuple[str, ...]
    across: int
    seaborne: int
    bad_weather: int
    combined: dict[str, int]
    sniping: str
    source: str = ""


class Absorb(msgspec.Struct, frozen=True):
    """[absorb]: power to the area where it ignores the first hit in defense."""

    homes: dict[str, str] = {}
    source: str = ""
