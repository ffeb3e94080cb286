"""Addresses of the page Odds with forces filled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from engine.families import family_of
from engine.forces import parse_units
from engine.odds.answers import never_exact
from engine.rules import NEUTRAL
from engine.title.model import Title
from engine.title.per_title import per_title

PAGE = "odds"
SEA = "At sea"
LAND = "On land"
MINE, THEIRS = "a-", "d-"
POWER, COUNTERS = "power", "counters"
"""A side's power, and its units where each is one counter."""
OPTIONS = "options"
GAME, BATTLE = "game", "battle"
"""Words of the address of a recorded battle."""
WHAT, TURN, RAID = "what", "A whole turn", "A bombing raid"
"""What is asked about, where it is not one battle."""
OF, AT = "of", "at"
"""Words of the address of a whole turn: the game, and after how many of its events."""

Battle = Mapping[str, Any]
"""A row of `battle_started`: area, attacker, defender, attackers, defenders."""


def composed(title: Title) -> bool:
    """Whether a battle of a title can be set up from forces alone."""
    family = family_of(title)
    return family is not None and family.sampled is not None


def fighters(title: Title, at_sea: bool) -> list[str]:
    """Return the unit types that a battle may have: those of its element, ships that bombard a coast, and anti-aircraft guns."""
    kinds = ("sea", "air") if at_sea else ("land", "air")
    shelling = not at_sea and not never_exact(title)
    # Where some units are told to be naval, aircraft fight over land alone.
    ashore = at_sea and "naval" in title.able
    return [
        unit
        for unit, row in title.units.items()
        if (row.cls in kinds and (not row.has("no-combat") or row.has("anti-air")) and (not ashore or row.has("naval")))
        or (shelling and row.has("bombards"))
    ]


def fighting(title: Title) -> list[str]:
    """Return the powers that may fight: those with turns, then minor ones."""
    return [*title.turns, *(power for power in title.powers if power not in (*title.turns, NEUTRAL))]


def of_side(title: Title, power: str, units: list[str]) -> list[str]:
    """Return those of some units that a power's side may have, its own first, and others that no side has for sure."""
    has, side = _owners(title), title.side_of[power]
    sides = {unit: {title.side_of.get(one, "") for one in has.get(unit, ())} for unit in units}
    fit = [unit for unit in units if side in sides[unit] or not sides[unit] & title.sides.keys() - {NEUTRAL}]
    return sorted(fit, key=lambda unit: power not in has.get(unit, ()))


@per_title
def _owners(title: Title) -> dict[str, set[str]]:
    """Return unit type to the powers that have it in a set-up."""
    found: dict[str, set[str]] = {}
    for row in title.placements:
        found.setdefault(row.unit, set()).add(row.power)
    return found


def choices(title: Title) -> dict[str, str]:
    """Return the values of options that are not their default, as the page shows them, and as the command has them."""
    return {f"{row.name}: {value}": f"{row.slug}={value}" for row in title.options.values() for value in row.values if value != row.default}


def address(title: Title, start: Battle, options: Mapping[str, str]) -> str:
    """Return the page's address for a recorded battle, relative to the site: units by type, those of several powers added together.

    Args:
        options: of its game.
    """
    area = start["area"]
    sea = area in title.areas and title.areas[area].kind == "sea"
    words: dict[str, str | list[str]] = {"title": title.name, "where": SEA if sea else LAND}
    own = bool(never_exact(title))
    if own and area in title.areas:
        words["in-sea" if sea else "in-land"] = title.areas[area].name
    played = {f"{name}={value}" for name, value in options.items()}
    if told := [name for name, one in choices(title).items() if one in played]:
        words[OPTIONS] = told
    for prefix, side in ((MINE, "attacker"), (THEIRS, "defender")):
        if own and start[side] in fighting(title):
            words[f"{prefix}{POWER}"] = title.powers[start[side]].name
        words |= _units(title, prefix, start[f"{side}s"], fighters(title, sea))
    return f"{PAGE}?{urlencode(words, doseq=True)}"


def _units(title: Title, prefix: str, text: str, known: list[str]) -> dict[str, str | list[str]]:
    counts: dict[str, int] = {}
    for item in parse_units(text):
        if item.unit in known:
            counts[item.unit] = counts.get(item.unit, 0) + item.count
    family = family_of(title)
    if family and family.singles:
        return {f"{prefix}{COUNTERS}": [title.units[unit].name for unit in counts]}
    return {f"{prefix}{unit}": str(n) for unit, n in counts.items()}


def recorded(game_id: str, battle: int) -> str:
    """Return the page's address for a battle of a game of the lake, relative to the site."""
    return f"{PAGE}?{urlencode({GAME: game_id, BATTLE: battle})}"


def of_turn(game_id: str, event: int) -> str:
    """Return the page's address for all battles of the turn of an event of a game of the lake, relative to the site."""
    return f"{PAGE}?{urlencode({WHAT: TURN, OF: game_id, AT: event})}"


def named(units: Iterable[tuple[str, int]]) -> str:
    """Return units as text, without those of which there are none."""
    return ", ".join(f"{n} {unit}" for unit, n in units if n)
