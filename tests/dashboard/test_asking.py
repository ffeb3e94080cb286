"""The page Ask: every question to begin with, every table of the dictionary, the bounds, and the chart of an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import msgspec
import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from dashboard.charts.query_answer import (
    BARS,
    KINDS,
    LINES,
    MOST,
    NAMES,
    PLOT,
    POINTS,
    answered_chart,
    drawable,
    drawn,
    usual,
)
from dashboard.sql import page
from dashboard.sql.dictionary_panel import entry, names, starter
from dashboard.sql.page import presets
from dashboard.ui.downloads import svg
from engine.events import GameEnded
from engine.state import GameState
from engine.title.model import Named
from tests.dashboard.conftest import DEEDS, EVIL, hand_made, without_map
from tests.dashboard.test_pages import charts, html, opened
from tests.slow import slow_after
from warehouse import Lake, LakeError
from warehouse.sandbox import ask_apart

MakeLake = Callable[..., Lake]


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake with one eventful game, whose id would end a string."""
    made = Lake.create(tmp_path_factory.mktemp("lake"))
    made.write([hand_made("o'brien", deeds=DEEDS, defects=2)])
    return made


@pytest.mark.parametrize("preset", presets().values(), ids=list(presets()))
def test_a_question_to_begin_with_is_answered_and_drawn_as_it_says(lake: Lake, preset: page.Preset) -> None:
    frame = lake.sql(preset.sql)
    assert "title" in preset.question or frame.width >= 3
    wanted = [name for name in (preset.x, preset.y, preset.color) if name]
    assert set(wanted) <= set(frame.columns)
    if preset.kind:
        assert preset.kind in KINDS
        answered_chart(frame, preset.kind, preset.x, preset.y, preset.color or None).to_dict()


def answer(lake: Lake, begins: str) -> pl.DataFrame:
    """Return what the question that begins so is answered."""
    return lake.sql(next(one.sql for question, one in presets().items() if question.startswith(begins)))


@pytest.fixture
def two_titles(make_lake: MakeLake) -> Lake:
    """Three games by hand: two of one title, of which a limit of rounds stopped one, and one of a title with another money."""
    marks = msgspec.structs.replace(without_map(), resources={"ipc": Named("ipc", "Marks")})
    stopped = hand_made("stopped", deeds=DEEDS, ended=False)
    events = [*stopped.events, GameEnded((), "round-limit")]
    stopped = replace(stopped, events=events, state=GameState().apply_all(events))
    return make_lake(hand_made("won", deeds=DEEDS), stopped, hand_made("other", title=marks, deeds=DEEDS))


def test_no_question_adds_up_the_money_of_two_titles(two_titles: Lake) -> None:
    """Of each game in which 7 IPC or marks are lost to raids: one sum for both would be 21."""
    earned = answer(two_titles, "How do the powers' incomes grow")
    assert set(earned["currency"]) == {"IPC"} and set(earned["games"]) == {2}
    lost = answer(two_titles, "What did convoy raids cost")
    assert (
        lost.filter(pl.col("lost") > 0)["victim"].to_list()
        == [
            "united-kingdom, ipc of Axis & Allies 1942",
            "united-kingdom, ipc of Somebody's Map",
        ]
        * 2
    )
    assert lost["lost"].to_list() == [8, 4, 6, 3]
    fought = answer(two_titles, "Which battles")
    assert fought.select("title", "currency").unique().sort("title").rows() == [
        ("Axis & Allies 1942", "IPC"),
        ("Somebody's Map", "Marks"),
    ]


def test_what_is_called_alike_in_two_titles_is_told_apart(two_titles: Lake) -> None:
    hands = answer(two_titles, "Which areas change hands").filter(area="Brazil")
    assert hands.select("title", "times").rows() == [("Axis & Allies 1942", 2), ("Somebody's Map", 1)]
    units = answer(two_titles, "Which units").filter(unit="bomber")
    assert units.select("title", "bought", "lost").rows() == [("Axis & Allies 1942", 0, 2), ("Somebody's Map", 0, 1)]


def test_a_game_that_a_limit_stopped_neither_lasted_so_long_nor_was_won_by_nobody(two_titles: Lake) -> None:
    ended = answer(two_titles, "How many games").filter(title="Axis & Allies 1942")
    assert sorted(ended.select("winner", "games").rows()) == [("Axis", 1), ("Stopped", 1)]
    lasted = answer(two_titles, "How long").filter(title="Axis & Allies 1942")
    assert lasted.select("rounds", "games").rows() == [(3, 1)]
    told = two_titles.measure("game_results").filter(game_id="stopped")["outcome"].unique().to_list()
    assert told == ["stopped"]
    assert "Stopped by a limit of rounds, with nobody having won" in html(opened("review.py", game="stopped"))


