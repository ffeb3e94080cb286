"""Every page in every case, through Streamlit's own harness: it says something sensible and raises nothing."""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Html

import dashboard
from engine.recording import Fidelity
from engine.state import GameState
from ingest import ingest
from ingest.samples import samples
from tests.dashboard.conftest import DEEDS, EVIL, hand_made, roll, without_map
from warehouse import Lake

APP = Path(dashboard.__file__).with_name("app.py")
QUESTIONS = [
    "Who holds what?",
    "When did it turn?",
    "How close is each side to winning?",
    "Who gains ground, and how long is the front?",
    "Who earns the most, and who has money in hand?",
    "Where does the money come from, and where does it go?",
    "Whose forces are worth more?",
]
CHARTS = 10
"""Charts of a game in which nobody fights or buys: those of the questions above, three of ground, two of income."""
BATTLES = ["Which moments swung the game?", "Which battles were the biggest, and did the dice decide them?"]
ODDS = "What were the odds of a battle?"
"""Asked last, where battles were fought and the title's rules know odds."""
OCCASIONAL = ["What did convoy raids cost?", "Who met their national objectives?", "What did the bombers do?"]
"""Asked only where the game has something to answer them with."""


def asked(app: AppTest) -> list[str]:
    """Return the questions of a page in their order."""
    return [heading.value for heading in app.subheader]


MakeLake = Callable[..., Lake]


def opened(page: str = "game.py", **address: str) -> AppTest:
    """Return the app on one of its pages, opened at an address, having raised nothing."""
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.query_params.update(address)
    if page != "game.py":
        app.switch_page(f"screens/{page}")
    app.run()
    assert not app.exception, app.exception[0].message
    return app


def html(app: AppTest) -> str:
    """Return all that a page says through `st.html`."""
    return "\n".join(element.value for element in app.get("html") if isinstance(element, Html))


def charts(app: AppTest) -> int:
    """Return how many charts a page draws."""
    return len(app.get("vega_lite_chart"))


PAGES = ["game.py", "games.py"]


