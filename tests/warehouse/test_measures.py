"""Measures of the small game, worked out by hand, and of random games, worked out another way."""

from __future__ import annotations

import math
from collections import Counter

import polars as pl
import pytest

from engine import events as ev
from tests.warehouse.games import EVENTS, SETUP, TITLE, game, random_game
from warehouse import Lake, LakeError
from warehouse.measures import names, parameters, question

POWERS = ["soviet-union", "germany", "united-kingdom", "japan", "united-states"]


def of_game(lake: Lake, name: str, game_id: str = "small") -> pl.DataFrame:
    return lake.measure(name, game_id=game_id)


def test_every_measure_says_its_question_and_runs_on_every_game(lake: Lake) -> None:
    played = {"small": EVENTS, "setup": SETUP, "began": EVENTS[:14]}
    lake.write([*(game(name, events) for name, events in played.items()), random_game(1, name="random")])
    for name in names():
        assert question(name).endswith("?"), name
        of_one_game = "game_id" in parameters(name)
        for asked in [{"game_id": one} for one in (*played, "random")] if of_one_game else [{}]:
            frame = lake.measure(name, **asked)
            assert isinstance(frame, pl.DataFrame)
            assert not any(isinstance(kind, pl.Decimal) for kind in frame.dtypes), name


def test_a_measure_or_parameter_that_is_not_there_is_said(small: Lake) -> None:
    with pytest.raises(LakeError, match="no measure 'weather'; expected one of anti_aircraft_fire, "):
        small.measure("weather", game_id="small")
    with pytest.raises(LakeError, match="'dice_luck' with parameters none; expected game_id"):
        small.measure("dice_luck")
    with pytest.raises(LakeError, match="'games_list' with parameters game_id; expected none"):
        small.measure("games_list", game_id="small")
    with pytest.raises(LakeError, match="game 'nil': no game begins so"):
        small.measure("dice_luck", game_id="nil")


def test_games_list(small: Lake) -> None:
    frame = small.measure("games_list")
    assert frame.select("game_id", "rounds", "winner").rows() == [("other", 2, "axis"), ("small", 2, "axis")]


def test_income_and_treasury(small: Lake) -> None:
    frame = of_game(small, "income_and_treasury")
    assert frame.select("round", "power").rows() == [(r, power) for r in range(3) for power in POWERS]
    told = frame.filter(pl.col("power").is_in(["soviet-union", "germany"]))
    assert told.select("round", "power", "income", "treasury", "production").rows() == [
        (0, "soviet-union", 0, 24, 10),
        (0, "germany", 0, 40, 10),
        (1, "soviet-union", 8, 28, 10),  # 10 collected less 2 of the convoy; 28 before the convoy, in its own turn
        (1, "germany", 12, 52, 12),
        (2, "soviet-union", 0, 26, 8),
        (2, "germany", 0, 78, 20),  # plunder is no income
    ]
    rest = frame.filter(~pl.col("power").is_in(["soviet-union", "germany"]))
    assert rest.select(pl.col("income", "treasury", "production").sum()).row(0) == (0, 0, 0)


def test_units_and_their_value_by_side(small: Lake) -> None:
    assert of_game(small, "strength_by_round").select("round", "side", "tuv", "units").rows() == [
        (0, "allies", 15, 4),
        (0, "axis", 25, 7),
        (1, "allies", 6, 2),
        (1, "axis", 25, 6),
        (2, "allies", 0, 0),
        (2, "axis", 25, 6),
    ]


def test_victory_cities(small: Lake) -> None:
    assert of_game(small, "victory_cities").rows() == [
        (0, "allies", 2, 8, 6),
        (0, "axis", 1, 8, 7),
        (1, "allies", 1, 8, 7),
        (1, "axis", 2, 8, 6),
        (2, "allies", 0, 8, 8),
        (2, "axis", 3, 8, 5),
    ]


