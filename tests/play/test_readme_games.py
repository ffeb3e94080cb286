"""The READMEs' tables of games of bots are those of their rows, and a game is still what its row says."""

from __future__ import annotations

import pytest

from tests.play.readme_games import GAMES, page, play, readme_of, results
from tests.slow import slow_after


@pytest.mark.parametrize("slug", GAMES)
def test_the_readme_shows_the_games(slug: str) -> None:
    rows, text = results(slug), readme_of(slug).read_text(encoding="utf-8")
    asked = {(scenario, str(seed)) for scenario, games in GAMES[slug].scenarios.items() for seed in range(1, games + 1)}
    assert {row[:2] for row in rows} == asked and len(rows) == len(asked)
    assert {row.winners for row in rows} <= set(GAMES[slug].winners)
    assert page(slug, text, rows) == text


@pytest.mark.parametrize(("slug", "number"), slow_after(1, [("blitz", 25), ("blitz", 40), ("blitz", 90), ("global-war-1936", 50)]))
def test_a_game_ends_as_its_row_says(slug: str, number: int) -> None:
    row = results(slug)[number]
    assert play(slug, row.scenario, int(row.seed)) == row
