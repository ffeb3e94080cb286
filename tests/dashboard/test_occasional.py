"""Charts and sentences that only some games have: convoy raids, objectives, luck, bombing."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
import pytest

from dashboard.charts.bombing import bombing_chart
from dashboard.charts.convoy_losses import MOST, convoy_chart, convoy_lines_chart, lines_of_games_chart, with_lines
from dashboard.charts.lend_lease import lend_lease_chart
from dashboard.charts.luck_of_powers import power_luck_chart
from dashboard.charts.luck_of_sides import side_luck_chart
from dashboard.charts.objectives import objectives_chart
from dashboard.review.occasional import bombing, convoys
from dashboard.review.optional_questions_answers import (
    bombing_answer,
    convoy_answer,
    lend_lease_answer,
    luck_answer,
    luck_of_sides,
    objectives_answer,
)
from dashboard.review.reader import Reader
from engine.events import ConvoyRaided
from engine.titles import load_title
from tests.dashboard.conftest import DEEDS, hand_made
from tests.dashboard.test_charts import POWERS, SIDES, encoding, rows, units
from warehouse import Lake

CONVOYS = pl.DataFrame(
    {
        "round": [1, 1, 2, 2, 2],
        "victim": ["north", "south", "north", "north", "south"],
        "name": ["North", "South", "North", "North", "South"],
        "area_name": ["Bay", "", "Bay", "Cape", ""],
        "raider": ["south", "", "south", "", ""],
        "raider_name": ["South", "", "South", "", ""],
        "raids": [1, 0, 2, 1, 0],
        "loss": [4, 0, 3, 2, 0],
        "income": [16, 20, 15, 15, 20],
        "share": [0.2, 0.0, 0.15, 0.1, 0.0],
    }
)


def test_convoy_losses_have_a_cell_a_power_and_round_that_was_raided() -> None:
    chart = convoy_chart(CONVOYS, POWERS, "IPC")
    assert rows(chart) == [
        [
            {"round": 1, "name": "North", "loss": 4, "share": 20, "raids": 1, "area_name": "Bay", "raider_name": "South"},
            {"round": 2, "name": "North", "loss": 5, "share": 25, "raids": 3, "area_name": "Bay, Cape", "raider_name": "South"},
        ]
    ]
    cells, numbers = encoding(chart, "rect"), encoding(chart, "text")
    assert [unit["mark"]["type"] for unit in units(chart)] == ["rect", "text"]
    assert cells["x"]["scale"]["domain"] == [1, 2] and cells["y"]["scale"]["domain"] == ["North"]
    assert cells["color"]["scale"]["domain"] == [0, 5] and numbers["text"]["field"] == "loss"
    assert [told["title"] for told in cells["tooltip"]][2:] == [
        "Lost, IPC",
        "Percent of income",
        "Raids",
        "Where",
        "By",
    ]


def test_a_raider_who_is_not_known_is_said_to_be_unknown() -> None:
    only = CONVOYS.filter((pl.col("raider") == "") & (pl.col("raids") > 0))
    assert rows(convoy_chart(only, POWERS, "IPC"))[0][0]["raider_name"] == "unknown"


def test_a_strange_name_stays_out_of_the_chart_s_own_language() -> None:
    evil = CONVOYS.with_columns(area_name=pl.lit("datum.loss' + alert(1)"))
    assert rows(convoy_chart(evil, POWERS, "IPC"))[0][0]["area_name"] == "datum.loss' + alert(1)"


LINES = pl.DataFrame(
    {
        "round": [1, 2, 2],
        "area": ["north-sea", "north-sea", "bay"],
        "area_name": ["north-sea", "north-sea", "Bay"],
        "victim": ["south", "south", "north"],
        "name": ["South", "South", "North"],
        "raids": [1, 2, 1],
        "loss": [4, 3, 2],
        "stake": [6, 6, None],
        "raiders": ["North", "North, West", ""],
    }
)


def test_convoy_lines_have_a_cell_a_line_and_nation_that_was_raided_on_it() -> None:
    chart = convoy_lines_chart(with_lines(LINES, {}), POWERS, "IPC", 3)
    assert rows(chart) == [
        [
            {"round": 1, "name": "South: North Sea", "loss": 4, "stake": "6", "raids": 1, "raiders": "North"},
            {"round": 2, "name": "South: North Sea", "loss": 3, "stake": "6", "raids": 2, "raiders": "North, West"},
            {"round": 2, "name": "North: Bay", "loss": 2, "stake": "unknown", "raids": 1, "raiders": "unknown"},
        ]
    ]
    cells = encoding(chart, "rect")
    assert cells["x"]["scale"]["domain"] == [1, 2, 3]
    assert cells["y"]["scale"]["domain"] == ["North: Bay", "South: North Sea"], "in the order of play"
    assert "split(datum.label, ': ')" in cells["y"]["axis"]["labelExpr"], "the nation above, the line below"
    assert cells["y"]["axis"]["labelOverlap"] is False, "every line is named"
    assert [told["title"] for told in cells["tooltip"]] == [
        "Line",
        "Round",
        "Lost, IPC",
        "At stake, IPC",
        "Raids",
        "By",
    ]


def test_the_costliest_lines_of_many_games_are_drawn_each_with_its_victims() -> None:
    count = MOST + 2
    frame = pl.DataFrame(
        {
            "area_name": [f"Line {at}" for at in range(count)] + ["Line 0"],
            "name": ["South"] * count + ["North"],
            "mean": [float(at) for at in range(count)] + [50.005],
        }
    )
    chart = lines_of_games_chart(frame, POWERS, "IPC")
    drawn = rows(chart)[0]
    assert len({row["line"] for row in drawn}) == MOST and {"Line 1", "Line 2"}.isdisjoint(row["line"] for row in drawn)
    assert [row["mean"] for row in drawn if row["line"] == "Line 0"] == [0.0, 50.0]
    bars = encoding(chart, "bar")
    assert bars["y"]["scale"]["domain"][:2] == ["Line 0", f"Line {count - 1}"], "the costliest first"
    assert [told["title"] for told in bars["tooltip"]] == ["Line", "Of", "Lost per game, IPC"]


def test_a_review_names_convoy_lines_as_their_title_does(make_lake: Callable[..., Lake]) -> None:
    """Also a line that has the slug of an area."""
    raids = [ConvoyRaided(line, "germany", "united-kingdom", "ipc", 4, 6) for line in ("atlantic", "russia", "sea-zone-5")]
    of = Reader.of_lake(make_lake(hand_made("raided", rounds=1, deeds={(1, "germany"): raids})), "raided")
    of.words = {"atlantic": "Atlantic Line", "russia": "Murmansk Line"}
    section = convoys(of)
    assert section is not None
    (losses,), (lines,) = (rows(drawing.chart) for drawing in section.drawings)
    assert losses[0]["area_name"] == "Atlantic Line, Murmansk Line, Sea Zone 5"
    places = ("Atlantic Line", "Murmansk Line", "Sea Zone 5")
    assert [row["name"] for row in lines] == [f"United Kingdom: {place}" for place in places]


def test_what_convoy_raids_cost() -> None:
    assert convoy_answer(CONVOYS, "IPC") == (
        "9 IPC in total. The biggest loser was North: 9 IPC, 22% of what it would have collected in the game. "
        "The most successful raider was South: 7 IPC."
    )
    unknown = CONVOYS.with_columns(raider=pl.lit(""), raider_name=pl.lit(""), income=pl.lit(0))
    assert convoy_answer(unknown, "IPC") == "9 IPC in total. The biggest loser was North: 9 IPC."
    assert convoy_answer(CONVOYS.with_columns(loss=pl.lit(0)), "IPC") == "The convoy raids cost nothing."


OBJECTIVES = pl.DataFrame(
    {
        "round": [1, 1, 2, 2, 3, 3],
        "name": ["North", "South"] * 3,
        "side_name": ["Cold", "Hot"] * 3,
        "objectives": [1, 0, 2, 1, 0, 0],
        "amount": [5, 0, 10, 5, 0, 0],
        "total": [5, 0, 15, 5, 15, 5],
    }
)


def test_objectives_have_a_cell_a_power_and_round_with_a_payment() -> None:
    chart = objectives_chart(OBJECTIVES, POWERS, "IPC")
    assert [(row["round"], row["name"], row["amount"]) for row in rows(chart)[0]] == [
        (1, "North", 5),
        (2, "North", 10),
        (2, "South", 5),
    ]
    cells = encoding(chart, "rect")
    assert cells["x"]["scale"]["domain"] == [1, 2, 3], "rounds without a payment are there too"
    assert cells["y"]["scale"]["domain"] == ["North", "South"], "in the order of play"


def test_who_met_objectives() -> None:
    assert objectives_answer(OBJECTIVES, "IPC") == (
        "Paid for objectives: Cold 15 IPC and Hot 5 IPC; most by North, 15 IPC, in 2 of 3 rounds."
    )
    assert objectives_answer(OBJECTIVES.with_columns(amount=pl.lit(0)), "IPC") == "Objectives brought nobody anything."


def lucky(north: float, south: float, variance: float = 4.0) -> pl.DataFrame:
    """Return measure `luck_by_round` of a set-up and a round, with printed sides; a third power never rolls."""
    return pl.DataFrame(
        {
            "round": [0, 0, 0, 1, 1, 1],
            "power": ["north", "south", "west"] * 2,
            "name": ["North", "South", "West"] * 2,
            "side_name": ["Cold", "Hot", "Dry"] * 2,
            "dice": [0, 0, 0, 9, 12, 0],
            "luck": [0.0, 0, 0, north, south, 0],
            "variance": [0.0, 0, 0, variance, variance, 0],
            "dice_so_far": [0, 0, 0, 9, 12, 0],
            "luck_so_far": [0.0, 0, 0, north, south, 0],
        }
    )


def test_luck_has_a_line_a_side_that_rolled_and_a_rule_at_nought() -> None:
    chart = side_luck_chart(luck_of_sides(lucky(2.5, -1)), SIDES)
    assert [unit["mark"]["type"] for unit in units(chart)] == ["rule", "line", "line", "point"]
    points = encoding(chart, "point")
    assert points["y"]["field"] == "luck_so_far" and points["color"]["scale"]["domain"] == SIDES
    level, drawn = rows(chart)
    assert level == [{"level": 0}]
    assert [(row["round"], row["side_name"], row["luck_so_far"], row["dice_so_far"]) for row in drawn] == [
        (0, "Cold", 0, 0),
        (0, "Hot", 0, 0),
        (1, "Cold", 2.5, 9),
        (1, "Hot", -1, 12),
    ]


def test_luck_has_a_line_a_power_that_rolled() -> None:
    chart = power_luck_chart(lucky(2.54, -1), POWERS)
    assert [unit["mark"]["type"] for unit in units(chart)] == ["rule", "line", "line", "point"]
    assert [(row["name"], row["luck_so_far"]) for row in rows(chart)[1]] == [
        ("North", 0),
        ("South", 0),
        ("North", 2.5),
        ("South", -1),
    ]


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        (
            lucky(3, -1),
            "Cold 3.0 hits above expectation (1.5 standard deviations) and Hot 1.0 hits below expectation "
            "(0.5 standard deviations). Normal luck.",
        ),
        (
            lucky(0.01, -5),
            "Cold as expected and Hot 5.0 hits below expectation (2.5 standard deviations). "
            "Luck like that of Hot happens in fewer than 1 in 20 games.",
        ),
        (
            lucky(1, 1, variance=0),
            "Cold 1.0 hits above expectation (0.0 standard deviations) and Hot 1.0 hits above "
            "expectation (0.0 standard deviations). Normal luck.",
        ),
    ],
)
def test_was_it_luck(frame: pl.DataFrame, said: str) -> None:
    assert luck_answer(luck_of_sides(frame)) == said


def test_the_luck_of_a_side_is_that_of_its_powers() -> None:
    together = lucky(3, -1).with_columns(side_name=pl.lit("All"))
    assert luck_answer(luck_of_sides(together)).startswith("All 2.0 hits above expectation (0.7 standard deviations).")


BOMBING = pl.DataFrame(
    {
        "round": [1, 1, 1, 2, 2, 2],
        "name": ["North", "North", "South", "North", "South", "South"],
        "raider": ["", "south", "", "", "", "north"],
        "raider_name": ["", "South", "", "", "", "North"],
        "raids": [0, 2, 0, 0, 0, 1],
        "damage": [0, 9, 0, 2, 0, 0],
        "repaired": [0, 0, 0, 4, 0, 0],
        "lost": [0, 0, 0, 0, 0, 2],
        "lost_tuv": [0, 0, 0, 0, 0, 24],
    }
)


def test_bombing_goes_up_by_who_flew_and_down_by_who_repaired() -> None:
    chart = bombing_chart(BOMBING, POWERS)
    pieces, level = rows(chart)
    assert level == [{"level": 0}]
    assert [(row["round"], row["name"], row["what"], row["height"], row["whose"]) for row in pieces] == [
        (1, "South", "damage done", 9, "North"),
        (2, "Outside raids", "damage done", 2, "North"),
        (2, "North", "damage done", 0, "South"),
        (2, "North", "repaired", -4, "North"),
    ]
    bars = encoding(chart, "bar")
    assert bars["color"]["scale"]["domain"] == ["North", "South", "Outside raids"]
    assert bars["color"]["scale"]["range"][:2] == ["#0000ff", "#ff0000"]
    assert bars["x"]["scale"]["domain"] == [1, 2]


def test_what_the_bombers_did() -> None:
    assert bombing_answer(BOMBING, "IPC") == (
        "3 raids did 9 damage and lost 2 aircraft worth 24 IPC. Most by South to North: 9. Damage done otherwise: 2. Repaired: 4."
    )
    assert bombing_answer(BOMBING.filter(pl.col("raider") == ""), "IPC") == ("No bombing raids. Damage done otherwise: 2. Repaired: 4.")
    fruitless = BOMBING.filter(raider="north").with_columns(lost=pl.lit(0))
    assert bombing_answer(fruitless, "IPC") == "1 raid did 0 damage and lost no aircraft. Nothing was repaired."


def test_raids_without_damage_are_told_and_not_drawn(make_lake: Callable[..., Lake]) -> None:
    of = Reader.of_lake(make_lake(hand_made("eventful", deeds=DEEDS)), "eventful")
    drawn = bombing(of)
    fruitless = of.measure("bombing_by_round").with_columns(damage=pl.lit(0), repaired=pl.lit(0))
    told = bombing(Reader(of.game, of.frame, lambda name: fruitless if name == "bombing_by_round" else of.measure(name)))
    assert drawn is not None and len(drawn.drawings) == 1
    assert told is not None and told.answer.startswith("1 raid did 0 damage") and not told.drawings and not told.note


AID = pl.DataFrame(
    [(1, 20, 0, 0, 20), (2, 0, 14, 6, 0), (3, 10, 0, 0, 10)],
    schema=["round", "sent", "delivered", "interdicted", "waiting"],
    orient="row",
).with_columns(giver_name=pl.lit("United States"), receiver=pl.lit("united-kingdom"), receiver_name=pl.lit("United Kingdom"))


def test_lend_lease_goes_up_where_it_came_through_and_down_where_it_was_sunk() -> None:
    rows = load_title("aa1942").powers.values()
    powers = pl.DataFrame(
        [(p.power, p.name, p.side, p.color, p.order) for p in rows], orient="row", schema=["power", "name", "side", "color", "play_order"]
    )
    spec = lend_lease_chart(AID, powers).to_dict()
    bars = next(rows for rows in spec["datasets"].values() if "height" in rows[0])
    assert [(row["round"], row["what"], row["height"]) for row in bars] == [(2, "delivered", 14), (2, "sunk", -6)]


def test_what_became_of_lend_lease() -> None:
    assert lend_lease_answer(AID) == ("Of 30 sent, 14 were delivered and 6 sunk; 10 are still on the way. The United Kingdom lost most: 6.")
    assert lend_lease_answer(AID.head(1)) == "Of 20 sent, 0 were delivered and 0 sunk; 20 are still on the way."
