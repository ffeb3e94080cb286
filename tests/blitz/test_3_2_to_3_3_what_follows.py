"""3.2, 3.3, 7.2, 9.2: what follows a declaration of war and an alignment, and for whom nothing follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import events as ev
from engine.play import Play
from engine.rules import load_rules
from engine.strictness import Strictness
from engine.titles import load_title
from engine.titles.blitz.orders import GoToWar
from engine.titles.blitz.politics import aligning, entry, politics, returning, road
from engine.titles.blitz.politics.declaring import declare
from engine.titles.blitz.position import board
from engine.titles.blitz.vocabulary import ENTERED, ONCE, RETURNING, WAR
from tests.blitz.table import RULES, TITLE, Dice, agenda_of, broken, do, keys, settle, table
from tests.blitz.test_tables import overlay


@pytest.mark.section("3.3")
def test_3_3_all_that_find_an_ally_do_so_at_once() -> None:
    """Germany goes to war with the USSR: Central Europe and Finland are its allies."""
    play = table(at_war=["germany ussr"])
    politics.settle(play)
    assert [board.ally_of(play.position, one) for one in ("central-europe", "finland")] == ["germany", "germany"]


@pytest.mark.section("3.3", "3.4")
def test_3_3_a_power_that_is_conquered_finds_no_ally() -> None:
    play = table(at_war=["japan afa"])
    play.emit(ev.PowerChanged("japan", "", "conquered", "japan"))
    politics.settle(play)
    assert board.ally_of(play.position, "south-east-asia") == ""


@pytest.mark.section("3.3", "Scenario F. Rise and Fall of Fascism")
def test_3_3_a_country_finds_an_ally_though_a_part_of_it_is_out_of_play() -> None:
    """Iraq is out of play in F; Germany has Egypt and Aden-Kuwait beside the Near East."""
    doors = {"egypt": "germany", "aden-kuwait": "germany"}
    play = table(scenario="rise-and-fall", take=doors)
    assert [board.is_in_play(play.position, area) for area in ("persia", "iraq", "levant")] == [True, False, True]
    politics.settle(play)
    assert board.ally_of(play.position, "near-east") == "germany"


@pytest.mark.section("3.3")
def test_3_3_lands_of_a_great_power_find_no_ally() -> None:
    """French lands that are neutral since France fell are allied by a declaration of war alone (3.4)."""
    told = {"ally/french-north-africa": "nobody", "vichy-france": "yes"}
    play = table(take={"algeria": "", "morocco": ""}, markers=told, at_war=["germany ussr", "germany usa", "japan afa"])
    politics.settle(play)
    assert board.ally_of(play.position, "french-north-africa") == ""


@pytest.mark.section("3.2")
@pytest.mark.parametrize(("standing", "has"), [("", "japan"), ("conquered", "germany")])
def test_3_2_japan_has_the_dutch_indies_unless_it_is_out_of_the_game(standing: str, has: str) -> None:
    play = table(phase="move", power="afa")
    if standing:
        play.emit(ev.PowerChanged("japan", "", standing, "japan"))
    declare(play, GoToWar("afa", "belgium-netherlands"))
    owners = [board.holder(play.position, area) for area in ("belgium-netherlands", "borneo", "java", "hollandia")]
    assert owners == ["germany", has, has, has]


@pytest.mark.section("3.2")
@pytest.mark.parametrize(
    ("power", "on", "alone"),
    [
        ("germany", "norway", False),
        ("japan", "norway", True),
        ("afa", "belgium-netherlands", True),
        ("ussr", "turkey", True),
    ],
)
def test_3_2_a_minor_fights_alone_who_is_at_peace_with_its_allies(power: str, on: str, alone: bool) -> None:
    """Germany is at war with the AFA, Japan is not; the AFA is at war with Germany, and not with Japan that has Borneo."""
    play = table(phase="move", power=power)
    declare(play, GoToWar(power, on))
    assert bool(WAR.read(play.state, on, power)) is alone


@pytest.mark.section("3.2", "Scenario F. Rise and Fall of Fascism")
def test_3_2_no_war_is_declared_on_a_country_out_of_play() -> None:
    play = settle(table(phase="move", scenario="rise-and-fall"))
    assert broken(play, GoToWar("germany", "mexico")) == broken(play, GoToWar("germany", "turkei")) == ["declare/unknown"]
    assert broken(play, GoToWar("germany", "norway")) == broken(play, GoToWar("germany", "near-east")) == []


@pytest.mark.section("3.3")
def test_3_play_is_paused_for_what_a_declaration_brings_about() -> None:
    """Also in a record that looks for what moves bring about as each phase ends."""
    play = table(phase="move", power="japan", options={"pause-play": "phases"})
    settle(do(play, GoToWar("japan", "afa")))
    assert board.ally_of(play.position, "south-east-asia") == "japan" and agenda_of(play) == []


@pytest.mark.section("7.2")
def test_7_2_politics_are_looked_at_once_a_power_has_entered_the_war() -> None:
    play = table()
    entry.enter(play, "ussr")
    assert agenda_of(play) == ["politics"]


@pytest.mark.section("7.2", "3.2")
def test_7_2_who_has_entered_the_war_declares_it_as_it_likes() -> None:
    for told, wrong in (({}, ["declare/neutral-entry"]), ({"entered/ussr": "yes"}, [])):
        play = table(phase="move", power="ussr", markers=told)
        for on in ("germany", "finland", "sweden", "central-europe"):
            assert broken(play, GoToWar("ussr", on)) == wrong, on
        assert entry.is_bound(play.position, "ussr") is not bool(told)


@pytest.mark.section("7.2")
@pytest.mark.parametrize(("war", "boxes"), [("japan ussr", 1), ("ussr japan", 1), ("japan afa", 0), ("germany usa", 0)])
def test_7_2_war_with_japan_brings_the_soviets_nearer_to_the_war(war: str, boxes: int) -> None:
    play = table()
    before = entry.box(play.position, "ussr")
    for _ in range(2):
        entry.go_to_war(play, *war.split())
        assert entry.box(play.position, "ussr") == before + boxes
    assert ENTERED.read(play.state, "ussr") == ""


@pytest.mark.section("7.2")
def test_7_2_only_the_wars_of_japan_move_the_marker_each_turn() -> None:
    assert entry.struck(table(markers={"declared/ussr/japan": "yes", "declared/germany/ussr": "yes"}).position) == []
    for on in ("afa", "belgium-netherlands"):
        assert entry.struck(table(markers={f"declared/japan/{on}": "yes"}).position) == ["japan-at-war-with-afa"]


@pytest.mark.section("7.2", "Scenario D. Barbarossa")
def test_7_2_nothing_moves_in_a_scenario_without_neutral_entry() -> None:
    play = table(scenario="barbarossa")
    before = len(play.events)
    entry.happens(play, "axis-takes-gibraltar")
    assert len(play.events) == before and ONCE.read(play.state, "axis-takes-gibraltar") == ""


@pytest.mark.section("7.2")
def test_7_2_what_happens_once_for_one_power_happens_once(tmp_path: Path) -> None:
    title = load_title("blitz", [overlay(tmp_path, "neutral_entry.csv", "usa,axis-takes-gibraltar,1,house rule,")])
    play = Play(load_rules(title), Dice([]), strictness=Strictness.RAISE)
    play.start("campaign", {}, {})
    before = [entry.box(play.position, power) for power in ("usa", "ussr")]
    for _ in range(2):
        entry.taken(play, "gibraltar")
    assert [entry.box(play.position, power) for power in ("usa", "ussr")] == [box + 1 for box in before]


@pytest.mark.section("3.4")
def test_3_4_nothing_more_comes_back_when_all_have() -> None:
    play = table("alpini-army milan@2", markers={"freed/italy": "yes", "returning/italy": "germany"})
    returning.bring_back(play, "italy")
    assert RETURNING.read(play.state, "italy") == "" and agenda_of(play) == []


@pytest.mark.section("9.2")
def test_9_2_poland_alone_is_neutral_on_the_road_to_war() -> None:
    play, standard = Play(RULES, Dice([]), strictness=Strictness.RAISE), Play(RULES, Dice([]), strictness=Strictness.RAISE)
    play.start("campaign", {"road-to-war": "yes"}, {})
    standard.start("campaign", {}, {})
    changed = {area for area, power in standard.state.control.items() if play.state.control.get(area, "") != power}
    assert changed == {"poland"} and play.state.control.get("poland", "") == ""
    owners = {key.unit: key.power for key in play.state.stacks}
    assert {key.unit for key in standard.state.stacks if owners[key.unit] != key.power} == {"polish-army"}


@pytest.mark.section("9.2")
def test_9_2_only_its_own_units_are_a_neutral_country_s() -> None:
    play = table("2nd-army poland@2, polish-army poland@2")
    road._make_neutral(play, "poland")
    assert {key.unit: key.power for key in keys(play, "2nd-army", "polish-army")} == {"2nd-army": "afa", "polish-army": board.NEUTRAL}


@pytest.mark.section("3.3")
def test_3_3_an_aircraft_s_circle_and_the_lands_beside_a_country() -> None:
    """A sea area costs two moves, a land area one, an Air Route one (5.1). Beside Iberia are two lands of France, Gibraltar, and seas."""
    assert set(aligning.air_circle(TITLE, ("london",), 1)) == {"london", "scotland", "paris", "belgium-netherlands"}
    assert {"north-sea", "western-approaches"} < set(aligning.air_circle(TITLE, ("london",), 2))
    assert aligning._beside(TITLE, TITLE.regions["iberia"]) == {"vichy-france", "gibraltar", "paris"}
