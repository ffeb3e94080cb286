"""Section Strategic Centers: a die lost without oil, dice won with a captured oil centre."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.economy.oil import has_oil
from tests.global1939.positions import TITLE, play_from
from tests.global1939.turns import bank, go_to, paid, pass_by

pytestmark = pytest.mark.section("Strategic Centers")


def collecting(power: str, dice: list[int], **position: object):
    """A power passes its mobilization by and collects its income."""
    play = play_from({}, power, "mobilize-units", dice=dice, **position)
    pass_by(play)
    return play


def test_who_controls_no_oil_centre_loses_a_die_each_turn() -> None:
    play = collecting("japan", [4])
    assert paid(play, "japan", "income") == [17] and paid(play, "japan", "shortage") == [-4]


def test_who_controls_one_loses_nothing() -> None:
    play = collecting("japan", [], control={"sumatra": "japan"})
    assert paid(play, "japan", "shortage") == []


def test_germany_and_italy_are_treated_as_one() -> None:
    assert has_oil(play_from({}, "italy", control={"romania": "germany"}).position, "italy")
    assert has_oil(play_from({}, "germany", control={"iraq": "italy"}).position, "germany")
    assert paid(collecting("germany", [5]), "germany", "shortage") == [-5]
    assert paid(collecting("italy", []), "italy", "shortage") == []


def test_italy_bears_the_loss_while_berlin_is_lost() -> None:
    play = collecting("italy", [5], control={"germany": "soviet-union"})
    assert paid(play, "italy", "shortage") == [-5]


def test_no_more_than_the_income_is_lost() -> None:
    held = dict.fromkeys((area for area, row in TITLE.areas.items() if row.original_owner == "france" and row.value), "germany")
    play = collecting("france", [6], control=held | {"algeria": "france", "france": "france"} | {"france": "france"})
    assert paid(play, "france", "shortage") == [-min(6, sum(paid(play, "france", "income")))]


@pytest.mark.parametrize(("area", "owner", "dice"), [("caucasus", "soviet-union", [6, 3]), ("borneo", "united-kingdom", [5])])
def test_capturing_another_power_s_centre_brings_a_die_for_each_ipc(area: str, owner: str, dice: list[int]) -> None:
    play = collecting("germany", dice, taken={area: "germany"})
    assert TITLE.areas[area].value == len(dice)
    assert paid(play, "germany", "windfall") == [sum(dice)]


def test_its_owner_loses_as_much_on_its_following_turn() -> None:
    play = collecting("germany", [6, 3, 1, 1, 1], taken={"caucasus": "germany"}, money={"soviet-union": 20})
    assert bank(play, "soviet-union") == 20
    go_to(play, "soviet-union", "politics")
    assert bank(play, "soviet-union") == 11 and paid(play, "soviet-union", "windfall") == [-9]


def test_it_loses_no_more_than_it_has() -> None:
    play = collecting("germany", [6, 3, 1, 1, 1], taken={"caucasus": "germany"}, money={"soviet-union": 4})
    go_to(play, "soviet-union", "politics")
    assert bank(play, "soviet-union") == 0


@pytest.mark.parametrize("area", ["java", "sumatra", "romania", "iraq"])
def test_dutch_and_neutral_centres_bring_no_dice(area: str) -> None:
    assert paid(collecting("germany", [], taken={area: "germany"}), "germany", "windfall") == []


def test_once_for_each_centre_in_a_game() -> None:
    play = collecting("germany", [], taken={"caucasus": "germany"}, markers={("game", "windfall|caucasus"): "yes"})
    assert paid(play, "germany", "windfall") == []


@pytest.mark.parametrize(("reading", "oil"), [("held", False), ("value", True)])
def test_romania_s_oil_counts_from_turn_3_on_or_by_option_from_the_start(reading: str, oil: bool) -> None:
    options = {"minor-axis-oil": reading}
    play = play_from({}, "germany", options=options)
    assert has_oil(play.position, "germany") is has_oil(play.position, "italy") is oil
    assert not has_oil(play.position, "japan")
    attacked = play_from({}, "germany", options=options, standing={"romania": "allies"})
    assert not has_oil(attacked.position, "germany")
    adopted = play_from({}, "germany", options=options, standing={"romania": "axis"}, control={"romania": "germany"}, round=3)
    assert has_oil(adopted.position, "germany")


@pytest.mark.parametrize(("value", "lost"), [("die", [-3]), ("spared", [])])
def test_china_loses_the_die_too_or_by_option_is_spared(value: str, lost: list[int]) -> None:
    assert paid(collecting("china", [3] * len(lost), options={"chinese-oil": value}), "china", "shortage") == lost
    assert paid(collecting("japan", [3], options={"chinese-oil": value}), "japan", "shortage") == [-3]
