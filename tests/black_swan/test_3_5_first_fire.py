"""Who fires before others in land combat (3.5): dropped blocks, gunfire, surprise."""

from __future__ import annotations

import pytest

from engine.families.blocks.combat.battle import ATTACKER
from tests.black_swan.combat import combat, dice_left, ended, fire, here


@pytest.mark.section("3.1.1")
def test_3_1_1_dropped_blocks_fire_before_any_other() -> None:
    play = combat(
        "germany airborne-3 HERE [airborne], germany air-4@1 HERE, great-britain infantry-3@1 HERE, great-britain air-3@1 HERE",
        "crete",
        "441" + "5 5" + "1",
    )
    assert fire(play) == [
        "attacker drop airborne-3 3 at 4+: 2",  # the first strikes the infantry, which is gone; the second the air unit
    ]
    assert ended(play).winner == ATTACKER and dice_left(play) == [5, 5, 1]


@pytest.mark.section("3.1.1")
@pytest.mark.parametrize(
    ("option", "fired"),
    [
        ("with-infantry", ["attacker infantry airborne-3 3", "defender infantry infantry-3 1", "defender infantry airborne-3 1"]),
        ("last", ["defender infantry infantry-3 1", "attacker infantry airborne-3 2", "defender infantry airborne-3 2"]),
    ],
)
def test_3_1_1_airborne_on_foot_fire_with_the_infantry_or_by_option_after_it(option: str, fired: list[str]) -> None:
    """Last, they have lost what the infantry of the enemy hits."""
    blocks = "germany airborne-3 HERE, great-britain infantry-3@1 HERE, great-britain airborne-3@2 HERE"
    play = combat(blocks, "paris", "6 1 1 1 1 1 1 1", options={"airborne-on-foot": option})
    assert [line.split(" at")[0] for line in fire(play)] == fired


@pytest.mark.section("3.1.1")
@pytest.mark.parametrize("option", ["with-infantry", "last"])
def test_3_1_1_airborne_on_foot_fire_once_before_a_fort(option: str) -> None:
    blocks = "germany airborne-3 HERE, germany infantry-4 HERE, great-britain fort-3@1 HERE, great-britain airborne-3@1 HERE"
    play = combat(blocks, "paris", "1 1 1 1 1 1 1 1 1 1 1", options={"airborne-on-foot": option})
    shots = [line.split(" at")[0] for line in fire(play)]
    assert sorted(shots) == [
        "attacker infantry airborne-3 3",
        "attacker infantry infantry-4 4",
        "defender volley airborne-3 1",
        "defender volley fort-3 1",
    ]
    assert shots.index("attacker infantry airborne-3 3") > shots.index("attacker infantry infantry-4 4") or option != "last"


@pytest.mark.section("3.1.1")
def test_3_1_1_dropped_blocks_fire_after_the_defender_where_it_has_a_fort() -> None:
    play = combat(
        "germany airborne-3 HERE [airborne], germany air-4@1 HERE, great-britain fort-3@1 HERE",
        "malta",
        "1" + "441" + "1",
    )
    assert [line.split(" at")[0] for line in fire(play)] == [
        "defender volley fort-3 1",
        "attacker drop airborne-3 3",
        "attacker air air-4 1",
    ]


@pytest.mark.section("3.1.2", "3.5")
def test_3_1_2_gunfire_comes_before_all_other_fire() -> None:
    """One die for each ship at 5+, whatever its strength; hits strike the strongest block."""
    ships = "italy 2 heavy-surface-4 central-med [gunfire target=malta], italy heavy-surface-4 central-med"
    play = combat(
        f"{ships}, germany infantry-4@1 HERE [seaborne], great-britain infantry-3@2 HERE, great-britain air-3@1 HERE",
        "malta",
        "56" + "1" + "1 1",
    )
    assert fire(play)[0] == "attacker gunfire heavy-surface-4 2 at 5+: 2"
    assert here(play).endswith("great-britain air-3@1, great-britain infantry-3@1")  # one of the two hits is absorbed


@pytest.mark.section("7.0")
def test_7_0_surprise_helps_the_gunfire_of_ships() -> None:
    """Glossary, Surprise Bonus: each Naval, Air and Ground Unit."""
    stacks = "germany heavy-surface-4 norwegian-sea [gunfire target=bergen], germany infantry-4 HERE [seaborne], norway infantry-2@1 HERE"
    for markers, least in (({"surprised/norway": "yes"}, 4), ({}, 5)):
        play = combat(stacks, "bergen", "1" * 9, markers=markers, season=("spring", 1940), scenario="campaign-1939")
        assert fire(play)[0] == f"attacker gunfire heavy-surface-4 1 at {least}+: 0"
