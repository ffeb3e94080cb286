"""When an experiment stops, and what it says has moved."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import msgspec
import polars as pl
import pytest

from warehouse.lab.design import Arm, Design, Seat, about
from warehouse.lab.intervals import sequence_interval
from warehouse.lab.verdict import _changes, complete, games_of, judged, stopped, unlike


def test_a_sequential_experiment_stops_at_the_same_pair_however_many_were_played_beyond() -> None:
    design = Design("x", "", "aa1942", "axis", (Arm("a", "a"), Arm("b", "b", against="a")), 200, "sequential", 0.05)
    games = pl.DataFrame(
        [(f"{arm}{n}", arm, n, arm == "b" and n % 4 > 0, False) for n in range(1, 101) for arm in "ab"],
        schema=["game_id", "arm", "pair", "won", "undecided"],
        orient="row",
    )
    found = stopped(design, complete(design, games))
    assert found.over and 8 < found.pairs < 60
    few = games.filter(pl.col("pair") <= found.pairs)
    assert stopped(design, complete(design, few)) == found
    assert not stopped(design, complete(design, games.filter(pl.col("pair") < found.pairs))).over
    beyond, exact = judged(design, games), judged(design, few)
    assert beyond.pairs == exact.pairs and beyond.differences.equals(exact.differences) and beyond.rates.equals(exact.rates)
    assert beyond.differences["low"][0] > 0


def test_a_pair_counts_when_all_of_its_games_are_there_and_none_before_it_is_missing() -> None:
    design = Design("x", "", "aa1942", "axis", (Arm("a", "a"), Arm("b", "b", against="a")), 9)
    rows = [
        ("1", "a", 1, True, False),
        ("2", "b", 1, True, False),
        ("3", "a", 2, True, False),
        ("4", "a", 3, True, False),
        ("5", "b", 3, True, False),
    ]
    games = pl.DataFrame(rows, schema=["game_id", "arm", "pair", "won", "undecided"], orient="row")
    assert complete(design, games)["pair"].to_list() == [1]
    assert stopped(design, complete(design, games)).reason == "8 of 9 pairs are still to be played"


def changes(values: dict[str, list[tuple[float | None, float | None]]]) -> dict[str, dict]:
    """What `_changes` says of things with these values, pair by pair: before, after."""
    rows = [
        ("bought", "axis", unit, arm, pair, value)
        for unit, pairs in values.items()
        for pair, both in enumerate(pairs, 1)
        for arm, value in zip("ab", both, strict=True)
    ]
    frame = pl.DataFrame(rows, schema=["thing", "side", "unit", "arm", "pair", "value"], orient="row", infer_schema_length=None)
    found = _changes(frame, Arm("b", "b", against="a"), ["thing", "side", "unit"])
    return {row["unit"]: row for row in found.iter_rows(named=True)}


def test_what_else_moved_is_the_mean_change_of_pairs_with_students_interval() -> None:
    found = changes({"tank": [(1.0, 2.0 + n % 2) for n in range(20)], "infantry": [(3.0, 2.0)] * 20, "fighter": [(1.0, 1.0)] * 20})
    tank, infantry = found["tank"], found["infantry"]
    assert (tank["before"], tank["after"], tank["change"], tank["moved"]) == (1.0, 2.5, 1.5, True)
    assert tank["high"] - tank["low"] == pytest.approx(2 * 2.093 * 0.5130 / 20**0.5, abs=1e-3)
    assert (infantry["change"], infantry["low"], infantry["high"], infantry["moved"]) == (-1.0, -1.0, -1.0, True), "every time"
    assert "fighter" not in found, "nothing changed"


def test_nothing_has_moved_in_fewer_than_twenty_pairs_or_by_looking_at_many_things() -> None:
    assert not changes({"tank": [(1.0, 2.0 + n % 2) for n in range(19)]})["tank"]["moved"]
    faint, clear = ([(0.0, 1.0)] * up + [(1.0, 0.0)] * (17 - up) + [(0.0, 0.0)] * 3 for up in (12, 13))
    assert not changes({"0": faint})["0"]["moved"] and changes({"0": clear})["0"]["moved"]
    many = changes({str(n): clear if n == 0 else [(0.0, 1.0), (1.0, 0.0)] * 10 for n in range(9)})
    assert not many["0"]["moved"] and many["0"]["low"] > 0, "one of nine seems to have, by chance"


def three(stop: str, pairs: int, within: float = 0.05) -> tuple[Design, pl.DataFrame]:
    """Arms b, which is clear of a early, c later, and d, which never is."""
    arms = (Arm("a", "a"), *(Arm(name, name, against="a") for name in "bcd"))
    won = {"a": lambda n: n % 4 == 0, "b": lambda n: True, "c": lambda n: n % 4 != 1, "d": lambda n: n % 4 == 1}
    rows = [(f"{arm}{n}", arm, n, won[arm](n), False) for n in range(1, pairs + 1) for arm in "abcd"]
    games = pl.DataFrame(rows, schema=["game_id", "arm", "pair", "won", "undecided"], orient="row")
    return Design("x", "", "aa1942", "axis", arms, pairs, stop, within), games


def test_a_sequential_experiment_goes_on_until_every_difference_is_known() -> None:
    design, games = three("sequential", 300)
    found = judged(design, games)
    assert not stopped(design, complete(design, games.filter(pl.col("pair") <= 60))).over, "b and c are clear, d is not"
    for row in found.differences.iter_rows(named=True):
        arm = next(arm for arm in design.compared if arm.name == row["arm"])
        told = sequence_interval(unlike(complete(design, games).head(found.pairs), arm), 0.05 / 3)
        assert (row["low"], row["high"]) == (told.low, told.high)
    wide = [row["high"] - row["low"] for row in found.rates.iter_rows(named=True)]
    fixed = judged(msgspec.structs.replace(design, stop="fixed"), games)
    assert all(one > row["high"] - row["low"] for one, row in zip(wide, fixed.rates.iter_rows(named=True), strict=True))


def test_an_experiment_stops_when_a_difference_is_known_closely_enough() -> None:
    arms = (Arm("a", "a"), Arm("b", "b", against="a"))
    rows = [(f"{arm}{n}", arm, n, n % 2 == 0, False) for n in range(1, 301) for arm in "ab"]
    games = pl.DataFrame(rows, schema=["game_id", "arm", "pair", "won", "undecided"], orient="row")
    ends = []
    for within in (0.3, 0.1):
        design = Design("x", "", "aa1942", "axis", arms, 300, "sequential", within)
        found = stopped(design, complete(design, games))
        assert found.over and found.pairs < 300
        ends.append(found.pairs)
    assert ends[0] < ends[1]


def test_a_seat_of_which_a_lake_has_two_games_counts_once(tmp_path: Path) -> None:
    design = Design("x", "", "aa1942", "axis", (Arm("a", "a"), Arm("b", "b", against="a")), 9)
    rows = [
        (about(Seat(design, arm, 1)), name, winner)
        for arm, name, winner in (("a", "1", "axis"), ("a", "2", ""), ("b", "3", "allies, axis"))
    ]
    frame = pl.DataFrame(rows, schema=["about", "game_id", "winner"], orient="row")
    found = games_of(SimpleNamespace(sql=lambda query, params: frame), design)  # type: ignore[arg-type]
    assert found.select("arm", "won", "undecided").rows() == [("a", True, False), ("b", True, False)]
    assert complete(design, found).height == 1
