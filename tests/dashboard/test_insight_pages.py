"""The pages over many games, through Streamlit's own harness: every question, every grouping, one lake and another."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import msgspec
import pytest
from streamlit.testing.v1 import AppTest

from dashboard.words import safe
from engine.events import ConvoyRaided, ResourceChanged
from engine.titles import load_title
from tests.dashboard.conftest import DEEDS, hand_made, without_map
from tests.dashboard.test_pages import charts, html, opened
from warehouse import Lake
from warehouse.insights import dimensions, fitting, metrics

MakeLake = Callable[..., Lake]
FAMILIES = {family: [m for m in metrics().values() if m.family == family] for family in
            ("economy", "convoys", "races", "control", "battles")}  # fmt: skip


@pytest.fixture
def three(make_lake: MakeLake) -> Lake:
    """Games of two titles, one of them without an end, one with deeds of every kind."""
    return make_lake(
        hand_made("first", deeds=DEEDS),
        hand_made("second", rounds=2, player="Zoe", ended=False),
        hand_made("third", title=without_map(), deeds=DEEDS),
    )


@pytest.mark.parametrize("family", FAMILIES)
def test_every_question_is_answered_or_said_to_have_no_answer(three: Lake, family: str) -> None:
    app = opened(f"{family}.py")
    for metric in FAMILIES[family]:
        app.selectbox(key=f"{family}-ask").set_value(metric.question).run()
        assert not app.exception, app.exception[0].message
        assert app.subheader[0].value == metric.question
        assert charts(app) + len(app.info) == 1
        if charts(app):
            assert "n = " in html(app) and safe(metric.meaning) in html(app)


def test_a_page_opens_with_a_question_that_has_an_answer(make_lake: MakeLake) -> None:
    aid = [ResourceChanged("soviet-union", "ipc", 8, 0, "lend-lease", "united-states")]
    make_lake(hand_made("first", deeds={(2, "soviet-union"): aid}))
    app = opened("convoys.py")
    asked = app.selectbox(key="convoys-ask")
    assert asked.value == app.subheader[0].value == "How much aid comes through?"
    assert charts(app) == 1 and not app.info
    said = "The games of this lake tell nothing of “What do convoy raids cost their victims?”"
    assert [box.value.startswith(said) for box in app.caption] == [True]
    asked.set_value("Who raids most?").run()
    assert len(app.info) == 1 and not app.caption


def test_aid_that_was_sunk_was_lost_to_a_raid(make_lake: MakeLake) -> None:
    sunk = [ConvoyRaided("lend-lease", "germany", "soviet-union", "lend-lease", 6, 10)]
    make_lake(hand_made("first", deeds={(2, "united-states"): sunk}))
    app = opened("convoys.py")
    assert app.subheader[0].value == "What do convoy raids cost their victims?" and charts(app) == 1
    assert (
        "All medians of round 3 are 0 IPC; the highest mean is that of Soviet Union, 6 IPC in round 2 (n = 1)."
        in html(app)
    )


def test_every_grouping_round_by_round_and_whole(three: Lake) -> None:
    app = opened("economy.py")
    for form in ("Round by round", "One number a game"):
        app.segmented_control(key="form").set_value(form).run()
        for by in fitting("income"):
            app.selectbox(key="by-power").set_value(dimensions()[by].name).run()
            assert not app.exception and charts(app) == 1
    assert "n = " in html(app)


def test_games_are_chosen_and_compared(three: Lake) -> None:
    app = opened("economy.py", player="Zoe")
    assert "Games: 1 game of 3 (Zoe)." in html(app)
    app.toggle(key="compare").set_value(True).run()
    app.multiselect(key="b-title").set_value(["Somebody's Map"]).run()
    assert not app.exception and charts(app) == 1
    assert "Games: 1 game of 3 (Zoe); compared with 1 game of 3 (Somebody&#x27;s Map)." in html(app)
    assert "First selection: " in html(app) and "Second selection: " in html(app)


def test_a_selection_without_games_says_so(three: Lake) -> None:
    app = opened("battles.py", ended="true", player="Zoe")
    assert [box.value for box in app.info] == [
        "Nothing of the kind is told of these games; choose others above, or ask another question."
    ]


def test_money_has_the_unit_of_the_games_that_are_asked_about(make_lake: MakeLake) -> None:
    ours = load_title("aa1942")
    points = msgspec.structs.replace(ours.resources["ipc"], name="PP")
    other = msgspec.structs.replace(without_map(), resources=ours.resources | {"ipc": points})
    make_lake(hand_made("first"), hand_made("second", title=other))
    app = opened("economy.py")
    assert axis(app) == "Income, IPC or PP" and re.search(r"round 3, \d+ IPC or PP \(n = 2\)", html(app))
    app.multiselect(key="title").set_value(["Somebody's Map"]).run()
    assert axis(app) == "Income, PP" and re.search(r"round 3, \d+ PP \(n = 1\)", html(app))
    app.selectbox(key="economy-ask").set_value("Who has more units?").run()
    assert axis(app) == "Units" and " units (n = 1)" in html(app)


def test_shares_need_no_other_unit_than_their_percentages(three: Lake) -> None:
    assert axis(opened("control.py")) == "Share of areas"


def axis(app: AppTest) -> str:
    """Return the title of the upright axis of a page's only chart."""
    spec = json.loads(app.get("vega_lite_chart")[0].proto.spec)
    return spec["layer"][0]["encoding"]["y"]["title"]
