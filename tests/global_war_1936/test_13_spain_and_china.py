"""Section 13: aid for Spain and what its civil war brings, Abyssinia's victory, the truce in China and who breaks it."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.heirs import SURRENDERED
from engine.families.axis_allies.movement.points import points
from engine.families.axis_allies.orders import Buy, Declare, Move
from engine.play import Play
from engine.rules import EndPhase
from engine.state import Stack
from engine.titles.global_war_1936.lend_lease import aid
from engine.titles.global_war_1936.nations import controlled_by
from engine.titles.global_war_1936.orders import Aid, Dock, Regroup
from engine.titles.global_war_1936.politics import events, fall, objectives, spain, war
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, battle, begun, problems, standing

FACTIONS = {
    ("game", "controlled|nationalist-spain"): "germany",
    ("game", "controlled|republican-spain"): "soviet-union",
}
CIVIL = {("nationalist-spain", "republican-spain"): "war"}
SPAIN = {"madrid": "republican-spain: infantry, 2 militia", "galicia": "nationalist-spain: militia"}


@pytest.mark.section("13.1")
def test_13_1_one_allied_power_a_calendar_turn_turns_militia_of_the_factions_into_infantry() -> None:
    play = EARLY.play_from(SPAIN, "france", "production", markers=FACTIONS, money={"france": 5})
    play.submit(Aid("republican-spain", "madrid"))
    assert standing(play, "madrid") == "republican-spain: 2 infantry, militia"
    assert play.state.resources["france", "ipp"] == 3
    assert problems(play, Aid("republican-spain", "madrid")) == ["aid/once"]
    play.submit(Aid("nationalist-spain", "galicia"))
    assert problems(play, Aid("republican-spain", "valencia")) == ["aid/once"]
    aid.round_begun(play)
    assert problems(play, Aid("republican-spain", "madrid")) == ["aid/funds"]
    assert problems(play, Aid("republican-spain", "valencia")) == ["aid/unit"]


@pytest.mark.section("13.1")
def test_13_1_no_other_power_aids_once_one_has_and_none_outside_the_alliance() -> None:
    sent = FACTIONS | {("game", "aided|republican-spain"): "france"}
    play = EARLY.play_from(SPAIN, "great-britain", "production", markers=sent)
    assert problems(play, Aid("nationalist-spain", "galicia")) == ["aid/once"]
    for power in ("germany", "soviet-union"):
        other = EARLY.play_from(SPAIN, power, "production", markers=FACTIONS)
        assert problems(other, Aid("republican-spain", "madrid")) == ["aid/who"]


def won(faction: str, *foes: str) -> Play:
    """Return a game in which a faction has won just now that some nations are at war with."""
    play = begun("1936")
    for foe in foes:
        war.declare(play, foe, faction)
    play.emit(ev.FacilityChanged("madrid", "minor-factory", play.state.control["madrid"], "damaged", 2, 2))
    for area in play.title.regions["spain"]:
        fall.give(play, area, faction, "captured")
    spain.look(play)
    return play


@pytest.mark.section("13.1", "3.1")
def test_13_1_a_comintern_victory_is_an_objective_of_the_soviets() -> None:
    assert objectives.scores(begun("1936").position, "soviet-union")["spanish-civil-war"] == 0
    assert objectives.scores(won("republican-spain").position, "soviet-union")["spanish-civil-war"] == 1
    assert objectives.scores(won("nationalist-spain").position, "soviet-union")["spanish-civil-war"] == 0


@pytest.mark.section("13.1", "4.7")
def test_13_1_a_winner_that_is_attacked_aligns_with_its_protector() -> None:
    for faction, foe, ruler in (
        ("republican-spain", "france", "soviet-union"),
        ("republican-spain", "italy", "soviet-union"),
        ("nationalist-spain", "france", "germany"),
    ):
        assert controlled_by(won(faction).position, faction) == ""
        assert won(faction, foe).state.control["madrid"] == ruler


@pytest.mark.section("13.1", "4.7")
def test_13_1_a_winner_whose_protector_is_at_war_with_its_foe_aligns_at_once() -> None:
    play = begun("1936")
    war.declare(play, "france", "nationalist-spain")
    play.emit(ev.RelationChanged("germany", "france", "peace", "war"))
    for area in play.title.regions["spain"]:
        fall.give(play, area, "nationalist-spain", "captured")
    spain.look(play)
    assert play.state.control["madrid"] == "germany"


@pytest.mark.section("13.1")
def test_13_1_facilities_are_repaired_when_the_war_is_over() -> None:
    assert not won("nationalist-spain").state.damage.get(("madrid", "minor-factory"))


@pytest.mark.section("13.1")
def test_13_1_who_has_helped_the_winner_uses_its_naval_facilities() -> None:
    stacks = {
        "galicia": "nationalist-spain: major-port, minor-dockyard",
        "sea-zone-31": "germany: destroyer, battleship~1",
    }
    zone = next(zone for zone in BOARD.title.neighbours["galicia"] if zone.startswith("sea"))
    stacks = {"galicia": stacks["galicia"], zone: stacks["sea-zone-31"]}
    for winner, reach, wrong in (("nationalist-spain", 4, []), ("", 3, ["repair/dock"])):
        play = BOARD.play_from(stacks, "germany", "production", markers={("game", "spain-won"): winner} if winner else {})
        ship = next(key for key in play.state.stacks if key.unit == "destroyer")
        assert points(play.position, ship) == reach
        assert problems(play, Dock("battleship", zone, "galicia")) == wrong


@pytest.mark.section("13.2")
def test_13_2_abyssinia_that_has_regained_eritrea_aligns_with_france_at_war() -> None:
    play = begun("1936")
    fall.give(play, "eritrea", "abyssinia", "captured")
    events.check_always(play)
    assert play.state.control["abyssinia"] == "abyssinia"
    war.set_relation(play, "france", "germany", "war")
    events.check_always(play)
    assert play.state.control["abyssinia"] == play.state.control["eritrea"] == "france"


@pytest.mark.section("13.3", "4.9")
def test_13_3_either_faction_breaks_the_truce_at_any_time() -> None:
    play = begun("1939")
    assert play.position.relation("kmt", "ccp") == "allied"
    play.submit(Declare("ccp", "kmt"))
    assert play.position.relation("kmt", "ccp") == "war"
    war.unite_china(play)
    assert play.position.relation("kmt", "ccp") == "war"


@pytest.mark.section("13.3", "0.5")
def test_13_3_troops_leave_the_other_s_areas_and_ships_as_the_truce_ends() -> None:
    """Nations share land zones while they are aligned."""
    stacks = {
        "shensi": "ccp: infantry; kmt: 2 militia",
        "yunnan": "kmt: infantry, minor-factory; ccp: 2 infantry, artillery",
        "sea-zone-86": "kmt: naval-transport [cargo=ccp/infantry]; ccp: infantry [aboard]",
    }
    held, truce = {"shensi": "ccp", "yunnan": "kmt", "kansu": "kmt"}, {("game", "chinese-truce"): "yes"}
    play = BOARD.play_from(stacks, "japan", "conduct-combat", control=held, markers=truce, relations={("kmt", "ccp"): "allied"})
    war.declare(play, "ccp", "kmt")
    assert play.position.relation("kmt", "ccp") == "war"
    assert standing(play, "yunnan") == "kmt: infantry, minor-factory"
    assert standing(play, "sea-zone-86").startswith("kmt: naval-transport") and "cargo" not in standing(play, "sea-zone-86")
    assert "kmt" not in standing(play, "shensi") and standing(play, "shensi").startswith("ccp: artillery, 3 infantry")
    assert sum(n for key, n in play.state.stacks.items() if (key.power, key.unit) == ("kmt", "militia")) == 2


@pytest.mark.section("9.22", "0.5", "13.3")
def test_9_22_troops_of_the_other_faction_leave_areas_of_warlords_that_an_ally_inherits_from_the_kmt() -> None:
    """Nations share land zones while they are aligned; the Communists' truce is with the Nationalists."""
    play = begun("1936")
    war.declare(play, "japan", "kmt")
    for area in ("sinkiang", "fukien"):
        play.emit(ev.UnitsPlaced("ccp", "infantry", 1, area, 1, "test"))
    for area in ("nanking", "szechwan", "hunan", "yunnan", "tsinghai"):
        fall.give(play, area, "japan", "captured")
    fall.look(play)
    assert (play.state.control["sinkiang"], play.position.relation("great-britain", "ccp")) == ("great-britain", "peace")
    assert "ccp" not in standing(play, "sinkiang") and standing(play, "shensi") == "ccp: artillery, 6 infantry, 4 militia"
    assert play.state.control["fukien"] == "kmt" and "ccp: infantry" in standing(play, "fukien"), "the truce is with it"


