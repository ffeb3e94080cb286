"""5.3: an area is attacked in more than one way at once, each with its own units, and each meets those that it may meet."""

from __future__ import annotations

import pytest

from engine.titles.blitz.combat import battles
from engine.titles.blitz.orders import Announced, Attack, Defend
from tests.blitz.table import do, table

pytestmark = pytest.mark.section("5.3")


def test_5_3_a_ship_at_sea_that_defends_the_land_is_in_no_port_attack_on_the_same_area() -> None:
    """ "A unit may only be committed to one type of attack in one land area"; the fleet in port must defend against the Port Attack."""
    force = (
        "2nd-army paris@2, bomber-command london@2, high-seas-fleet north-sea@2, bb-fleet western-germany@2, volkssturm western-germany@1"
    )
    play = table(force, power="afa")
    do(play, Attack("ground", "western-germany", "2nd-army"), Attack("port", "western-germany", "bomber-command"), Announced())
    do(play, Defend("ground", "western-germany", "high-seas-fleet"))
    met = {kind: {key.unit for key in battles.participants(play.position, "axis", kind, "western-germany")} for kind in ("ground", "port")}
    assert met == {"ground": {"high-seas-fleet", "volkssturm"}, "port": {"bb-fleet"}}