def test_control_by_round(small: Lake) -> None:
    frame = of_game(small, "control_by_round")
    land = [slug for slug, area in TITLE.areas.items() if area.kind != "sea"]
    assert frame.height == 3 * len(land)
    karelia = frame.filter(area="karelia-ssr").select("round", "controller", "side", "changed").rows()
    assert karelia == [
        (0, "soviet-union", "allies", False),
        (1, "germany", "axis", True),
        (2, "germany", "axis", False),
    ]
    assert frame.filter(pl.col("controller") == "").select("side").unique().rows() == [("",)]
    assert frame.filter("changed").select("round", "area").rows() == [(1, "karelia-ssr"), (2, "russia")]


def test_losses_by_round(small: Lake) -> None:
    frame = of_game(small, "losses_by_round")
    assert frame.filter(pl.col("units") > 0).select("round", "power", "cause", "units", "tuv").rows() == [
        (1, "soviet-union", "captured", 1, 6),
        (1, "soviet-union", "combat", 3, 9),
        (1, "germany", "combat", 2, 6),
        (2, "soviet-union", "combat", 2, 6),
    ]
    assert set(frame.select("round", "power").rows()) == {(r, power) for r in range(3) for power in POWERS}


def test_biggest_battles(small: Lake) -> None:
    frame = of_game(small, "biggest_battles")
    first = frame.row(0, named=True)
    assert {key: first[key] for key in ("rank", "battle", "area_name", "attackers", "attackers_left", "winner")} == {
        "rank": 1,
        "battle": 1,
        "area_name": "Karelia S.S.R.",
        "attackers": "4 infantry, 2 tank",
        "attackers_left": "2 infantry, 2 tank",
        "winner": "attacker",
    }
    assert (first["destroyed"], first["swing"], first["round"], first["rounds"]) == (15, 3, 1, 1)
    assert first["attacker_luck"] == pytest.approx(3 - 4 / 6 - 1)
    assert first["defender_luck"] == pytest.approx(1)
    assert first["luck"] == pytest.approx(1 / 3)
    raid = frame.row(1, named=True)
    assert (raid["kind"], raid["damage"], raid["destroyed"], raid["luck"]) == ("raid", 4, 0, 0)


def test_garrisons_by_round(small: Lake) -> None:
    frame = of_game(small, "garrisons_by_round").filter(area="karelia-ssr")
    assert frame.select("round", "power", "unit", "count", "tuv").rows() == [
        (0, "soviet-union", "infantry", 3, 9),
        (0, "soviet-union", "anti-aircraft-gun", 1, 6),
        *((r, "germany", *stack) for r in (1, 2) for stack in (("infantry", 2, 6), ("tank", 2, 10), ("anti-aircraft-gun", 1, 6))),
    ]


def test_dice_luck(small: Lake) -> None:
    frame = of_game(small, "dice_luck")
    assert frame.select("power", "dice", "hits").rows() == [
        ("soviet-union", 3, 2),
        ("germany", 6, 3),
        ("united-kingdom", 0, 0),
        ("japan", 0, 0),
        ("united-states", 0, 0),
    ]
    soviet, german, british = frame.row(0, named=True), frame.row(1, named=True), frame.row(2, named=True)
    assert (soviet["expected"], soviet["luck"]) == (1, 1)
    assert soviet["sigma"] == pytest.approx(1 / math.sqrt(3 * 1 / 3 * 2 / 3))
    assert german["sigma"] == pytest.approx((3 - 10 / 6) / math.sqrt(4 * 1 / 6 * 5 / 6 + 2 * 1 / 4))
    assert (british["luck"], british["sigma"]) == (0, None)


def test_strength_by_round(small: Lake) -> None:
    frame = of_game(small, "strength_by_round").filter(side="axis")
    assert frame.select("tuv", "production", "strength").rows() == [(25, 10, 35), (25, 12, 37), (25, 20, 45)]
    assert frame["share"].to_list() == pytest.approx([35 / 60, 37 / 51, 1])