@pytest.mark.section("13.3")
def test_13_3_the_civil_war_goes_on_when_no_foreigner_is_left_in_china() -> None:
    play = begun("1939")
    units = play.title.units
    for key, count in sorted(play.state.stacks.items()):
        if key.power == "japan" and units[key.unit].cls != "facility" and play.title.in_region(key.area, "china"):
            play.emit(ev.UnitsRemoved(key.power, key.unit, count, key.area, key.strength, "combat", key.condition))
    events.check_always(play)
    assert play.position.relation("kmt", "ccp") == "war"


@pytest.mark.section("13.3")
def test_13_3_the_truce_outlasts_a_declaration_of_war_before_anybody_has_come() -> None:
    """It ends "when there are no more non-Chinese units in Continental China": with the last that had come, aircraft too."""
    play = begun("1936")
    war.declare(play, "japan", "kmt")
    events.check_always(play)
    assert play.position.relation("kmt", "ccp") == "allied"
    here = Stack("shantung", "japan", "fighter", 1, "")
    play.emit(ev.UnitsPlaced("japan", "fighter", 1, "shantung", 1, "test"))
    events.check_always(play)
    assert play.position.relation("kmt", "ccp") == "allied"
    play.emit(ev.UnitsRemoved(here.power, here.unit, 1, here.area, 1, "combat", ""))
    events.check_always(play)
    assert play.position.relation("kmt", "ccp") == "war"


