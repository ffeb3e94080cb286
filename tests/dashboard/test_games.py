"""The page of games: search, filters, cards and pages."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import msgspec
import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from dashboard.charts.style import SIDE_COLORS
from dashboard.league.cards import NOBODYS, card, strip
from dashboard.metrics.selection import NOBODY, results
from dashboard.ui import order
from tests.dashboard.conftest import DEEDS, EVIL, hand_made, without_map
from tests.dashboard.test_pages import html, opened
from tests.slow import slow_after
from warehouse import Lake

MakeLake = Callable[..., Lake]


def found(app: AppTest) -> list[str]:
    """Return the games whose cards are shown, by the addresses of their links."""
    return [link.proto.query_string.removeprefix("game=") for link in app.get("page_link")]


ROWS = [
    ("a", "2026-05-02", 3, "1", "Zulu", 0),
    ("b", "", 9, "2", "alpha", 2),
    ("c", "2026-05-10", None, "1", "Beta", 0),
    ("d", "", 2, "3", "Beta", 1),
    ("e", "2026-05-02T20:00", 3, "2", "Beta", 0),
    ("f", "2025-12-31", 7, "9", "Beta", 0),
]


@pytest.mark.parametrize(
    ("by", "games"),
    [
        (order.NEWEST, "ceafdb"),  # by day; of one day, or of none, by ingest
        (order.OLDEST, "feacdb"),
        (order.LONGEST, "bfeadc"),
        (order.SHORTEST, "deafbc"),
        (order.TITLE, "bcefda"),
        (order.DEFECTS, "bdceaf"),
    ],
)
def test_newest_first_means_days_of_play_and_other_orders_follow(by: str, games: str) -> None:
    rows = pl.DataFrame(ROWS, schema=["game_id", "played", "rounds", "ingested_at", "title_name", "defects"], orient="row")
    for shuffled in (rows, rows.reverse()):
        assert "".join(order.ordered(shuffled, by)["game_id"]) == games


def test_games_are_sorted_and_filtered_by_day_and_player(make_lake: MakeLake) -> None:
    days = {"one": "2026-05-02", "two": "2026-05-10", "three": "2025-01-31"}
    made = [hand_made(name, rounds=at, player=f"Anna {at}") for at, name in enumerate(days, start=1)]
    make_lake(*(dataclasses.replace(game, header=msgspec.structs.replace(game.header, played=days[game.header.game])) for game in made))
    assert found(opened("games.py")) == ["two", "one", "three"]
    assert found(opened("games.py", sort="Oldest first")) == ["three", "one", "two"]
    assert found(opened("games.py", sort="Longest first")) == ["three", "two", "one"]
    assert found(opened("games.py", sort="nonsense")) == ["two", "one", "three"]
    assert found(opened("games.py", since="2026-05-02", sort="Oldest first")) == ["one", "two"]
    assert found(opened("games.py", player="Anna 3")) == ["three"]


@pytest.fixture
def four(make_lake: MakeLake) -> Lake:
    """Games of two titles, lengths and results."""
    return make_lake(
        hand_made("first"),
        hand_made("second", rounds=1, ended=False, player="Zoe"),
        hand_made("third", title=without_map(), player=EVIL),
        hand_made("fourth", rounds=2, defects=2, deeds=DEEDS),
    )


def test_every_game_has_a_card_that_leads_to_its_review(four: Lake) -> None:
    app = opened("games.py")
    assert found(app) == ["first", "fourth", "second", "third"]
    assert app.markdown[0].value == "4 games of 2 titles; 1 with no recorded end."
    said = html(app)
    assert said.count('class="sitrep-card"') == said.count('class="sitrep-strip"') == 4
    assert "Axis won (conceded)" in said and "The record stops before the end of the game" in said
    assert "Allies: Zoe and Bert" in said and "2 rounds · Standard, spring 1942 · 2026-05-01 · by hand · 2 defects" in said


@pytest.mark.parametrize(
    ("typed", "games"),
    [
        ("zoe", ["second"]),
        ("FIRST", ["first"]),
        ("axis 1942 anna", ["first", "fourth"]),
        ("somebody's", ["third"]),
        (".*", []),
        ("no such thing", []),
    ],
)
def test_search_finds_every_word_anywhere(four: Lake, typed: str, games: list[str]) -> None:
    app = opened("games.py", search=typed)
    assert found(app) == games
    assert bool(app.info) is not bool(games)


def test_games_are_filtered_by_result_and_length(four: Lake) -> None:
    assert found(opened("games.py", result="End not recorded")) == ["second"]
    assert found(opened("games.py", least="2", most="2")) == ["fourth"]
    assert found(opened("games.py", most="1")) == ["second"]
    assert found(opened("games.py", ended="true", least="3")) == ["first", "third"]


def test_results_in_words() -> None:
    games = pl.DataFrame({"ended": [True, True, True, False], "winner": ["axis", "", "axis, neutral", ""]})
    assert results(games, {"axis": "Axis", "neutral": "Neutral"}) == {
        "axis": "Axis won",
        "axis, neutral": "Axis and Neutral won",
        NOBODY: "Nobody won",
        "": "End not recorded",
    }


def test_many_games_come_in_pages(make_lake: MakeLake) -> None:
    game = hand_made("game", rounds=1)

    names = [f"game-{at:02}" for at in range(30)]
    headers = [msgspec.structs.replace(game.header, game=name) for name in names]
    games = [dataclasses.replace(game, header=header, digest=header.game) for header in headers]
    make_lake(*games)
    app = opened("games.py")
    assert found(app) == names[:24]
    assert app.text[-1].value == "Page 1 of 2"
    next(button for button in app.button if button.label == "Next").click().run()
    assert found(app) == names[24:]
    for odd in ("99", "0", "-1", "x", "²", "9" * 5000):
        app.query_params["page"] = odd
        assert found(app.run()) in (names[:24], names[24:])


@pytest.mark.parametrize("odd", slow_after(2, ["nan", "9" * 5000, "1e400", "-1e400", "1e99", "x", "-1"]))
def test_odd_lengths_in_an_address_are_none_or_bounds(four: Lake, odd: str) -> None:
    for name in ("least", "most"):
        assert found(opened("games.py", **{name: odd})) in ([], ["first", "fourth", "second", "third"])
    assert found(opened("games.py", least="3")) == ["first", "third"]


def test_text_of_a_record_is_shown_as_text_on_a_card(four: Lake) -> None:
    said = html(opened("games.py"))
    assert "<img" not in said and "&lt;img src=x" in said


def test_a_strip_has_a_column_a_round_parted_by_share() -> None:
    shares = pl.DataFrame(
        {
            "round": [0, 0, 1, 1],
            "side_name": ["Reds", "Blues"] * 2,
            "value": [5, 3, 8, 0],
            "areas": [1] * 4,
            "value_share": [0.5, 0.3, 0.8, 0.0],
            "area_share": [0.1] * 4,
        }
    )
    made = strip(shares, dict(zip(("Reds", "Blues"), SIDE_COLORS, strict=False)))
    assert made.count("<span>") == 2
    red, blue = (f'<i style="flex-grow:{{}};background:{color}"></i>' for color in SIDE_COLORS[:2])
    grey = f'<i style="flex-grow:20;background:{NOBODYS}"></i>'
    assert f"<span>{red.format(50)}{blue.format(30)}{grey}</span><span>{red.format(80)}{grey}</span>" in made
    assert "Reds 80% and Blues 0%" in made
    assert strip(shares.head(0), {}) == ""


def test_a_card_of_many_sides_names_a_few() -> None:
    seats = pl.DataFrame({"power": list("abcdefgh"), "side_name": [f"Side {one}" for one in "abcdefgh"]})
    game = {"title": "t", "title_name": "T", "scenario": "", "ended": False, "winner": "", "how": "", "options": "{}",
            "players": "{}", "rounds": 1, "finished_rounds": 1, "played": "", "source": "", "defects": 0, "game_id": "g",
            "name": "", "fidelity": "orders"}  # fmt: skip
    made = card(game, seats, {}, pl.DataFrame({"round": [], "side_name": [], "value": []}))
    assert "Side f" in made and "Side g" not in made and "and 2 more" in made
