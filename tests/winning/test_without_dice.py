"""What dice and players did to the chance of winning: turns over all outcomes of their battles, and the moments that moved it."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import polars as pl
import pytest

from ingest import replay_file
from ingest.samples import samples
from tests.kept import rows_of
from tests.one_of_each import one_of_each_title
from tests.slow import slow_among
from tests.winning.test_model import GAME
from warehouse import Lake
from warehouse.winning import dice
from warehouse.winning.dice import BATTLES, MANY, UNKNOWN, outcomes, without_dice
from warehouse.winning.model import FULL, Model, load
from warehouse.winning.positions import BOARD, FEATURES, OTHERS, SEATS, positions, with_board
from warehouse.winning.turns import key_moments, winning


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = Lake.create(tmp_path_factory.mktemp("model") / "lake")
    lake.write([rows_of(path) for path in samples() if path.name.startswith(GAME)])
    return lake


def told_of_all(lake: Lake) -> Model:
    """The shipped model, made to tell of every title of a lake, known or not: what follows from chances does not depend on it."""
    model = load()
    return msgspec.structs.replace(model, shown=dict.fromkeys(lake.games()["title"].to_list(), FULL) | model.shown)


def battle(by_dice: float, swings: list[float], chances: list[float], sides: tuple[str, str] = ("axis", "allies"), **area: Any) -> dict:
    """A battle as the query of `without_dice` returns it; nobody holds its area, unless said."""
    at_sea = {
        "swing_takes": [0.0] * len(swings), "take_by_dice": 0.0, "holder": "", "holds": "", "land": 0, "city": 0,
        "capital_of": None, "own": None,
    }  # fmt: skip
    return {
        "turn": 1, "attacker": sides[0], "defender": sides[1], "by_dice": by_dice, "swings": swings, "swing_chances": chances,
        **at_sea, **area,
    }  # fmt: skip


def test_outcomes_of_several_battles_are_all_combinations_and_shift_both_sides_alike() -> None:
    two = pl.DataFrame([battle(2.0, [-2.0, 2.0], [0.5, 0.5]), battle(0.0, [-4.0, 0.0], [0.25, 0.75], ("allies", "axis"))])
    of = outcomes(two, ["allies", "axis"])
    # Both battles went well for their attackers: either may have cost its own a shift of 2, and both together nothing.
    found = dict(zip(map(tuple, of.shifts[..., 0].tolist()), of.chances.tolist(), strict=True))
    assert found == pytest.approx({(2.0, -2.0): 0.5 * 0.75, (0.0, 0.0): 0.5 * 0.75 + 0.5 * 0.25, (-2.0, 2.0): 0.5 * 0.25})
    assert not of.shifts[..., 1:].any()


MOSCOW = {"holder": "allies", "land": 8, "city": 1, "capital_of": ["allies"], "own": [True]}
"""The fall of a capital: 8 of income, a victory city."""


def test_an_area_that_dice_took_was_not_taken_in_the_other_outcomes() -> None:
    fell = battle(6.0, [-6.0, 6.0], [0.4, 0.6], swing_takes=[0.0, 0.6], take_by_dice=1.0, holds="axis", **MOSCOW)
    of = outcomes(pl.DataFrame([fell]), ["allies", "axis"])
    order = np.argsort(of.chances)
    assert of.chances[order] == pytest.approx([0.4, 0.6])
    assert dict(zip(BOARD, of.shifts[order][0].T.tolist(), strict=True)) == {
        "tuv": pytest.approx([6.0, -6.0]),
        "land": [8.0, -8.0],
        "cities_held": [1.0, -1.0],
        "capitals_held": [1.0, 0.0],
    }
    assert not of.shifts[order][1].any(), "what happened is no shift"


def test_an_area_that_dice_saved_falls_in_the_other_outcomes_and_one_freed_is_its_owners_capital_again() -> None:
    held = battle(-6.0, [-6.0, 6.0], [0.4, 0.6], swing_takes=[0.0, 0.6], take_by_dice=0.0, holds="allies", **MOSCOW)
    of = outcomes(pl.DataFrame([held]), ["allies", "axis"])
    assert of.shifts[of.chances.argmax(), :, 1:].tolist() == [[-8.0, -1.0, -1.0], [8.0, 1.0, 0.0]]
    back = MOSCOW | {"holder": "axis", "own": [False]}
    held = battle(
        -6.0,
        [-6.0, 6.0],
        [0.4, 0.6],
        ("allies", "axis"),
        swing_takes=[0.0, 0.6],
        take_by_dice=0.0,
        holds="axis",
        **back,
    )
    of = outcomes(pl.DataFrame([held]), ["allies", "axis"])
    assert of.shifts[of.chances.argmax(), :, 1:].tolist() == [[8.0, 1.0, 1.0], [-8.0, -1.0, 0.0]]


@pytest.mark.parametrize(
    "change",
    [{"holder": "axis", "holds": "axis"}, {"holds": "allies"}, {"take_by_dice": 0.0, "holds": "axis"}],
    ids=["its own before", "won and not taken", "taken without a battle won"],
)
def test_an_area_moves_only_where_the_record_follows_the_odds(change: dict) -> None:
    fell = {"swing_takes": [0.0, 0.6], "take_by_dice": 1.0, "holds": "axis", **MOSCOW} | change
    of = outcomes(pl.DataFrame([battle(6.0, [-6.0, 6.0], [0.4, 0.6], **fell)]), ["allies", "axis"])
    assert not of.shifts[..., 1:].any() and of.shifts[..., 0].any()


def test_a_retreat_that_gave_an_area_up_leaves_it_to_the_players() -> None:
    """The dice led to a chance of 0.5 to take it; on average over the dice it was 0.6, so the dice cost 0.1 of the area."""
    left = battle(0.0, [-6.0, 6.0], [0.4, 0.6], swing_takes=[0.0, 0.6], take_by_dice=0.5, holds="allies", **MOSCOW)
    of = outcomes(pl.DataFrame([left]), ["allies", "axis"])
    assert of.chances @ of.shifts[:, 1, 1] == pytest.approx((0.6 - 0.5) * 8)


def test_turns_of_many_battles_stay_small_and_keep_their_mean() -> None:
    swings = [float(3 * at) for at in range(-9, 10)]
    rows = [
        battle(
            0.0,
            swings,
            [1 / 19] * 19,
            swing_takes=[0.0] * 9 + [1 / 19] * 10,
            take_by_dice=1.0,
            holds="axis",
            holder="allies",
            land=land,
            city=1,
        )
        for land in range(1, 8)
    ]
    of = outcomes(pl.DataFrame(rows), ["allies", "axis"])
    assert len(of.chances) <= MANY and of.chances.sum() == pytest.approx(1)
    assert of.chances @ of.shifts[:, 1, 0] == pytest.approx(0, abs=0.05)
    assert of.chances @ of.shifts[:, 1, 1] == pytest.approx(-28 * 9 / 19, abs=0.05)


def test_outcomes_are_told_apart_by_all_that_they_change_and_taken_together_where_they_change_the_same() -> None:
    """Three sides, so that no side's loss mirrors another's: against all combinations, counted one by one."""
    of = {"swing_takes": [0.0, 0.6], "take_by_dice": 1.0, "city": 1, "holds": "axis"}
    rows = [
        battle(6.0, [-6.0, 6.0], [0.4, 0.6], ("axis", "allies"), **of, holder="allies", land=5),
        battle(6.0, [-6.0, 6.0], [0.4, 0.6], ("axis", "soviets"), **of, holder="soviets", land=5),
        battle(6.0, [-6.0, 6.0], [0.4, 0.6], ("axis", "allies"), **of, holder="allies", land=5),
    ]
    sides = ["allies", "axis", "soviets"]
    found = outcomes(pl.DataFrame(rows), sides)
    counted: Counter[tuple] = Counter()
    for lost in product((0, 1), repeat=3):
        shifts = np.zeros((3, len(BOARD)))
        for gone, row in zip(lost, rows, strict=True):
            # The attacker took the area; where the dice do not, half of 12 goes back to each side, the area and its city too.
            shifts[sides.index(row["defender"])] += gone * np.array([6.0, 5, 1, 0])
            shifts[1] -= gone * np.array([6.0, 5, 1, 0])
        counted[tuple(shifts.ravel())] += math.prod(0.4 if gone else 0.6 for gone in lost)
    told = dict(zip(map(tuple, found.shifts.reshape(-1, 12).round(6).tolist()), found.chances, strict=True))
    assert len(counted) == 6 and told == pytest.approx(counted)


class OneBattle:
    """A lake with one battle, and perhaps turns with battles whose dice are not known."""

    def __init__(self, rows: list[dict], unknown: tuple[int, ...] = ()) -> None:
        self.rows, self.unknown = rows, unknown

    def sql(self, query: str, params: object = None, games: object = None) -> pl.DataFrame:
        return pl.DataFrame({"turn": list(self.unknown)}, schema={"turn": pl.Int64}) if query == UNKNOWN else pl.DataFrame(self.rows)


def test_without_dice_is_the_mean_chance_over_all_outcomes_and_not_the_chance_of_the_mean() -> None:
    rows = pl.DataFrame(
        [
            {
                "game_id": "g",
                "title": "one",
                "turn": turn,
                "round": 1,
                "side": side,
                **dict.fromkeys((*BOARD, *OTHERS, *SEATS, *FEATURES), 0.0),
                "tuv": tuv,
                "other_tuv": other,
            }
            for turn in (0, 1)
            for side, tuv, other in (("allies", 30.0, 20.0), ("axis", 20.0, 30.0))
        ]
    )
    shared = tuple(4.0 if name == "value" else 0.0 for name in FEATURES)
    model = Model(FEATURES, (1.0,) * len(FEATURES), shared, {}, {}, {})
    lake = OneBattle([battle(-10.0, [-10.0, 30.0], [0.5, 0.5])])
    found = without_dice(lake, "g", with_board(rows), model)

    def chance(tuv: float, other: float) -> float:
        p, q = (1 / (1 + ((b + 10) / (a + 10)) ** 4) for a, b in ((tuv, other), (other, tuv)))
        return p / (p + q)

    # The axis lost its gamble; had it won, 20 would have gone from one side to the other.
    mean = (chance(20, 30) + chance(40, 10)) / 2
    assert found.to_list() == pytest.approx([chance(30, 20), chance(20, 30), 1 - mean, mean])
    assert abs(mean - chance(30, 20)) > 0.02
    lake = OneBattle(lake.rows, unknown=(1,))
    assert without_dice(lake, "g", with_board(rows), model).to_list()[2:] == [None, None], "unknown dice are no zeros"


def test_a_capital_that_falls_by_dice_counts_to_the_dice(tmp_path: Path) -> None:
    """The chance of a side that held on moves with production, cities and capitals as a fall would have moved them."""
    rows = pl.DataFrame(
        [
            {
                "game_id": "g",
                "title": "one",
                "turn": 1,
                "round": 1,
                "side": side,
                **dict.fromkeys((*BOARD, *OTHERS, *SEATS, *FEATURES), 0.0),
                **board,
            }
            for side, board in (
                (
                    "allies",
                    {
                        "land": 22.0,
                        "other_land": 28.0,
                        "other_cities_held": 4.0,
                        "seats": 1.0,
                        "other_seats": 1.0,
                        "other_capitals_held": 1.0,
                        "cities_held": 2.0,
                    },
                ),
                (
                    "axis",
                    {
                        "land": 28.0,
                        "other_land": 22.0,
                        "cities_held": 4.0,
                        "seats": 1.0,
                        "other_seats": 1.0,
                        "capitals_held": 1.0,
                        "other_cities_held": 2.0,
                    },
                ),
            )
        ]
    )
    weights = {"production": 2.0, "cities": 1.0, "capitals": 0.5}
    model = Model(FEATURES, (1.0,) * len(FEATURES), tuple(weights.get(name, 0.0) for name in FEATURES), {}, {}, {})
    fell = battle(0.0, [0.0], [1.0], swing_takes=[0.25], take_by_dice=1.0, holds="axis", **MOSCOW)
    found = without_dice(OneBattle([fell]), "g", with_board(rows), model)

    def chance(land: float, other: float, cities: float, capitals: float) -> float:
        score = 2 * math.log((land + 10) / (other + 10)) + cities + 0.5 * capitals
        p, q = 1 / (1 + math.exp(-score)), 1 / (1 + math.exp(score))
        return p / (p + q)

    fallen, kept = chance(22, 28, -2 / 6, -1), chance(30, 20, 0, 0)
    assert model.central(with_board(rows)).to_list()[0] == pytest.approx(fallen)
    assert found.to_list()[0] == pytest.approx(0.25 * fallen + 0.75 * kept)


def test_what_dice_did_is_the_same_however_many_turns_the_model_is_asked_at_once(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    (game,) = lake.digests()
    rows, asked = positions(lake, game), []

    class Asked(Model, frozen=True):
        def central(self, rows: pl.DataFrame) -> pl.Series:
            asked.append(rows.height)
            return super().central(rows)

    model = Asked(**{name: getattr(load(), name) for name in Model.__struct_fields__})
    together = without_dice(lake, game, rows, model)
    few = len(asked)
    monkeypatch.setattr(dice, "AT_ONCE", 1)
    one_by_one = without_dice(lake, game, rows, model)
    assert few < 5 < len(asked) - few
    assert one_by_one.to_list() == pytest.approx(together.to_list(), abs=1e-12)
    assert together.drop_nulls().to_list() != pytest.approx(model.central(rows).to_list())


QUICK = (*one_of_each_title(), *(path for path in samples() if path.suffix == ".tsvg"))


@pytest.mark.parametrize("path", slow_among(set(samples()) - set(QUICK), samples()), ids=lambda path: path.name.split(".")[0])
def test_dice_and_players_add_up_to_the_change_in_every_sample(path: Path, tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([rows_of(path)])
    game = lake.games()["game_id"].item()
    found = winning(lake, game, told_of_all(lake))
    moved = found.drop_nulls("by_dice")
    whole = moved["by_dice"] + moved["by_players"] + moved["not_told_apart"]
    assert (moved["change"] - whole).abs().max() in (None, pytest.approx(0, abs=1e-12))
    each = found.drop_nulls("change").group_by("side").agg(pl.col("change", "by_dice", "by_players", "not_told_apart").sum())
    ends = found.group_by("side").agg(went=pl.col("chance").sort_by("turn").last() - pl.col("chance").sort_by("turn").first())
    for row in each.join(ends, on="side").iter_rows(named=True):
        parts = row["by_dice"] + row["by_players"] + row["not_told_apart"]
        assert parts == pytest.approx(row["went"], abs=1e-9), "what is told of a game is all that happened to the chance"
    sums = moved.group_by("turn").agg(pl.col("by_dice", "by_players").sum())
    assert sums.drop("turn").max_horizontal().max() in (None, pytest.approx(0, abs=1e-9)), "what one side gains another loses"
    # Turns without a battle of which the odds know anything have no luck.
    fought = lake.sql(BATTLES, {"game": game}, [game])
    calm = moved.filter(~pl.col("turn").is_in(fought["turn"].to_list()))
    assert calm["by_dice"].abs().max() in (None, 0.0)
    for row in fought.iter_rows(named=True):
        assert len(row["swing_takes"]) == len(row["swings"]) == len(row["swing_chances"])
        assert all(take <= chance + 1e-9 for take, chance in zip(row["swing_takes"], row["swing_chances"], strict=True))


def test_what_dice_did_is_unknown_in_turns_with_battles_that_no_odds_follow(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    path = next(path for path in samples() if path.name.startswith("warsaw-holds"))
    game = replay_file(path)
    # Without the orders of its record nobody can fight its battles again.
    lake.write([replace(game, orders=())])
    found = winning(lake, "warsaw-holds", told_of_all(lake)).drop_nulls("change")
    fought = lake.sql("SELECT DISTINCT turn FROM battle_ended WHERE attacker_lost + defender_lost > 0")["turn"].to_list()
    bloody = pl.col("turn").is_in(fought)
    assert fought and found.filter(bloody)["by_dice"].null_count() == found.filter(bloody).height
    assert found.filter(bloody)["by_players"].null_count() == found.filter(bloody).height
    with_orders = Lake.create(tmp_path / "other")
    with_orders.write([rows_of(path)])
    assert winning(with_orders, "warsaw-holds", told_of_all(with_orders)).drop_nulls("change")["by_dice"].null_count() == 0


def test_the_last_point_of_a_finished_game_is_its_result(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    for name in ("convoys-of-the-atlantic", "rise-and-fall"):
        lake.write([rows_of(next(path for path in samples() if path.name.startswith(name)))])
        (won,) = lake.games().filter(game_id=name)["winner"]
        found = winning(lake, name, told_of_all(lake))
        last = dict(found.filter(pl.col("turn") == pl.col("turn").max()).select("side", "chance").iter_rows())
        assert last == {side: float(side == won) for side in last} and won in last
        assert found.filter(pl.col("turn") < pl.col("turn").max())["chance"].is_between(0, 1, closed="none").all()


def test_a_game_that_nobody_won_ends_with_a_chance(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([rows_of(next(path for path in samples() if path.name.startswith("arsenal-of-democracy")))])
    last = winning(lake, "arsenal-of-democracy", told_of_all(lake)).filter(pl.col("turn") == pl.col("turn").max())
    assert lake.games()["winner"].item() == "" and last["chance"].is_between(0, 1, closed="none").all()


def test_key_moments_are_the_turns_that_moved_the_chance_most_each_told_once(lake: Lake) -> None:
    found = winning(lake, GAME, load())
    moments = key_moments(found)
    most = found.group_by("turn").agg(pl.col("change").abs().max()).drop_nulls().sort("change", descending=True).head(5)
    assert moments["turn"].to_list() == most["turn"].to_list()
    assert moments["change"].min() > 0


def test_a_bid_counts_for_the_side_that_got_it(tmp_path: Path, shared: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([rows_of(shared / "saves" / "newest" / "h3_ww2v5_bid.tsvg")])
    paid = dict(lake.sql("SELECT side, sum(bid) AS bid FROM seats GROUP BY side").iter_rows())
    found = dict(positions(lake).select("side", "bid").unique().iter_rows())
    assert paid["axis"] != paid["allies"]
    assert found == {"axis": (paid["axis"] - paid["allies"]) / 10, "allies": (paid["allies"] - paid["axis"]) / 10}
