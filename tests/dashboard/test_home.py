"""The first page: newest games, the best players, the way on; and what games are called, everywhere."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
import pytest

from dashboard.league.shelf import NEWEST
from dashboard.ui.game_names import FEW, game_name, labels, who_played
from tests.dashboard.conftest import hand_made, without_map
from tests.dashboard.test_pages import html, opened
from tests.warehouse.league import GAMES
from warehouse import Lake, ratings

MakeLake = Callable[..., Lake]


def row(game_id: str, name: str, **more: object) -> dict[str, object]:
    """Return a row of `games` as far as names need it."""
    told = {"title_name": "Axis & Allies 1942", "players": "{}", "played": "", "rounds": 7, "finished_rounds": 7}
    return {"game_id": game_id, "name": name, **told, **more}


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("/home/ada/saves/ada-bert.tsvg", "ada-bert.tsvg"),
        (r"C:\saves\ada-bert.tsvg", "ada-bert.tsvg"),
        (".tsvg", "12884efc1786ce13"),  # the file of a hidden player's game keeps its suffix alone
        ("", "12884efc1786ce13"),
    ],
)
def test_a_game_is_called_by_its_file(file: str, name: str) -> None:
    assert game_name(row("12884efc1786ce13", file)) == name


def test_each_player_is_named_once_and_bots_too() -> None:
    assert who_played('{"japan":"Ada","germany":"Ada","china":"","italy":"Hard (AI)"}') == ["Ada", "Hard (AI)"]
    assert who_played("") == []


def test_a_picker_tells_file_title_players_day_and_length() -> None:
    many = ",".join(f'"p{at}":"Player {at}"' for at in range(FEW + 2))
    games = [
        row("a", "x/one.tsvg", players='{"japan":"Ada","china":"Bert"}', played="2026-05-01"),
        row("b", "two.tsvg", players=f"{{{many}}}"),
        row("c", "same.tsvg"),
        row("d", "y/same.tsvg"),
    ]
    assert labels(pl.DataFrame(games)) == {
        "a": "one.tsvg · Axis & Allies 1942 · Ada and Bert · 2026-05-01 · 7 rounds",
        "b": "two.tsvg · Axis & Allies 1942 · Player 0, Player 1, Player 2 and 3 others · 7 rounds",
        "c": "same.tsvg · Axis & Allies 1942 · 7 rounds · c",
        "d": "same.tsvg · Axis & Allies 1942 · 7 rounds · d",
    }


def test_the_first_page_shows_the_newest_games_and_who_leads(make_lake: MakeLake) -> None:
    lake = make_lake(*GAMES, hand_made("other", title=without_map()))
    app = opened("home.py")
    links = [link.proto for link in app.get("page_link")]
    assert [link.label for link in links].count("Open its review") == NEWEST
    assert [link.label for link in links[NEWEST:]] == ["All games", "The whole league"]
    days = lake.games().sort("played", "ingested_at", "game_id", descending=[True, True, False])["game_id"]
    assert [link.query_string.removeprefix("game=") for link in links[:NEWEST]] == days.to_list()[:NEWEST]
    assert f"{len(GAMES) + 1} games of 2 titles" in html(app)
    assert app.header[-1].value == "Highest rated at Axis & Allies 1942", "the title of most rated games"
    assert app.dataframe[0].value["player"].to_list() == ratings.standings(lake)["player"].to_list()
    assert app.get("file_uploader"), "a record can be dropped at once"


def test_the_first_page_of_an_empty_lake_takes_a_record_too(make_lake: MakeLake) -> None:
    make_lake()
    app = opened("home.py")
    assert app.get("file_uploader") and app.info[0].value == "This lake has no games yet."


def test_an_old_address_of_a_review_leads_to_it(make_lake: MakeLake) -> None:
    make_lake(hand_made("first"), hand_made("second", ended=False))
    app = opened("home.py", game="second")
    assert "The record stops before the end of the game" in html(app) and not app.get("page_link")
