"""5.3: an attack is judged as a whole when all is announced: what it needs may be written down after what it does not need."""

from __future__ import annotations

import pytest

from engine.titles.blitz.land import combat
from engine.titles.blitz.orders import Announced, Attack, CommitNoMore, Defend
from tests.blitz.table import at, broken, do, settle, table

pytestmark = pytest.mark.section("5.3")
FRONT = "luftwaffe western-germany@2, army-group-b western-germany@2, home-guard paris@1"


def test_5_3_aircraft_may_be_announced_before_the_land_units_that_they_support() -> None:
    first, then = Attack("ground", "paris", "luftwaffe"), Attack("ground", "paris", "army-group-b")
    one, other = do(table(FRONT), first, then), do(table(FRONT), then, first)
    assert one.state.stacks == other.state.stacks and one.state.markers == other.state.markers


def test_5_3_aircraft_are_refused_where_no_land_unit_can_come() -> None:
    far = table("luftwaffe western-germany@2, home-guard paris@1")
    assert broken(far, Attack("ground", "paris", "luftwaffe")) == ["attack/land"]
    used = table(FRONT.replace("army-group-b western-germany@2", "army-group-b western-germany@2 [fought]"))
    assert broken(used, Attack("ground", "paris", "luftwaffe")) == ["attack/land"]


def test_5_3_an_attack_that_still_lacks_its_land_unit_is_broken_off() -> None:
    play = settle(do(table(FRONT), Attack("ground", "paris", "luftwaffe"), Announced()))
    assert combat.announced(play.position) == [] and at(play, "home-guard") == "paris@1"
    assert at(play, "luftwaffe").endswith("@2") and broken(play, Attack("ground", "paris", "army-group-b"))


def test_5_3_the_powers_of_the_defending_side_commit_in_any_order() -> None:
    units = "army-group-b western-germany@2, home-guard paris@1, royal-air-force london@2, 12th-fleet western-approaches@1"
    war = {"at_war": ["germany usa", "japan usa"]}
    plays = []
    for order in ((0, 1), (1, 0)):
        play = do(table(units, **war), Attack("ground", "paris", "army-group-b"), Announced())  # type: ignore[arg-type]
        answers = Defend("ground", "paris", "royal-air-force"), Defend("ground", "paris", "12th-fleet")
        plays.append(do(play, *(answers[number] for number in order)).state)
    assert plays[0].stacks == plays[1].stacks and plays[0].markers == plays[1].markers


def test_5_3_a_power_that_commits_no_more_is_asked_no_more() -> None:
    units = "army-group-b western-germany@2, home-guard paris@1, royal-air-force london@2, 12th-fleet western-approaches@1"
    play = do(table(units, at_war=["germany usa", "japan usa"]), Attack("ground", "paris", "army-group-b"), Announced())
    do(play, CommitNoMore("usa"))
    assert broken(play, Defend("ground", "paris", "12th-fleet")) == ["defend/power"]
    assert broken(play, CommitNoMore("usa")) == ["defend/power"]
    do(play, CommitNoMore("afa"))
    assert play.pending is None
