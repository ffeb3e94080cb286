"""Rows of players.csv that fit nobody: whoever mistypes a name would publish the player whom the row was to hide."""

from __future__ import annotations

from collections.abc import Mapping

from engine.title.columns import nearest
from warehouse.lake import Lake
from warehouse.people.names import folded
from warehouse.people.people import People
from warehouse.people.publish import names_in


def unknown(lake: Lake, people: People) -> list[str]:
    """Return a warning for each row of players.csv of which neither name nor aliases are those of a player of the lake.

    Raises:
        LakeError: a file of the lake is damaged or gone.
    """
    if not people.rows:
        return []
    known = {folded(name): name for name in names_in(lake)}
    return [_said(where, names, known) for where, names in people.rows.items() if not known.keys() & set(names)]


def nearest_name(known: Mapping[str, str], *names: str) -> str:
    """Return how a name that fits nobody is mended; `known` has the names of the lake, each by it folded, and `names` are folded."""
    close = next(filter(None, (nearest(name, known) for name in names)), "")
    return f"the nearest name in the lake is {known[close]!r}" if close else "write it as the records do"


def _said(where: str, names: tuple[str, ...], known: dict[str, str]) -> str:
    aliases = "" if len(names) == 1 else f" nor its {len(names) - 1} other names" if len(names) > 2 else " nor its other name"
    return f"{where}{aliases} fits no player of the lake, so nobody is hidden or renamed by this row; {nearest_name(known, *names)}"