@pytest.mark.parametrize("name", names())
def test_every_table_view_and_measure_has_a_query_to_start_from(lake: Lake, name: str) -> None:
    about = entry(name)
    assert about.meaning and about.columns.height
    assert lake.sql(starter(about, "o'brien")).columns == about.columns["Column"].to_list()


def test_a_measure_starts_with_the_game_it_is_asked_of(lake: Lake) -> None:
    asked = lake.sql(starter(entry("strength_by_round"), "o'brien"))
    assert asked.equals(lake.measure("strength_by_round", game_id="o'brien"))


def test_what_is_unknown_is_no_entry() -> None:
    with pytest.raises(LakeError, match="no measure 'nothing'"):
        entry("nothing")


def test_the_page_asks_the_first_question_by_itself(make_lake: MakeLake) -> None:
    make_lake(hand_made("first"), hand_made("second"), hand_made("third", ended=False))
    app = opened("ask.py")
    rows = app.dataframe[0].value.values.tolist()
    assert rows == [["Axis & Allies 1942", "Axis", 2], ["Axis & Allies 1942", "Unfinished", 1]]
    assert [app.selectbox(key=key).value for key in ("kind", "x", "y", "color")] == [BARS, "title", "games", "winner"]
    assert charts(app) == 1


@pytest.mark.slow
def test_games_are_listed_and_drawn_by_the_names_of_their_files(make_lake: MakeLake) -> None:
    make_lake(hand_made("first"), hand_made("second"))
    app = opened("ask.py")
    app.selectbox(key="preset").set_value("Which games are in the lake, and how did they end?").run()
    assert app.dataframe[0].value["game"].to_list() == ["first.jsonl", "second.jsonl"]
    assert app.dataframe[0].value["winner"].to_list() == ["Axis", "Axis"], "sides by name have their colours"
    assert app.selectbox(key="x").value == "game"


def test_another_question_is_asked_when_it_is_picked_and_one_of_ones_own_when_it_is_sent(make_lake: MakeLake) -> None:
    make_lake(hand_made("first", deeds=DEEDS))
    app = opened("ask.py")
    app.selectbox(key="preset").set_value("What did convoy raids cost, round by round?").run()
    assert app.text_area(key="sql").value.startswith("SELECT r.round, r.victim")
    assert [app.selectbox(key=key).value for key in ("kind", "x", "y", "color")] == [BARS, "round", "lost", "victim"]
    app.text_area(key="sql").set_value("SELECT 'a' AS letter, 2 AS number")
    app.button[0].click().run()
    assert not app.exception and "1 row of 2 columns." in html(app)
    assert [app.selectbox(key=key).value for key in ("kind", "x", "y", "color")] == [BARS, "letter", "number", None]


def sent(sql: str) -> AppTest:
    """The page after a question came with its address and was sent."""
    app = opened("ask.py", sql=sql)
    return app.button[0].click().run()


def test_a_query_in_the_address_is_shown_and_asked_when_it_is_sent(make_lake: MakeLake) -> None:
    """Whoever made the address is not who asks: it could carry off what the lake holds."""
    make_lake(hand_made("first"))
    app = opened("ask.py", sql='SELECT 1 AS n, 2.5 AS "b.c[0]:Q"')
    assert [box.value for box in app.info] == ["This question came with the link. Read it, then press Ask to run it."]
    assert not app.dataframe[1:] and not charts(app) and "row of" not in html(app)
    app.button[0].click().run()
    assert "1 row of 2 columns." in html(app) and charts(app) == 1


@pytest.mark.slow
def test_a_question_of_our_own_in_the_address_is_asked(make_lake: MakeLake) -> None:
    make_lake(hand_made("first"))
    assert "1 row of 3 columns." in html(opened("ask.py", sql=next(iter(presets().values())).sql))


@pytest.mark.slow
def test_the_dictionary_puts_a_query_into_the_box(make_lake: MakeLake) -> None:
    make_lake(hand_made("first"))
    app = opened("ask.py", about="victory_cities")
    assert "Measure. " in html(app)
    app.button(key="start").click().run()
    assert app.text_area(key="sql").value.startswith("-- ") and not app.exception and not app.warning


