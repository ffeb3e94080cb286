"""Measures of economy: the game of two resources by hand, and what must hold of every game of the samples."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from engine import events as ev
from tests.kept import rows_of
from tests.slow import slow_after
from tests.warehouse.games import SETUP, TURN_1, TURN_2, game
from tests.warehouse.two_resources import told_game
from warehouse import Lake
from warehouse.game_rows import Packed
from warehouse.metrics import bands, metrics, spread

POWERS = ["red", "blue", "grey", "green"]


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake with the game of two resources, twice."""
    lake = Lake.create(tmp_path_factory.mktemp("two") / "lake")
    lake.write([told_game("two"), told_game("again")])
    return lake


def of_game(lake: Lake, name: str, game_id: str = "two") -> pl.DataFrame:
    return lake.measure(name, game_id=game_id)


@pytest.mark.parametrize(
    "name",
    [
        "income_by_source",
        "spending_by_purpose",
        "purchases_by_round",
        "treasury_by_resource",
        "forces_by_round",
        "damage_and_repair",
        "captures_by_round",
    ],
)
def test_every_power_is_in_every_round_the_eventless_too(two: Lake, name: str) -> None:
    rows = of_game(two, name).select("round", "power").rows()
    assert list(dict.fromkeys(rows)) == [(r, power) for r in range(4) for power in POWERS]


def test_income_by_source(two: Lake) -> None:
    frame = of_game(two, "income_by_source").filter(pl.col("source") != "")
    assert frame.select("round", "power", "resource", "source", "amount").rows() == [
        (0, "red", "money", "setup", 10), (0, "red", "points", "setup", 2), (0, "blue", "money", "setup", 6),
        (0, "grey", "money", "setup", 8),
        (1, "red", "money", "income", 8), (1, "red", "money", "plunder", 6), (1, "red", "points", "income", 3),
        (1, "grey", "money", "convoy", -2), (1, "grey", "money", "income", 4), (1, "grey", "money", "objective", 2),
        (2, "blue", "money", "lend-lease", 3), (2, "grey", "money", "convoy", -1),
    ]  # fmt: skip


def test_spending_by_purpose(two: Lake) -> None:
    frame = of_game(two, "spending_by_purpose").filter(pl.col("purpose") != "")
    assert frame.select("round", "power", "resource", "purpose", "amount").rows() == [
        (1, "red", "money", "purchase", 6),
        (1, "red", "money", "refund", -2),
        (1, "red", "points", "purchase", 2),
        (1, "blue", "money", "plunder", 6),
        (1, "grey", "money", "lend-lease", 5),
        (2, "grey", "money", "repair", 1),
    ]


def test_purchases_by_round(two: Lake) -> None:
    frame = of_game(two, "purchases_by_round").filter(pl.col("unit") != "")
    assert frame.select("round", "power", "unit_name", "class", "resource", "units", "spent").rows() == [
        (1, "red", "Foot", "land", "money", 2, 6)
    ]


def test_prices_are_not_summed_over_currencies_and_an_unknown_one_is_unknown(lake: Lake) -> None:
    bought = [
        ev.UnitsPurchased("soviet-union", "infantry", 5, 2, 10, "levy"),
        ev.UnitsPurchased("germany", "tank", 1, 6, 6, "ipc"),
        ev.UnitsPurchased("germany", "bomber", 2, 0, 0, "ipc"),
    ]
    lake.write([game("bought", [*SETUP, *TURN_1, *bought])])
    frame = lake.measure("purchases_by_round", game_id="bought").filter(pl.col("unit") != "")
    assert frame.select("power", "unit", "resource", "spent").rows() == [
        ("soviet-union", "infantry", "ipc", 6),
        ("soviet-union", "infantry", "levy", 10),
        ("germany", "bomber", "ipc", None),
        ("germany", "tank", "ipc", 6),
    ]
    rounds = lake.frame("power_rounds", "bought").filter(round=1)
    assert rounds.filter(pl.col("spent") > 0).select("power", "spent", "unpriced").rows() == [
        ("soviet-union", 6, 0),
        ("germany", 6, 2),
    ]
    assert spread(lake, "spent", "power").select("group", "mean").rows() == [("Soviet Union", 6.0)]


