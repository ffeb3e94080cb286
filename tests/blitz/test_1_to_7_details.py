"""1. to 7.: what the sentences between the examples say."""

from __future__ import annotations

import pytest

from engine.events import FacilityChanged
from engine.titles.blitz.agenda import run
from engine.titles.blitz.combat import battles, factors, results
from engine.titles.blitz.orders import Attack, Blitz, Engage, GoToWar, MoveUnit, Rebase
from engine.titles.blitz.politics import aligning, control, entry, returning
from engine.titles.blitz.position import board, changes, supply
from engine.titles.blitz.scenarios import specials
from engine.titles.blitz.sea import sea
from engine.titles.blitz.turn_end import turn_end
from tests.blitz.table import at, broken, do, keys, settle, table

PACIFIC = ["japan usa", "germany usa"]
CUT_OFF = "18th-army spain@2, mediterranean-fleet mediterranean-sea@1, home-fleet western-approaches@1"


@pytest.mark.section("1.5", "1.7")
def test_1_5_a_convoy_keeps_a_sea_friendly_until_it_has_taken_all_its_damage() -> None:
    play = table("u-boat-ii north-atlantic@2")
    assert supply.is_friendly_sea(play.position, "afa", "north-atlantic")
    play.emit(FacilityChanged("north-atlantic", "convoy-canada", "afa", "damaged", 2, 2))
    assert not supply.is_friendly_sea(play.position, "afa", "north-atlantic")


@pytest.mark.section("1.7", "7.8")
def test_1_7_for_building_a_line_passes_neutral_lands() -> None:
    """Norway is reached through Sweden alone."""
    play = table("north-sea-fleet north-sea@1, home-fleet arctic-ocean@1", take={"norway": "germany"})
    assert "norway" not in supply.supplied(play.position, "germany")
    assert "norway" in supply.supplied(play.position, "germany", builds=True)


@pytest.mark.section("1.7", "7.8")
def test_1_7_allies_supply_each_others_units_but_not_their_building() -> None:
    play = table(at_war=PACIFIC, take=dict.fromkeys(("west-coast", "central-plains", "atlantic-seaboard"), "germany"))
    assert "london" in supply.supplied(play.position, "usa")
    assert "london" not in supply.supplied(play.position, "usa", builds=True)


@pytest.mark.section("1.7", "5.3")
def test_1_7_a_land_unit_out_of_supply_does_not_attack_and_is_easier_to_beat() -> None:
    told = {"take": {"spain": "germany"}}
    army = "2nd-army vichy-france@2"
    attack = Attack("ground", "vichy-france", "18th-army")
    assert broken(table(CUT_OFF, **told), attack) == ["attack/supply"]  # type: ignore[arg-type]
    assert broken(table("18th-army spain@2", **told), attack) == []  # type: ignore[arg-type]
    for units, total in ((CUT_OFF, 3.5), ("18th-army spain@2", 1.5)):
        play = table(f"{units}, {army}", power="afa", **told)  # type: ignore[arg-type]
        fire = factors.land_fire(play.position, "spain", keys(play, "2nd-army"), keys(play, "18th-army"))
        assert fire.attack.total == total


@pytest.mark.section("2.2", "4.4")
@pytest.mark.parametrize(("blitz", "due"), [("naval", ["north-sea"]), ("total", ["north-sea"]), ("land", []), ("free", [])])
def test_2_2_a_naval_blitz_fights_where_enemies_are_at_sea(blitz: str, due: list[str]) -> None:
    play = table("u-boat-ii north-sea@2, home-fleet north-sea@2", phase="sea-combat", blitzing={"germany": blitz})
    assert sea.due(play.position) == due


@pytest.mark.section("3.3")
def test_3_3_the_near_east_and_turkey_look_at_what_germany_holds_beside_them() -> None:
    """Two areas beside the Near East in supply; the Caucasus for Turkey."""
    lands = {"ankara": "germany", "caucasus-mountains": "germany"}
    play = table(take=lands)
    assert [aligning.suitor(play.position, country) for country in ("near-east", "turkey")] == ["germany", "germany"]
    fleets = "black-sea-fleet black-sea@1, mediterranean-fleet mediterranean-sea@1"
    cut = table(fleets, take=lands, at_war=["germany ussr"])
    assert not aligning.suitor(cut.position, "near-east")
    one = table(take={"ankara": "germany"})
    assert [aligning.suitor(one.position, country) for country in ("near-east", "turkey")] == ["", ""]


@pytest.mark.section("3.4")
@pytest.mark.parametrize(("fleet", "conquered"), [("", True), ("mediterranean-fleet mediterranean-sea@1", False)])
def test_3_4_a_country_is_conquered_only_by_who_is_in_supply_there(fleet: str, conquered: bool) -> None:
    play = table(fleet)
    control.take_control(play, "malta", "germany")
    run(play)
    assert board.is_conquered(play.position, "malta") is conquered


