"""The rightful owner of an area: its original owner, or that owner's successor.

global-1939, sections Minor Axis Allies; France, Vichy France and Free French.
"""

from __future__ import annotations

import msgspec

from engine.families.axis_allies.vocabulary import ALIGNED
from engine.rules import Position
from engine.title.settings import setting_rows

FALLEN, SURRENDERED = "fallen", "surrendered"
OUT = frozenset({FALLEN, SURRENDERED})
"""Standings of a power that is out of the war: it has fallen with its capital for good, or it has surrendered."""


class Adoption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units of `nations` pass to a power: in a round, or (round 0) when they are attacked; with `areas` their areas too."""

    slug: str
    nations: tuple[str, ...]
    to: str
    source: str
    round: int = 0
    areas: bool = False


class Fall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When an enemy holds the capital of `power`, its areas in each region of `heirs` pass to that power.

    Areas where allies of the power have units pass to the heir `guarded` instead. Forces of reserves.csv for occasion
    `slug` then stand where their power, or nobody hostile to it, holds the place.
    """

    slug: str
    power: str
    heirs: dict[str, str]
    guarded: str
    source: str


def rightful_owner(position: Position, area: str) -> str:
    """Return the rightful owner of an area, empty if it has none: it gets the area back from friends that retake it."""
    owner = position.title.areas[area].original_owner
    if position.state.standing.get(owner) == FALLEN:
        return _inherited(position, area, owner)
    if joined := ALIGNED.read(position.state, owner):
        return joined
    for row in setting_rows(position.title, "adoption", Adoption).values():
        if owner in row.nations and has_adopted(position, row, owner):
            return row.to
    return owner


def has_adopted(position: Position, row: Adoption, nation: str) -> bool:
    """Return whether a nation's areas, held or lost, now belong to the power that took it over."""
    joined = position.state.standing.get(nation) == position.side_of(row.to)
    return row.areas and joined and position.state.clock.round >= row.round


def _inherited(position: Position, area: str, owner: str) -> str:
    for row in setting_rows(position.title, "fall", Fall).values():
        heirs = row.heirs.items() if row.power == owner else ()
        for region, heir in heirs:
            if position.title.in_region(area, region):
                return heir
    return ""
