"""Addresses of the page Odds with forces filled in."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from engine.families import family_of
from engine.forces import parse_units
from engine.title.model import Title

PAGE = "odds"
SEA = "At sea"
LAND = "On land"
MINE, THEIRS = "a-", "d-"
GAME, BATTLE = "game", "battle"
"""Words of the address of a recorded battle."""


def composed(title: Title) -> bool:
    """Whether a battle of a title can be set up from forces alone."""
    family = family_of(title)
    return family is not None and family.sampled is not None


def fighters(title: Title, at_sea: bool) -> list[str]:
    """Return the unit types that a battle may have: those of its element, ships that bombard a coast, and anti-aircraft guns."""
    kinds = ("sea", "air") if at_sea else ("land", "air")
    return [
        unit
        for unit, row in title.units.items()
        if (row.cls in kinds and (not row.has("no-combat") or row.has("anti-air")))
        or (not at_sea and row.has("bombards"))
    ]


def address(title: Title, area: str, attackers: str, defenders: str) -> str:
    """Return the page's address for a recorded battle, relative to the site: units by type, powers added together."""
    sea = area in title.areas and title.areas[area].kind == "sea"
    known = set(fighters(title, sea))
    words = {"title": title.name, "where": SEA if sea else LAND}
    for prefix, text in ((MINE, attackers), (THEIRS, defenders)):
        counts: dict[str, int] = {}
        for item in parse_units(text):
            if item.unit in known:
                counts[item.unit] = counts.get(item.unit, 0) + item.count
        words |= {f"{prefix}{unit}": str(n) for unit, n in counts.items()}
    return f"{PAGE}?{urlencode(words)}"


def recorded(game_id: str, battle: int) -> str:
    """Return the page's address for a battle of a game of the lake, relative to the site."""
    return f"{PAGE}?{urlencode({GAME: game_id, BATTLE: battle})}"


def named(units: Iterable[tuple[str, int]]) -> str:
    """Return units as text, without those of which there are none."""
    return ", ".join(f"{n} {unit}" for unit, n in units if n)
