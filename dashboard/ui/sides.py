"""Sides by their printed names: the colour and the form that each has in every game, from the titles' own files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import count

from engine.titles import load_title, titles
from ingest.triplea.title.tables import nations


@lru_cache(maxsize=1)
def customary_colors() -> dict[str, str]:
    """Return the colour (#rrggbb) of each side that has one of its own, by printed name; of several titles' the first one's.

    A nation that is a side of its own, as in a record that tells of no alliance, has the colour that it has as a power.
    """
    powers = {nation.name: nation.color for nation in nations().values()}
    sides = [side for slug in titles() for side in load_title(slug).sides.values() if side.color]
    return powers | {side.name: side.color for side in reversed(sides)}


@lru_cache(maxsize=1)
def _customary_forms() -> dict[str, int]:
    """Return the place that each side has among those of its title, by printed name; of several titles' the first one's."""
    named = [(side.name, form) for slug in titles() for form, side in enumerate(load_title(slug).sides.values())]
    return dict(reversed(named))


def side_forms(names: Sequence[str]) -> list[int]:
    """Return the number of each side's form, from 0: which pattern its areas have, and which mark its points.

    A side of a shipped title has its own form whatever the game and its place in it, unless one before it took that form; the
    others take the first forms that are free.

    Args:
        names: printed names of the sides of a game.
    """
    given: dict[str, int] = {}
    for name in names:
        own = _customary_forms().get(name)
        if own is not None and own not in given.values():
            given[name] = own
    for name in names:
        if name not in given:
            given[name] = next(form for form in count() if form not in given.values())
    return [given[name] for name in names]
