"""Dates: a round is a calendar turn, named after the month in which it begins (section 2.1)."""

from __future__ import annotations

from calendar import month_name

from engine.title.model import Title
from engine.title.rounds import Date
from engine.titles.global_war_1936.calendar import month_in


def date_of(title: Title, scenario: str, round_: int) -> str:
    """Return what a round is called: `July 1936`."""
    day = day_of(title, scenario, round_)
    return f"{month_name[day.month or 0]} {day.year}"


def day_of(title: Title, scenario: str, round_: int) -> Date:
    """Return year and month of a round."""
    year, month = month_in(title, scenario, round_).split("-")
    return Date(int(year), month=int(month))
