"""1.2 Supply Check, 2.0.2 Lakes, 6.1 Milchkuhe: what a line to the source runs over, and who is cut off."""

from __future__ import annotations

import random

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.families.blocks import supply
from engine.families.blocks.sea import control as sea_control
from engine.families.blocks.sea import waters
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from tests.black_swan.board import RULES, TITLE, play_from, stacks_of

LIBYA = (
    "italy infantry-2 tripoli, germany infantry-3 sirte, germany elite-tank-4@2 sirte, italy heavy-surface-3 central-med, "
    "italy infantry-2 sicily, germany airborne-3 athens, great-britain fort-3 malta, great-britain 4 light-surface-3 central-med"
)
VICHY = {"tunis": "vichy-france", "bone": "vichy-france", "algiers": "vichy-france", "crete": "great-britain"}


def play_at(stacks: str, **more) -> Play:
    """Return a game with the Control Discs where they belong."""
    play = play_from(stacks, **{"phase": "production", **more})
    sea_control.update(play)
    return play


def key_in(position: Position, area: str, power: str, unit: str = "") -> Stack:
    """Return the one stack of a power (and unit) in an area."""
    (found,) = [key for key, _ in position.stacks(area) if key[1] == power and unit in ("", key[2])]
    return found


def supplied(play: Play, area: str, power: str, unit: str = "") -> bool:
    return supply.in_supply(play.position, key_in(play.position, area, power, unit))


@pytest.mark.section("1.2")
def test_example_three_axis_blocks_in_libya_are_cut_off() -> None:
    """The Central Med is British controlled by 6 to 3, and Vichy France is a neutral nation."""
    play = play_at(LIBYA, control=VICHY, at_war=["germany", "italy", "great-britain", "greece"])
    assert sea_control.strength(play.position, "central-med") == {"axis": 3, "western-allies": 6}
    assert play.state.control["central-med"] == "great-britain"
    supply.check(play)
    assert stacks_of(play, "tripoli") == {"italy infantry-2@2 [unsupplied]": 1}
    assert stacks_of(play, "sirte") == {
        "germany elite-tank-4@2 [unsupplied]": 1,
        "germany infantry-3@3 [unsupplied]": 1,
    }
    assert stacks_of(play, "sicily") == {"italy infantry-2@2": 1}
    assert stacks_of(play, "malta") == {"great-britain fort-3@3": 1}, "only the camp on turn is checked"


@pytest.mark.section("1.2")
@pytest.mark.parametrize("conquered", ["malta", "crete"])
def test_example_libya_is_in_supply_when_malta_or_crete_is_conquered(conquered: str) -> None:
    stacks = LIBYA.replace(", great-britain fort-3 malta", "")
    play = play_at(stacks, control={**VICHY, conquered: "germany"}, at_war=["germany", "italy", "great-britain"])
    assert "central-med" not in play.state.control
    assert supplied(play, "tripoli", "italy") and supplied(play, "sirte", "germany", "infantry-3")


@pytest.mark.section("1.2")
def test_example_libya_is_in_supply_when_another_ship_sails_in() -> None:
    play = play_at(LIBYA + ", italy submarine-3 central-med", control=VICHY, at_war=["germany", "italy", "great-britain"])
    assert "central-med" not in play.state.control
    assert supplied(play, "tripoli", "italy") and supplied(play, "sirte", "germany", "infantry-3")


@pytest.mark.section("1.2")
@pytest.mark.parametrize(("crete", "holder"), [("germany", "italy"), ("great-britain", None)])
def test_1_2_2_4_a_contested_zone_carries_supply_with_a_ship_only_a_controlled_one_without(crete: str, holder: str | None) -> None:
    """ "At least one friendly Naval Unit", whichever nation's; "across a controlled Sea Zone a Side can trace Supply" (2.4)."""
    stacks = "italy infantry-2 tripoli, germany infantry-3 athens, great-britain fort-3 malta, germany infantry-3 sirte"
    play = play_at(stacks, control={"crete": crete})
    assert play.state.control.get("central-med") == holder
    assert supplied(play, "tripoli", "italy") == supplied(play, "sirte", "germany") == bool(holder)
    play = play_at(f"{stacks}, italy light-surface-3@1 central-med", control={"crete": crete})
    assert supplied(play, "tripoli", "italy") and supplied(play, "sirte", "germany")


