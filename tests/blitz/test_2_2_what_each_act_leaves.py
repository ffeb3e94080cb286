"""1.3, 2.2, 7.4 to 8., 9.7: what an act counts against a Blitz, for whom an owner's units make way, what a Turn End keeps."""

from __future__ import annotations

from typing import Any

import pytest

from engine import events as ev
from engine.orders import Order
from engine.play import Play
from engine.titles.blitz import agenda
from engine.titles.blitz.combat import phases, results
from engine.titles.blitz.orders import Bomb, Build, MoveUnit, PutToSea, Rebase, ReturnToBase
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board
from engine.titles.blitz.turn_end import purses, treasury, turn_end, victory
from engine.titles.blitz.vocabulary import BUILT, CLEAN, COUNTED, DELIVERED, FOOT, LENT, PARTISAN_IN, SAVED
from tests.blitz.table import TITLE, at, do, keys, settle, table

AT_WAR = ["germany usa", "japan usa", "germany ussr"]


@pytest.mark.section("2.2")
@pytest.mark.parametrize(
    ("phase", "units", "order", "sizes"),
    [
        ("return", "home-fleet north-sea@2", ReturnToBase("home-fleet", "london"), 2),
        ("return", "coastal-command north-sea@1", ReturnToBase("coastal-command", "london"), 1),
        (
            "return",
            "europe-trs north-sea@1 [cargo=afa/home-guard], home-guard north-sea@1 [aboard]",
            ReturnToBase("europe-trs", "london"),
            2,
        ),
        ("sea", "home-fleet london@2", PutToSea("home-fleet", "london > north-sea"), 2),
        ("sea", "coastal-command london@1", PutToSea("coastal-command", "london > north-sea"), 1),
        ("rebase", "royal-air-force london@2", Rebase("royal-air-force", "london > scotland"), 2),
        ("move", "2nd-army london@2", MoveUnit("2nd-army", "london > scotland"), 2),
        (
            "move",
            "europe-trs north-sea@1 [cargo=afa/home-guard], home-guard north-sea@1 [aboard]",
            MoveUnit("home-guard", "north-sea > london"),
            1,
        ),
    ],
)
@pytest.mark.parametrize("kind", ["free", "total"])
def test_2_2_each_act_counts_its_sizes_against_a_free_blitz_alone(phase: str, units: str, order: Order, sizes: int, kind: str) -> None:
    play = table(units, phase=phase, power="afa", blitzing={"afa": kind})
    do(play, order)
    assert phases.free_left(play.position, "afa") == (4 - sizes if kind == "free" else 4)


@pytest.mark.section("9.7")
@pytest.mark.parametrize(("unit", "heavy"), [("army-group-center", True), ("army-group-b", False)])
@pytest.mark.parametrize("kind", ["foot", "land"])
def test_9_7_the_one_arm_of_a_blitz_on_foot_is_the_first_that_moves(unit: str, heavy: bool, kind: str) -> None:
    play = table(f"{unit} berlin@2", phase="move", blitzing={"germany": kind}, options={"foot-blitz": "yes"})
    do(play, MoveUnit(unit, "berlin > western-germany"))
    assert FOOT.read(play.state, "germany") == (unit if heavy and kind == "foot" else "")