@pytest.mark.parametrize(
    ("sql", "why"),
    slow_after(
        2,
        [
            ("SELECT * FROM read_csv('/etc/passwd')", "disabled by configuration"),
            (" ", "empty"),
            ("DROP VIEW games", "expected one SELECT"),
            ("SELECT * FROM '/etc/passwd'", "no table or view"),
            ("SELEC", "syntax error"),
        ],
    ),
)
def test_what_has_no_answer_is_said(make_lake: MakeLake, sql: str, why: str) -> None:
    make_lake(hand_made("first"))
    app = sent(sql)
    assert [box.value for box in app.warning] == ["This question could not be answered."]
    assert why in app.code[0].value and not charts(app)


def bound(sql: str) -> dict[str, int]:
    return {"seconds": 4} if "range" in sql else {}


@pytest.mark.slow
def test_after_a_runaway_the_page_answers_on(make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch) -> None:
    # only the runaway is pressed for time: on a busy machine the answer that follows may take its own
    monkeypatch.setattr(page, "ask_apart", lambda path, sql, at, **how: ask_apart(path, sql, at, **bound(sql), **how))
    make_lake(hand_made("first"))
    app = sent("SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c WHERE a.range + b.range = c.range + 1")
    assert "was not answered within 4 seconds and was ended" in app.code[0].value
    app.text_area(key="sql").set_value("SELECT 1 AS one")
    app.button[0].click().run()
    assert "1 row of 1 column." in html(app) and not app.warning


@pytest.mark.slow
def test_an_empty_lake_can_be_asked(make_lake: MakeLake) -> None:
    make_lake()
    app = opened("ask.py", about="victory_cities")
    assert "0 rows of 3 columns." in html(app) and not charts(app)
    app.button(key="start").click().run()
    assert not app.exception and not app.warning


def test_evil_text_is_text(make_lake: MakeLake) -> None:
    make_lake(hand_made("first", player=EVIL))
    app = sent(f"SELECT '{EVIL}' AS \"{EVIL}\", 1 AS n")
    assert app.dataframe[0].value[EVIL][0] == EVIL
    assert "<img" not in html(app) and not any(EVIL in text.value for text in app.markdown)


def test_no_chart_without_numbers() -> None:
    assert usual(pl.DataFrame({"a": ["x"], "b": ["y"]})) is None
    assert usual(pl.DataFrame({"a": [[1]], "b": [1]})) is None
    assert drawable(pl.DataFrame({"a": [[1]], "b": [1]})) == ["b"]


@pytest.mark.parametrize(("first", "kind"), [("a", BARS), (1, LINES), (1.5, POINTS), (date(2026, 1, 1), LINES), (True, BARS)])
def test_how_an_answer_is_drawn_at_first(first: object, kind: str) -> None:
    assert usual(pl.DataFrame({"x": [first], "n": [1]})) == (kind, "x", "n")


def test_ids_are_across_a_chart_only_where_nothing_else_is() -> None:
    assert usual(pl.DataFrame({"game_id": ["5f1c"], "player": ["Ada"], "n": [1]})) == (BARS, "player", "n")
    assert usual(pl.DataFrame({"game_id": ["5f1c"], "n": [1]})) == (BARS, "game_id", "n")


def test_long_names_and_a_long_legend_leave_the_plot_its_height() -> None:
    long = [f"World War II Global {year}, 2nd Edition, of the Balkan Rules" for year in range(1930, 1950)]
    rows = pl.DataFrame({"title": long, "winner": long, "games": [1] * len(long)})
    chart = answered_chart(rows, BARS, "title", "games", "winner").to_dict()
    assert chart["height"] == PLOT and chart["autosize"]["type"] == "fit-x"


def test_names_of_columns_are_no_paths_and_only_the_first_rows_are_drawn() -> None:
    rows = pl.DataFrame({"a.b": range(MOST + 1), "c[0]:Q": range(MOST + 1), "d": ["x"] * (MOST + 1)})
    drawn = answered_chart(rows, POINTS, "a.b", "c[0]:Q", "d").to_dict()
    assert drawn["encoding"]["x"]["field"] == "c0" and drawn["encoding"]["x"]["title"] == "a.b"
    assert len(next(iter(drawn["datasets"].values()))) == MOST
    assert svg(drawn).count(b"<path") >= MOST


@pytest.mark.parametrize("kind", KINDS)
def test_one_column_across_and_upwards(kind: str) -> None:
    assert answered_chart(pl.DataFrame({"n": [1, None, 3]}), kind, "n", "n", "n").to_dict()["encoding"]["y"]["field"] == "c0"


def test_across_names_fewer_rows_are_drawn() -> None:
    rows = pl.DataFrame({"name": [str(n) for n in range(NAMES + 1)], "n": range(NAMES + 1)})
    assert (drawn(rows, "name"), drawn(rows, "n"), drawn(rows.head(3), "name")) == (NAMES, NAMES + 1, 3)
