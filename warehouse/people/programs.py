"""Programs that make records: all that a public copy says of a record's source, which is the recorder's free text: programs.csv."""

from __future__ import annotations

import re
from functools import cache

from engine.shipped import csv_rows

_VERSION = re.compile(r" [0-9]{1,6}(?:\.[0-9]{1,6}){0,4}(?:[+-][0-9]{1,6}|-(?:beta|rc|SNAPSHOT)[0-9]{0,3})?\Z")


def program(source: str) -> str:
    """Return the known program that a source names, with its version if it is one; empty of any other text."""
    for name, has_version in _programs():
        rest = source[len(name) :]
        if source.startswith(name) and rest[:1] in ("", " "):
            return source if has_version and _VERSION.match(rest) else name
    return ""


@cache
def _programs() -> list[tuple[str, bool]]:
    return [(row["program"], row["version"] == "yes") for row in csv_rows("warehouse.people", "programs.csv")]
