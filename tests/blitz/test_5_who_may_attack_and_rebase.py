"""5.1 to 5.3: what hinders an attack, a landing or a rebase, and the nearest that does not."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.condition import parse_condition
from engine.titles.blitz import agenda
from engine.titles.blitz.land import combat, land
from engine.titles.blitz.orders import Announced, Attack, MoveUnit, Rebase, Resolve
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.vocabulary import FOUGHT, MOVED, RETURNED
from tests.blitz.table import agenda_of, at, broken, do, keys, settle, table

pytestmark = pytest.mark.section("5.3")
USA_AT_WAR = ["germany usa"]


@pytest.mark.section("9.7")
@pytest.mark.parametrize(("second", "wrong"), [("3rd-army", []), ("royal-air-force", ["blitz/foot"])])
def test_9_7_each_power_has_one_heavy_unit_of_its_own(second: str, wrong: list[str]) -> None:
    force = f"8th-army paris@2, {second} paris@2"
    play = table(force, power="afa", at_war=USA_AT_WAR, blitzing={"afa": "foot", "usa": "foot"}, options={"foot-blitz": "yes"})
    assert broken(play, Attack("ground", "western-germany", f"8th-army, {second}")) == wrong


@pytest.mark.parametrize(
    ("watcher", "wrong"),
    [("baltic-trs", []), ("condors", ["attack/beach"]), ("u-boat-i", ["attack/beach"]), ("high-seas-fleet", ["attack/beach"])],
)
def test_5_3_aircraft_and_warships_hinder_a_landing_and_a_trs_does_not(watcher: str, wrong: list[str]) -> None:
    force = "europe-trs north-sea@2 [cargo=afa/2nd-army], 2nd-army north-sea@2 [aboard]"
    play = table(f"{force}, {watcher} north-sea@1", power="afa")
    assert broken(play, Attack("ground", "western-germany", "2nd-army")) == wrong


@pytest.mark.parametrize(("sea", "wrong"), [("north-sea", []), ("western-approaches", ["attack/ship"])])
def test_5_3_a_cv_attacks_a_port_on_its_own_sea_area_alone(sea: str, wrong: list[str]) -> None:
    play = table(f"north-atlantic-fleet {sea}@2, bb-fleet western-germany@1", power="afa")
    assert broken(play, Attack("port", "western-germany", "north-atlantic-fleet")) == wrong


def test_5_3_the_answer_to_a_cv_that_is_beside_no_port_attacked_names_its_sea_area() -> None:
    """The second CV is announced for the fleet in the other Port, beside an air unit that could attack both."""
    ships = "bb-fleet spain@1 [at:mediterranean-sea!], high-seas-fleet spain@1 [at:western-approaches!]"
    carriers = "force-h western-approaches@1, eastern-fleet mediterranean-sea@1, bomber-command london@2"
    play = table(f"{carriers}, {ships}", power="afa", take={"spain": "germany"}, markers={"ally/iberia": "germany"})
    (wrong,) = play.check(Attack("port", "spain", "bomber-command, force-h, eastern-fleet"))
    assert (wrong.rule, set(wrong.found.split(", "))) == ("attack/port-sea", {"western-approaches", "mediterranean-sea"})


@pytest.mark.parametrize(
    ("carrier", "wrong"),
    [
        ("big-bomber-command london@3", []),
        ("bomber-command london@2", ["attack/a-bomb"]),  # three Strategic Factors
        ("8th-air-force london@2", ["attack/a-bomb"]),  # another power's
        ("big-bomber-command scotland@3", ["attack/a-bomb"]),
        ("home-guard london@1", ["attack/a-bomb"]),
    ],
)
def test_5_3_an_a_bomb_is_carried_by_its_own_powers_unit_from_the_same_area(carrier: str, wrong: list[str]) -> None:
    play = table(f"british-a-bomb london@1, {carrier}", power="afa", at_war=USA_AT_WAR)
    (bomb,) = keys(play, "british-a-bomb")
    found = combat.check_committed(play.position, bomb, "factory", "western-germany", attacking=True)
    assert [one.rule for one in found] == wrong


def test_5_3_aircraft_whose_ground_attack_gets_no_land_unit_return() -> None:
    """The army could have joined, so the Stukas may be announced before it; it attacks elsewhere."""
    play = table("stukas western-germany@2, army-group-b western-germany@2, home-guard paris@1", at_war=["germany ussr"])
    settle(do(play, Attack("ground", "paris", "stukas"), Announced()))
    (key,) = keys(play, "stukas")
    told = parse_condition(key.condition)
    assert combat.announced(play.position) == [] and (key.area, told.target) == ("western-germany", "")
    assert set(told.words) == {FOUGHT, RETURNED}


def test_5_3_aircraft_whose_target_has_just_been_taken_return() -> None:
    force = "2nd-army paris@2, 8th-army paris@2, bomber-command london@2, volkssturm western-germany@1"
    play = table(force, power="afa", dice=[6, 1])
    attacks = Attack("ground", "western-germany", "2nd-army, 8th-army"), Attack("factory", "western-germany", "bomber-command")
    settle(do(play, *attacks, Announced()))
    settle(do(play, Resolve("ground", "western-germany")))
    settle(do(play, Resolve("factory", "western-germany")))
    (key,) = keys(play, "bomber-command")
    assert parse_condition(key.condition).target == "" and {FOUGHT, RETURNED} <= set(board.words(key))
    assert [event.kind for event in play.events if isinstance(event, ev.BattleStarted)] == ["ground"]


def test_5_3_an_attack_whose_units_are_gone_is_not_fought() -> None:
    play = table("army-group-b western-germany@2, home-guard paris@1")
    settle(do(play, Attack("ground", "paris", "army-group-b"), Announced()))
    changes.destroy(play, *keys(play, "army-group-b"))
    settle(do(play, Resolve("ground", "paris")))
    assert play.state.battles == 0 and combat.announced(play.position) == []


# 5.1


@pytest.mark.section("5.1")
@pytest.mark.parametrize(
    ("unit", "word", "wrong"),
    [
        ("luftwaffe", "returned", []),
        ("luftwaffe", "sailed", ["rebase/moved"]),
        ("luftwaffe", "moved", ["rebase/moved"]),
        ("high-seas-fleet", "returned", []),
        ("1st-para", "returned", ["rebase/moved"]),  # it came ashore from a TRS
        ("1st-para", "fought", []),
    ],
)
def test_5_1_what_has_moved_earlier_does_not_rebase(unit: str, word: str, wrong: list[str]) -> None:
    play = table(f"{unit} western-germany@1 [{word}]", phase="rebase")
    assert broken(play, Rebase(unit, "western-germany > berlin")) == wrong


@pytest.mark.section("5.1", "7.8")
@pytest.mark.parametrize(
    ("path", "carry", "wrong"),
    [
        ("london > eastern-canada > paris", "american-a-bomb", []),  # 4 to Canada and 5 back
        ("london > eastern-canada > vichy-france", "american-a-bomb", ["rebase/a-bomb"]),  # 4 and 6 of 9
        ("london > paris", "american-a-bomb", ["rebase/a-bomb"]),
        ("london > eastern-canada > paris", "american-a-bomb, british-a-bomb", ["rebase/a-bomb"]),
        ("london > eastern-canada > paris", "british-a-bomb", ["rebase/a-bomb"]),
        ("london > eastern-canada > paris", "1st-tactical-air-force", ["rebase/a-bomb"]),
    ],
)
def test_5_1_an_a_bomb_is_taken_up_on_a_way_within_range(path: str, carry: str, wrong: list[str]) -> None:
    """An air unit of three movement, four Strategic Factors: nine to rebase with."""
    bombs = "american-a-bomb eastern-canada@1, british-a-bomb eastern-canada@1, 1st-tactical-air-force eastern-canada@1"
    play = table(f"8th-air-force london@2, {bombs}", phase="rebase", power="afa", at_war=USA_AT_WAR)
    assert broken(play, Rebase("8th-air-force", path, carry)) == wrong


@pytest.mark.section("5.1")
def test_5_1_a_ship_takes_the_shortest_way_where_two_ports_are_open() -> None:
    play = table("home-fleet paris@1", phase="rebase", power="afa", take={"spain": "afa"}, markers={"ally/iberia": "afa"})
    do(play, Rebase("home-fleet", "paris > spain"))
    (moved,) = (event for event in play.events if isinstance(event, ev.UnitsMoved))
    assert moved.path == ("paris", "western-approaches", "spain")
    assert "at:western-approaches" in keys(play, "home-fleet")[0].condition


# 5.2


@pytest.mark.section("5.2", "1.3")
@pytest.mark.parametrize(
    ("unit", "goal", "wrong"),
    [
        ("army-group-b spain@2", "gibraltar", []),
        ("big-army-group-a spain@3", "gibraltar", ["move/stacking"]),
        ("big-army-group-a spain@3", "portugal", []),
    ],
)
def test_5_2_no_more_than_two_sizes_move_onto_an_enemy_island(unit: str, goal: str, wrong: list[str]) -> None:
    play = table(unit, phase="move", take={"spain": "germany", "portugal": "afa"}, markers={"ally/iberia": "germany"})
    assert broken(play, MoveUnit(unit.split()[0], f"spain > {goal}")) == wrong


@pytest.mark.section("5.2")
def test_5_2_who_lands_from_a_trs_has_moved() -> None:
    force = "europe-trs western-approaches@2 [cargo=afa/2nd-army], 2nd-army western-approaches@2 [aboard]"
    play = do(table(force, phase="move", power="afa"), MoveUnit("2nd-army", "western-approaches > paris"))
    (key,) = keys(play, "2nd-army")
    assert (key.area, board.is_aboard(key), board.words(key)) == ("paris", False, (MOVED,))
    assert broken(play, MoveUnit("2nd-army", "paris > vichy-france")) == ["move/moved"]


@pytest.mark.section("5.2", "3.2")
def test_3_a_march_waits_for_what_is_to_be_settled_and_ends_with_a_unit_that_is_gone() -> None:
    play = table("army-group-b berlin@2, stukas berlin@2", phase="move")
    agenda.before(play, "base stukas")
    land.TASKS["march"].does(play, ("army-group-b", "berlin", "western-germany"))
    assert agenda_of(play)[-1] == "march army-group-b berlin western-germany" and at(play, "army-group-b") == "berlin@2"
    play = table()
    before, (gone,) = len(play.events), keys(play, "ju-88s")
    land.TASKS["march"].does(play, (gone.unit, gone.area, "berlin"))
    assert board.is_boxed(play.position, gone) and len(play.events) == before