@pytest.mark.parametrize("page", PAGES)
def test_no_lake(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITREP_LAKE", str(tmp_path / "nowhere"))
    app = opened(page)
    assert [box.value for box in app.warning] == ["There is no lake yet."]
    assert str(tmp_path / "nowhere") in app.code[0].value
    assert "sitrep ingest" in app.markdown[0].value
    assert not charts(app) and not app.dataframe


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
    assert asked(app) == QUESTIONS
    assert all(heading.help for heading in app.subheader), "every question says on hover what its numbers mean"
    assert charts(app) == CHARTS
    said = html(app)
    assert "Axis &amp; Allies 1942" in said and "Axis won (conceded), after 3 rounds." in said
    assert "Soviet Union</b> (Allies, Anna)" in said and "Japan</b> (Axis, Bert)" in said
    assert "n = 15 turns of 5 powers." in said and "n = 65 areas." in said
    assert "At the end, victory cities: Allies 6 of 10 and Axis 6 of 10." in said
    assert "3 areas changed hands, 3 times in all." in said
    assert not app.warning and not app.info


def test_a_game_with_convoys_objectives_dice_and_bombing(make_lake: MakeLake) -> None:
    make_lake(hand_made("eventful", deeds=DEEDS))
    app = opened()
    assert asked(app) == [*QUESTIONS[:2], *BATTLES, "Was it luck?", *QUESTIONS[2:], *OCCASIONAL, ODDS]
    assert charts(app) == CHARTS + 2 + 3, "two of luck, one each of what only some games have"
    said = html(app)
    assert "Axis 2.5 hits above expectation" in said and "n = 13 dice." in said
    assert (
        "7 IPC in total. The biggest loser was United Kingdom: 7 IPC, 8% of" in said
        and "n = 3 raids on 1 power." in said
    )
    assert "Axis 20 IPC and Allies 5 IPC; most by Germany, 10 IPC, in 1 of 3 rounds." in said
    assert "n = 4 payments to 3 powers." in said
    assert "1 raid did 5 damage and lost 1 aircraft worth 12 IPC. Most by Germany to Soviet Union: 5." in said
    assert "Other damage: 2 damage. Repaired: 3." in said and "n = 1 raid in 3 rounds." in said


def test_a_game_with_dice_alone_is_asked_of_luck_alone(make_lake: MakeLake) -> None:
    make_lake(hand_made("dice", deeds={(1, "japan"): [roll("japan", "attacker", 3, 1)]}))
    app = opened()
    assert asked(app) == [*QUESTIONS[:2], "Was it luck?", *QUESTIONS[2:]]
    assert charts(app) == CHARTS + 2 and "n = 1 die." in html(app)


def test_many_options_are_folded_away(make_lake: MakeLake) -> None:
    game = hand_made("optioned")
    options = {f"option-{number}": "yes" for number in range(20)}
    events = [msgspec.structs.replace(game.events[0], options=options), *game.events[1:]]
    make_lake(dataclasses.replace(game, events=events, state=GameState().apply_all(events)))
    app = opened()
    assert [one.label for one in app.expander] == ["The game's 20 options", "Every area in every round"]
    assert "<b>Options</b> 20, listed below" in html(app) and "option 19: yes" in html(app)


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


def test_a_title_without_a_map_gets_one_from_its_names_and_links(make_lake: MakeLake) -> None:
    make_lake(hand_made("elsewhere", title=without_map()))
    said = html(opened())
    assert "We drew the areas on real land" in said and "--map-folder" in said and "n = 65 areas." in said
    assert "Not on this map" not in said


def test_a_title_with_a_map_of_tripleas_is_drawn_as_that(
    make_lake: MakeLake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_lake(hand_made("elsewhere", title=without_map()))
    names = [area.triplea for area in without_map().areas.values()]
    rows = [
        f"{name} < ({20 * at},0) ({20 * at + 9},0) ({20 * at},9) >" for at, name in enumerate(names) if name != "Brazil"
    ]
    (tmp_path / "polygons.txt").write_text("\n".join(rows))
    monkeypatch.setenv("SITREP_MAPS", os.pathsep.join([str(tmp_path), str(tmp_path / "nowhere")]))
    app = opened()
    assert "The outlines are those of the TripleA map. Not on this map: Brazil." in html(app)
    assert [box.value for box in app.warning] == ["This map folder cannot be used."]
    assert [text.value for text in app.text if "nowhere: no TripleA map" in text.value]


def test_a_game_of_one_round(make_lake: MakeLake) -> None:
    make_lake(hand_made("short", rounds=1))
    app = opened()
    assert charts(app) == CHARTS and "n = 5 turns of 5 powers." in html(app)


def test_a_record_with_gaps_and_defects(make_lake: MakeLake) -> None:
    make_lake(hand_made("torn", ended=False, defects=2, fidelity=Fidelity.OBSERVED))
    app = opened()
    assert "The record stops before the end of the game, after 3 rounds." in html(app)
    assert app.warning[0].value.startswith("2 defects in this record")
    assert "only the visible events" in app.info[0].value
    assert app.dataframe[0].value["Place"].to_list() == ["game:0", "game:1"]
    assert charts(app) == CHARTS


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
    assert "n = 6 turns of 5 powers." in html(opened())


def test_a_game_that_stopped_before_anything_happened(make_lake: MakeLake) -> None:
    make_lake(hand_made("cut", stop=(1, "soviet-union"), ended=False))
    app = opened()
    said = html(app)
    assert "No area changed hands." in said and "Who earns the most, and who has money in hand?" not in asked(app)
    assert "The record stops before the end of the game, before the first round was played." in said
    assert "n = 1: the set-up." in said


@pytest.mark.slow
def test_the_sample_games(make_lake: MakeLake) -> None:
    lake, paths = make_lake(), samples()
    report = ingest(paths, lake)
    assert not report.refused
    games = lake.games()
    assert games.height == len(paths) >= 3
    for game in games.iter_rows(named=True):
        app = opened(game=game["game_id"])
        wanted = {*QUESTIONS, *BATTLES, "Was it luck?", "What did each power buy?"}
        if "lend-lease" in set(lake.frame("resource_changed", game["game_id"])["cause"]):
            wanted.add("How much lend-lease came through?")
        elif lake.frame("convoy_raided", game["game_id"]).height:
            wanted.add("What did convoy raids cost?")
        assert set(asked(app)) - {
            "What did the bombers do?",
            "Who met their national objectives?",
            ODDS,
        } == wanted and len(asked(app)) == len(set(asked(app)))
        battles = lake.frame("battle_ended", game["game_id"]).height
        said = html(app)
        links = re.findall(rf'href="\?game={game["game_id"]}&amp;turn=(\d+)" data-turn="\1"', said)
        assert len(links) == 2 * min(battles, 6), "six swings and six battles lead to their moments"
        finished, last = game["finished_rounds"], game["rounds"]
        over = f"after {finished} rounds." if finished == last else f"after {finished} rounds, in round {last}."
        turns = ("Where it turned: ", "The largest shift was in round ", "No round moved the balance of strength.")
        assert over in said and any(words in said for words in turns)
        assert "on record." not in said, "every question has an answer"