@pytest.mark.section("1.3")
@pytest.mark.parametrize(
    ("phase", "units", "order"),
    [
        ("rebase", "royal-air-force egypt@1", Rebase("royal-air-force", "egypt > levant")),
        ("rebase", "home-fleet egypt@1", Rebase("home-fleet", "egypt > levant")),
        ("move", "2nd-army egypt@2", MoveUnit("2nd-army", "egypt > levant")),
        ("return", "home-fleet mediterranean-sea@1", ReturnToBase("home-fleet", "levant")),
        ("sea", "home-fleet egypt@1", PutToSea("home-fleet", "egypt > levant")),
        (
            "move",
            "europe-trs mediterranean-sea@1 [cargo=afa/home-guard], home-guard mediterranean-sea@1 [aboard]",
            MoveUnit("home-guard", "mediterranean-sea > levant"),
        ),
    ],
)
@pytest.mark.parametrize(("holder", "guest_of"), [("ussr", True), ("afa", False)])
def test_1_3_whoever_comes_by_whatever_way_makes_the_owners_aircraft_leave(
    phase: str, units: str, order: Order, holder: str, guest_of: bool
) -> None:
    """The Soviets hold the Levant with an air unit alone, and agree; in land of the AFA's own nobody has to leave."""
    own = "1st-air-army levant@1" if guest_of else "australian-air-force levant@1"
    lands = {"levant": holder, "persia": "ussr", "iraq": "ussr", "ankara": "ussr"}
    markers = {f"ally/{name}": "ussr" for name in ("near-east", "turkey")}
    play = table(f"{own}, {units}", phase=phase, power="afa", at_war=AT_WAR, take=lands, markers=markers)
    settle(do(play, order))
    assert at(play, own.split()[0]).startswith("levant") is not guest_of


@pytest.mark.section("1.3", "6.6")
@pytest.mark.parametrize("unit", ["royal-air-force", "home-fleet"])
def test_1_3_who_makes_way_leaves_the_area_for_the_closest_others(unit: str) -> None:
    play = table(f"{unit} egypt@1", power="ussr", at_war=AT_WAR)
    found = {area for area, _ in control.refuges(play.position, keys(play, unit)[0])}
    assert found and "egypt" not in found


@pytest.mark.section("6.6", "1.3")
def test_1_3_who_retreats_into_an_allys_land_makes_its_aircraft_leave_too() -> None:
    lands = {"byelorussia": "ussr", "persia": "ussr"}
    play = table("polish-army persia@2, 1st-air-army persia@1", take=lands, at_war=AT_WAR)
    results._fall_back(play, keys(play, "polish-army")[0]._replace(area="persia"), "persia")
    assert any(task.startswith("make-way 1st-air-army") for task in agenda.tasks(play.position))


def ended(units: str = "", **told: Any) -> Play:
    """A game whose Turn End has been counted."""
    play = table(units, phase="turn-end", dice=[5] * 9, **told)
    play.rules.by_slug["turn-end"].open(play)
    return settle(play)


@pytest.mark.section("7.4", "7.6", "8. Victory and Game End")
def test_7_6_a_turn_end_keeps_what_was_counted_delivered_and_lent() -> None:
    play = ended("north-atlantic-ll north-atlantic@2, arctic-ocean-ll arctic-ocean@1", at_war=AT_WAR)
    assert DELIVERED.read(play.state, "north-atlantic-ll") == DELIVERED.read(play.state, "arctic-ocean-ll") == "1"
    assert DELIVERED.read(play.state, "bering-sea-ll") == ""
    assert (LENT.read(play.state, "usa"), LENT.read(play.state, "afa"), LENT.read(play.state, "ussr")) == ("1 2", "1 1", "")
    assert treasury.lent(play.position, "usa") == 2 and treasury.lent(play.position, "ussr") == 0
    for power in ("germany", "japan", "afa", "usa", "ussr"):
        had = sum(play.state.resources.get((power, name), 0) for name in ("resources", "oil"))
        counted = int(COUNTED.read(play.state, power).split(" ")[1])
        assert counted == had - (1 if power == "germany" else 0), "Germany began with a saved Oil"


@pytest.mark.section("7.6", "7.1")
def test_7_6_a_turn_end_keeps_what_partisans_and_damage_take_and_removes_both() -> None:
    play = table(phase="turn-end", markers={"partisan/chungking": "yes"})
    play.emit(ev.FacilityChanged("berlin", "factory", "germany", "damaged", 2, 2))
    agenda.before(play, "income")
    agenda.run(play)
    assert purses.shortage(play.position, "chungking") == (1, 0) and purses.shortage(play.position, "berlin") == (0, 2)
    assert purses.shortage(play.position, "rome") == (0, 0)
    assert not PARTISAN_IN.read(play.state, "chungking") and not any(play.state.damage.values())
    play.emit(ev.RoundStarted(2))
    assert purses.shortage(play.position, "berlin") == (0, 0), "it was of another turn"


