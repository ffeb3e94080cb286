"""The pages over many games, through Streamlit's own harness: every question, every grouping, one lake and another."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec
import polars as pl
import pytest
from markupsafe import escape
from streamlit.testing.v1 import AppTest

from dashboard.charts.convoy_losses import lines_of_games_chart
from dashboard.charts.groups import MOST, group_color, told_by_enough
from dashboard.metrics.answers import bands_answer, spread_answer
from dashboard.player.palette import gap
from dashboard.ui import widgets
from engine.events import ConvoyRaided, ResourceChanged
from engine.recording import Fidelity
from engine.titles import load_title
from tests.dashboard.conftest import DEEDS, hand_made, raid, without_map
from tests.dashboard.test_pages import charts, html, opened
from tests.slow import slow_after
from warehouse import Lake
from warehouse.metrics import dimensions, fitting, metrics

MakeLake = Callable[..., Lake]
FAMILIES = {
    family: [m for m in metrics().values() if m.family == family] for family in ("economy", "convoys", "races", "control", "battles")
}


@pytest.fixture
def three(make_lake: MakeLake) -> Lake:
    """Games of two titles, one of them without an end, one with deeds of every kind."""
    return make_lake(
        hand_made("first", deeds=DEEDS),
        hand_made("second", rounds=2, player="Zoe", ended=False),
        hand_made("third", title=without_map(), deeds=DEEDS),
    )


@pytest.mark.parametrize("family", slow_after(3, FAMILIES))
def test_every_question_is_answered_or_said_to_have_no_answer(three: Lake, family: str) -> None:
    app = opened(f"{family}.py")
    for metric in FAMILIES[family]:
        app.selectbox(key=f"{family}-ask").set_value(metric.question).run()
        assert not app.exception, app.exception[0].message
        assert app.header[0].value == metric.question
        lines = family == "convoys"  # what the lines cost is drawn whatever is asked
        assert charts(app) - lines + len(app.info) == 1
        if charts(app) > lines:
            assert "<b>2 games (Axis &amp; Allies 1942).</b>" in html(app) and escape(metric.meaning) in html(app)


def test_a_page_opens_with_a_question_that_has_an_answer(make_lake: MakeLake) -> None:
    aid = [ResourceChanged("soviet-union", "ipc", 8, 0, "lend-lease", "united-states")]
    make_lake(hand_made("first", deeds={(2, "soviet-union"): aid}))
    app = opened("convoys.py")
    asked = app.selectbox(key="convoys-ask")
    assert asked.value == app.header[0].value == "How much aid gets through?"
    assert charts(app) == 1 and not app.info
    said = "The games of this title have no data for “What do convoy raids cost their victims?”"
    assert [box.value.startswith(said) for box in app.caption] == [True]
    asked.set_value("Who raids most?").run()
    assert len(app.info) == 1 and not app.caption


def test_another_title_that_cannot_answer_is_asked_what_it_can(make_lake: MakeLake) -> None:
    aid = [ResourceChanged("soviet-union", "ipc", 8, 0, "lend-lease", "united-states")]
    make_lake(hand_made("first", deeds={(2, "soviet-union"): aid}), hand_made("third", title=without_map(), deeds=DEEDS))
    app = opened("convoys.py")
    for title, question, drawn in (
        ("Axis & Allies 1942", "How much aid gets through?", 1),
        ("Somebody's Map", "What do convoy raids cost their victims?", 2),  # and what each line costs
    ):
        app.selectbox(key="title").set_value(title).run()
        assert app.selectbox(key="convoys-ask").value == app.header[0].value == question
        assert charts(app) == drawn and not app.info


def test_aid_that_was_sunk_was_lost_to_a_raid(make_lake: MakeLake) -> None:
    sunk = [ConvoyRaided("lend-lease", "germany", "soviet-union", "lend-lease", 6, 10)]
    make_lake(hand_made("first", deeds={(2, "united-states"): sunk}))
    app = opened("convoys.py")
    assert app.header[0].value == "What do convoy raids cost their victims?" and charts(app) == 1
    assert "All medians in round 3 are 0 IPC; highest mean: Soviet Union, 6 IPC in round 2 (1 game)." in html(app)


def test_every_grouping_round_by_round_and_whole(three: Lake) -> None:
    app = opened("economy.py")
    for form in ("Round by round", "One number per game"):
        app.segmented_control(key="form").set_value(form).run()
        for by in (by for by in fitting("income") if by != "title"):
            app.selectbox(key="by-power").set_value(dimensions()[by].name).run()
            assert not app.exception and charts(app) == 1
    assert "in the median game (2 games)" in html(app)
    app.selectbox(key="by-power").set_value("Power").run()
    assert "Highest: " in html(app) and " in the median game (2 games); lowest of 5: " in html(app)


def test_games_are_chosen_and_compared(three: Lake) -> None:
    app = opened("economy.py", player="Zoe")
    assert "1 game of 2 (Axis &amp; Allies 1942 and Zoe)." in html(app)
    app.toggle(key="compare").set_value(True).run()
    app.selectbox(key="b-title").set_value("Somebody's Map").run()
    assert not app.exception and charts(app) == 1
    assert "1 game of 2 (Axis &amp; Allies 1942 and Zoe); compared with 1 game (Somebody&#39;s Map)." in html(app)
    assert "First selection: " in html(app) and "Second selection: " in html(app)


def test_a_page_opens_with_a_title_that_answers_its_first_question(make_lake: MakeLake) -> None:
    make_lake(hand_made("first"), hand_made("second"), hand_made("third", title=without_map(), deeds=DEEDS))
    assert opened("economy.py").selectbox(key="title").value == "Axis & Allies 1942"
    app = opened("convoys.py")
    assert app.selectbox(key="title").value == "Somebody's Map" and charts(app) == 2 and not app.info


def test_convoy_losses_over_many_games_are_shown_by_line(make_lake: MakeLake, pictures: list[dict[str, Any]]) -> None:
    deeds = {
        (1, "germany"): [
            ConvoyRaided("sea-zone-5", "germany", "united-kingdom", "ipc", 6, 6),
            ConvoyRaided("atlantic-line", "germany", "soviet-union", "ipc", 2, 6),
        ]
    }
    make_lake(hand_made("first", deeds=deeds), hand_made("second", player="Zoe"))
    app = opened("convoys.py")
    assert app.header[-1].value == "On which lines are convoys lost?"
    assert "Costliest: Sea Zone 5, 3.0 IPC per game (75% of all these losses)." in html(app)
    assert rows_of(pictures[-1]) == [
        {"line": "Sea Zone 5", "name": "United Kingdom", "mean": 3.0, "at": 1},
        {"line": "Atlantic Line", "name": "Soviet Union", "mean": 1.0, "at": 0},
    ]
    opened("convoys.py", power="Soviet Union")
    assert [row["name"] for row in rows_of(pictures[-1])] == ["Soviet Union"]
    without = opened("convoys.py", player="Zoe")
    assert "On which lines are convoys lost?" not in [one.value for one in without.header], "a game without raids"


def test_games_without_raids_on_lines_are_not_asked_about_them(make_lake: MakeLake) -> None:
    make_lake(hand_made("first"))
    assert "On which lines are convoys lost?" not in [one.value for one in opened("convoys.py").header]


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The charts that pages draw, as specifications with their rows; the newest one last."""
    made: list[dict[str, Any]] = []
    draw = widgets.draw
    monkeypatch.setattr(widgets, "draw", lambda chart, *rest: (made.append(chart.to_dict()), draw(chart, *rest)))
    return made


