"""The Garrison Check (section 1.4): which areas need one, what counts as one, who pays."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.families.blocks.production.collect import purse
from engine.families.blocks.production.garrison import check_garrisons, needing, ungarrisoned
from engine.play import Play
from tests.black_swan.board import RULES, play_from, position

pytestmark = pytest.mark.section("1.4")

WAR = "germany infantry-3 berlin, italy infantry-3 rome, great-britain infantry-4 london"


def fees(stacks: str, camp: str = "axis", **more) -> dict[str, str]:
    return ungarrisoned(position(stacks, **more), camp)


@pytest.mark.section("1.6")
def test_1_6_example_copenhagen_costs_germany_and_belgrade_italy_one_pp_each() -> None:
    """Spring 1943: Copenhagen, Belgrade without garrison; Italy answers for the conquered capitals of the Med Front."""
    play = play_from(
        WAR + ", italy infantry-3 athens",
        "declarations",
        "germany",
        money={"germany": 55, "italy": 15},
        control={"copenhagen": "germany", "belgrade": "italy", "athens": "italy"},
    )
    before = len(play.events)
    colonies = {"albania", "tripoli", "tobruk"}
    found = ungarrisoned(play.position, "axis")
    assert {area: power for area, power in found.items() if area not in colonies} == {"copenhagen": "germany", "belgrade": "italy"}
    check_garrisons(play)
    paid = [e for e in play.events[before:] if isinstance(e, ev.ResourceChanged)]
    assert {(e.power, e.area): e.delta for e in paid if e.area not in colonies} == {
        ("germany", "copenhagen"): -1,
        ("italy", "belgrade"): -1,
    }
    assert {e.cause for e in paid} == {"garrison"}
    assert purse(play.position, "germany") == 54 and purse(play.position, "italy") == 14 - len(colonies)


def test_any_ground_or_air_block_of_the_side_is_a_garrison_a_ship_is_none() -> None:
    control = {"copenhagen": "germany"}
    for block, free in (("air-4@1", True), ("fort-3@1", True), ("infantry-3", True)):
        assert ("copenhagen" not in fees(f"{WAR}, germany {block} copenhagen", control=control)) == free
    assert "copenhagen" not in fees(f"{WAR}, italy infantry-3 copenhagen", control=control)
    assert fees(f"{WAR}, germany light-surface-3 southern-baltic", control=control)["copenhagen"] == "germany"


def test_conquered_stars_production_and_capitals_one_fee_for_each_area() -> None:
    """Paris is a star and a capital; Dnipropetrovsk is production; Kursk is neither."""
    held = dict.fromkeys(("paris", "kiev", "dnipropetrovsk", "kursk", "oslo", "trondheim"), "germany")
    stacks = WAR + ", soviet-union infantry-3 moscow"
    found = fees(stacks, control=held)
    assert {area for area in held if area in found} == {"paris", "kiev", "dnipropetrovsk", "oslo"}


def test_what_was_its_camps_own_needs_none() -> None:
    """Paris in British hands is no conquest; neither is a nation's own star."""
    found = fees(WAR + ", france infantry-3 lille", "allies", control={"paris": "great-britain"})
    assert not {"paris", "london", "gibraltar", "cairo"} & found.keys()
    assert {
        "belfast": "great-britain",
        "mosul": "great-britain",
        "abadan": "great-britain",
        "jerusalem": "great-britain",
    }.items() <= found.items()


def test_colonies_mandates_belfast_and_the_trans_caucasus_of_1939() -> None:
    """Every nation has just enough blocks in them at the start; Abadan, Jerusalem and Tripoli's neighbours have to be manned."""
    play = Play(RULES, SeededDice(1))
    play.start("1939")
    assert needing(play.position, "axis") == {"albania": "italy", "tripoli": "italy", "tobruk": "italy"}
    assert ungarrisoned(play.position, "axis") == {}
    allies = needing(play.position, "allies")
    assert {area for area, power in allies.items() if power == "soviet-union"} == {"batumi", "yerevan", "baku"}
    assert {area for area, power in allies.items() if power == "france"} == {"algiers", "tunis", "damascus"}
    assert set(ungarrisoned(play.position, "allies")) == {"jerusalem", "abadan"}