@pytest.mark.section("1.2")
def test_option_supply_ships() -> None:
    """By default only contested zones need a ship, so that "all Units are in Supply" in 1944, Malta's fort, too; else all do."""
    stacks, control = (
        "italy infantry-2 tripoli, great-britain fort-3 malta, {}",
        {"crete": "germany", "athens": "germany"},
    )
    free = {"control": control}
    assert supplied(play_at(stacks.format("germany infantry-3 berlin"), **free), "tripoli", "italy")
    strict = play_at(stacks.format("germany infantry-3 berlin"), **free, options={"supply-ships": "all"})
    assert strict.state.control["central-med"] == "italy" and not supplied(strict, "tripoli", "italy")
    contested = play_at(stacks.format("great-britain 2 submarine-3 central-med"), **free)
    assert "central-med" not in contested.state.control and not supplied(contested, "tripoli", "italy")
    enemy = play_at(stacks.format("great-britain 4 submarine-3 central-med, great-britain 2 submarine-3 tyrrhenian-sea"), **free)
    assert enemy.state.control.get("central-med") != "italy" and not supplied(enemy, "tripoli", "italy")


@pytest.mark.section("8.0")
@pytest.mark.parametrize("option", ["all", "contested"])
@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_8_0_all_units_are_in_supply_at_the_start(scenario: str, option: str) -> None:
    """As every head says; if all zones needed a ship, not the fort in Malta of 1944 (see the README's Readings)."""
    play = Play(RULES, SeededDice(1))
    play.start(scenario, {"supply-ships": option})
    found = [key for camp in ("axis", "allies") for key, _ in supply.unsupplied(play.position, camp)]
    malta = scenario == "1944" and option == "all"
    assert [key[:3] for key in found] == [("malta", "great-britain", "fort-3")] * malta


@pytest.mark.section("1.2")
def test_a_ship_in_a_zone_of_the_enemy_is_in_supply_from_the_next_one() -> None:
    """9.0 Campaigns: the zone a ship occupies may be enemy controlled; the zones between may not."""
    play = play_at(LIBYA, control=VICHY, at_war=["germany", "italy", "great-britain"])
    assert supplied(play, "central-med", "italy")
    far = play_at("italy submarine-3 eastern-med, great-britain 4 light-surface-3 eastern-med")
    assert far.state.control["eastern-med"] == "great-britain"
    assert not supplied(far, "eastern-med", "italy")


@pytest.mark.section("INTRODUCTION", "1.2")
def test_the_other_faction_s_areas_and_ships_carry_no_supply() -> None:
    """Introduction: the two Factions cannot trace supply across what the other controls."""
    fleet = "soviet-union light-surface-2 northern-baltic, great-britain infantry-2 {}, germany infantry-3 berlin"
    assert not supplied(play_at(fleet.format("tallinn")), "tallinn", "great-britain")
    assert supplied(play_at("soviet-union infantry-3 tallinn, " + fleet.format("london")), "tallinn", "soviet-union")


@pytest.mark.section("1.2")
def test_the_canals_and_straits_carry_supply_of_their_side_only() -> None:
    """2.1: if the Western Allies control Gibraltar they (only) can trace supply across; Cairo and Sinai for Suez."""
    fleet = ", ".join(
        f"great-britain light-surface-3 {zone}" for zone in ("the-channel", "central-atlantic", "alboran-sea", "western-med", "central-med")
    )
    malta = f"great-britain fort-3 malta, germany infantry-3 berlin, italy infantry-2 rome, {fleet}"
    assert supplied(play_at(malta), "malta", "great-britain")
    assert not supplied(play_at(malta, control={"gibraltar": "italy"}), "malta", "great-britain")


@pytest.mark.section("1.2")
def test_the_cape_is_a_way_to_malta_when_suez_is_ours() -> None:
    fleet = ", ".join(
        f"great-britain light-surface-3 {zone}"
        for zone in ("the-channel", "central-atlantic", "southern-atlantic", "indian-ocean", "eastern-med", "central-med")
    )
    malta = f"great-britain fort-3 malta, germany infantry-3 berlin, italy infantry-2 rome, {fleet}"
    lost = {"gibraltar": "italy", "alexandria": "italy"}
    play = play_at(malta, control=lost)
    assert supplied(play, "malta", "great-britain")
    assert waters.is_open(play.position, "great-britain", "indian-ocean", "eastern-med")
    lost["sinai"] = "italy"
    play = play_at(malta, control=lost)
    assert not waters.is_open(play.position, "great-britain", "indian-ocean", "eastern-med")
    assert supplied(play, "malta", "great-britain"), "by land from the Red Sea to the Nile"
    lost |= dict.fromkeys(("cairo", "jerusalem", "damascus", "beirut"), "italy")
    assert not supplied(play_at(malta, control=lost), "malta", "great-britain")