def rows_of(picture: dict[str, Any]) -> list[dict[str, Any]]:
    return next(iter(picture["datasets"].values()))


def test_a_page_shows_one_title_and_opens_with_the_one_of_most_games(three: Lake, pictures: list[dict[str, Any]]) -> None:
    app = opened("economy.py")
    title = app.selectbox(key="title")
    assert title.options == ["Axis & Allies 1942", "Somebody's Map"] and title.value == "Axis & Allies 1942"
    assert "2 games (Axis &amp; Allies 1942)." in html(app) and "(2 games)" in html(app)
    told = three.sql("select median(income) m from power_rounds where game_id in ('first', 'second') and power = 'germany' and round = 1")
    drawn = {row["group"]: row["p50"] for row in rows_of(pictures[-1]) if row["round"] == 1}
    assert drawn["Germany"] == told["m"][0]
    title.set_value("Somebody's Map").run()
    assert "1 game (Somebody&#39;s Map)." in html(app) and "By" not in app.selectbox(key="by-power").options


def test_summaries_that_do_not_name_their_map_are_not_what_a_page_opens_with(make_lake: MakeLake) -> None:
    seen = [hand_made(name, title=without_map(), fidelity=Fidelity.OBSERVED) for name in ("second", "third")]
    make_lake(hand_made("first"), *seen)
    assert opened("economy.py").selectbox(key="title").value == "Axis & Allies 1942"
    assert opened("league.py").selectbox(key="title").value == "Axis & Allies 1942"


