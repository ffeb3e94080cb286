"""Every page in every case, through Streamlit's own harness: it says something sensible and raises nothing."""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import msgspec
import polars as pl
import pytest
from markupsafe import escape
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Html

import dashboard
from dashboard.review import map_and_control
from dashboard.review.page import MORE_OPEN
from dashboard.review.questions import main
from dashboard.review.reader import Reader
from dashboard.review.story.tell import story
from dashboard.review.what_if.page import QUESTION
from dashboard.ui.text import label
from engine.recording import Fidelity
from engine.state import GameState
from engine.titles import load_title
from ingest import ingest
from ingest.samples import samples
from tests.dashboard.conftest import DEEDS, EVIL, hand_made, roll, without_map
from warehouse import Lake

APP = Path(dashboard.__file__).with_name("app.py")
QUESTIONS = ["Who was winning?", "Which decisions cost or won most?", "Who holds what?"]
"""Asked of every game; then come its charts, headed by what they found."""
FOUND = [
    "The Allies collected more throughout: 92 IPC to 74 at the end",
    "The Allies had the stronger forces throughout: 644 IPC to 586 at the end",
    "The Allies and the Axis came equally near: 6 of the 10 victory cities needed",
    "The Axis went from 42% to 45% of the value of the board",
]
MORE = [
    "How did each power stand, round by round?",
    "How was strength shared?",
    "Who gains ground, and how long is the front?",
    "Who earns the most, and who has money in hand?",
    "Where does the money come from, and where does it go?",
]
CHARTS = 4
"""Charts of a game in which nobody fights or buys, before one asks for more: those of FOUND."""
BATTLES = "Which battles mattered?"
OCCASIONAL = ["What did convoy raids cost?", "Who met their national objectives?", "What did the bombers do?"]
"""Asked only where the game has something to answer them with."""


def asked(app: AppTest) -> list[str]:
    """Return the questions of a page in their order."""
    return [heading.value for heading in app.header]


def folded(app: AppTest) -> list[str]:
    """Return the labels of a page's expanders in their order."""
    return [expander.label for expander in app.expander]


MakeLake = Callable[..., Lake]


def opened(page: str = "review.py", more: bool = False, **address: str) -> AppTest:
    """Return the app on one of its pages, opened at an address, having raised nothing; `more`: with all charts of a review."""
    app = AppTest.from_file(str(APP), default_timeout=300)
    if more:
        app.session_state[MORE_OPEN] = True
    app.query_params.update(address)
    if page != "home.py":  # which a page is found by before the first run: its file is named as its address is
        app.switch_page(f"screens/{page}")
    app.run()
    assert not app.exception, app.exception[0].message
    return app


def html(app: AppTest) -> str:
    """Return all that a page says through `st.html`."""
    return "\n".join(element.value for element in app.get("html") if isinstance(element, Html))


def commands(app: AppTest) -> list[str]:
    """Return the command lines that a page shows."""
    return [unescape(line) for line in re.findall('<pre class="sitrep-command"[^>]*>(.*?)</pre>', html(app), re.DOTALL)]


def charts(app: AppTest) -> int:
    """Return how many charts a page draws."""
    return len(app.get("vega_lite_chart"))


PAGES = ["review.py", "games.py"]


