"""Ratings of a lake: which games count, in which order, of whom. `test_rating_model.py` proves the model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from ingest import ingest
from tests.ingest.results import table
from tests.slow import slow_after
from tests.warehouse.league import ADA_BO, GAMES, played
from warehouse import Lake, ratings
from warehouse.ratings.design import Seat


def seats(*games: tuple[set[str], set[str], float]) -> list[Seat]:
    """Return the seats of games: allies, axis, how much of it the allies won."""
    return [
        Seat("", f"g{at:03}", "t", side, name, "won" if won > 0.5 else "lost" if won < 0.5 else "drawn", won, None)
        for at, (allies, axis, share) in enumerate(games)
        for side, team, won in (("allies", allies, share), ("axis", axis, 1 - share))
        for name in sorted(team)
    ]


def rating(played: list[Seat]) -> dict[str, float]:
    return dict(ratings.rated(played).standings.select("player", "rating").iter_rows())


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


def test_a_side_is_a_team(lake: Lake) -> None:
    lake.write([played("duo", {"soviet-union": "Ada", "germany": "Bo", "united-kingdom": "Di"}, ("axis",))])
    frame = ratings.history(lake)
    assert frame["player"].to_list() == ["Ada", "Bo"], "the United Kingdom had no turn"
    told = rating(seats(*[({"Ada", "Di"}, {"Bo"}, 0.0)] * 4))
    assert told["Ada"] == told["Di"] < 1500 < told["Bo"]
    assert told["Bo"] - 1500 == pytest.approx(2 * (1500 - told["Ada"]), abs=2), "each of two moves the mean of a team by half"


def test_standings_are_the_last_ratings_best_first(league: Lake, rated: pl.DataFrame) -> None:
    frame = ratings.standings(league)
    assert sorted(frame.select("player", "games", "played").rows()) == [
        ("Ada", 4, "2026-01-04"),
        ("Bo", 5, "2026-01-06"),
        ("Cy", 1, "2026-01-06"),
    ]
    assert frame["low"].is_sorted(descending=True) and frame["place"].to_list() == frame["low"].rank("min", descending=True).to_list()
    for name, told in frame.select("player", "rating").iter_rows():
        assert told == rated.filter(player=name)["rating"][-1]


def test_the_order_of_writing_does_not_matter(lake: Lake, rated: pl.DataFrame) -> None:
    for one in reversed(GAMES):
        lake.write([one])
    assert ratings.history(lake).equals(rated)


def test_a_title_can_be_rated_alone_and_an_empty_lake_has_no_ratings(league: Lake, lake: Lake) -> None:
    assert ratings.history(league, "aa1942").height == 10
    assert ratings.history(league, "chess").schema == ratings.HISTORY
    assert ratings.standings(lake).is_empty()


def test_rows_of_a_table_without_days_are_counted_as_they_stand_in_it(lake: Lake, tmp_path: Path) -> None:
    """Twelve rows: by their ids, or by their numbers as text, the eleventh would be counted before the second."""
    won = [True, True, False, True, False, False, True, False, True, True, False, False]
    rows = [f",aa1942,,Axis;Allies,Ada;Bo,{'Axis' if axis else 'Allies'},,,,game-{at}," for at, axis in enumerate(won)]
    assert ingest([table(tmp_path / "league.csv", *rows)], lake).ok
    told = ratings.history(lake).filter(player="Ada")
    assert [outcome == "won" for outcome in told["outcome"]] == won and told["games"].to_list() == [*range(1, 13)]


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


def test_a_title_is_rated_by_itself(lake: Lake) -> None:
    one, two = (
        seats(({"Ada"}, {"Bo"}, 1.0)),
        [seat._replace(title="u", game_id="h") for seat in seats(({"Ada"}, {"Bo"}, 0.0))],
    )
    told = ratings.rated([*one, *two])
    assert told.standings.select("title", "player", "place").rows() == [
        ("t", "Ada", 1),
        ("t", "Bo", 2),
        ("u", "Bo", 1),
        ("u", "Ada", 2),
    ]
    assert told.standings.filter(title="t").equals(ratings.rated(one).standings)


def test_games_of_programs_count_only_where_no_people_play_or_when_asked_for(lake: Lake) -> None:
    bots = [
        played("b1", {"soviet-union": "Hard (AI)", "germany": "Bo"}, ("axis",)),
        played("b2", {"soviet-union": "greedy", "germany": "Cy"}, ("axis",), source="sitrep simulate"),
    ]
    lake.write(bots)
    assert set(ratings.history(lake)["game_id"]) == {"b1", "b2"} and not ratings.of_lake(lake).people
    lake.write([played("p", ADA_BO, ("allies",))])
    assert set(ratings.history(lake)["game_id"]) == {"p"} and ratings.of_lake(lake).people
    assert set(ratings.history(lake, people=False)["game_id"]) == {"b1", "b2", "p"}
    met = {people: set(lake.measure("head_to_head", people=people)["player"]) for people in (None, True, False)}
    assert met[None] == met[False] == {"Ada", "Bo", "Cy", "Hard (AI)", "greedy"} and met[True] == {"Ada", "Bo"}


PROGRAMS = ("Hard (AI)", "Moore N. Able AI", "AI", "the bot", "Bot")
PEOPLE = ("Robot", "Kai", "MAI", "Ai", "AI Capone")


@pytest.mark.parametrize(
    ("name", "program"), [*slow_after(3, ((name, True) for name in PROGRAMS)), *slow_after(2, ((name, False) for name in PEOPLE))]
)
def test_a_program_is_known_by_its_name(lake: Lake, name: str, program: bool) -> None:
    lake.write([played("g", {"soviet-union": name, "germany": "Bo"}, ("axis",))])
    assert lake.measure("rated_games")["people"].to_list() == [not program] * 2
