"""Symbols of units: which one a unit type has by its slug and class, and how it is drawn, in the order in which units are told."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from engine.shipped import csv_rows


class Symbol(NamedTuple):
    """A symbol: its name, the class of units that it is for, the slugs that it is for, and its SVG path on a sheet of 16 by 12.

    The symbol without words is that of any other unit of its class; its name is the class's.
    """

    name: str
    arm: str
    words: tuple[str, ...]
    path: str


@lru_cache(maxsize=1)
def symbols() -> dict[str, Symbol]:
    """Return all symbols by name, in their order."""
    rows = csv_rows("dashboard.player", "symbols.csv")
    return {row["symbol"]: Symbol(row["symbol"], row["class"], tuple(filter(None, row["words"].split("|"))), row["path"]) for row in rows}


@lru_cache(maxsize=4096)
def symbol_of(unit: str, arm: str) -> str:
    """Return the symbol of a unit type: the one of its class with the longest word in its slug, else that of the class.

    Args:
        unit: slug (`heavy-tank`). arm: its class; one that has no symbol counts as land.
    """
    arm = arm if arm in symbols() else "land"
    found = [
        (len(word), symbol.name)
        for symbol in symbols().values()
        for word in symbol.words
        if symbol.arm == arm and re.search(rf"(^|-){word}(-|$)", unit)
    ]
    return max(found, key=lambda one: one[0])[1] if found else arm


def rank(symbol: str) -> int:
    """Return the place of a symbol in their order, from 0."""
    return list(symbols()).index(symbol)