@pytest.mark.parametrize("page", PAGES)
def test_no_lake(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITREP_LAKE", str(tmp_path / "nowhere"))
    app = opened(page)
    assert [box.value for box in app.warning] == ["There is no lake yet."]
    assert str(tmp_path / "nowhere") in app.code[0].value
    assert "sitrep ingest" in app.markdown[0].value
    assert not charts(app) and not app.dataframe


@pytest.mark.parametrize("page", PAGES)
def test_a_lake_that_is_there_and_cannot_be_read(page: str, make_lake: Callable[..., Lake], tmp_path: Path) -> None:
    make_lake(hand_made("first"))
    for commit in (tmp_path / "lake" / "_log").glob("*.json"):
        commit.write_text("{}")
    app = opened(page)
    assert [box.value for box in app.warning] == ["This lake cannot be read."]
    assert str(tmp_path / "lake") in app.code[0].value and not any("ingest" in text.value for text in app.markdown)


@pytest.mark.parametrize("page", PAGES)
def test_a_folder_that_is_no_lake(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "holiday.txt").write_text("sun")
    monkeypatch.setenv("SITREP_LAKE", str(tmp_path))
    assert [box.value for box in opened(page).warning] == ["There is no lake yet."]


@pytest.mark.parametrize("page", PAGES)
def test_an_empty_lake(page: str, make_lake: MakeLake) -> None:
    make_lake()
    app = opened(page)
    assert [box.value for box in app.info] == ["This lake has no games yet."]
    assert not charts(app) and not app.dataframe


def test_one_game(make_lake: MakeLake) -> None:
    make_lake(hand_made("first"))
    app = opened()
    assert app.selectbox[0].value == "first"
    assert asked(app) == [*QUESTIONS, *map(label, FOUND), QUESTION]
    assert all(heading.help for heading in app.header[1:]), "every chart says on hover what its numbers mean"
    assert charts(app) == CHARTS
    said = html(app)
    assert "Axis &amp; Allies 1942" in said and "Axis won (conceded), after 3 rounds." in said
    assert "Soviet Union</b> (Allies, Anna)" in said and "Japan</b> (Axis, Bert)" in said
    assert "3 areas changed hands." in said
    assert not app.warning and not app.info


@pytest.mark.slow
def test_more_charts_are_drawn_once_somebody_asks_for_them(make_lake: MakeLake) -> None:
    make_lake(hand_made("first"))
    assert "More charts" in folded(opened())
    app = opened(more=True)
    assert asked(app) == [*QUESTIONS, *map(label, FOUND), *MORE, QUESTION]
    assert charts(app) == CHARTS + 6, "one of strength, two of ground, two of income, one of its sources"
    said = html(app)
    assert "15 turns of 5 powers." in said and "65 areas." in said
    assert "+ and - zoom, 1 and 2 show a theatre, 0 shows the whole board, m moves, f fills the screen." in said
    assert map_and_control.theatre_keys([]) == "" and map_and_control.theatre_keys(["Europe"]) == "1 shows a theatre, "


def test_a_game_with_convoys_objectives_dice_and_bombing(make_lake: MakeLake) -> None:
    make_lake(hand_made("eventful", deeds=DEEDS))
    app = opened(more=True)
    found = asked(app)
    assert found[len(QUESTIONS) + len(FOUND)] == label("Convoy raids took 7 IPC, all from the United Kingdom"), "what the game lives by"
    assert set(found) >= {"Was it luck?", *OCCASIONAL}, "convoys with their lines: the chart by power is shown already"
    assert charts(app) == CHARTS + 6 + 2 + 3 + 1, "two of luck, one each of what only some games have, convoys by line"
    said = html(app)
    assert "Axis 2.5 hits above expectation" in said and "13 dice." in said
    assert "Axis 20 IPC and Allies 5 IPC; most by Germany, 10 IPC, in 1 of 3 rounds." in said
    assert "4 payments to 3 powers." in said
    assert "1 raid did 5 damage and lost 1 aircraft worth 12 IPC. Most by Germany to the Soviet Union: 5." in said
    assert "Damage done otherwise: 2. Repaired: 3." in said and "1 raid in 3 rounds." in said


def test_a_game_with_dice_alone_is_asked_of_luck_alone(make_lake: MakeLake) -> None:
    make_lake(hand_made("dice", deeds={(1, "japan"): [roll("japan", "attacker", 3, 1, 1, 1)]}))
    app = opened(more=True)
    assert label("The Axis had 1.5 hits more than expected") in asked(app) and "Was it luck?" in asked(app)
    assert charts(app) == CHARTS + 6 + 2 and "3 dice." in html(app)


@pytest.mark.slow
def test_many_options_are_folded_away(make_lake: MakeLake) -> None:
    game = hand_made("optioned")
    options = {f"option-{number}": "yes" for number in range(20)}
    events = [msgspec.structs.replace(game.events[0], options=options), *game.events[1:]]
    make_lake(dataclasses.replace(game, events=events, state=GameState().apply_all(events)))
    app = opened()
    assert folded(app) == [
        "The game's 20 options",
        "Every area in every round",
        "More charts",
        "Change the board first",
    ]
    assert "<b>Options</b> 20, listed below" in html(app) and "option 19: yes" in html(app)


def test_an_option_has_the_name_that_its_title_gives_it(make_lake: MakeLake) -> None:
    game = hand_made("optioned")
    events = [msgspec.structs.replace(game.events[0], options={"idle-guests": "fight"}), *game.events[1:]]
    make_lake(dataclasses.replace(game, events=events, state=GameState().apply_all(events)))
    name = load_title("aa1942").options["idle-guests"].name
    assert f"<b>Options</b> {escape(name)}: fight" in html(opened())


def test_a_game_by_its_address(make_lake: MakeLake) -> None:
    make_lake(hand_made("first"), hand_made("second", rounds=2))
    app = opened(game="second")
    assert app.selectbox[0].value == "second"
    assert "after 2 rounds." in html(app)


def test_picking_a_game_puts_it_into_the_address(make_lake: MakeLake) -> None:
    make_lake(hand_made("first"), hand_made("second", rounds=2))
    app = opened(game="first")
    app.selectbox[0].set_value("second").run()
    assert not app.exception
    assert app.query_params["game"] in ("second", ["second"])
    assert "after 2 rounds." in html(app)


def test_an_address_of_no_game(make_lake: MakeLake) -> None:
    make_lake(hand_made("first"))
    app = opened(game="<b>nothing</b>")
    assert [box.value for box in app.warning] == ["This lake has no such game. Choose another one above."]
    assert app.text[0].value == "?game=<b>nothing</b>"
    assert not charts(app)
    app.selectbox[0].set_value("first").run()
    assert charts(app) == CHARTS


@pytest.mark.slow
def test_a_title_without_a_map_gets_one_from_its_names_and_links(make_lake: MakeLake) -> None:
    make_lake(hand_made("elsewhere", title=without_map()))
    said = html(opened())
    assert "We drew the areas on real land" in said and "--map-folder" in said and "65 areas." in said
    assert "Not on this map" not in said


@pytest.mark.slow
def test_a_title_with_a_map_of_tripleas_is_drawn_as_that(make_lake: MakeLake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_lake(hand_made("elsewhere", title=without_map()))
    names = [area.triplea for area in without_map().areas.values()]
    rows = [f"{name} < ({20 * at},0) ({20 * at + 9},0) ({20 * at},9) >" for at, name in enumerate(names) if name != "Brazil"]
    (tmp_path / "polygons.txt").write_text("\n".join(rows))
    monkeypatch.setenv("SITREP_MAPS", os.pathsep.join([str(tmp_path), str(tmp_path / "nowhere")]))
    app = opened()
    assert "The outlines are those of the TripleA map. Not on this map: Brazil." in html(app)
    assert [box.value for box in app.warning] == ["This map folder cannot be used."]
    assert [text.value for text in app.text if "nowhere: no TripleA map" in text.value]


@pytest.mark.slow
def test_a_game_of_one_round(make_lake: MakeLake) -> None:
    make_lake(hand_made("short", rounds=1))
    app = opened()
    assert charts(app) == CHARTS - 2, "one round is no line of income, and no share of the board changed"


def test_a_record_with_gaps_and_defects(make_lake: MakeLake) -> None:
    make_lake(hand_made("torn", ended=False, defects=2, fidelity=Fidelity.OBSERVED))
    app = opened()
    assert "The record stops before the end of the game, after 3 rounds." in html(app)
    assert app.warning[0].value.startswith("2 defects in this record")
    assert "only the visible events" in app.info[0].value
    assert app.dataframe[0].value["Place"].to_list() == ["game:0", "game:1"]
    assert charts(app) == CHARTS - 2, "of a game under way, what never moved is not drawn: units, and cities held"


def test_text_of_a_record_is_shown_as_text(make_lake: MakeLake) -> None:
    make_lake(hand_made("first", player=EVIL))
    said = html(opened())
    assert "<img" not in said and "&lt;img src=x onerror=alert(1)&gt; **bold**" in said


def test_a_new_ingest_shows_up(make_lake: MakeLake) -> None:
    lake = make_lake(hand_made("first"))
    app = opened("games.py")
    assert html(app).count('class="sitrep-card"') == 1 and "Axis won (conceded)" in html(app)
    lake.write([hand_made("second"), hand_made("first", ended=False)])
    app.run()
    assert html(app).count('class="sitrep-card"') == 2 and "The record stops before the end of the game" in html(app)


def test_a_power_that_did_not_finish_its_turn_has_no_income(make_lake: MakeLake) -> None:
    lake = make_lake(hand_made("cut", stop=(2, "germany")))
    found = lake.measure("income_by_turn", game_id="cut")
    assert found.select("round", "power").rows() == [
        *((1, power) for power in ("soviet-union", "germany", "united-kingdom", "japan", "united-states")),
        (2, "soviet-union"),
    ]
    assert "6 turns of 5 powers." in html(opened(more=True))


def test_a_game_that_stopped_before_anything_happened(make_lake: MakeLake) -> None:
    make_lake(hand_made("cut", stop=(1, "soviet-union"), ended=False))
    app = opened(more=True)
    said = html(app)
    assert "Held at the end: " in said and "Who earns the most, and who has money in hand?" not in asked(app)
    assert "The record holds the set-up alone." in said
    assert "The set-up." in said


@pytest.mark.slow
def test_the_sample_games(make_lake: MakeLake) -> None:
    lake, paths = make_lake(), samples()
    report = ingest(paths, lake)
    assert not report.refused
    games = lake.games()
    assert games.height == len(paths) >= 3
    for game in games.iter_rows(named=True):
        app = opened(game=game["game_id"], more=True)
        assert asked(app)[: len(QUESTIONS) + 1] == [*QUESTIONS, BATTLES] and "What did each power buy?" in asked(app)
        assert len(asked(app)) == len(set(asked(app)))
        of = Reader.of_lake(lake, game["game_id"])
        assert 3 <= len(main(of)) <= 5
        said = html(app)
        links = re.findall(rf'href="\?game={game["game_id"]}&amp;turn=(\d+)" data-turn="\1"', said)
        fought = lake.frame("battle_ended", game["game_id"]).filter(pl.col("kind") != "raid").height
        clauses = sum(clause.turn is not None for told in story(of) for clause in told)
        assert len(links) == clauses + min(fought, 5) + min(fought, 400), "each clause, each card and each battle leads to its moment"
        finished, last = game["finished_rounds"], game["rounds"]
        over = f"after {finished} rounds." if finished == last else f"after {finished} rounds, in round {last}."
        assert over in said and '<p class="sitrep-story">' in said
        assert "on record." not in said, "every question has an answer"
