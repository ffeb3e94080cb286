"""The sentences over charts, and words for what the lake says in slugs."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from dashboard.review.answers import control_answer, economy_answer, tuv_answer
from dashboard.ui.text import (
    after,
    amount,
    color,
    cost,
    counted,
    length,
    listed,
    mapping,
    outcome,
    printed,
    units,
)

SIDES = {"axis": "Axis", "allies": "Allies"}


HELD = pl.DataFrame({"round": [0, 0, 2, 2], "name": ["Reds", "Blues"] * 2, "treasury": [3, 4, 12, 11]})


def earned(*incomes: int) -> pl.DataFrame:
    count = len(incomes)
    columns = {
        "round": [1, 1, 2][:count],
        "name": ["Reds", "Blues", "Reds"][:count],
        "side_name": ["East", "West", "East"][:count],
    }
    return pl.DataFrame({**columns, "income": incomes}, schema_overrides={"income": pl.Int64})


def test_who_earned_most() -> None:
    assert economy_answer(earned(20, 30, 16), HELD, "IPC", 3) == (
        "Collected in 2 rounds: East 36 IPC and West 30 IPC; most by the Reds, 18 IPC per turn. Most in hand at the end: the Reds, 12 IPC."
    )


def test_income_of_a_round_that_was_not_finished_is_told_as_part_of_it() -> None:
    assert economy_answer(earned(20, 30, 16), HELD, "IPC", 1).startswith("Collected in 1 round and part of round 2: East")


@pytest.mark.parametrize("incomes", [(), (0, 0)])
def test_nobody_earned(incomes: tuple[int, ...]) -> None:
    assert economy_answer(earned(*incomes), HELD, "IPC", 3).startswith("No income is recorded. Most in hand at the end: ")


def strength(*tuv: int) -> pl.DataFrame:
    count = len(tuv) // 2
    return pl.DataFrame({"round": [n for n in range(count) for _ in "ab"], "side_name": ["East", "West"] * count, "tuv": list(tuv)})


def test_a_side_without_units_is_left_out() -> None:
    assert tuv_answer(strength(9, 0, 8, 0), "IPC", 9).endswith("From the set-up to the end of round 1: East 9 to 8 IPC.")


def test_some_units_stand_for_many() -> None:
    told = {"Tank": "2 Tanks", "Infantry": "2 Infantry", "Heavy Armour": "2 Heavy Armour", "Mech.Inf": "2 Mech.Inf"}
    assert {name: units(2, name) for name in told} == told


@pytest.mark.parametrize(
    ("tuv", "answer"),
    [
        ((9, 5, 8, 5), "East led throughout."),
        ((9, 5, 4, 5, 3, 5), "West led from the end of round 1 on."),
        ((9, 5, 4, 5, 6, 5), "East led from the end of round 2 on."),
        ((9, 5, 5, 5, 6, 5), "East led from the end of round 2 on."),
    ],
)
def test_who_led_and_since_when(tuv: tuple[int, ...], answer: str) -> None:
    assert tuv_answer(strength(*tuv), "IPC", 9).startswith(answer)


def test_equal_at_the_end_nobody_led() -> None:
    assert tuv_answer(strength(9, 5, 5, 5), "IPC", 9) == ("From the set-up to the end of round 1: East 9 to 5 IPC and West still 5 IPC.")


def test_no_units() -> None:
    assert tuv_answer(strength(9, 5).clear(), "IPC", 9) == "No units are recorded."


def test_who_holds_what() -> None:
    held = pl.DataFrame(
        {
            "round": [0, 0, 1, 1],
            "area": ["rome", "kenya"] * 2,
            "value": [6, 1] * 2,
            "side": ["axis", "allies", "axis", "axis"],
            "changed": [False, False, False, True],
        }
    )
    kenya = pl.DataFrame({"area": ["kenya"]})
    assert control_answer(held, kenya, SIDES, "IPC") == ("1 area changed hands. Held at the end: Axis 2 areas worth 7 IPC.")
    nobody = held.with_columns(side=pl.lit(""), changed=pl.lit(False))
    assert control_answer(nobody, kenya.clear(), SIDES, "IPC") == (
        "The record does not say who holds areas; the map shows where units stand."
    )
    assert control_answer(held.tail(1), kenya.clear(), SIDES, "IPC").startswith("Held at the end: ")
    assert control_answer(held.clear(), kenya.clear(), SIDES, "IPC") == "No control of areas is recorded."


def test_what_is_lost_and_retaken_within_a_round_changed_hands_too() -> None:
    held = pl.DataFrame({"round": [0, 1], "area": ["rome"] * 2, "value": [6] * 2, "side": ["axis"] * 2, "changed": [False] * 2})
    changes = pl.DataFrame({"area": ["rome", "rome"]})
    assert control_answer(held, changes, SIDES, "IPC").startswith("1 area changed hands, 2 times in all.")


@pytest.mark.parametrize(
    ("finished", "rounds", "said", "when"),
    [
        (7, 7, "7 rounds", "after 7 rounds"),
        (6, 7, "6 rounds, in round 7", "after 6 rounds, in round 7"),
        (0, 1, "in round 1", "in round 1"),
        (0, 0, "0 rounds", "before the first round was played"),
    ],
)
def test_a_round_that_was_not_finished_is_not_counted(finished: int, rounds: int, said: str, when: str) -> None:
    game = {"finished_rounds": finished, "rounds": rounds}
    assert (length(game), after(game)) == (said, when)


def test_units_value_where_a_round_stops_is_not_its_end() -> None:
    assert tuv_answer(strength(9, 5, 4, 5), "IPC", 0) == (
        "West led where round 1 stops. From the set-up to where round 1 stops: East 9 to 4 IPC and West still 5 IPC."
    )


def test_money_in_hand_is_that_of_each_last_turn_that_is_known() -> None:
    stopped = HELD.with_columns(treasury=pl.Series([3, 4, None, 11]))
    assert economy_answer(earned(20, 30, 16), stopped, "IPC", 3).endswith("Most in hand at the end: the Blues, 11 IPC.")


def ended(winner: str, how: str, *, over: bool = True, options: str = "{}", ending: str = "") -> dict[str, Any]:
    return {"ended": over, "winner": winner, "how": how, "options": options, "ending": ending, "fidelity": "orders"}


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (ended("axis", "moderate", options='{"victory":"moderate"}'), "Axis won (moderate victory)"),
        (ended("axis", "points-japan", ending="Japan held 18 points"), "Axis won (Japan held 18 points)"),
        (ended("axis, allies", "conceded"), "Axis and Allies won (conceded)"),
        (ended("pirates", ""), "Pirates won"),
        (ended("axis", "victory"), "Axis won"),
        (ended("", "round-limit"), "Stopped by a limit of rounds, with nobody having won"),
        (ended("", ""), "Nobody won"),
        (ended("", "", over=False), "The record stops before the end of the game"),
    ],
)
def test_how_a_game_ended(game: dict[str, Any], words: str) -> None:
    assert outcome(game, SIDES) == words


def test_colours() -> None:
    assert color("#8f1D1d") == "#8f1D1d"
    assert {color(text) for text in ("red", "", "#fff", "#8f1d1d;position:fixed", "#8f1d1d\n")} == {"#8a8f98"}


def test_amounts_of_money() -> None:
    assert [amount(count, "Resources") for count in (0, 1, 1200)] == ["0 Resources", "1 Resource", "1,200 Resources"]
    assert [amount(count, "points of damage") for count in (1, 2)] == ["1 point of damage", "2 points of damage"]
    assert amount(1, "IPC") == "1 IPC" and cost(1, 0, "Resources") == "1 Resource"


def test_words() -> None:
    assert printed("soviet-union") == "soviet union"
    assert [listed(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
    assert [counted(n, "round") for n in (0, 1, 2000)] == ["0 rounds", "1 round", "2,000 rounds"]


@pytest.mark.parametrize("text", ["", "[1]", "null", "{"])
def test_a_column_that_holds_no_mapping(text: str) -> None:
    assert mapping(text) == {}