def test_an_area_out_of_supply_needs_its_garrison_all_the_same() -> None:
    found = fees(WAR + ", soviet-union infantry-3 moscow", control={"stalingrad": "germany"})
    assert found["stalingrad"] == "germany"


def test_british_garrisons_of_the_med_end_with_italys_surrender() -> None:
    play = play_from(
        "great-britain infantry-4 london, germany infantry-3 berlin, italy infantry-3 rome",
        control={"albania": "great-britain", "copenhagen": "great-britain"},
    )
    assert {"jerusalem", "mosul", "albania", "belfast"} <= ungarrisoned(play.position, "allies").keys()
    play.emit(ev.PowerChanged("italy", "at-war", "surrendered"))
    assert set(ungarrisoned(play.position, "allies")) & {"jerusalem", "mosul", "albania", "belfast"} == {"belfast"}


def test_minor_nations_and_the_united_states_do_not_pay_their_major_nation_does() -> None:
    found = fees(WAR + ", hungary infantry-3 budapest, soviet-union infantry-3 moscow", control={"kiev": "hungary"})
    assert found["kiev"] == "germany"
    stacks = WAR + ", united-states infantry-4 plymouth"
    assert fees(stacks, "allies", control={"tripoli": "united-states"})["tripoli"] == "great-britain"


def test_soviet_conquests_of_the_axis_are_paid_by_the_soviets() -> None:
    stacks = WAR + ", soviet-union infantry-3 moscow, romania infantry-3 cluj"
    found = fees(stacks, "allies", control={"bucharest": "soviet-union", "ploesti": "soviet-union"})
    assert {found["bucharest"], found["ploesti"]} == {"soviet-union"}


def test_who_has_no_pps_pays_nothing() -> None:
    play = play_from(WAR, "declarations", "germany", control={"copenhagen": "germany"}, money={"italy": 1})
    check_garrisons(play)
    assert purse(play.position, "germany") == purse(play.position, "italy") == 0


def test_italy_answers_for_the_capitals_of_the_med_whoever_has_conquered_them() -> None:
    """1.6, the example: "Italy is responsible for garrisoning Med Front conquered capitals"; other areas are their holder's."""
    control = dict.fromkeys(("belgrade", "athens", "cairo", "oslo"), "germany")
    found = fees(WAR, control=control)
    assert {area: found[area] for area in control} == {"belgrade": "italy", "athens": "italy", "cairo": "germany", "oslo": "germany"}
    alone = fees("germany infantry-3 berlin, great-britain infantry-4 london", control={"belgrade": "germany"})
    assert alone["belgrade"] == "germany", "Italy is neutral"
    assert "rome" not in fees(WAR, control={"rome": "germany"}), "no conquest"


def test_neutral_vichy_france_needs_no_garrisons_and_is_no_conquest_of_itself() -> None:
    """3.3: nobody may enter it; its colonies need theirs once it is at war, Marseille and its capital do not."""
    play = Play(RULES, SeededDice(1))
    play.start("1941")
    vichy = {area for area, holder in play.state.control.items() if holder == "vichy-france"}
    assert {"algiers", "tunis", "damascus", "marseille", "casablanca", "toulouse"} <= vichy
    assert not vichy & needing(play.position, "axis").keys()
    play.emit(ev.PowerChanged("vichy-france", "neutral", "at-war"))
    found = {area: power for area, power in needing(play.position, "axis").items() if area in vichy}
    assert found == {"algiers": "italy", "tunis": "italy", "damascus": "italy"}


def test_what_was_french_is_a_conquest_of_germany_but_not_vichys_capital() -> None:
    held = dict.fromkeys(("marseille", "toulouse", "paris"), "germany")
    assert {area for area in held if area in fees(WAR, control=held)} == {"marseille", "paris"}
    assert "toulouse" not in fees(WAR + ", france infantry-3 lille", "allies"), "French France holds its own"
