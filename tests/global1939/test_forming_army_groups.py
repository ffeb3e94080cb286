"""Section Special Army Groups: who may form them, of what, when and how many."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Form
from tests.global1939.positions import play_from, rules_of, standing

pytestmark = pytest.mark.section("Special Army Groups")


def forming(stacks: str, power: str = "germany", round: int = 3, **position: object):
    return play_from({"germany": f"{power}: {stacks}"}, power, "politics", round=round, **position)


def test_two_units_of_the_listed_types_form_one() -> None:
    play = forming("2 tank, mechanized-infantry, infantry")
    play.submit(Form("tank, mechanized-infantry", "germany"))
    assert standing(play, "germany") == "germany: infantry, mechanized-infantry [elite!], tank, tank [elite!]"


def test_other_types_and_numbers_form_none() -> None:
    play = forming("3 tank, infantry")
    assert rules_of(play, Form("tank, infantry", "germany")) == ["elite/units"]
    assert rules_of(play, Form("3 tank", "germany")) == ["elite/units"]
    assert rules_of(play, Form("2 mechanized-infantry", "germany")) == ["elite/present"]


def test_from_turn_3_on() -> None:
    assert rules_of(forming("2 tank", round=2), Form("2 tank", "germany")) == ["elite/too-early"]


def test_one_new_group_a_turn() -> None:
    play = forming("4 tank")
    play.submit(Form("2 tank", "germany"))
    assert rules_of(play, Form("2 tank", "germany")) == ["elite/one-a-turn"]


@pytest.mark.parametrize(("round", "more"), [(3, []), (4, ["elite/one-a-turn"])])
def test_by_option_one_more_on_turn_3(round: int, more: list[str]) -> None:
    play = forming("6 tank", round=round, options={"elite-start": "two"})
    play.submit(Form("2 tank", "germany"))
    assert rules_of(play, Form("2 tank", "germany")) == more
    if not more:
        play.submit(Form("2 tank", "germany"))
        assert rules_of(play, Form("2 tank", "germany")) == ["elite/one-a-turn"]


def test_six_in_a_game_and_lost_ones_are_not_replaced() -> None:
    markers = {("game", "elite|germany"): "6"}
    assert rules_of(forming("2 tank", markers=markers), Form("2 tank", "germany")) == ["elite/most"]


def test_germany_and_the_soviet_union_only() -> None:
    assert rules_of(forming("2 tank", "soviet-union"), Form("2 tank", "germany")) == []
    assert rules_of(forming("2 tank", "japan"), Form("2 tank", "germany")) == ["elite/power"]


def test_units_of_a_group_form_no_second_one() -> None:
    assert rules_of(forming("2 tank [elite!]"), Form("2 tank", "germany")) == ["elite/present"]