@pytest.mark.section("2.0.2")
def test_2_0_2_the_road_of_life_supplies_leningrad_for_the_soviets_only() -> None:
    besieged = "soviet-union fort-4 leningrad, germany infantry-3 tallinn, germany 4 light-surface-3 northern-baltic"
    land = {area for area in TITLE.neighbours["leningrad"] if TITLE.areas[area].kind == "land"}
    play = play_at(besieged, control=dict.fromkeys(land, "germany"))
    assert supplied(play, "leningrad", "soviet-union")
    cut = {**dict.fromkeys(land, "germany"), "tikhvin": "germany"}
    assert not supplied(play_at(besieged, control=cut), "leningrad", "soviet-union")
    germans = "germany infantry-3 tikhvin, soviet-union infantry-3 moscow"
    mirror = dict.fromkeys(TITLE.neighbours["tikhvin"], "soviet-union") | {"leningrad": "germany", "tallinn": "germany"}
    mirror = {area: power for area, power in mirror.items() if area != "tikhvin" and TITLE.areas[area].kind == "land"}
    assert not supplied(play_at(germans, control={**mirror, "riga": "germany"}), "tikhvin", "germany")


@pytest.mark.section("1.2")
def test_siberia_supplies_the_soviets_without_moscow() -> None:
    """Each of the three areas east of the Arkhangelsk-Astrakhan Line is a source if Soviet controlled."""
    play = play_at("soviet-union infantry-3 gorki, germany infantry-3 moscow")
    assert supplied(play, "gorki", "soviet-union")
    lost = dict.fromkeys(play.title.regions["siberia"], "germany")
    assert not supplied(play_at("soviet-union infantry-3 gorki, germany infantry-3 moscow", control=lost), "gorki", "soviet-union")


@pytest.mark.section("7.0")
def test_7_0_a_capital_is_a_source_as_long_as_it_is_held_and_moscow_again_when_retaken() -> None:
    siberia = dict.fromkeys(TITLE.regions["siberia"], "germany")
    stacks = "soviet-union infantry-3 gorki, germany infantry-3 smolensk"
    for moscow, fed in (("soviet-union", True), ("germany", False)):
        play = play_at(stacks, control=siberia | {"moscow": moscow})
        assert supplied(play, "gorki", "soviet-union") is fed
    play.emit(ev.ControlChanged("moscow", "germany", "soviet-union", "captured"))
    assert supplied(play, "gorki", "soviet-union")
    play = play_at("germany infantry-3 munich, great-britain infantry-4 berlin")
    assert not supplied(play, "munich", "germany") and supply.sources(play.position, "germany") == ()


@pytest.mark.section("INTRODUCTION", "1.2")
def test_washington_supplies_the_british_and_london_the_americans() -> None:
    """Introduction: both Washington and London can supply both American and British Units."""
    stacks = (
        "germany infantry-3 london, great-britain infantry-2 glasgow, united-states light-surface-3 {}, "
        "united-states light-surface-3 us-coastal-waters"
    )
    assert supplied(play_at(stacks.format("northern-atlantic")), "glasgow", "great-britain")
    assert not supplied(play_at(stacks.format("southern-atlantic")), "glasgow", "great-britain")
    assert supplied(
        play_at("united-states infantry-3 london, germany infantry-3 berlin, great-britain infantry-2 glasgow"),
        "london",
        "united-states",
    )


@pytest.mark.section("1.2")
def test_a_minor_s_blocks_live_on_its_own_capital_and_on_its_leader_s() -> None:
    play = play_at("poland infantry-4 warsaw, germany infantry-3 berlin, great-britain infantry-2 london")
    assert supplied(play, "warsaw", "poland")
    hungarians = "hungary infantry-3 lvov, germany infantry-3 warsaw, soviet-union infantry-3 moscow"
    lost = {"budapest": "soviet-union", "cluj": "soviet-union", "bratislava": "soviet-union"}
    assert supplied(play_at(hungarians, control={**lost, "lublin": "germany"}), "lvov", "hungary")


