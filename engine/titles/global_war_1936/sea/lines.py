"""Convoy lines (section 9.11)."""

from __future__ import annotations

from engine.title.lines import Line
from engine.title.model import Title
from engine.titles.global_war_1936.settings import convoys


def lines_of(title: Title) -> list[Line]:
    """Return the convoy lines, in the order of title.toml; see `engine.title.lines`."""
    return [Line(row.slug, row.name, row.zones, row.source) for row in convoys(title).values()]