@pytest.mark.section("3.4")
def test_3_4_small_units_come_back_before_big_ones() -> None:
    both = table("2nd-army afa-set-aside@2, big-2nd-army afa-set-aside@4")
    assert [key.unit for key in returning.set_aside(both.position, "great-britain")] == ["2nd-army"]
    big = table("big-2nd-army afa-set-aside@4")
    assert [key.unit for key in returning.set_aside(big.position, "great-britain")] == ["big-2nd-army"]


@pytest.mark.section("3.4")
@pytest.mark.parametrize(("algeria", "power"), [("germany", "germany"), ("afa", "afa")])
def test_3_4_french_ships_stay_allied_more_often_if_the_allies_have_north_africa(algeria: str, power: str) -> None:
    """A 1 that counts as 2."""
    told = {"vichy-france": "yes", "ally/vichy-france": "afa", "conquered/france": "allies", "fallen/france": "yes"}
    lands = {"paris": "germany", "vichy-france": "afa", "algeria": algeria}
    play = table("18th-army paris@2, marine-nationale vichy-france@2", phase="move", take=lands, markers=told, dice=[1])
    settle(do(play, MoveUnit("18th-army", "paris > vichy-france")))
    assert keys(play, "marine-nationale")[0].power == power


@pytest.mark.section("4.4")
def test_4_4_only_aircraft_for_the_sea_fly_to_a_sea_combat() -> None:
    units = "u-boat-ii north-sea@2, coastal-command london@1, bomber-command london@1"
    play = table(units, phase="sea-combat")
    assert [key.unit for key in sea.flyers(play.position, "afa", "north-sea")] == ["coastal-command"]


@pytest.mark.section("5.1")
def test_5_1_transports_of_the_enemy_bar_no_rebase() -> None:
    play = table("empire-trs london@1, baltic-trs western-approaches@1", power="afa", phase="rebase")
    assert broken(play, Rebase("empire-trs", "london > paris")) == []


@pytest.mark.section("5.3")
def test_5_3_no_landing_where_an_enemy_warship_is_at_sea() -> None:
    landing = "central-trs micronesia@1 [cargo=japan/snlf], snlf micronesia@1 [aboard]"
    order = Attack("ground", "midway-islands", "snlf")
    assert broken(table(landing, at_war=["japan usa"]), order) == []
    assert broken(table(f"{landing}, us-sub micronesia@1", at_war=["japan usa"]), order) == ["attack/beach"]


@pytest.mark.section("5.3")
def test_5_3_an_air_unit_that_has_fought_at_sea_attacks_nothing_on_land() -> None:
    play = table("luftwaffe western-germany@2 [fought], 18th-army western-germany@2")
    assert broken(play, Attack("ground", "paris", "18th-army, luftwaffe")) == ["attack/once"]


@pytest.mark.section("5.3")
def test_5_3_the_triangles_of_the_maginot_line_look_to_germany() -> None:
    units = "army-group-center {}@2, maginot-line paris@1"
    for area, total in (("western-germany", 0), ("belgium-netherlands", 5)):
        play = table(units.format(area), take={"belgium-netherlands": "germany"})
        fire = factors.land_fire(play.position, "paris", keys(play, "army-group-center"), keys(play, "maginot-line"))
        assert fire.attack.total == total, area


@pytest.mark.section("6.2")
def test_6_2_all_but_marines_attack_from_a_transport_at_half() -> None:
    units = "royal-marines north-sea@1 [aboard], 2nd-army north-sea@2 [aboard]"
    trs = "europe-trs north-sea@2 [cargo=afa/2nd-army+afa/royal-marines]"
    play = table(f"{trs}, {units}", power="afa", take={"belgium-netherlands": "germany"})
    attackers = keys(play, "royal-marines", "2nd-army")
    assert factors.land_fire(play.position, "belgium-netherlands", attackers, []).attack.total == 3.5


@pytest.mark.section("6.3")
def test_6_3_carriers_count_half_in_a_port_attack() -> None:
    play = table("8th-fleet japanese-coast@2", power="afa", at_war=PACIFIC)
    fleet = keys(play, "8th-fleet")
    full, half = (factors.naval_fire(play.position, fleet, [], "tokyo", port=port).total for port in (False, True))
    assert (full, half) == (4, 2)


@pytest.mark.section("6.5")
def test_6_5_a_unit_with_an_asterisk_is_used_once() -> None:
    play = table(
        "kamikazes japanese-coast@1, 2nd-fleet japanese-coast@1, pacific-fleet japanese-coast@2",
        phase="sea-combat",
        at_war=PACIFIC,
        dice=[1, 1],
    )
    settle(do(play, Engage("japanese-coast")))
    assert at(play, "kamikazes") == "japan-pool"


@pytest.mark.section("6.6")
def test_6_6_armour_from_a_transport_counts_half_and_forts_defend_as_armour() -> None:
    trs = "europe-trs north-sea@2 [cargo=afa/8th-army], 8th-army north-sea@2 [aboard]"
    play = table(f"{trs}, westwall western-germany@1, 18th-army western-germany@2", power="afa")
    guards = keys(play, "westwall", "18th-army")
    assert factors.armour(play.position, "western-germany", keys(play, "8th-army"), guards) == (1, 1)