CUT = [
    *SETUP,
    *TURN_1,
    *TURN_2,
    ev.RoundStarted(2),
    ev.PhaseStarted("soviet-union", "purchase-units", 3),
    ev.ResourceChanged("soviet-union", "ipc", -26, 0, "purchase"),
]
"""A game that stops in the first turn of round 2, when all money is spent."""


def test_what_was_not_collected_where_a_round_stops_is_not_known(lake: Lake) -> None:
    lake.write([game("cut", CUT)])
    told = lake.measure("income_and_treasury", game_id="cut").filter(
        pl.col("round") > 0, pl.col("power").is_in(["soviet-union", "germany"])
    )
    assert told.select("round", "power", "income", "treasury").rows() == [
        (1, "soviet-union", 8, 28),
        (1, "germany", 12, 52),
        (2, "soviet-union", None, None),
        (2, "germany", None, None),
    ]
    held = bands(lake, "treasury", "power").filter(pl.col("group") == "Soviet Union")
    assert dict(held.select("round", "mean").iter_rows()) == {0: 24.0, 1: 26.0}


HALF = [
    *CUT,
    ev.UnitsRemoved("germany", "tank", 2, "karelia-ssr", battle=3),
    ev.ConvoyRaided("sea-zone-5", "germany", "soviet-union", "ipc", 3, 4),
]
"""In the unfinished round 2 Germany has lost two tanks and nobody has collected anything."""


def test_no_value_is_told_of_the_end_of_a_round_that_was_not_finished(lake: Lake) -> None:
    lake.write([game("half", HALF)])
    rounds = {metric: set(bands(lake, metric, "side")["round"]) for metric in metrics() if metric != "city_share"}
    assert {metric: most for metric, found in rounds.items() if (most := max(found, default=0)) > 1} == {}
    assert {"production", "tuv", "units", "battles", "swing"} <= {metric for metric, found in rounds.items() if 1 in found}
    assert set(lake.measure("sides_by_title")["round"]) == {0, 1}
    share = spread(lake, "convoy_share", "power").filter(pl.col("group") == "Soviet Union")
    assert share["mean"].to_list() == [0.2], "2 of 10 in round 1; what the round that stops would have brought nobody knows"


def test_a_round_that_was_not_finished_turns_no_game(lake: Lake) -> None:
    lost = [ev.UnitsRemoved("soviet-union", "infantry", 2, "russia")]
    lake.write([game("half", [*CUT, *lost])])
    (point,) = lake.measure("turning_point", game_id="half").to_dicts()
    assert (point["side"], point["round"], point["biggest_swing_round"]) == ("axis", 1, 1)
    assert point["share_last"] > point["share_after"], "the strongest at the end is what the record ends with"


@pytest.mark.parametrize(
    ("name", "last", "finished"),
    [
        ("a later round began", [*CUT, ev.RoundStarted(3)], 2),
        ("the last turn is the round's", [*CUT, ev.PhaseStarted("germany", "combat-move", 4)], 2),
        ("another phase of the last turn", [*CUT, ev.PhaseStarted("germany", "purchase-units", 4)], 1),
        ("the first turn of two", CUT, 1),
        ("the first round", [*SETUP, *TURN_1], 0),
        ("the set-up", SETUP, 0),
    ],
)
def test_a_round_is_finished_when_another_began_or_it_ends_as_the_one_before(
    name: str, last: list[ev.Event], finished: int, lake: Lake
) -> None:
    lake.write([game("cut", last)])
    assert lake.games()["finished_rounds"].to_list() == [finished], name


def test_treasury_by_resource(two: Lake) -> None:
    frame = of_game(two, "treasury_by_resource").filter(pl.col("round") == 1)
    assert frame.select("power", "resource", "amount", "income").rows() == [
        ("red", "money", 20, 8),
        ("red", "points", 3, 3),
        ("blue", "money", 0, 0),
        ("grey", "money", 7, 4),
        ("green", "money", 0, 0),
    ]


