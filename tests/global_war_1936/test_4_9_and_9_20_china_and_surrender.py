"""Sections 1.17, 1.22, 4.4 to 4.12, 5.6, 6.1, 9.20 to 9.22, 13.1 to 13.3, 14.4: who is whose as nations are attacked, fall and rise."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.combat.capture import take_area, taker_of
from engine.families.axis_allies.orders import Declare, Move
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.economy.paying import may_open
from engine.titles.global_war_1936.nations import controlled_by, is_minor
from engine.titles.global_war_1936.orders import Cede, Claim, Recruit
from engine.titles.global_war_1936.placing import RECRUITS, recruiting_areas
from engine.titles.global_war_1936.politics import alignment, events, fall, war
from engine.titles.global_war_1936.vocabulary import LINE_LOST, TRACKER
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, begun, play_from, problems, standing

LADEN = "germany: naval-transport [cargo=italy/infantry]; italy: infantry [aboard]"
HOPEH = ("suiyuan", "hopeh", "peking")


@pytest.mark.section("4.9")
@pytest.mark.parametrize("faction", ["kmt", "ccp"])
def test_4_9_a_chinese_faction_attacks_a_warlord_by_an_order(faction: str) -> None:
    play = EARLY.play_from({}, faction, "combat-move", control={area: "hopeh-warlord" for area in HOPEH})
    assert problems(play, Declare("hopeh-warlord", by=faction)) == []


@pytest.mark.section("4.9")
def test_4_9_a_warlord_that_is_not_conquered_goes_to_the_other_faction_with_all_its_areas_and_units() -> None:
    play = EARLY.play_from(
        {"shensi": "ccp: 2 infantry", "suiyuan": "hopeh-warlord: 3 infantry"},
        "ccp",
        "conduct-combat",
        control={"shensi": "ccp"},
        relations={("ccp", "kmt"): "war", ("ccp", "hopeh-warlord"): "war"},
    )
    play.submit(EndPhase())
    assert {play.state.control[area] for area in HOPEH} == {"kmt"} and standing(play, "suiyuan") == "kmt: 3 infantry"


@pytest.mark.section("13.3", "9.22")
def test_13_3_who_has_been_driven_from_china_stays_so_on_the_turns_of_others() -> None:
    play = EARLY.play_from({"shensi": "ccp: 3 infantry"}, "ccp", "conduct-combat", relations={("ccp", "kmt"): "war"})
    while not (play.state.clock.power == "japan" and play.state.clock.phase == "noncombat-move"):
        play.submit(EndPhase())
    assert play.state.standing["kmt"] == "surrendered"


@pytest.mark.section("9.22")
def test_example_9_22_a_former_area_of_the_kmt_that_an_ally_retakes_reverses_its_surrender() -> None:
    play = begun("1936")
    war.declare(play, "japan", "kmt")
    war.declare(play, "japan", "great-britain")
    for area in ("nanking", "szechwan", "hunan", "yunnan", "tsinghai", "kiangsi"):
        fall.give(play, area, "japan", "captured")
    fall.look(play)
    assert play.state.standing["kmt"] == "surrendered"
    fall.give(play, "kiangsi", "great-britain", "captured")
    fall.look(play)
    assert play.state.standing["kmt"] == "active" and play.state.control["kiangsi"] == "kmt"
    fall.look(play)
    assert play.state.standing["kmt"] == "active", "and it stays so while it holds land"


@pytest.mark.section("9.22", "0.5")
@pytest.mark.parametrize(("attacked", "guests"), [(("kmt",), []), (("kmt", "france"), ["kmt: infantry"])])
def test_9_22_who_is_not_aligned_with_a_nation_leaves_what_comes_back_to_it_as_its_surrender_is_reversed(
    attacked: tuple[str, ...], guests: list[str]
) -> None:
    """Nations share land zones while they are aligned: a France at peace with Japan has no foe in common with the Chinese."""
    play = begun("1936")
    for power, other in (("germany", "france"), ("germany", "great-britain"), *(("japan", nation) for nation in attacked)):
        war.declare(play, power, other)
    take_area(play, "paris", "germany")
    fall.look(play)
    fall.give(play, "annam-tonkin", "kmt", "captured")
    for power in ("kmt", "ccp"):
        play.emit(ev.UnitsPlaced(power, "infantry", 1, "annam-tonkin", 1, "test"))
    had = infantry(play)
    fall.give(play, "paris", "great-britain", "captured")
    fall.look(play)
    assert play.state.control["annam-tonkin"] == "france"
    there = standing(play, "annam-tonkin").split("; ")
    assert [text for text in there if text.startswith(("kmt", "ccp"))] == guests
    assert infantry(play) == had, "they go where their own stand"


def infantry(play: Play) -> dict[str, int]:
    """Return how many infantry each Chinese faction has."""
    return {
        power: sum(count for key, count in play.state.stacks.items() if (key.power, key.unit) == (power, "infantry"))
        for power in ("kmt", "ccp")
    }


@pytest.mark.section("9.22")
def test_example_9_22_rome_taken_and_recaptured() -> None:
    play = begun("1939")
    war.declare(play, "italy", "great-britain")
    fall.give(play, "rome", "great-britain", "captured")
    fall.look(play)
    gone = play.state.standing.get("italy")
    fall.give(play, "rome", "germany", "captured")
    fall.look(play)
    assert (gone, play.state.standing["italy"], play.state.control["rome"]) == ("surrendered", "active", "italy")


@pytest.mark.section("13.3.2")
def test_13_3_2_the_kmt_evolves_at_once_when_all_warlords_join_it() -> None:
    play = begun("1936")
    assert is_minor(play.position, "kmt")
    play.submit(Declare("kmt", by="japan"))
    assert income.land_value(play.position, "kmt") >= 13 and not is_minor(play.position, "kmt")


@pytest.mark.section("4.4")
def test_4_4_both_chinese_factions_align_with_who_fights_their_attacker() -> None:
    play = begun("1936")
    war.declare(play, "japan", "soviet-union")
    war.declare(play, "japan", "kmt")
    assert play.position.relation("ccp", "soviet-union") == "allied"


@pytest.mark.section("4.7", "13.1")
def test_table_4_3_mongolia_aligns_with_the_soviets_without_a_condition() -> None:
    play = begun("1936")
    play.submit(Declare("mongolia", by="japan"))
    assert play.state.control["mongolia"] == "soviet-union" and play.position.relation("japan", "soviet-union") == "peace"


@pytest.mark.section("9.22")
def test_9_22_minor_powers_of_a_nation_that_surrenders_go_to_a_member_of_its_alliance_with_their_armies() -> None:
    play = begun("1936")
    for minor in ("hungary", "romania"):
        alignment.align(play, minor, "germany")
    war.declare(play, "germany", "soviet-union")
    army = standing(play, "hungary").removeprefix("germany: ")
    for area in ("berlin", "western-germany", "bavaria"):
        fall.give(play, area, "soviet-union", "captured")
    fall.look(play)
    heir = play.state.control["hungary"]
    assert heir in ("italy", "japan") and standing(play, "hungary") == f"{heir}: {army}"


@pytest.mark.section("9.20", "9.23")
def test_9_20_land_is_returned_to_a_member_that_has_moved_its_capital() -> None:
    play = begun("1939")
    war.declare(play, "united-states", "germany")
    for area in ("gibraltar", "london"):
        fall.give(play, area, "germany", "captured")
    fall.look(play)
    assert taker_of(play.position, "gibraltar", "united-states") == "great-britain"


@pytest.mark.section("9.20", "14.4.1")
def test_9_20_french_land_is_returned_to_free_france() -> None:
    play = begun("1939")
    war.declare(play, "italy", "great-britain")
    fall.give(play, "paris", "germany", "captured")
    fall.look(play)
    war.set_relation(play, "free-france", "italy", "war")
    area = next(one for one, row in TITLE.areas.items() if row.original_owner == "france" and play.state.control.get(one) == "free-france")
    fall.give(play, area, "italy", "captured")
    assert taker_of(play.position, area, "great-britain") == "free-france"


@pytest.mark.section("9.21")
def test_example_9_21_1_free_france_asks_the_soviets_for_syria_and_they_may_return_it() -> None:
    play = begun("1939")
    fall.give(play, "paris", "germany", "captured")
    fall.look(play)
    fall.give(play, "syria", "soviet-union", "captured")
    assert problems(play, Claim("syria")) == [] == problems(play, Cede("syria"))
    play.submit(Claim("syria"))
    assert [one for one in war.check_war(play.position, "free-france", "soviet-union") if one.rule == "war/income"] == []
    play.submit(Cede("syria"))
    assert play.state.control["syria"] == "free-france"


@pytest.mark.section("4.12", "9.24")
def test_4_12_colonies_align_when_their_ruler_fights_the_conqueror_whoever_else_fights_them() -> None:
    play = begun("1936")
    play.submit(Declare("netherlands", by="germany"))
    fall.give(play, "netherlands", "germany", "captured")
    play.submit(Declare("netherlands", by="japan"))
    TRACKER.emit(play, "99", "great-britain")
    play.submit(Declare("germany", by="great-britain"))
    assert play.state.control["sumatra"] == "great-britain"


@pytest.mark.section("5.6")
def test_5_6_the_united_states_at_peace_pay_for_their_war_on_a_minor_power() -> None:
    play = begun("1936")
    TRACKER.emit(play, str(income.full_value(play.position, "united-states")), "united-states")
    have = play.state.resources["united-states", "ipp"]
    play.emit(ev.ResourceChanged("united-states", "ipp", 50, have + 50, "income"))
    before = len(play.events)
    play.submit(Declare("portugal", by="united-states"))
    paid = [(e.power, e.delta) for e in play.events[before:] if isinstance(e, ev.ResourceChanged)]
    assert paid == [("united-states", -10)]


def go(play: Play) -> None:
    if RECRUITS.read(play.state):
        play.submit(Recruit("infantry", recruiting_areas(play.position)[0]))
    play.submit(EndPhase())


@pytest.mark.section("6.1")
def test_6_1_minor_powers_of_one_ruler_play_once_though_one_of_them_is_done_in_its_own_combat_phase() -> None:
    play = begun("1936")
    war.set_relation(play, "soviet-union", "finland", "war")
    alignment.take_control(play, "finland", "germany")
    while play.state.clock.power != "nationalist-spain" or play.state.clock.phase != "conduct-combat":
        go(play)
    for area in TITLE.regions["spain"]:
        fall.give(play, area, "nationalist-spain", "captured")
    acted = []
    for _ in range(7):
        go(play)
        acted.append(play.state.clock.power)
    assert "finland" not in acted and "soviet-union" in acted


@pytest.mark.section("1.22")
def test_1_22_a_fortified_line_stands_when_its_minor_power_aligns() -> None:
    play = begun("1939")
    play.submit(Declare("greece", by="germany"))
    assert play.state.control["thessaly"] == "great-britain" and not LINE_LOST.read(play.state, "thessaly")


@pytest.mark.section("9.22")
def test_9_22_land_of_a_surrendered_nation_is_claimed_by_who_first_moves_a_land_unit_into_it() -> None:
    play = play_from(
        {"yugoslavia": "soviet-union: infantry"},
        "soviet-union",
        "noncombat-move",
        control={"yugoslavia": "soviet-union"},
        standing={"italy": "surrendered"},
        relations={("soviet-union", "italy"): "peace"},
    )
    play.submit(Move("infantry", "yugoslavia > northern-italy"))
    assert play.state.control["northern-italy"] == "soviet-union"
    alive = play_from(
        {"yugoslavia": "soviet-union: infantry"},
        "soviet-union",
        "noncombat-move",
        control={"yugoslavia": "soviet-union"},
        relations={("soviet-union", "italy"): "peace"},
    )
    assert problems(alive, Move("infantry", "yugoslavia > northern-italy")) == ["noncombat-move/land-units"]


@pytest.mark.section("4.8")
def test_table_4_5_the_other_satellites_join_as_france_falls_in_a_war_with_the_soviets() -> None:
    play = begun("1939")
    play.submit(Declare("soviet-union", by="germany"))
    fall.give(play, "paris", "germany", "captured")
    fall.look(play)
    events.place_units_over(play)
    assert {play.state.control[area] for area in ("romania", "hungary", "bulgaria")} == {"germany"}


@pytest.mark.section("4.8")
def test_table_4_5_iraq_joins_for_troops_of_either_axis_power_in_the_turn_of_the_other() -> None:
    beside = next(one for one in TITLE.neighbours["iraq"] if not one.startswith("sea-zone") and one != "iran")
    play = BOARD.play_from({beside: "germany: infantry"}, "italy", "conduct-combat", control={beside: "germany", "iraq": "iraq"})
    events.combat_over(play)
    assert play.state.control["iraq"] == "germany"


@pytest.mark.section("9.22", "14.4.1")
def test_9_22_without_vichy_what_france_holds_at_home_is_nobodys() -> None:
    play = begun("1939")
    fall.NO_VICHY.set(play, "yes")
    fall.give(play, "paris", "germany", "captured")
    fall.look(play)
    assert play.state.control["aquitaine"] == "france" and play.state.standing["france"] == "surrendered"
    assert play.state.control["syria"] == "free-france"


@pytest.mark.section("9.22")
def test_9_22_units_aboard_ships_of_a_friend_leave_no_cargo_behind() -> None:
    play = play_from(
        {"sea-zone-50": LADEN, "rome": "france: infantry"},
        "france",
        "conduct-combat",
        control={"rome": "france"},
        relations={("france", "italy"): "war"},
    )
    fall.look(play)
    assert standing(play, "sea-zone-50") == "germany: naval-transport"


@pytest.mark.section("14.4.2")
def test_14_4_2_a_laden_french_ship_has_its_die_as_others_have() -> None:
    def fate(die: int) -> dict[str, str]:
        stacks = {
            "sea-zone-32": "france: naval-transport [cargo=france/infantry], infantry [aboard]",
            "paris": "germany: infantry",
        }
        play = play_from(
            stacks, "germany", "conduct-combat", control={"paris": "germany"}, dice=[die] * 90, relations={("france", "germany"): "war"}
        )
        before = [e for e in play.events if isinstance(e, ev.UnitsRemoved)]
        fall.look(play)
        assert before == []
        return {zone: standing(play, zone) for zone in ("sea-zone-32", "sea-zone-49") if standing(play, zone)}

    laden = "infantry [aboard], naval-transport [cargo={0}/infantry]"
    assert set(fate(2)) == {"sea-zone-32"} and "free-france" in fate(2)["sea-zone-32"]
    assert fate(5) == {}
    assert fate(8) == {"sea-zone-49": f"vichy-france: {laden.format('vichy-france')}"}
    assert fate(12) == {"sea-zone-32": f"germany: {laden.format('germany')}"}


@pytest.mark.section("1.17")
def test_1_17_the_burma_road_opens_though_the_kmt_itself_holds_burma() -> None:
    play = BOARD.play_from(
        {}, "united-states", "production", control={"yunnan": "kmt", "burma": "kmt"}, relations={("japan", "kmt"): "war"}, round=3
    )
    assert may_open(play.position)
    lost = BOARD.play_from(
        {}, "united-states", "production", control={"yunnan": "kmt", "burma": "japan"}, relations={("japan", "kmt"): "war"}, round=3
    )
    assert not may_open(lost.position) and controlled_by(lost.position, "siam") == ""