@pytest.mark.section("6.6")
def test_6_6_a_fort_that_must_retreat_takes_a_point_instead() -> None:
    units = "atlantic-wall paris@2, 2nd-army belgium-netherlands@2"
    play = table(units, power="afa", take={"paris": "germany", "belgium-netherlands": "afa"})
    do(play, Attack("ground", "paris", "2nd-army"))
    battles.begin(play, "ground", "paris")
    results.drive(play, "atlantic-wall")
    assert at(play, "atlantic-wall") == "paris@1"


@pytest.mark.section("6.6")
def test_6_6_nobody_retreats_to_where_an_attack_is_still_to_come() -> None:
    units = "18th-army paris@1, 2nd-army vichy-france@2, british-expeditionary-force vichy-france@2, 8th-army north-sea@1 [aboard]"
    trs = "europe-trs north-sea@2 [cargo=afa/8th-army]"
    lands = {"paris": "germany", "belgium-netherlands": "germany"}
    fallen = {"conquered/france": "allies", "fallen/france": "yes"}
    play = table(f"{units}, {trs}, landwehr belgium-netherlands@1", power="afa", take=lands, markers=fallen)
    assert set(results.retreats(play.position, keys(play, "18th-army")[0])) == {
        "belgium-netherlands",
        "western-germany",
    }
    do(play, Attack("ground", "paris", "2nd-army"), Attack("ground", "belgium-netherlands", "8th-army"))
    assert results.retreats(play.position, keys(play, "18th-army")[0]) == ["western-germany"]


@pytest.mark.section("6.6")
def test_6_6_of_two_powers_the_one_with_more_factors_takes_control() -> None:
    units = "home-guard belgium-netherlands@1, malta belgium-netherlands@1, 9th-army belgium-netherlands@2"
    play = table(units, power="afa", at_war=PACIFIC)
    assert control.disputed(play, "paris", keys(play, "home-guard", "malta", "9th-army")) == "usa"


@pytest.mark.section("7.2")
def test_7_2_gibraltar_counts_once() -> None:
    play = table(markers={"entry/usa": 3, "entry/ussr": 3})
    for _ in range(2):
        control.take_control(play, "gibraltar", "germany")
        run(play)
        control.take_control(play, "gibraltar", "afa")
        run(play)
    assert [entry.box(play.position, power) for power in ("usa", "ussr")] == [4, 4]


@pytest.mark.section("7.6")
def test_7_6_damage_to_factories_costs_resources() -> None:
    play = table(phase="turn-end")
    before = turn_end.collect(play, "germany")
    play.emit(FacilityChanged("berlin", "factory", "germany", "damaged", 2, 2))
    assert turn_end.collect(play, "germany") == (before[0] - 2, before[1])


@pytest.mark.section("7.8")
def test_7_8_the_maginot_line_is_never_rebuilt() -> None:
    play = table("maginot-line paris@1")
    changes.destroy(play, keys(play, "maginot-line")[0])
    assert at(play, "maginot-line") == ""


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_extra_resources_that_are_not_spent_are_gone_after_the_turn() -> None:
    told = {"borrowed/afa": "4 3"}
    play = table(scenario="rising-sun", phase="build", power="afa", stores={"afa": (5, 0)}, markers=told)
    specials.return_borrowed(play, "afa")
    assert play.state.resources["afa", "resources"] == 2


@pytest.mark.section("2.2")
def test_2_2_each_blitz_costs_its_oil() -> None:
    for kind, cost in (("air", 1), ("land", 1), ("naval", 1), ("total", 2), ("free", 0)):
        poor = table(phase="blitz", blitzing={}, stores={"germany": (5, max(cost - 1, 0))})
        assert broken(poor, Blitz("germany", kind)) == (["blitz/oil"] if cost else []), kind  # type: ignore[arg-type]
        rich = do(table(phase="blitz", blitzing={}, stores={"germany": (5, 2)}), Blitz("germany", kind))  # type: ignore[arg-type]
        assert rich.state.resources["germany", "oil"] == 2 - cost, kind


@pytest.mark.section("2.2")
def test_2_2_four_sizes_are_all_that_a_free_blitz_moves() -> None:
    units = "zeroes tokyo@2, naval-air tokyo@2, army-air tokyo@1"
    play = table(units, phase="rebase", blitzing={"japan": "free"}, at_war=["japan usa"])
    do(play, Rebase("zeroes", "tokyo > formosa"), Rebase("naval-air", "tokyo > port-arthur"))
    assert broken(play, Rebase("army-air", "tokyo > port-arthur")) == ["blitz/free"]


@pytest.mark.section("3.2")
@pytest.mark.parametrize(("paris", "wrong"), [("afa", ["declare/too-early"]), ("germany", [])])
def test_3_2_germany_may_attack_the_ussr_once_it_has_paris(paris: str, wrong: list[str]) -> None:
    play = table(phase="move", turn=2, take={"paris": paris})
    assert broken(play, GoToWar("germany", "ussr")) == wrong