def test_forces_by_round(two: Lake) -> None:
    frame = of_game(two, "forces_by_round").filter(power="red")
    assert frame.filter(round=0).select("class", "units", "tuv").rows() == [
        ("air", 1, 10),
        ("facility", 0, 0),
        ("land", 4, 12),
        ("sea", 2, 8),
    ]
    land = [(0, 4, 12), (1, 3, 9), (2, 2, 6), (3, 2, 6)]
    assert frame.filter(pl.col("class") == "land").select("round", "units", "tuv").rows() == land


def test_damage_and_repair(two: Lake) -> None:
    frame = of_game(two, "damage_and_repair").filter(power="grey")
    assert frame.select("round", "damage", "done", "repaired", "paid").rows() == [
        (0, 0, 0, 0, 0),
        (1, 3, 3, 0, 0),
        (2, 2, 0, 1, 1),
        (3, 2, 0, 0, 0),
    ]


def test_cost_per_kill(two: Lake) -> None:
    frame = of_game(two, "cost_per_kill")
    assert frame.select("power", "lost", "destroyed", "swing", "cost_per_kill").rows() == [
        ("red", 7, 6, -1, 7 / 6),  # a foot and a ship, for two feet; what left outside battles is no kill
        ("blue", 6, 3, -3, 2.0),
        ("grey", 0, 4, 4, 0.0),
        ("green", 0, 0, 0, None),
    ]


def test_cost_per_kill_by_unit(two: Lake) -> None:
    frame = of_game(two, "cost_per_kill_by_unit")
    assert frame.select("power", "unit", "units", "lost", "hits", "destroyed", "known", "cost_per_kill").rows() == [
        ("red", "wing", 0, 0, 1, 3.0, 0, 0.0),  # one of two hits in a battle that destroyed 6: not known for certain
        ("red", "foot", 1, 3, 1, 3.0, 0, 1.0),
        ("red", "ship", 1, 4, 0, 0.0, 0, None),
        ("blue", "foot", 2, 6, 1, 3.0, 3, 2.0),
        ("grey", "wing", 0, 0, 1, 4.0, 4, 0.0),
    ]


def test_questions_over_all_games_count_them(two: Lake) -> None:
    income = two.measure("income_by_title")
    assert income.filter(power="red").select("round", "games", "mean", "median").rows() == [
        (1, 2, 8.0, 8.0),
        (2, 2, 0.0, 0.0),
        (3, 2, 0.0, 0.0),
    ]
    kills = two.measure("cost_per_kill_by_title", title="test")
    assert kills.select("power", "games", "lost", "destroyed").rows() == [
        ("blue", 2, 12, 6),
        ("grey", 2, 0, 8),
        ("red", 2, 14, 12),
    ]
    assert two.measure("income_by_title", title="another").is_empty()
    sides = two.measure("sides_by_title").filter(pl.col("round") == 1)
    assert sides.select("title", "side", "games", "tuv", "production", "areas", "victory_cities").rows() == [
        ("test", "blues", 2, 28.0, 4.0, 1.0, 1.0),
        ("test", "greens", 2, 0.0, 0.0, 0.0, 0.0),
        ("test", "reds", 2, 27.0, 8.0, 2.0, 1.0),
    ]


