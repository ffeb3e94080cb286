"""5.3: what fought at sea in a phase may still join a land area combat when it is a ship, and may not when it is an air unit."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.blitz.orders import Announced, Attack, Defend, Engage, Resolve
from tests.blitz.table import at, broken, do, settle, table

pytestmark = pytest.mark.section("5.3")


def on_to_land_combat(play: Play) -> Play:
    """End phases until land combats are announced."""
    while play.state.clock.phase != "land-combat":
        settle(do(play, EndPhase()))
    return play


def swept() -> Play:
    """The Home Fleet has sunk the transports off Western Germany; the 2nd Army waits there on its own."""
    play = table(
        "home-fleet north-sea@2, europe-trs north-sea@2 [cargo=afa/2nd-army], 2nd-army north-sea@2 [aboard],"
        " baltic-trs north-sea@1, volkssturm western-germany@1, royal-air-force north-sea@2 [sailed]",
        power="afa",
        phase="sea-combat",
        dice=[6] * 8,
    )
    settle(do(play, Engage("north-sea")))
    assert at(play, "baltic-trs") == "germany-pool"
    return on_to_land_combat(play)


def test_5_3_a_fleet_that_cleared_the_sea_supports_the_landing() -> None:
    play = swept()
    do(play, Attack("ground", "western-germany", "2nd-army, home-fleet"))


def test_5_3_an_air_unit_at_sea_does_not() -> None:
    play = swept()
    assert broken(play, Attack("ground", "western-germany", "2nd-army, royal-air-force")) != []


def test_5_3_an_air_unit_that_fought_at_sea_and_is_back_ashore_does_not() -> None:
    attack = Attack("ground", "western-germany", "2nd-army, bomber-command")
    found = []
    for fought in ("", " [fought]"):
        units = f"bomber-command london@2{fought}, 2nd-army belgium-netherlands@2"
        found.append(broken(table(units, power="afa", take={"belgium-netherlands": "afa"}), attack))
    assert found == [[], ["attack/once"]]


def test_5_3_carriers_that_fought_off_tokyo_attack_its_port() -> None:
    play = table(
        "8th-fleet japanese-coast@2, central-trs japanese-coast@1, 2nd-fleet tokyo@1",
        power="afa",
        phase="sea-combat",
        at_war=["japan usa"],
        dice=[6] * 8,
    )
    settle(do(play, Engage("japanese-coast")))
    on_to_land_combat(play)
    assert broken(play, Attack("port", "tokyo", "8th-fleet")) == []


def test_5_3_a_fleet_that_fought_defends_the_coast_in_exactly_the_same_way() -> None:
    play = table(
        "home-fleet north-sea@2 [fought], 2nd-army belgium-netherlands@2, army-group-b paris@2",
        take={"paris": "germany", "belgium-netherlands": "afa"},
        markers={"ally/belgium-netherlands": "afa"},
        dice=[1] * 8,
    )
    do(play, Attack("ground", "belgium-netherlands", "army-group-b"), Announced())
    assert play.pending is not None and play.pending.what == "defend"
    settle(do(play, Defend("ground", "belgium-netherlands", "home-fleet")))
    settle(do(play, Resolve("ground", "belgium-netherlands")))
    fought = next(event for event in play.events if isinstance(event, ev.BattleStarted))
    assert "home-fleet" in fought.defenders
