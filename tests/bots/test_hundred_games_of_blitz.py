"""The README's table of a hundred games is that of their rows, and a game is still what its row says."""

from __future__ import annotations

import pytest

from tests.blitz.hundred import GAMES, README, page, play, results
from tests.slow import slow_after


def test_the_readme_shows_the_hundred_games() -> None:
    rows, text = results(), README.read_text(encoding="utf-8")
    assert len(rows) == sum(GAMES.values()) == 100 and len({row[:2] for row in rows}) == 100
    assert page(text, rows) == text


@pytest.mark.parametrize("number", slow_after(1, [25, 40, 90]))
def test_a_game_ends_as_its_row_says(number: int) -> None:
    row = results()[number]
    assert play(row.scenario, int(row.seed)) == row
