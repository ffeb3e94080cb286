"""What a round is called: by its date where the title has a calendar, in the title's own word for it otherwise."""

from __future__ import annotations

from typing import NamedTuple

from engine.title.model import Title
from engine.title.title_modules import hook


def round_name(title: Title, scenario: str, round_: int) -> str:
    """Return what a round of a scenario is called in the middle of a sentence: `round 3`, `turn 3`, `Fall 1941`.

    A title with dates or a word of its own has `dates.py`, with a function `date_of(title, scenario, round)`.
    """
    own = hook(title, "dates", "date_of")
    return own(title, scenario, round_) if own else f"round {round_}"


class Date(NamedTuple):
    """When a round is: its year, and as the title's calendar has it the slug of its season, or the month in which it begins, from 1."""

    year: int | None = None
    season: str = ""
    month: int | None = None


def round_date(title: Title, scenario: str, round_: int) -> Date:
    """Return the date of a round of a scenario; one without a year where the title has no calendar.

    A title with a calendar has a function `day_of(title, scenario, round)` in its `dates.py`.
    """
    own = hook(title, "dates", "day_of")
    return own(title, scenario, round_) if own else Date()