def test_a_selection_without_games_says_so(three: Lake) -> None:
    app = opened("battles.py", ended="true", player="Zoe")
    assert [box.value for box in app.info] == ["These games have no data for this question. Choose other games above, or another question."]


def test_moneys_of_two_titles_are_never_put_together(make_lake: MakeLake, pictures: list[dict[str, Any]]) -> None:
    ours = load_title("aa1942")
    points = msgspec.structs.replace(ours.resources["ipc"], name="PP")
    other = msgspec.structs.replace(without_map(), resources=ours.resources | {"ipc": points})
    make_lake(hand_made("first"), hand_made("second", title=other))
    app = opened("economy.py", title="Axis & Allies 1942")
    assert axis(app) == "Income, IPC" and re.search(r"round 3: \w+, \d+ IPC \(1 game\)", html(app))
    app.toggle(key="compare").set_value(True).run()
    app.selectbox(key="b-title").set_value("Somebody's Map").run()
    spec = pictures[-1]
    assert spec["resolve"] == {"scale": {"y": "independent"}}
    assert spec["spec"]["layer"][0]["encoding"]["y"]["title"] == "Income"
    assert {row["selection"] for row in rows_of(spec)} == {
        "first selection: Axis & Allies 1942, in IPC",
        "second selection: Somebody's Map, in PP",
    }
    answers = re.findall(r"First selection: (.*?)Second selection: (.*?)(?=First selection: |</p>)", html(app))
    assert len(answers) == 2, "for whole games, and round by round"
    for first, second in answers:
        assert " IPC (1 game)" in first and "PP" not in first and " PP (1 game)" in second and "IPC" not in second
    app.toggle(key="compare").set_value(False).run()
    app.selectbox(key="title").set_value("Somebody's Map").run()
    assert axis(app) == "Income, PP" and re.search(r"round 3: \w+, \d+ PP \(1 game\)", html(app))
    app.selectbox(key="economy-ask").set_value("Who has more units?").run()
    assert axis(app) == "Units" and " units (1 game)" in html(app)


def many(*groups: str) -> pl.DataFrame:
    """Return rows of a round: each group a little higher than the one before it, on one game less."""
    rows = [("", name, 1, 20 - at, 20 - at, 10.0 * at, 10.0 * at) for at, name in enumerate(groups)]
    return pl.DataFrame(rows, schema=["selection", "group", "round", "games", "n", "mean", "p50"], orient="row")


def test_the_answer_is_of_groups_that_are_drawn(monkeypatch: pytest.MonkeyPatch, three: Lake, pictures: list[dict[str, Any]]) -> None:
    frame = many(*(f"Power {at}" for at in range(MOST + 2))).with_columns(p10="p50", p25="p50", p75="p50", p90="p50")
    monkeypatch.setattr("dashboard.ui.data.bands", lambda *_: frame.drop("selection"))
    app = opened("economy.py")
    said = html(app)
    assert {row["group"] for row in rows_of(pictures[-1])} == {f"Power {at}" for at in range(MOST)}
    assert f"Highest median in round 1: Power {MOST - 1}, {10 * (MOST - 1)} IPC ({21 - MOST} games)." in said
    assert f"The {MOST} groups with the most values are drawn; 2 others stand in the rows to download." in said


