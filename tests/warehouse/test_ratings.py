"""Ratings: which games count, in which order, and that they are openskill's own numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from openskill.models import PlackettLuce

from ingest import ingest
from tests.ingest.results import table
from tests.warehouse.league import ADA_BO, GAMES, played
from warehouse import Lake, ratings


@pytest.fixture
def rated(league: Lake) -> pl.DataFrame:
    return ratings.history(league)


def test_only_ended_games_between_named_players_count(rated: pl.DataFrame) -> None:
    """g5 has no end, in g7 one player sat on both sides, in g8 nobody has a name."""
    assert rated.select("game_id", "side", "player", "outcome", "games").rows() == [
        ("g1", "allies", "Ada", "won", 1), ("g1", "axis", "Bo", "lost", 1),
        ("g2", "allies", "Ada", "lost", 2), ("g2", "axis", "Bo", "won", 2),
        ("g3", "allies", "Ada", "won", 3), ("g3", "axis", "Bo", "lost", 3),
        ("g4", "allies", "Ada", "drawn", 4), ("g4", "axis", "Bo", "drawn", 4),
        ("g6", "allies", "Bo", "lost", 5), ("g6", "axis", "Cy", "won", 1),
    ]  # fmt: skip


def test_the_numbers_are_those_of_the_model(rated: pl.DataFrame) -> None:
    model = PlackettLuce()
    ada, bo, cy = (model.rating() for _ in range(3))
    for ranks in ([1, 2], [2, 1], [1, 2], [1, 1]):
        [[ada], [bo]] = model.rate([[ada], [bo]], ranks=ranks)
    assert rated.filter(player="Ada").row(-1)[-3:] == (ada.mu, ada.sigma, ada.ordinal())
    [[bo], [cy]] = model.rate([[bo], [cy]], ranks=[2, 1])
    assert rated.filter(player="Bo").row(-1)[-3:] == (bo.mu, bo.sigma, bo.mu - 3 * bo.sigma)
    assert rated.filter(player="Cy").row(-1)[-3:] == (cy.mu, cy.sigma, cy.ordinal())


def test_a_side_is_a_team(lake: Lake) -> None:
    lake.write([played("duo", {"soviet-union": "Ada", "germany": "Bo", "united-kingdom": "Di"}, ("axis",))])
    frame = ratings.history(lake)
    assert frame["player"].to_list() == ["Ada", "Bo"], "the United Kingdom had no turn"
    seats = [("", "g", "aa1942", "allies", name, "lost") for name in ("Ada", "Di")] + [
        ("", "g", "aa1942", "axis", "Bo", "won")
    ]
    ada, di, bo = ratings.rated(seats)["mu"].to_list()
    assert ada == di < 25 < bo and bo - 25 == pytest.approx(25 - ada)


def test_standings_are_the_last_ratings_best_first(league: Lake, rated: pl.DataFrame) -> None:
    frame = ratings.standings(league)
    assert frame.select("place", "player", "games", "played").rows() == [
        (1, "Ada", 4, "2026-01-04"), (2, "Cy", 1, "2026-01-06"), (3, "Bo", 5, "2026-01-06"),
    ]  # fmt: skip
    assert frame["ordinal"].is_sorted(descending=True)
    assert frame["ordinal"].to_list() == [rated.filter(player=name)["ordinal"][-1] for name in ("Ada", "Cy", "Bo")]


def test_the_order_of_writing_does_not_matter(lake: Lake, rated: pl.DataFrame) -> None:
    for one in reversed(GAMES):
        lake.write([one])
    assert ratings.history(lake).equals(rated)


def test_a_title_can_be_rated_alone_and_an_empty_lake_has_no_ratings(league: Lake, lake: Lake) -> None:
    assert ratings.history(league, "aa1942").height == 10
    assert ratings.history(league, "chess").schema == ratings.SCHEMA
    assert ratings.standings(lake).is_empty()


def test_rows_of_a_table_without_days_are_rated_as_they_stand_in_it(lake: Lake, tmp_path: Path) -> None:
    """Twelve rows: by their ids, or by their numbers as text, the eleventh would be rated before the second."""
    won = [True, True, False, True, False, False, True, False, True, True, False, False]
    rows = [f",aa1942,,Axis;Allies,Ada;Bo,{'Axis' if axis else 'Allies'},,,,game-{at}," for at, axis in enumerate(won)]
    assert ingest([table(tmp_path / "league.csv", *rows)], lake).ok
    model = PlackettLuce()
    ada, bo = model.rating(), model.rating()
    course = []
    for axis in won:
        [[ada], [bo]] = model.rate([[ada], [bo]], ranks=[1, 2] if axis else [2, 1])
        course.append(ada.mu)
    assert ratings.history(lake).filter(player="Ada")["mu"].to_list() == pytest.approx(course)


def test_a_game_that_a_limit_of_rounds_stopped_is_no_draw(lake: Lake) -> None:
    lake.write([played("cut", ADA_BO, (), how="round-limit")])
    assert ratings.history(lake).is_empty()
    rows = lake.measure("win_rates_by_player").select("player", "games", "drawn", "unfinished").rows()
    assert rows == [("Ada", 1, 0, 1), ("Bo", 1, 0, 1)]
    lake.write([played("even", ADA_BO, ())])
    assert ratings.history(lake)["outcome"].to_list() == ["drawn", "drawn"]


def course(lake: Lake, player: str) -> list[str]:
    return ratings.history(lake).filter(player=player)["game_id"].to_list()


def test_games_of_no_day_are_rated_by_their_files_with_numbers_as_numbers(lake: Lake) -> None:
    """By ids the order would be a to d; by letters, evening 10 would come before evening 9."""
    order = {"c": "Evening 2.tsvg", "d": "evening 9.tsvg", "a": "EVENING 10.tsvg", "b": "evening 100.tsvg"}
    for game, file in order.items():
        lake.write([replace(played(game, ADA_BO, ("axis",)), name=f"/{game}/saves/{file}")])
    lake.write([replace(played("e", ADA_BO, ("axis",), played="2026-05-01"), name="a.tsvg")])
    assert course(lake, "Ada") == [*order, "e"], "a day is known of the last alone"