@pytest.mark.section("7.7", "9.6")
@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({}, ""),
        ({"saved-oil": "free"}, "1 2 3"),
        ({"sabotage": "yes", "sabotage-stores": "saved"}, "1 2 3"),
        ({"sabotage": "yes"}, ""),
        ({"sabotage-stores": "saved"}, ""),
    ],
)
def test_7_7_what_a_power_had_saved_is_kept_where_an_option_needs_it(options: dict[str, str], kept: str) -> None:
    play = table(phase="turn-end", options=options, stores={"usa": (2, 3)})
    turn_end._note_saved(play, "usa")
    assert SAVED.read(play.state, "usa") == kept


@pytest.mark.section("7.8", "8. Victory and Game End")
def test_7_8_a_unit_is_built_first_in_one_turn_and_a_test_that_succeeds_is_told() -> None:
    play = table("v-1 germany-pool@1, german-a-bomb germany-track@1", phase="build", turn=9, stores={"germany": (5, 0)},
                 markers={"a-bomb/germany": 2}, dice=[6])  # fmt: skip
    do(play, Build("v-1", "berlin"), Bomb("test"))
    assert BUILT.read(play.state, "v-1") == "9" and BUILT.read(play.state, "v-2") == ""
    (told,) = [event for event in play.events if isinstance(event, ev.TechAdvanced)]
    assert (told.power, told.tech, at(play, "german-a-bomb")) == ("germany", "a-bomb", "germany-pool")
    card = next(row for row in TITLE.own["cards"] if row.rule == "first-built")
    assert victory.SCORED["first-built"](play.position, "germany", card) == 1
    BUILT.set(play, 8, "v-1")
    assert victory.SCORED["first-built"](play.position, "germany", card) == 0


@pytest.mark.section("8. Victory and Game End")
@pytest.mark.parametrize(
    ("tested", "points"),
    [
        ({"usa": 3}, {"usa": 3}),
        ({"usa": 2, "germany": 3, "afa": 3}, {"germany": 3, "afa": 3, "usa": 0}),
        ({"usa": 1, "ussr": 2, "germany": 3}, {"germany": 1, "usa": 0, "ussr": 0}),
        ({"usa": 2}, {"usa": 0}),
    ],
)
def test_8_who_joins_the_atomic_club_in_one_turn_has_the_most_generous_award(tested: dict[str, int], points: dict[str, int]) -> None:
    """The first and the second have three points each (example); one for who comes later."""
    play = table(turn=3, markers={f"a-bomb-tested/{power}": turn for power, turn in tested.items()})
    victory._atomic_club(play)
    assert {power: play.state.points.get((power, "vp"), 0) for power in points} == points
    assert board.game_turn(play.position) == 3


@pytest.mark.section("8. Victory and Game End", "6.6")
def test_8_an_area_that_is_taken_without_loss_is_remembered_until_it_is_taken_with_one() -> None:
    """The USA marches into empty Algeria; a battle for it that costs a Size would be no clean one."""
    play = table("1st-army morocco@2", phase="move", power="afa", at_war=AT_WAR, take={"algeria": "germany", "morocco": "usa"}, turn=3)
    settle(do(play, MoveUnit("1st-army", "morocco > algeria")))
    card = next(row for row in TITLE.own["cards"] if row.rule == "clean-capture" and "usa" in row.powers)
    assert CLEAN.read(play.state, "algeria") == "usa 3" and victory.no_casualties(play.position, "usa", card) == 1
    assert victory.no_casualties(play.position, "afa", card) == 0
    results.note_clean(play, "algeria", "usa", 1)
    assert CLEAN.read(play.state, "algeria") == "" and victory.no_casualties(play.position, "usa", card) == 0
    results.note_clean(play, "algeria", "afa", 0)
    assert victory.no_casualties(play.position, "afa", card) == 1
