"""Dates: a round is a calendar turn, named after the month in which it begins (section 2.1)."""

from __future__ import annotations

from calendar import month_name

from engine.title.model import Title
from engine.titles.global_war_1936.calendar import month_in


def date_of(title: Title, scenario: str, round_: int) -> str:
    """Return what a round is called: `July 1936`."""
    year, month = month_in(title, scenario, round_).split("-")
    return f"{month_name[int(month)]} {year}"