def lines(**reached: Sequence[int]) -> pl.DataFrame:
    """Return rows of groups: how many games stand behind each of their rounds."""
    rows = [("", name, at, games) for name, counts in reached.items() for at, games in enumerate(counts, 1)]
    return pl.DataFrame(rows, schema=["selection", "group", "round", "games"], orient="row")


def test_lines_stop_where_fewer_than_five_games_are_left() -> None:
    frame = lines(many=(9, 3, 6, 5, 4, 1), few=(3, 3, 2), one=(1, 1))
    ends = dict(told_by_enough(frame).group_by("group").agg(pl.col("round").max()).iter_rows())
    assert ends == {"many": 4, "few": 2, "one": 2}, "a round that told of few games in between is no end"
    assert told_by_enough(frame).filter(group="many").height == 4


def test_a_page_says_where_its_lines_stop(monkeypatch: pytest.MonkeyPatch, three: Lake, pictures: list[dict[str, Any]]) -> None:
    numbers = {name: pl.lit(1.0) for name in ("mean", "p10", "p25", "p50", "p75", "p90")}
    frame = lines(Japan=(9, 9, 9), Germany=(9, 6, 4)).with_columns(n="games", **numbers)
    frame = frame.with_columns(p50=pl.when(pl.col("group") == "Germany").then(2.0).otherwise(1.0))
    monkeypatch.setattr("dashboard.ui.data.bands", lambda *_: frame.drop("selection"))
    said = html(opened("economy.py"))
    assert "A line stops where fewer than 5 games are left" in said
    assert {(row["group"], row["round"]) for row in rows_of(pictures[-1]) if row["round"] == 3} == {("Japan", 3)}
    assert "Highest median in round 3: Japan, 1 IPC (9 games)." in said, "of Germany's third round nothing is drawn"


def test_groups_have_colours_that_can_be_told_apart() -> None:
    own = {"North": "#3a5f3a", "South": "#3a5f3b", "East": "#8a8f98", "West": "#8a8f98"}
    for given in (own, {}):
        colors = group_color([*own, "Alpha", "Beta", "Gamma", "Delta"], given).to_dict()["scale"]["range"]
        assert min(gap(*pair) for pair in combinations(colors, 2)) > 0.04 and len(set(colors)) == MOST


def test_a_power_has_one_colour_in_all_charts_of_a_page_about_the_same_powers() -> None:
    own = {"North": "#b08a50", "South": "#b5894a", "East": "#d98b2b", "West": "#3a5f3a"}
    powers = pl.DataFrame({"name": list(own), "color": list(own.values()), "play_order": range(4), "power": list("nsew")})
    losses = pl.DataFrame({"area_name": list("abc"), "name": ["East", "South", "North"], "mean": [3.0, 2.0, 1.0]})
    bars = lines_of_games_chart(losses, powers, "IPC").to_dict()
    scale = next(scale for scale in scales(bars) if "North" in scale["domain"])
    told = group_color(["South", "East", "North"], own).to_dict()["scale"]
    assert dict(zip(told["domain"], told["range"], strict=True)) == dict(zip(scale["domain"], scale["range"], strict=True))
    assert dict(zip(told["domain"], told["range"], strict=True))["South"] != own["South"], "moved away from North's"


def scales(part: Any) -> Iterator[dict[str, Any]]:
    """Yield all scales of a chart that have a domain."""
    if isinstance(part, dict):
        if isinstance(scale := part.get("scale"), dict) and "domain" in scale:
            yield scale
        part = list(part.values())
    for each in part if isinstance(part, list) else ():
        yield from scales(each)


def test_shares_need_no_other_unit_than_their_percentages(three: Lake) -> None:
    assert axis(opened("control.py")) == "Share of areas"


