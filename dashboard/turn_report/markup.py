"""The report of a turn for a page: a list of sentences for each phase, as HTML or for the player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import polars as pl

from dashboard.ui.templates import Template
from dashboard.ui.text import printed

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)
TurnReport = list[list[tuple[str, list[tuple[str, str]]]]]
"""For each turn of the player its phases: a name, and sentences, each after the table it was made from."""

NOTHING = "Nothing is recorded for this turn."


def turn_html(told: pl.DataFrame) -> Markup:
    """Return the sentences of one turn (rows of `report`) under the names of their phases, shown as plain text."""
    return HTML.nothing(NOTHING) if told.is_empty() else HTML.turn(_phases(told))


def by_turn(told: pl.DataFrame, turns: Iterable[int]) -> TurnReport:
    """Return the sentences of a game (rows of `report`) for the player, which shows these turns."""
    parts = told.partition_by("turn", as_dict=True, maintain_order=True)
    return [_phases(parts.get((turn,), told.clear())) for turn in turns]


def _phases(told: pl.DataFrame) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the sentences of one turn under the printed names of their phases."""
    found: dict[str, list[tuple[str, str]]] = {}
    for phase, table, text in told.select("phase", "table", "text").iter_rows():
        found.setdefault(phase, []).append((table, text))
    return [(printed(str(phase)).capitalize(), sentences) for phase, sentences in found.items()]