@pytest.mark.section("13.3", "9.20")
def test_13_3_a_faction_keeps_what_it_retakes_from_a_foreign_power_during_the_truce() -> None:
    play = BOARD.play_from({}, "ccp", "conduct-combat", relations={("kmt", "ccp"): "allied", ("japan", "ccp"): "war"})
    assert play.state.control["nanking"] == "japan"
    take_area(play, "nanking", "ccp")
    assert play.state.control["nanking"] == "kmt"
    play.ordered = 0
    play.rules.order_over(play)
    assert play.state.control["nanking"] == "ccp"


@pytest.mark.section("13.3")
def test_13_3_a_faction_whose_units_in_china_the_other_has_eliminated_is_beaten() -> None:
    def look(relation: str, stacks: dict[str, str]) -> Play:
        play = EARLY.play_from(stacks, "kmt", "conduct-combat", relations={("kmt", "ccp"): relation})
        fall.look(play)
        return play

    assert look("war", {}).state.standing["ccp"] == SURRENDERED
    assert look("war", {"shensi": "ccp: militia"}).state.standing.get("ccp") != SURRENDERED
    assert look("allied", {}).state.standing.get("ccp") != SURRENDERED


@pytest.mark.section("13.3.1", "13.3.2")
def test_13_3_1_factions_keep_to_china_until_they_evolve() -> None:
    stacks = {"yunnan": "kmt: infantry"}
    near = "annam-tonkin"
    held = {"yunnan": "kmt", near: "great-britain"}
    friends = {("great-britain", "kmt"): "allied"}
    play = BOARD.play_from(stacks, "kmt", "noncombat-move", control=held, relations=friends)
    assert problems(play, Move("infantry", f"yunnan > {near}")) == ["move/china"]
    grown = BOARD.play_from(stacks, "kmt", "noncombat-move", control=held, relations=friends, markers={("game", "evolved|kmt"): "yes"})
    assert problems(grown, Move("infantry", f"yunnan > {near}")) == []


@pytest.mark.section("1.17")
def test_1_17_the_kmt_buys_guns_while_the_burma_road_is_open() -> None:
    def able(markers: dict[tuple[str, str], str]) -> list[str]:
        play = BOARD.play_from(
            {"szechwan": "kmt: minor-factory"}, "kmt", "production", money={"kmt": 20}, markers=markers, control={"yunnan": "kmt"}
        )
        return [unit for unit in ("artillery", "anti-aircraft-artillery") if not problems(play, Buy(unit))]

    assert able({("game", "burma-road-open"): "yes"}) == ["artillery", "anti-aircraft-artillery"] and able({}) == []


