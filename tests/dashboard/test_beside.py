"""Two games beside each other: how they opened, and how each side did round by round."""

from __future__ import annotations

import re
from collections.abc import Callable

import polars as pl
import pytest

from dashboard.review.beside.openings import Opening, openings, openings_answer, openings_html
from dashboard.review.beside.page import curves
from dashboard.review.reader import Reader
from engine.events import BattleEnded, BattleStarted
from tests.dashboard.conftest import EVIL, hand_made
from warehouse import Lake

MakeLake = Callable[..., Lake]
TITLES = ("mine", "theirs")


def attack(winner: str) -> list[object]:
    sides = ("belorussia", "germany", "soviet-union")
    return [
        BattleStarted(1, "land", *sides, "infantry", "infantry"),
        BattleEnded(1, "land", *sides, 1, winner, "", "", "", 3, 3),
    ]


@pytest.fixture
def both(make_lake: MakeLake) -> Callable[..., tuple[Reader, Reader]]:
    def read(one: list[object], two: list[object], **how: object) -> tuple[Reader, Reader]:
        games = [hand_made(name, deeds={(1, "germany"): deeds}, **how) for name, deeds in (("one", one), ("two", two))]
        lake = make_lake(*games)
        return Reader.of_lake(lake, "one"), Reader.of_lake(lake, "two")

    return read


def test_an_opening_is_what_was_bought_and_attacked_in_the_first_round(both):
    one, _ = both(attack("attacker"), [])
    assert openings(one)["germany"] == Opening("", ("Belorussia (won)",))
    assert openings(one)["japan"] == Opening("", ())


def test_only_what_the_players_chose_makes_openings_differ(both):
    assert openings_answer(*both(attack("attacker"), attack("defender"))) == "All 5 powers opened alike."
    assert openings_answer(*both(attack("attacker"), [])) == "One of 5 powers opened otherwise: Germany."


def test_the_table_has_a_row_for_each_power_that_did_something_in_either_game(both):
    html = openings_html(*both(attack("attacker"), []), TITLES)
    rows = [" ".join(re.sub("<[^>]*>", " ", row).split()) for row in html.split("<tr>")[1:]]
    assert rows == ["mine theirs", "Germany Attacked Belorussia (won) –"]
    assert "<img" not in openings_html(*both(attack("attacker"), []), (EVIL, EVIL))


def test_each_curve_has_a_line_a_game(both):
    one, two = both([], [])
    drawn = curves(one, two, "Axis", TITLES)
    assert [drawing.name for drawing in drawn] == [
        "Chance of winning in two games",
        "Income in two games",
        "Units in two games",
    ]
    for drawing in drawn:
        assert drawing.rows["side_name"].unique(maintain_order=True).to_list() == [*TITLES]
    income = drawn[1].rows.filter(side_name="mine")["income"].to_list()
    told = (
        one.by_side("income_by_turn")
        .filter(side_name="Axis")
        .group_by("round")
        .agg(pl.col("income").sum())
        .sort("round")["income"]
        .to_list()
    )
    assert income == told


def test_a_chance_and_a_share_of_strength_are_not_compared(both):
    one, two = both([], [])
    without_model = Reader(two.game, two.frame, two.measure)
    assert [drawing.name for drawing in curves(one, without_model, "Axis", TITLES)] == [
        "Income in two games",
        "Units in two games",
    ]


def test_games_of_one_round_have_no_curve_but_of_their_turns(both):
    names = [drawing.name for drawing in curves(*both([], [], rounds=1), "Axis", TITLES)]
    assert "Income in two games" not in names and "Chance of winning in two games" in names