def axis(app: AppTest) -> str:
    """Return the title of the upright axis of a page's only chart."""
    spec = json.loads(app.get("vega_lite_chart")[0].proto.spec)
    return spec["layer"][0]["encoding"]["y"]["title"]


METRIC = msgspec.structs.replace(next(iter(metrics().values())), unit="areas")


def test_who_attacks_most_is_asked_of_the_game_not_of_its_last_round(make_lake: MakeLake) -> None:
    """By hand: Germany attacks twice in round 1 and once in round 2, Japan once in round 3, the last."""
    once = raid(3, "germany", "russia", "soviet-union", 1, lost=0)
    deeds = {
        (1, "germany"): [
            *raid(1, "germany", "russia", "soviet-union", 1, lost=0),
            *raid(2, "germany", "caucasus", "soviet-union", 1, lost=0),
        ],
        (2, "germany"): once,
        (3, "japan"): raid(4, "japan", "india", "united-kingdom", 1, lost=0),
    }
    make_lake(hand_made("first", deeds=deeds))
    app = opened("battles.py", **{"battles-ask": "Who attacks most?"})
    said = re.findall('<p class="sitrep-answer">(.*?)</p>', html(app))
    assert said == [
        "Highest: Germany, 3 battles (1 game); lowest of 2: Japan, 1 battle. Highest median in round 3: Japan, 1 battle (1 game)."
    ]


@pytest.mark.parametrize(
    ("medians", "said"),
    [
        (
            {"Italy": 4.0, "Japan": 2.0, "Spain": 2.0},
            "Highest: Italy, 4 areas in the median game (3 games); lowest of 3: Japan and Spain, 2 areas.",
        ),
        (
            {"Italy": 4.0, "Japan": 4.0, "Spain": 2.0},
            "Highest: Italy and Japan, 4 areas in the median game (3 games); lowest of 3: Spain, 2 areas.",
        ),
        ({"Italy": 0.0, "Japan": 0.0}, "0 areas in the median game of each (3 games)."),
        ({"Italy": 1.0}, "Italy, 1 area in the median game (3 games)."),
    ],
)
def test_of_whole_games_all_are_named_who_share_a_place(medians: dict[str, float], said: str) -> None:
    rows = [("", group, 3, 3, p50) for group, p50 in medians.items()]
    frame = pl.DataFrame(rows, ["selection", "group", "games", "n", "p50"], orient="row")
    assert spread_answer(frame, {"": METRIC}) == said


def test_an_answer_of_an_earlier_round_than_the_last_says_why() -> None:
    numbers = {"n": [9, 9, 4], "games": [9, 9, 4], "mean": [1.0] * 3, "p50": [9.0, 1.0, 5.0], "group": ["Italy"] * 3}
    frame = pl.DataFrame({"selection": [""] * 3, "round": [1, 2, 3], **numbers})
    said = bands_answer(frame, {"": METRIC})
    assert said == "Highest median in round 2, the last that half of the games reached: Italy, 1 area (9 games)."


@pytest.mark.parametrize(
    ("medians", "said"),
    [
        ({"Italy": 1.0, "Japan": 0.0}, "Highest median in round 1: Italy, 1 area (3 games)."),
        ({"Italy": 2.0, "Japan": 2.0}, "Highest median in round 1: Italy and Japan, 2 areas (3 games)."),
        ({"Italy": 44.5, "Japan": 40.0}, "Highest median in round 1: Italy, 44.5 areas (3 games)."),
        ({"Italy": 0.0, "Japan": -1.5}, "Lowest median in round 1: Japan, -1.5 areas (3 games)."),
        (dict.fromkeys("ABCDE", 4.0), "Highest median in round 1: A and 4 others, 4 areas (3 games)."),
    ],
)
def test_the_answer_names_who_leads_or_all_who_share_the_lead(medians: dict[str, float], said: str) -> None:
    rows = [("", group, 1, 3, 3, p50, p50) for group, p50 in medians.items()]
    frame = pl.DataFrame(rows, ["selection", "group", "round", "games", "n", "mean", "p50"], orient="row")
    assert bands_answer(frame, {"": METRIC}) == said
