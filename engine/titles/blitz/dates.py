"""Dates: a round is a game turn, which the book counts (section 2.1)."""

from __future__ import annotations

from engine.title.model import Title


def date_of(_title: Title, _scenario: str, round_: int) -> str:
    """Return what a round is called: `turn 3`."""
    return f"turn {round_}"
