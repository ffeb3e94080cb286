"""A unit is one counter: an order that names it twice is refused, in one list or in two (1.2, 4.2, 4.4, 5.1, 5.3)."""

from __future__ import annotations

import pytest

from engine.orders import Order
from engine.titles.blitz.orders import Announced, Attack, Defend, Engage, FlyIn, PutToSea, Rebase, SlipAway
from tests.blitz.table import broken, do, table

SHIP = "europe-trs london@1, home-guard london@1, royal-marines london@1"


@pytest.mark.section("4.2", "5.1")
@pytest.mark.parametrize(
    ("phase", "order"),
    [
        ("sea", PutToSea("europe-trs", "london > north-sea", "home-guard, home-guard")),
        ("sea", PutToSea("europe-trs", "london > north-sea", "home-guard", "home-guard")),
        ("rebase", Rebase("europe-trs", "london > scotland", "home-guard, home-guard")),
    ],
)
def test_a_trs_carries_a_unit_once(phase: str, order: Order) -> None:
    assert broken(table(SHIP, phase=phase, power="afa"), order) == ["twice"]


@pytest.mark.section("5.3")
@pytest.mark.parametrize(
    "order",
    [
        Attack("ground", "paris", "1st-para, 1st-para"),
        Attack("ground", "paris", "1st-para", "1st-para"),
        Attack("ground", "paris", "2 1st-para"),
    ],
)
def test_an_attack_has_a_unit_once(order: Attack) -> None:
    assert broken(table("1st-para western-germany@1, home-guard paris@1"), order) == ["twice"]


@pytest.mark.section("5.3")
def test_a_defense_has_a_unit_once() -> None:
    play = table("army-group-b western-germany@2, home-guard paris@1, royal-air-force london@2")
    do(play, Attack("ground", "paris", "army-group-b"), Announced())
    assert broken(play, Defend("ground", "paris", "royal-air-force, royal-air-force")) == ["twice"]


@pytest.mark.section("4.4")
def test_who_flies_in_or_slips_away_is_named_once() -> None:
    play = table("u-boat-i north-sea@1, coastal-command london@1, home-fleet north-sea@1", phase="sea-combat")
    do(play, Engage("north-sea"))
    assert broken(play, FlyIn("coastal-command, coastal-command")) == ["twice"]
    play = table("u-boat-i north-sea@1, home-fleet north-sea@1", phase="sea-combat", power="afa")
    do(play, Engage("north-sea"))
    assert broken(play, SlipAway("u-boat-i, u-boat-i")) == ["twice"]


@pytest.mark.section("5.3")
def test_an_attack_has_no_unit_that_is_not_on_the_map() -> None:
    play = table("1st-para western-germany@1, home-guard paris@1")
    assert broken(play, Attack("ground", "paris", "1st-para")) == []
    assert broken(play, Attack("ground", "paris", "1st-para, army-group-b")) == ["missing"]


@pytest.mark.section("5.3")
@pytest.mark.parametrize(("area", "wrong"), [("", ["attack/area"]), ("north-sea", ["attack/area"]), ("pari", ["unknown"])])
def test_an_attack_says_on_which_land_area_it_is_made(area: str, wrong: list[str]) -> None:
    play = table("1st-para western-germany@1, home-guard paris@1")
    assert broken(play, Attack("ground", area, "1st-para")) == wrong
