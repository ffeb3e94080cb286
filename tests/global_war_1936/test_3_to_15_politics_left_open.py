"""Alignment, surrender, Vichy, China, Spain, objectives: what other tests leave open (3.1, 3.2, 4.7 to 4.12, 9.22, 13.1 to 13.3, 14.4)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.heirs import SURRENDERED
from engine.families.axis_allies.movement.routes import flights
from engine.rules import EndPhase
from engine.state import Stack
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.nations import controlled_by, is_apart
from engine.titles.global_war_1936.orders import Monroe, Resist
from engine.titles.global_war_1936.politics import alignment, events, fall, objectives, spain, war
from engine.titles.global_war_1936.tables import Term
from engine.titles.global_war_1936.treaties import truce
from engine.titles.global_war_1936.vocabulary import SPAIN_WON_BY, STILL_HELD
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, begun, play_from, problems, standing
from tests.global_war_1936.test_3_predicates import measure
from tests.global_war_1936.test_4_to_14_who_gets_what import annexing, surrender
from tests.global_war_1936.test_14_pacts_and_vichy import fallen

# Alignment (4.7 to 4.12)


@pytest.mark.section("4.7")
def test_table_4_3_mongolia_goes_to_the_soviets_but_for_an_attack_by_the_comintern() -> None:
    position = begun("1936").position
    for attacker, protector in (("japan", "soviet-union"), ("great-britain", "soviet-union"), ("soviet-union", "germany")):
        assert alignment.protector(position, "mongolia", attacker) == protector


@pytest.mark.section("4.12", "4.7")
def test_4_12_what_is_left_of_a_minor_power_asks_for_a_war_with_all_who_hold_its_home() -> None:
    home = dict.fromkeys(TITLE.regions["home-poland"], "germany") | {"east-poland": "soviet-union"}
    for soviet in ("peace", "war"):
        relations = {("poland", "germany"): "war", ("poland", "soviet-union"): "war", ("great-britain", "germany"): "war"}
        relations["great-britain", "soviet-union"] = soviet
        play = BOARD.play_from({}, "germany", "conduct-combat", control=home, relations=relations)
        assert alignment.faces(play.position, "poland", "great-britain") is (soviet == "war")


@pytest.mark.section("4.8")
@pytest.mark.parametrize(("round_", "joined"), [(5, False), (6, True)])
def test_table_4_5_siam_aligns_with_japan_as_its_turn_of_january_1939_begins(round_: int, joined: bool) -> None:
    play = EARLY.play_from({}, "japan", "production", round=round_)
    assert is_apart(play.position, "siam") is not joined
    other = EARLY.play_from({}, "germany", "production", round=round_)
    assert is_apart(other.position, "siam")


@pytest.mark.section("4.8")
@pytest.mark.parametrize(("held", "joined"), [
    ({"london": "germany"}, True),
    ({"london": "italy"}, True),
    ({"gibraltar": "germany"}, False),
    ({"gibraltar": "germany", "eastern-egypt": "italy"}, True),
])  # fmt: skip
def test_table_4_5_nationalist_spain_that_has_won_aligns_as_the_axis_has_london_or_both_gates(held: dict[str, str], joined: bool) -> None:
    play = EARLY.play_from({}, "germany", "conduct-combat", control={"madrid": "nationalist-spain"} | held)
    events.check_always(play)
    assert is_apart(play.position, "nationalist-spain"), "it has not won yet"
    SPAIN_WON_BY.emit(play, "nationalist-spain")
    events.check_always(play)
    assert is_apart(play.position, "nationalist-spain") is not joined


@pytest.mark.section("4.8")
@pytest.mark.parametrize("at_war", ["great-britain", "france"])
def test_table_4_4_poland_aligns_with_britain_once_britain_or_france_is_at_war_with_germany(at_war: str) -> None:
    peace = {(one, "germany"): "peace" for one in ("great-britain", "france")}
    play = BOARD.play_from({}, "great-britain", "production", relations=peace | {(at_war, "germany"): "war"})
    assert play.state.control["warsaw"] == "great-britain"
    calm = BOARD.play_from({}, "great-britain", "production", relations=peace)
    assert calm.state.control["warsaw"] == "poland"


@pytest.mark.section("13.2")
def test_13_2_abyssinia_that_has_not_regained_eritrea_has_not_won() -> None:
    play = begun("1936")
    war.set_relation(play, "france", "germany", "war")
    events.check_always(play)
    assert play.state.control["abyssinia"] == "abyssinia"


@pytest.mark.section("4.9", "5.2")
def test_4_9_an_attack_on_a_warlord_by_who_is_at_war_with_both_factions_alarms_nobody_anew() -> None:
    play = begun("1936")
    for faction in ("kmt", "ccp"):
        war.set_relation(play, "japan", faction, "war")
    before = {nation: income.tracker(play.position, nation) for nation in TITLE.turns}
    war.declare(play, "japan", "yunnan-warlord")
    assert {nation: income.tracker(play.position, nation) for nation in TITLE.turns} == before
    assert play.state.control["yunnan"] == "kmt"


# Surrender (9.22, 9.23, 14.4)


@pytest.mark.section("9.23")
def test_9_23_who_moves_its_capital_keeps_what_it_has_earned_since() -> None:
    held, at_war = {"london": "germany", "ontario": "great-britain"}, {("great-britain", "germany"): "war"}
    play = play_from({}, "germany", "conduct-combat", control=held, money={"great-britain": 10}, relations=at_war)
    fall.look(play)
    assert fall.seat_of(play.position, "great-britain") == "ontario" and play.state.resources["great-britain", "ipp"] == 10
    fall.give(play, "ontario", "germany", "captured")
    fall.look(play)
    assert play.state.resources["great-britain", "ipp"] == 0


@pytest.mark.section("9.22")
def test_9_22_what_a_chinese_faction_still_held_reverses_its_surrender_once_it_was_lost_and_retaken() -> None:
    play = play_from({}, "japan", "conduct-combat", control={"sikang": "kmt", "hunan": "japan"})
    STILL_HELD.emit(play, "sikang", "kmt")
    assert "hunan" in fall._keys(play, "kmt") and "sikang" not in fall._keys(play, "kmt")
    fall.give(play, "sikang", "united-states", "captured")
    assert "sikang" in fall._keys(play, "kmt")


@pytest.mark.section("9.22", "13.3")
def test_9_22_a_chinese_faction_without_land_loses_its_units_wherever_they_are() -> None:
    landless = {area: "japan" for area, holder in begun("1939").state.control.items() if holder == "kmt"}
    stacks = {"burma": "kmt: infantry; great-britain: infantry", "sea-zone-86": "kmt: destroyer"}
    play = BOARD.play_from(stacks, "japan", "conduct-combat", control=landless)
    fall.look(play)
    assert play.state.standing["kmt"] == SURRENDERED
    assert not any(key.power == "kmt" for key in play.state.stacks) and standing(play, "burma") == "great-britain: infantry"


@pytest.mark.section("14.4.2")
def test_14_4_2_aircraft_leave_france_as_far_as_they_fly_and_no_further() -> None:
    fighter = Stack("paris", "great-britain", "fighter", 1, "")
    reach = TITLE.units["fighter"].move
    far = {area: len(way) - 1 for area, way in flights(TITLE, "paris").items() if TITLE.areas[area].kind == "land"}
    closed = dict.fromkeys(far, "germany")
    for spaces, found in ((reach, True), (reach + 1, False)):
        goal = next(area for area, distance in far.items() if distance == spaces)
        play = play_from({}, "germany", "conduct-combat", control=closed | {"paris": "france", goal: "great-britain"})
        assert fall._way_out(play, fighter, {"paris"}) == (goal if found else "")


@pytest.mark.section("14.4.3")
def test_14_4_3_vichy_is_at_war_with_free_france_alone() -> None:
    play = fallen()
    assert [power for power in TITLE.turns if play.position.relation("vichy-france", power) == "war"] == ["free-france"]


@pytest.mark.section("9.22", "14.4.1")
@pytest.mark.parametrize(("there", "who"), [
    ("germany: infantry", ""),
    ("great-britain: fighter", ""),
    ("great-britain: infantry", "great-britain"),
    ("germany: infantry; great-britain: infantry", "great-britain"),
    ("france: infantry", ""),
])  # fmt: skip
def test_9_22_land_of_france_goes_to_a_friend_whose_troops_stand_there(there: str, who: str) -> None:
    relations = {("great-britain", "france"): "allied", ("germany", "france"): "war"}
    play = play_from({"normandy": there}, "italy", "conduct-combat", relations=relations)
    assert fall._occupier(play, "normandy") == who


@pytest.mark.section("9.22", "0.5")
def test_9_22_guests_who_find_no_refuge_are_lost() -> None:
    closed = {area: "germany" for area, row in TITLE.areas.items() if row.kind == "land"} | {"sikang": "kmt"}
    play = play_from({"sikang": "ccp: infantry, minor-factory; kmt: infantry"}, "japan", "conduct-combat", control=closed)
    fall._send_off(play, {"ccp"}, "kmt", ["sikang"])
    assert standing(play, "sikang") == "ccp: minor-factory; kmt: infantry"


# China, Slovakia, Monroe, Spain (5.7, 13.1, 13.3, 15.4)


@pytest.mark.section("13.3", "0.5")
def test_13_3_only_its_own_troops_leave_the_ships_of_the_other_faction_and_nobody_without_land() -> None:
    carried = "naval-transport [cargo=ccp/infantry+kmt/infantry]; ccp: infantry [aboard]"
    stacks = {
        "sea-zone-86": f"kmt: infantry [aboard], {carried}",
        "sea-zone-84": "great-britain: naval-transport [cargo=ccp/infantry]; ccp: infantry [aboard]",
    }
    held = {"shensi": "ccp", "yunnan": "kmt", "kansu": "kmt"}
    play = BOARD.play_from(stacks, "japan", "conduct-combat", control=held, relations={("kmt", "ccp"): "allied"})
    truce.part(play)
    assert "kmt: infantry [aboard]" in standing(play, "sea-zone-86") and "ccp" not in standing(play, "sea-zone-86").split(";")[0]
    assert standing(play, "sea-zone-84") == "ccp: infantry [aboard]; great-britain: naval-transport [cargo=ccp/infantry]"
    landless = BOARD.play_from(stacks, "japan", "conduct-combat", control={"shensi": "japan", "ningsia": "japan"})
    before = standing(landless, "sea-zone-86")
    truce.part(landless)
    assert standing(landless, "sea-zone-86") == before


@pytest.mark.section("15.4")
def test_15_4_a_contested_area_without_troops_is_taken_at_once() -> None:
    play = annexing(Resist(contest=True))
    assert play.state.control["slovakia"] == "czechoslovakia", "its militia defends it"


@pytest.mark.section("5.7")
def test_5_7_ships_beside_the_americas_are_enough_whatever_else_a_nation_has() -> None:
    peace = {("united-states", "japan"): "peace"}
    stacks = {"sea-zone-39": "japan: submarine", "tokyo": "japan: infantry"}
    assert problems(BOARD.play_from(stacks, "united-states", "combat-move", relations=peace), Monroe("japan")) == []
    british = {("great-britain", "japan"): "peace"}
    assert problems(BOARD.play_from(stacks, "great-britain", "combat-move", relations=british), Monroe("japan")) == ["monroe/nation"]


@pytest.mark.section("13.1")
def test_13_1_troops_in_spain_stay_where_they_have_won_and_nobody_controls_a_side_any_more() -> None:
    before = dict.fromkeys(TITLE.regions["spain"], "nationalist-spain") | {"catalonia": "republican-spain"}
    stacks = {"madrid": "nationalist-spain: infantry, fighter", "catalonia": "nationalist-spain: infantry"}
    play = EARLY.play_from(stacks, "germany", "conduct-combat", control=before, taken={"catalonia": "nationalist-spain"})
    for ruler, faction in (("germany", "nationalist-spain"), ("soviet-union", "republican-spain")):
        alignment.take_control(play, faction, ruler)
    spain.look(play)
    assert spain.winner(play.position) == "nationalist-spain"
    assert controlled_by(play.position, "nationalist-spain") == controlled_by(play.position, "republican-spain") == ""
    assert not any(isinstance(event, ev.UnitsMoved) for event in play.events)


@pytest.mark.section("13.1")
@pytest.mark.parametrize(("scenario", "power", "came"), [("1936", "germany", 1), ("1936", "italy", 0), ("1939", "germany", 0)])
def test_13_1_volunteers_come_to_who_has_helped_to_win_in_the_game_of_1936(scenario: str, power: str, came: int) -> None:
    board = EARLY if scenario == "1936" else BOARD
    won = {("game", "spain-won"): "nationalist-spain"}
    play = board.play_from({}, power, "noncombat-move", markers=won, control={"madrid": "nationalist-spain"}, dice=[1] * 9)
    play.submit(EndPhase())
    assert sum(n for key, n in play.state.stacks.items() if key.unit == "infantry" and key.area == "berlin") == came


# Objectives (3.1, 3.2)


@pytest.mark.section("3.1")
def test_3_1_a_port_on_a_sea_that_freezes_is_none_that_is_free_of_ice() -> None:
    stacks = {"istanbul": "soviet-union: minor-port", "leningrad": "soviet-union: minor-port"}
    play = play_from(stacks, "germany", "production", control={"istanbul": "soviet-union"})
    assert measure(play, "ports", "soviet-union", what="minor-port", where="sea-zone-16") == 1
    assert measure(play, "ports", "soviet-union", what="minor-port", where="sea-zone-57") == 2
    assert measure(play, "ports", "soviet-union", what="minor-port", where="sea-zone-57 sea-zone-60") == 1


@pytest.mark.section("3.1")
def test_3_1_the_only_new_port_is_the_one_that_is_scored() -> None:
    term = Term(nation="soviet-union", objective="test", part="a", test="ports", who=("soviet-union",), what=("minor-port",), source="test")
    one = play_from({"istanbul": "soviet-union: minor-port"}, "germany", "production", control={"istanbul": "soviet-union"})
    assert objectives._scored(one.position, term, set()) == {"istanbul"}
    old = play_from({"leningrad": "soviet-union: minor-port"}, "germany", "production")
    assert objectives._scored(old.position, term, set()) == set()


@pytest.mark.section("3.2", "14.4.1")
@pytest.mark.parametrize("scored", ["objectives", "cities"])
def test_3_2_a_city_that_free_france_takes_counts_for_the_allies(scored: str) -> None:
    play = begun("1939", options={"victory": scored})
    surrender(play, "france")
    before = objectives.points(play.position, "france")
    fall.give(play, "rome", "free-france", "captured")
    assert objectives.points(play.position, "france") == before + 1
    surrender(play, "great-britain")
    fall.give(play, "berlin", "great-britain", "captured")
    assert objectives.points(play.position, "great-britain") == 0 == objectives.points(play.position, "fec")
