"""Dates: a round is a game turn of the book, which counts them through the war; a scenario may begin later than with the first (2.1)."""

from __future__ import annotations

from engine.title.model import Title
from engine.title.rounds import Date
from engine.titles.blitz.settings import game_rules


def date_of(title: Title, scenario: str, round_: int) -> str:
    """Return what a round is called: `turn 3`, which is the first of Scenario C."""
    return f"turn {game_turn(title, scenario, round_)}"


def day_of(title: Title, scenario: str, round_: int) -> Date:
    """Return no date: a game turn is nine months of the war at first and four in the end, and the track with its months is lost (10.)."""
    return Date()


def game_turn(title: Title, scenario: str, round_: int) -> int:
    """Return the number of the game turn on the Victory Track, of a round of a scenario, from 1."""
    return round_ + game_rules(title, scenario).first - 1
