"""Sides by their printed names: the colour and the form that each has in every game (`charts/sides.csv`)."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import count

from ingest.triplea.title.tables import nations


@lru_cache(maxsize=1)
def _rows() -> dict[str, dict[str, str]]:
    text = files("dashboard.charts").joinpath("sides.csv").read_text("utf-8")
    return {row["name"]: row for row in csv.DictReader(text.splitlines())}


def customary_colors() -> dict[str, str]:
    """Return the colour (#rrggbb) of each side that has one of its own, by printed name.

    A nation that is a side of its own, as in a record that tells of no alliance, has the colour that it has as a power.
    """
    powers = {nation.name: nation.color for nation in nations().values()}
    return powers | {name: row["color"] for name, row in _rows().items()}


def side_forms(names: Sequence[str]) -> list[int]:
    """Return the number of each side's form, from 0: which pattern its areas have, and which mark its points.

    A side has its own form whatever the title and its place in it, unless one before it took that form; the others take the first
    forms that are free.

    Args:
        names: printed names of the sides of a game.
    """
    given: dict[str, int] = {}
    for name in names:
        if (own := _rows().get(name)) and int(own["form"]) not in given.values():
            given[name] = int(own["form"])
    for name in names:
        if name not in given:
            given[name] = next(form for form in count() if form not in given.values())
    return [given[name] for name in names]
