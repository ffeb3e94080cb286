"""9.7: in a Non-Motorized Land Blitz one ARM, air or naval unit takes part, also when one order names several."""

from __future__ import annotations

import pytest

from engine.titles.blitz.orders import Attack
from tests.blitz.table import broken, do, table

pytestmark = pytest.mark.section("9.7")
UNITS = "army-group-center western-germany@2, army-group-north western-germany@2, luftwaffe western-germany@2, 18th-army western-germany@2"
HEAVY = ("army-group-center", "luftwaffe")


def foot():
    """Germany does a Non-Motorized Land Blitz."""
    return table(UNITS, blitzing={"germany": "foot"}, options={"foot-blitz": "yes"})


def test_9_7_two_in_one_attack_are_refused_and_one_beside_infantry_is_not() -> None:
    assert broken(foot(), Attack("ground", "paris", ", ".join(HEAVY))) == ["blitz/foot"]
    assert broken(foot(), Attack("ground", "paris", "18th-army, luftwaffe")) == []


def test_9_7_two_in_two_attacks_are_refused_as_well() -> None:
    play = do(foot(), Attack("ground", "paris", "18th-army, luftwaffe"))
    assert broken(play, Attack("ground", "paris", "army-group-center")) == ["blitz/foot"]


def test_2_2_a_land_blitz_has_no_such_limit() -> None:
    play = table(UNITS, blitzing={"germany": "land"}, options={"foot-blitz": "yes"})
    assert broken(play, Attack("ground", "paris", ", ".join(HEAVY))) == []
