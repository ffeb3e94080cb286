"""What a line of the history says, by the table of its sentences (lines.toml)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from ingest.triplea.events.causes import Why

LONGEST = 600
"""Letters of a title that are read: the program writes fewer, and a search takes their square in time."""


class HistoryLine(msgspec.Struct, frozen=True):
    """A sentence understood.

    Attributes:
        means: the `is` of the table, empty for a sentence it has not got.
        said: the groups of its match that were found. change: class of change it tells of.
        causes: fields of `Why` that it sets.
    """

    means: str = ""
    said: Mapping[str, str] = {}
    change: str = ""
    causes: Mapping[str, str] = {}

    def why(self, base: Why) -> Why:
        """Return the causes of `base`, with those of this line over them."""
        return msgspec.structs.replace(base, **self.causes) if self.causes else base

    def number(self, name: str) -> int:
        """Return a number that the sentence says, 0 when it doesn't."""
        return int(self.said.get(name) or 0)


class _Pattern(msgspec.Struct, frozen=True):
    means: str
    match: re.Pattern[str]
    change: str
    causes: Mapping[str, str]


@lru_cache(maxsize=1)
def _tables() -> dict[str, tuple[_Pattern, ...]]:
    text = files("ingest.triplea.events").joinpath("lines.toml").read_text(encoding="utf-8")
    return {level: tuple(map(_pattern, rows)) for level, rows in tomllib.loads(text).items()}


def _pattern(row: dict[str, Any]) -> _Pattern:
    causes = {key: value for key, value in row.items() if key in Why.__struct_fields__}
    return _Pattern(row["is"], re.compile(row["match"]), row.get("change", ""), causes)


def means(level: str, title: str, meaning: str) -> bool:
    """Return whether a title says one thing: most do not, which the few sentences for it tell at once."""
    short = title[:LONGEST]
    may = any(pattern.match.search(short) for pattern in _tables()[level] if pattern.means == meaning)
    return may and read_line(level, title).means == meaning


@lru_cache(maxsize=4096)
def read_line(level: str, title: str) -> HistoryLine:
    """Return what a title says; `level` is event or child."""
    for pattern in _tables()[level]:
        found = pattern.match.search(title[:LONGEST])
        if found:
            said = {name: text for name, text in found.groupdict().items() if text is not None}
            return HistoryLine(pattern.means, said, pattern.change, pattern.causes)
    return HistoryLine()