def identities(lake: Lake, game_id: str) -> None:
    """What must be so in every game, whatever was played."""
    by = ["power", "resource"]
    gained = of_game(lake, "income_by_source", game_id).group_by(by).agg(pl.col("amount").sum().alias("gained"))
    spent = of_game(lake, "spending_by_purpose", game_id).group_by(by).agg(pl.col("amount").sum().alias("spent"))
    stores = of_game(lake, "treasury_by_resource", game_id)
    last = stores.filter(pl.col("round") == pl.col("round").max()).select(*by, "amount", "round")
    sums = last.join(gained, on=by, how="left").join(spent, on=by, how="left").fill_null(0)
    events = lake.frame("resource_changed", game_id)
    later = events.filter(pl.col("round") > last["round"][0]).group_by(by).agg(pl.col("delta").sum())
    assert later.is_empty(), "the record ends in a round that was only begun"
    assert sums.filter(pl.col("gained") - pl.col("spent") != pl.col("amount")).rows() == []

    main = of_game(lake, "income_and_treasury", game_id).select("round", "power", pl.col("income").fill_null(0))
    resource = lake.games().filter(game_id=game_id)["resource"][0]
    collected = stores.filter(resource=resource).select("round", "power", "income")
    assert collected.sort("round", "power").rows() == main.sort("round", "power").rows()

    forces = of_game(lake, "forces_by_round", game_id).group_by("round", "side").agg(pl.col("tuv", "units").sum())
    assert sorted(forces.rows()) == sorted(of_game(lake, "strength_by_round", game_id).select("round", "side", "tuv", "units").rows())

    powers = of_game(lake, "powers_by_round", game_id)
    money = ("round", "power", "income", "treasury")
    assert powers.select(money).rows() == of_game(lake, "income_and_treasury", game_id).select(money).rows()
    sides = powers.group_by("round", "side").agg(pl.col("tuv", "units", "production").sum())
    own = ("round", "side", "tuv", "units", "production")
    assert sorted(sides.rows()) == sorted(of_game(lake, "strength_by_round", game_id).select(own).rows())
    raids = lake.frame("convoy_raided", game_id).filter(pl.col("area") != "lend-lease", resource=resource)
    assert powers["income_lost"].sum() == raids["loss"].sum()
    assert powers["lost"].sum() == powers["destroyed"].sum() == of_game(lake, "cost_per_kill", game_id)["lost"].sum()

    kills = of_game(lake, "cost_per_kill", game_id)
    fights = lake.frame("battle_ended", game_id)
    fought = (fights["attacker_lost"] + fights["defender_lost"]).sum()
    assert kills["lost"].sum() == kills["destroyed"].sum()
    assert kills["lost"].sum() == fought
    by_unit = of_game(lake, "cost_per_kill_by_unit", game_id)
    assert by_unit["lost"].sum() == kills["lost"].sum()
    assert by_unit["destroyed"].sum() <= kills["destroyed"].sum() + 1e-6
    assert (by_unit["known"] <= by_unit["destroyed"] + 1e-6).all()


def test_what_must_hold_of_the_sample_games(sampled: Lake, sample_games: tuple[Packed, ...]) -> None:
    assert sampled.games().height == len(sample_games)
    for game_id in sampled.games()["game_id"]:
        identities(sampled, game_id)


@pytest.mark.shared
@pytest.mark.parametrize("name", slow_after(1, ["ai-global40-g2-tech", "ai-classic-g1", "ai-ww2v5-g4-tech"]))
def test_what_must_hold_of_saves_of_other_maps(shared, tmp_path, name: str) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([rows_of(shared / "saves" / f"{name}.tsvg")])
    identities(lake, lake.games()["game_id"][0])


def test_no_query_of_the_first_pages_adds_up_currencies(tmp_path: Path) -> None:
    """What the README asks of incomes has a row for each power and resource; counted here from the events."""
    lake = Lake.create(tmp_path / "lake")
    game = told_game("two")
    lake.write([game])
    readme = Path(__file__).parents[2] / "README.md"
    (query,) = re.findall(r'lake\.sql\(\s*"(select power.*?)"\s*\)', readme.read_text(encoding="utf-8"))
    counted = Counter[tuple[str, str]]()
    for event in game.events:
        if isinstance(event, ev.ResourceChanged) and event.cause == "income":
            counted[event.power, event.resource] += event.delta
    assert len({resource for _, resource in counted}) == 2
    assert {(row["power"], row["resource"]): row["collected"] for row in lake.sql(query).to_dicts()} == counted
