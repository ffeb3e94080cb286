"""The calendar: a round is a calendar turn of half a year (sections 2.1, 6.1)."""

from __future__ import annotations

from engine.rules import Position
from engine.title.model import Title
from engine.titles.global_war_1936.settings import calendar_of

HALF = 6
"""Months of a turn."""


def month_of(position: Position, round: int) -> str:
    """Return the month in which a round begins, as `1936-07`."""
    return month_in(position.title, position.state.scenario, round)


def month_in(title: Title, scenario: str, round: int) -> str:
    """Return the month in which a round of a scenario begins, as `1936-07`."""
    year, month = calendar_of(title).starts[scenario]
    months = year * 12 + month - 1 + HALF * (round - 1)
    return f"{months // 12}-{months % 12 + 1:02}"


def now(position: Position) -> str:
    """Return the month in which the current round began."""
    return month_of(position, max(1, position.state.clock.round))


def is_from(position: Position, month: str) -> bool:
    """Return whether a month has come."""
    return now(position) >= month


def is_last(position: Position) -> bool:
    """Return whether the scenario's last round is being played, or is over."""
    year, month = calendar_of(position.title).ends
    return now(position) >= f"{year}-{month:02}"


def turns_left(position: Position) -> int:
    """Return how many turns come after the current one, up to the scenario's last."""
    year, month = calendar_of(position.title).ends
    first, now_month = (int(part) for part in now(position).split("-"))
    return max(0, (12 * (year - first) + month - now_month) // HALF)