@pytest.mark.section("1.2")
def test_areas_of_a_minor_count_when_a_major_of_its_side_reaches_them() -> None:
    """5.3 Victory Check: a Strategic or Production Area only counts when it is in supply."""
    play = play_at("poland infantry-4 warsaw, germany infantry-3 berlin, great-britain infantry-2 london")
    assert "warsaw" in supply.supplied_areas(play.position, "poland"), "its own capital feeds its blocks"
    assert "warsaw" not in supply.supplied_areas(play.position, "great-britain")
    assert {"london", "glasgow"} <= supply.supplied_areas(play.position, "great-britain")
    assert "berlin" in supply.supplied_areas(play.position, "germany")
    assert "rome" in supply.supplied_areas(play.position, "italy"), "a neutral major nation counts what is its own"


@pytest.mark.section("1.2")
def test_blocks_of_neutral_nations_are_always_in_supply() -> None:
    """7.0 Glossary, Neutral Major Nations."""
    play = play_at("italy infantry-2 tobruk, germany infantry-3 berlin", at_war=["germany", "poland"])
    assert supplied(play, "tobruk", "italy")
    supply.check(play)
    assert stacks_of(play, "tobruk") == {"italy infantry-2@2": 1}


@pytest.mark.section("6.1")
@pytest.mark.parametrize(("season", "fed"), [(("fall", 1940), False), (("winter", 1941), True), (("summer", 1943), True)])
def test_6_1_milchkuhe_feed_german_submarines_from_winter_1941(season: tuple[str, int], fed: bool) -> None:
    alone = "germany submarine-3 southern-atlantic, germany light-surface-2 southern-atlantic"
    stacks = f"{alone}, great-britain 4 light-surface-3 southern-atlantic"
    play = play_at(stacks, season=season)
    assert supplied(play, "southern-atlantic", "germany", "submarine-3") is fed
    assert not supplied(play, "southern-atlantic", "germany", "light-surface-2")


@pytest.mark.section("1.2")
def test_a_union_shares_its_capitals() -> None:
    """3.3 Armistice: both National Capitals are sources for any of the Union's blocks."""
    stacks = "italy infantry-2 milan, great-britain infantry-2 naples, germany infantry-3 berlin"
    lost = {"rome": "great-britain"}
    assert not supplied(play_at(stacks, control=lost), "milan", "italy")
    union = {"union/german-italian": "germany italy"}
    assert supplied(play_at(stacks, control=lost, markers=union), "milan", "italy")


@pytest.mark.section("1.2")
@pytest.mark.parametrize("seed", range(25))
def test_the_flood_reaches_what_is_found_step_by_step_in_any_position(seed: int) -> None:
    """The same again, slowly: places are added as long as one that may carry supply lies beside one that is reached."""
    draw = random.Random(f"supply {seed}")
    majors = ("germany", "italy", "great-britain", "united-states", "soviet-union")
    held = {area: draw.choice(majors) for area, row in TITLE.areas.items() if row.kind == "land" and draw.random() < 0.5}
    for power in majors:
        held[TITLE.powers[power].capital] = power
    ships = [
        f"{power} light-surface-3 {zone}"
        for zone in waters.zones(TITLE)
        for power in waters.entrants(TITLE, zone) & {*majors}
        if draw.random() < 0.6
    ]
    play = play_at(", ".join(ships), control=held, at_war=(*majors, "greece"))
    for power in majors:
        found = supply.reach(play.position, power)
        assert found.way == _slowly(play.position, power), power
        for zone in found.ends:
            assert sea_control.stance(play.position, power, zone) == sea_control.ENEMY


def _slowly(position: Position, power: str) -> set[str]:
    reached, grown = set(supply.sources(position, power)), True
    roads = [{row.area, row.to} for row in TITLE.borders if row.border == "road-of-life" and power == "soviet-union"]
    pairs = [{link.area, link.to} for link in TITLE.links] + roads
    while grown:
        new = {
            two
            for pair in pairs
            for one in pair & reached
            for two in pair - reached
            if _carries(position, power, two) and not _closed(position, power, one, two)
        }
        reached, grown = reached | new, bool(new)
    return reached


def _carries(position: Position, power: str, place: str) -> bool:
    if position.title.areas[place].kind == "land":
        return position.state.control.get(place, "") in position.friends_of(power)
    own = [key for key, _ in position.stacks(place) if key[1] in position.friends_of(power)]
    how = sea_control.stance(position, power, place)
    return how == sea_control.FRIENDLY or (bool(own) and how != sea_control.ENEMY)


def _closed(position: Position, power: str, one: str, two: str) -> bool:
    both = {position.title.areas[place].kind for place in (one, two)}
    return both == {"sea"} and not waters.is_open(position, power, one, two)