@pytest.mark.section("1.17")
def test_1_17_the_burma_road_opens_as_a_calendar_turn_begins() -> None:
    play = begun("1936")
    assert not play.state.markers.get(("game", "burma-road-open"))
    war.declare(play, "japan", "kmt")
    play.emit(ev.RoundStarted(5))
    play.rules.round_begun(play)
    assert play.state.markers["game", "burma-road-open"] == "yes"
    fall.give(play, "burma", "japan", "captured")
    play.rules.round_begun(play)
    assert not play.state.markers.get(("game", "burma-road-open"))


@pytest.mark.section("13.1")
def test_13_1_the_victor_regroups_its_land_and_air_forces_until_its_next_turn_is_over() -> None:
    play = won("nationalist-spain")
    play.emit(ev.UnitsPlaced("nationalist-spain", "infantry", 3, "galicia", 1, "setup"))
    assert problems(play, Regroup("infantry", "galicia", "western-germany")) == ["regroup/areas"]
    assert problems(play, Regroup("9 infantry", "galicia", "madrid")) == ["regroup/units"]
    have = play.state.stacks.get(Stack("madrid", "nationalist-spain", "infantry", 1, ""), 0)
    play.submit(Regroup("2 infantry", "galicia", "madrid"))
    assert play.state.stacks[Stack("madrid", "nationalist-spain", "infantry", 1, "")] == have + 2
    spain.turn_over(play)
    assert problems(play, Regroup("infantry", "galicia", "madrid")) == ["regroup/who"]


@pytest.mark.section("13.1")
def test_13_1_the_ships_of_the_victor_go_to_spanish_ports_and_those_of_the_loser_are_scuttled() -> None:
    play = begun("1936")
    for power in ("nationalist-spain", "republican-spain"):
        play.emit(ev.UnitsPlaced(power, "destroyer", 1, "sea-zone-27", 1, "setup"))
    for area in play.title.regions["spain"]:
        fall.give(play, area, "nationalist-spain", "captured")
    spain.look(play)
    zones = [key.area for key in play.state.stacks if key.power == "nationalist-spain" and key.unit == "destroyer"]
    ports = [
        key.area for key in play.state.stacks if key.power == "nationalist-spain" and key.unit.endswith(("-port", "-shipyard", "-dockyard"))
    ]
    assert zones and all(any(zone in play.title.neighbours[port] for port in ports) for zone in zones)
    assert not any(key.power == "republican-spain" for key in play.state.stacks)


@pytest.mark.section("13.1")
def test_13_1_aircraft_and_cargo_of_the_victor_are_not_left_at_sea() -> None:
    """The faction's turn is over with the war, so they could not land by themselves."""
    play, ship = begun("1936"), "cargo=nationalist-spain/infantry"
    for unit, condition in (("fighter", "used=2 fought"), ("naval-transport", ship), ("infantry", "aboard")):
        play.emit(ev.UnitsPlaced("nationalist-spain", unit, 1, "sea-zone-27", 1, "setup", condition))
    for area in play.title.regions["spain"]:
        fall.give(play, area, "nationalist-spain", "captured")
    spain.look(play)
    found = {
        key.unit: key.area
        for key in play.state.stacks
        if key.power == "nationalist-spain" and (key.condition in ("used=2 fought", ship, "aboard"))
    }
    assert found["fighter"] in play.title.regions["spain"]
    assert found["infantry"] == found["naval-transport"] != "sea-zone-27"


@pytest.mark.section("13.1", "10.1")
def test_13_1_aircraft_over_the_last_area_that_wins_the_war_land_where_spain_was_theirs_before() -> None:
    mine = {area: "republican-spain" for area in TITLE.regions["spain"]} | {"andalusia": "nationalist-spain"}
    stacks = {"andalusia": "republican-spain: 3 infantry [moved from=madrid], fighter [moved used=2]; nationalist-spain: militia"}
    play = EARLY.play_from(stacks, "republican-spain", "conduct-combat", markers=FACTIONS, control=mine, dice=[1] * 6, relations=CIVIL)
    play.submit(battle("andalusia"))
    while play.state.battle:
        play.submit(play.pending.default)
    play.submit(EndPhase("conduct-combat"))
    assert play.state.control["andalusia"] == "republican-spain" and play.state.clock.power != "republican-spain"
    (there,) = [key.area for key in play.state.stacks if (key.power, key.unit) == ("republican-spain", "fighter")]
    assert there != "andalusia" and mine[there] == "republican-spain" and "infantry" in standing(play, "andalusia")
