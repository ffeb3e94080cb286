"""Measures of games, players and the quality of records: small games with known ends, players and bids, counted by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from engine import events as ev
from tests.warehouse.games import SETUP, game, revised_game
from tests.warehouse.league import END_ROUND_1, GAMES
from warehouse import Lake


def wilson(won: int, n: int) -> tuple[float, float]:
    """Return the 95 % interval as the roots of |p - won/n| = z sqrt(p (1 - p) / n) (Wilson 1927)."""
    z2, found = 1.959963984540054**2, won / n
    a, b, c = 1 + z2 / n, 2 * found + z2 / n, found**2
    root = math.sqrt(max(b * b - 4 * a * c, 0))
    return (b - root) / (2 * a), (b + root) / (2 * a)


def test_a_game_has_a_row_for_each_side_that_had_a_turn(league: Lake) -> None:
    frame = league.measure("game_results")
    assert frame.select("game_id", "how", "side", "players", "bid", "outcome").rows()[:10] == [
        ("g1", "major", "allies", "Ada", 0, "won"), ("g1", "major", "axis", "Bo", 0, "lost"),
        ("g2", "major", "allies", "Ada", 0, "lost"), ("g2", "major", "axis", "Bo", 6, "won"),
        ("g3", "major", "allies", "Ada", 0, "won"), ("g3", "major", "axis", "Bo", 6, "lost"),
        ("g4", "agreed", "allies", "Ada", 0, "drawn"), ("g4", "agreed", "axis", "Bo", 0, "drawn"),
        ("g5", "", "allies", "Ada", 0, "unfinished"), ("g5", "", "axis", "Bo", 0, "unfinished"),
    ]  # fmt: skip
    assert frame.height == 16 and frame.row(-1, named=True)["players"] == ""


COUNTS = ("games", "decided", "won", "lost", "drawn", "unfinished")


def test_win_rates_by_side(league: Lake) -> None:
    frame = league.measure("win_rates_by_side")
    assert frame.select("title", "scenario", "side", *COUNTS).rows() == [
        ("aa1942", "late", "allies", 1, 1, 0, 1, 0, 0),
        ("aa1942", "late", "axis", 1, 1, 1, 0, 0, 0),
        ("aa1942", "standard", "allies", 7, 5, 2, 3, 1, 1),
        ("aa1942", "standard", "axis", 7, 5, 3, 2, 1, 1),
    ]
    assert frame["rate"].to_list() == [0, 1, 0.4, 0.6]
    ends = [wilson(won, n) for won, n in ((0, 1), (1, 1), (2, 5), (3, 5))]
    assert list(zip(frame["low"], frame["high"], strict=True)) == [pytest.approx(pair, abs=1e-12) for pair in ends]
    assert league.measure("win_rates_by_side", title="aa1942").equals(frame)
    assert league.measure("win_rates_by_side", title="chess").is_empty()


def test_nothing_decided_is_a_dash(lake: Lake) -> None:
    lake.write([GAMES[3], GAMES[4]])
    frame = lake.measure("win_rates_by_side")
    assert frame.select(*COUNTS, "rate", "low", "high").rows() == [(2, 0, 0, 0, 1, 1, None, None, None)] * 2


@pytest.mark.parametrize("games", [None, ["g1"], ["g1", "g2"]], ids=["all", "one", "two"])
def test_a_question_of_ones_own_can_have_the_interval_of_its_rates(league: Lake, games: list[str] | None) -> None:
    frame = league.sql("SELECT unnest(rated(2, 5)), rated(0, 0) AS nothing FROM games LIMIT 1", games=games)
    assert frame.row(0) == (0.4, *(pytest.approx(end, abs=1e-12) for end in wilson(2, 5)), None)
    assert league.connect().sql("SELECT unnest(rated(5, 5))").fetchall() == [(1, pytest.approx(wilson(5, 5)[0]), 1)]


def test_win_rates_by_bid(league: Lake) -> None:
    frame = league.measure("win_rates_by_bid")
    assert frame.select("side", "bid", *COUNTS, "rate").rows() == [
        ("allies", 0, 8, 6, 2, 4, 1, 1, 2 / 6),
        ("axis", 0, 6, 4, 3, 1, 1, 1, 3 / 4),
        ("axis", 6, 2, 2, 1, 1, 0, 0, 1 / 2),
    ]


def test_titles_in_which_nobody_bid_have_no_rates_by_bid(small: Lake) -> None:
    assert small.measure("win_rates_by_bid").is_empty()


def test_win_rates_by_player(league: Lake) -> None:
    frame = league.measure("win_rates_by_player")
    assert frame.select("player", *COUNTS, "both_sides", "rate").rows() == [
        ("Ada", 5, 3, 2, 1, 1, 1, 0, 2 / 3),
        ("Bo", 6, 4, 1, 3, 1, 1, 0, 1 / 4),
        ("Cy", 2, 1, 1, 0, 0, 0, 1, 1.0),
    ]
    assert frame.row(0, named=True)["low"] == pytest.approx(wilson(2, 3)[0])


def test_win_rates_by_player_and_side(league: Lake) -> None:
    frame = league.measure("win_rates_by_player_and_side")
    assert frame.select("player", "side", *COUNTS, "rate").rows() == [
        ("Ada", "allies", 5, 3, 2, 1, 1, 1, 2 / 3),
        ("Bo", "allies", 1, 1, 0, 1, 0, 0, 0.0),
        ("Bo", "axis", 5, 3, 1, 2, 1, 1, 1 / 3),
        ("Cy", "axis", 1, 1, 1, 0, 0, 0, 1.0),
    ]


def test_head_to_head(league: Lake) -> None:
    frame = league.measure("head_to_head")
    assert frame.select("player", "opponent", *COUNTS, "rate").rows() == [
        ("Ada", "Bo", 5, 3, 2, 1, 1, 1, 2 / 3),
        ("Bo", "Ada", 5, 3, 1, 2, 1, 1, 1 / 3),
        ("Bo", "Cy", 1, 1, 0, 1, 0, 0, 0.0),
        ("Cy", "Bo", 1, 1, 1, 0, 0, 0, 1.0),
    ]
    of_bo = league.measure("head_to_head", player="Bo")
    assert of_bo["opponent"].to_list() == ["Ada", "Cy"]


def test_game_lengths(league: Lake) -> None:
    frame = league.measure("game_lengths").filter(scenario="standard")
    assert frame.select("ended", "how", "games", "shortest", "median", "mean", "longest", "turns").rows() == [
        (False, "", 1, 1, 1, 1, 1, 2),
        (True, "agreed", 1, 1, 1, 1, 1, 2),
        (True, "major", 5, 1, 1, 1, 1, 2),
    ]


def test_luck_by_player(league: Lake) -> None:
    """In each of the games Germany threw 4 dice at 1 and 2 at 3 for 3 hits, the Soviet Union 3 at 2 for 2."""
    frame = league.measure("luck_by_player")
    assert frame.select("player", "games", "dice", "hits").rows() == [
        ("Ada", 5, 15, 10),
        ("Bo", 6, 33, 17),
        ("Cy", 2, 15, 8),
    ]
    bo = frame.row(1, named=True)
    assert bo["luck"] == pytest.approx(17 - 5 * 10 / 6 - 1)
    assert bo["sigma"] == pytest.approx(bo["luck"] / math.sqrt(5 * (4 * 5 / 36 + 2 / 4) + 3 * 2 / 9))


def test_quality_is_told_by_source(league: Lake) -> None:
    (row,) = league.measure("defects_by_rule").to_dicts()
    assert (row["severity"], row["rule"], row["defects"], row["games"], row["share"]) == (
        "error",
        "combat-move/blitz",
        8,
        8,
        1.0,
    )
    told = {row["what"]: (row["rows"], row["told"], row["share"]) for row in league.measure("coverage").to_dicts()}
    assert told == {
        "dice-unit": (24, 24, 1), "dice-target": (24, 24, 1), "convoy-raider": (8, 8, 1),
        "convoy-cap": (8, 8, 1), "game-players": (8, 7, 7 / 8), "game-date": (8, 8, 1), "game-end": (8, 7, 7 / 8),
        "game-state": (8, 0, 0),
    }  # fmt: skip


def test_what_a_source_cannot_tell_is_counted(lake: Lake) -> None:
    untold = [
        ev.DiceRolled(3, "russia", "germany", "attacker", "attack", 1, "", 0, (0, 0), 1, 0.0),
        ev.DiceRolled(3, "russia", "germany", "attacker", "attack", 1, "", 3, (1,), 1, 0.5),
        ev.ConvoyRaided("sea-zone-5", "", "soviet-union", "ipc", 2, 0),
        ev.DefectFound("observed/dice", "gap", "", "", "no faces", ""),
        ev.DefectFound("observed/dice", "gap", "", "", "no faces", ""),
    ]
    lake.write([game("told", [*SETUP, *END_ROUND_1, *untold])])
    told = {row["what"]: (row["rows"], row["told"]) for row in lake.measure("coverage").to_dicts()}
    assert told["dice-unit"] == (5, 3) and told["dice-target"] == (5, 4)
    assert told["convoy-raider"] == told["convoy-cap"] == (2, 1)
    (row,) = lake.measure("game_quality").to_dicts()
    assert {key: row[key] for key in ("errors", "gaps", "remarks", "difference", "dice", "dice_told", "told")} == {
        "errors": 1, "gaps": 2, "remarks": 0, "difference": None, "dice": 5, "dice_told": 3, "told": 0.6,
    }  # fmt: skip
    rules = lake.measure("defects_by_rule").select("severity", "rule", "defects", "share").rows()
    assert rules == [("error", "combat-move/blitz", 1, 1.0), ("gap", "observed/dice", 2, 1.0)]


def test_a_roll_on_a_chart_has_no_target_to_tell(lake: Lake) -> None:
    """In a log of orders the rules know all of a roll; a summary that gives no unit and no target leaves them out."""
    charted = [
        ev.GameStarted("global-1939", "", {}, {}),
        ev.DiceRolled(3, "russia", "germany", "attacker", "land", 1, "", 0, (4,), 2, 1.5),
    ]
    lake.write([revised_game("chart", charted), game("told", [*SETUP, charted[1]])])
    told = {(row["fidelity"], row["what"]): (row["rows"], row["told"]) for row in lake.measure("coverage").to_dicts()}
    assert told["orders", "dice-target"] == told["orders", "dice-unit"] == (0, 0)
    assert told["changes", "dice-target"] == (1, 0)
    rolls = lake.measure("game_quality").select("game_id", "dice", "dice_told").sort("game_id").rows()
    assert sorted(row[1:] for row in rolls) == [(0, 0), (1, 0)]


def test_reconciliation(lake: Lake) -> None:
    lake.write([replace(game(name), gap=gap) for name, gap in (("a", -1), ("b", 0), ("c", 0), ("d", 7), ("e", 2))])
    (row,) = lake.measure("reconciliation").to_dicts()
    columns = ("games", "told", "exact", "apart", "differences", "most", "share")
    assert tuple(row[name] for name in columns) == (5, 4, 2, 2, 9, 7, 0.5)
    worst = lake.measure("game_quality").select("game_id", "difference").rows()
    assert worst == [("d", 7), ("e", 2), ("b", 0), ("c", 0), ("a", None)]


def test_nothing_told_is_a_dash(lake: Lake) -> None:
    lake.write([game("a")])
    assert lake.measure("reconciliation").select("games", "told", "share").rows() == [(1, 0, None)]