def test_turning_point_of_a_winner_who_was_always_ahead_is_the_largest_swing(small: Lake) -> None:
    (row,) = of_game(small, "turning_point").to_dicts()
    assert (row["side"], row["won"], row["round"], row["why"]) == ("axis", True, 2, "swing")
    assert (row["share_before"], row["share_after"]) == pytest.approx((37 / 51, 1))
    assert row["biggest_swing"] == pytest.approx(14 / 51)


def with_reserve(infantry: int, power: str = "soviet-union", area: str = "russia") -> list[ev.Event]:
    return [*SETUP, ev.UnitsPlaced(power, "infantry", infantry, area), *EVENTS[len(SETUP) :]]


def test_turning_point_of_a_winner_who_came_from_behind_is_when_it_took_the_lead(lake: Lake) -> None:
    lake.write([game("small", with_reserve(10))])
    shares = of_game(lake, "strength_by_round").filter(side="axis")["share"].to_list()
    assert shares == pytest.approx([35 / 90, 37 / 81, 45 / 75])
    (row,) = of_game(lake, "turning_point").to_dicts()
    assert (row["round"], row["why"], row["biggest_swing_round"]) == (2, "lead", 2)
    assert (row["share_first"], row["share_last"]) == pytest.approx((35 / 90, 45 / 75))


def test_turning_point_of_a_winner_who_is_behind_at_the_end_is_its_largest_swing(lake: Lake) -> None:
    lake.write([game("small", with_reserve(100))])
    (row,) = of_game(lake, "turning_point").to_dicts()
    assert (row["side"], row["won"], row["why"], row["round"]) == ("axis", True, "swing", 2)
    assert row["share_last"] < 0.5


def test_turning_point_without_a_winner_is_of_the_side_that_is_strongest_at_the_end(lake: Lake) -> None:
    lake.write([game("small", [*EVENTS[:-1], ev.GameEnded((), "round-limit")]), game("setup", SETUP)])
    (row,) = of_game(lake, "turning_point").to_dicts()
    assert (row["side"], row["won"], row["round"]) == ("axis", False, 2)
    (row,) = of_game(lake, "turning_point", "setup").to_dicts()
    assert (row["side"], row["round"], row["why"]) == ("axis", None, "none")


def test_a_round_without_turns_keeps_what_was(lake: Lake) -> None:
    later = [ev.RoundStarted(5), ev.PhaseStarted("japan", "purchase-units", 5), ev.MarkerSet("turn", "a", "b")]
    lake.write([game("gap", [*EVENTS[:-1], *later])])
    frame = of_game(lake, "strength_by_round", "gap").filter(side="axis")
    assert frame.select("round", "tuv").rows() == [(r, 25) for r in range(6)]
    income = of_game(lake, "income_and_treasury", "gap").filter(power="germany")
    assert income.select("round", "income", "treasury").rows()[2:] == [
        (2, 0, 78),
        (3, 0, 78),
        (4, 0, 78),
        (5, None, None),
    ]


@pytest.mark.parametrize("seed", [11, 12])
def test_totals_of_a_random_game_are_those_of_its_events(lake: Lake, seed: int) -> None:
    played = random_game(seed, name="random")
    lake.write([played])
    cost = {slug: unit.cost for slug, unit in TITLE.units.items()}
    lost: Counter[str] = Counter()
    dice: Counter[str] = Counter()
    for event in played.events:
        if isinstance(event, ev.UnitsRemoved) or (isinstance(event, ev.UnitsChanged) and event.to_power not in ("", event.power)):
            lost[event.power] += event.count * cost[event.unit]
        elif isinstance(event, ev.DiceRolled):
            dice[event.power] += len(event.dice)
    losses = of_game(lake, "losses_by_round", "random").group_by("power").agg(pl.col("tuv").sum())
    assert dict(losses.rows()) == {power: lost[power] for power in POWERS}
    assert dict(of_game(lake, "dice_luck", "random").select("power", "dice").rows()) == {p: dice[p] for p in POWERS}
    battles = of_game(lake, "biggest_battles", "random")
    assert battles.height == sum(isinstance(event, ev.BattleEnded) for event in played.events)
    assert battles["destroyed"].is_sorted(descending=True)
