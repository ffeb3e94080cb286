"""What goes on after a battle, who falls with its aircraft, and what the chain of odds follows (sections 1.9, 9.5, 9.7, 9.15)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.events import UnitsPlaced
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle
from engine.families.axis_allies.combat.steps.opening import has_lost_carriers
from engine.families.axis_allies.combat.steps.step import FIGHTS, IDLE, UNCHAINED
from engine.families.axis_allies.orders import Battle, Offload, Press
from engine.mechanics.orders import Lose
from engine.play import Play
from engine.titles.global_war_1936.air import airdrops
from engine.titles.global_war_1936.combat import IsOverNow, Works
from engine.titles.global_war_1936.land import modifiers
from engine.titles.global_war_1936.land.breakdowns import BreakDowns
from engine.titles.global_war_1936.orders import Carpet, Exploit, Wreck
from engine.titles.global_war_1936.sea.landing import DefendersFire, DefendersRank, LandRest
from engine.titles.global_war_1936.sea.patrolling import Dive, PressWithoutWarships
from engine.titles.global_war_1936.vocabulary import BROKEN_THROUGH
from tests.global_war_1936.positions import TITLE, battle, combat, due, losses, problems, standing
from tests.global_war_1936.test_9_8_amphibious import landed
from tests.global_war_1936.test_9_after_and_afar import BEYOND, FROM, HERE, WAR, beyond, invaders, zones

HELD = {HERE: "germany", BEYOND: "france", FROM: "germany"}


def broken_through(units: str, beyond: str = "france: infantry") -> Play:
    """German units in an area that they have won quickly, an enemy in the next one."""
    stacks = {HERE: f"germany: {units}", BEYOND: beyond}
    return won_at_once(combat("germany", stacks, control=HELD, taken={HERE: "germany"}, relations=WAR))


def won_at_once(play: Play) -> Play:
    BROKEN_THROUGH.emit(play, "yes", HERE)
    return play


def goes(units: str, order: str) -> list[str]:
    """The rules that going on with some of these units breaks; each has moved one space."""
    came = f"[moved used=1 from={FROM} fought]"
    text = ", ".join(f"{unit} {came}" for unit in units.split(", "))
    return problems(broken_through(text), Exploit(order, f"{HERE} > {BEYOND}"))


@pytest.mark.section("9.5")
@pytest.mark.parametrize(
    ("order", "wrong"),
    [
        ("2 mechanized-infantry, medium-armor", ["exploit/pairs"]),
        ("mechanized-infantry, medium-armor", []),
        ("2 advanced-mechanized-infantry, medium-armor", []),
        ("3 advanced-mechanized-infantry, medium-armor", ["exploit/pairs"]),
        ("mechanized-infantry, 2 advanced-mechanized-infantry, 2 medium-armor", []),
        ("mechanized-infantry, 3 advanced-mechanized-infantry, 2 medium-armor", ["exploit/pairs"]),
        ("4 medium-armor", ["exploit/units"]),
        ("cavalry, medium-armor", ["exploit/units"]),
    ],
)
def test_9_5_one_goes_with_each_armor_and_two_of_advanced_mechanized_infantry(order: str, wrong: list[str]) -> None:
    assert goes("3 medium-armor, 3 mechanized-infantry, 3 advanced-mechanized-infantry, cavalry", order) == wrong


@pytest.mark.section("9.5")
def test_9_5_who_goes_on_has_used_one_space_more_and_may_be_sent_back_where_it_came_from() -> None:
    play = broken_through(f"medium-armor [moved used=1 from={FROM} fought]")
    play.submit(Exploit("medium-armor", f"{HERE} > {BEYOND}"))
    assert f"germany: medium-armor [used=2 from={HERE} moved]" in standing(play, BEYOND)


@pytest.mark.section("9.5")
def test_9_5_a_blitz_goes_on_into_hostile_land_alone_and_from_land_of_ones_own() -> None:
    came = f"medium-armor [moved used=1 from={FROM} fought]"
    assert problems(broken_through(came), Exploit("medium-armor", f"{HERE} > {FROM}")) == ["exploit/target"]
    stacks = {HERE: f"germany: {came}; france: infantry", BEYOND: "france: infantry"}
    lost = won_at_once(combat("germany", stacks, control=HELD | {HERE: "france"}, relations=WAR))
    assert problems(lost, Exploit("medium-armor", f"{HERE} > {BEYOND}")) == ["exploit/battle"]


@pytest.mark.section("9.7")
def test_9_7_ships_that_their_screen_has_not_lost_stand_by_where_they_are() -> None:
    one, two, _ = zones()
    play = combat("germany", {two: f"germany: light-cruiser [waiting moved used=1 from={one}], destroyer"}, relations=WAR)
    play.phase.close(play)
    assert standing(play, two) == f"germany: destroyer, light-cruiser [used=1 from={one} moved]"


@pytest.mark.section("9.7", "8.10")
def test_9_7_enemy_ships_in_the_next_zone_keep_the_assault_from_landing() -> None:
    play, two, three, coast = invaders()
    play.submit(Exploit("naval-transport, light-cruiser", f"{two} > {three}"))
    assert problems(play, Offload("2 infantry", f"{three} > {coast}")) == []
    guarded, two, three, coast = invaders()
    guarded.submit(Exploit("naval-transport, light-cruiser", f"{two} > {three}"))
    guarded.emit(UnitsPlaced("france", "destroyer", 1, three, 1, "test"))
    assert problems(guarded, Offload("2 infantry", f"{three} > {coast}")) == ["screened-assault/shore"]


@pytest.mark.section("9.7", "8.10")
def test_9_7_a_transport_that_was_there_before_does_not_land_beside_one_that_has_gone_on() -> None:
    _, two, three, coast = beyond()
    old = "naval-transport [moved used=1 cargo=germany/marine], marine [aboard]"
    new = f"naval-transport [moved used=2 from={two} gone-on cargo=germany/infantry], infantry [aboard], destroyer"
    play = combat("germany", {three: f"germany: {old}, {new}", coast: "france: infantry"}, control={coast: "france"}, relations=WAR)
    assert problems(play, Offload("infantry", f"{three} > {coast}")) == []
    assert problems(play, Offload("marine", f"{three} > {coast}"))


@pytest.mark.section("9.7", "8.4")
def test_9_7_who_has_landed_troops_or_bombarded_behind_a_screen_does_not_go_on_besides() -> None:
    sea, on = "sea-zone-25", "sea-zone-9"
    came = "moved waiting used=1 from=sea-zone-24"
    ships = f"battleship [{came}], heavy-cruiser [{came}], naval-transport [{came} target=normandy cargo=great-britain/infantry]"
    stacks = {
        sea: f"great-britain: light-cruiser [moved], {ships}, infantry [aboard target=normandy]; germany: torpedo-boat-destroyer",
        "normandy": "germany: infantry",
    }
    held = {"normandy": "germany", "picardy": "germany"}
    play = combat("great-britain", stacks, [1] + [12, 1] * 20, control=held, relations={("germany", "great-britain"): "war"})
    play.submit(battle(sea))
    assert problems(play, Exploit("battleship", f"{sea} > {on}")) == []
    play.submit(Battle("normandy", bombard="battleship"))
    assert problems(play, Exploit("battleship", f"{sea} > {on}")) == ["exploit/units"]
    assert problems(play, Exploit("naval-transport", f"{sea} > {on}")) == ["exploit/units"]
    assert problems(play, Exploit("heavy-cruiser", f"{sea} > {on}")) == [], "it has waited only"


# Dropped from the air


def dropped(airborne: str, planes: str, dice: list[int], foes: str = "2 infantry") -> Play:
    stacks = {"warsaw": f"great-britain: {foes}; germany: {airborne} [airborne moved], {planes}"}
    play = combat("germany", stacks, dice, control={"warsaw": "great-britain"})
    play.submit(battle("warsaw"))
    return play


def fallen(play: Play) -> list[tuple]:
    """(unit, count) of those that fell with their aircraft."""
    return [(unit, n) for _, unit, n, cause in losses(play) if cause == "airborne"]


@pytest.mark.section("9.15")
def test_9_15_as_many_fall_as_have_lost_their_aircraft_and_those_of_another_stack_are_not_counted_twice() -> None:
    planes = "2 air-transport [used=2 dropping]"
    play = dropped("2 airborne", planes, [12, 12, 1, 12] + [12] * 30)
    play.submit(Lose("air-transport"))
    assert fallen(play) == [("airborne", 1)]
    one = dropped("airborne", "airborne [airborne moved used=1], 2 air-transport [used=2 dropping]", [12, 12, 1, 12] + [12] * 30)
    one.submit(Lose("air-transport"))
    assert fallen(one) == [("airborne", 1)]


@pytest.mark.section("9.15")
def test_9_15_a_bomber_that_dropped_nobody_takes_nobody_with_it() -> None:
    play = dropped("airborne", "air-transport [used=2 dropping], strategic-bomber [used=2]", [12, 12, 1, 12] + [12] * 30)
    play.submit(Lose("strategic-bomber"))
    assert fallen(play) == []


@pytest.mark.section("9.15")
def test_9_15_nobody_falls_in_a_battle_without_a_loss_of_aircraft() -> None:
    play = dropped("airborne", "tactical-bomber [used=1]", [12] * 30)
    assert fallen(play) == []
    assert not has_lost_carriers(play.position)


# What the chain of odds follows


class Fight:
    """As much of a battle as its place, kind and round."""

    def __init__(self, area: str, kind: str = "land", round_: int = 0) -> None:
        self.area, self.kind, self.round = area, kind, round_


@pytest.mark.section("1.9")
@pytest.mark.parametrize(
    ("area", "units", "counted"),
    [
        ("western-egypt", "infantry, medium-armor", True),
        ("western-egypt", "infantry", False),
        ("paris", "medium-armor", False),
        ("paris", "infantry", False),
    ],
)
def test_1_9_dice_of_vehicles_that_attack_in_a_desert_are_counted(area: str, units: str, counted: bool) -> None:
    assert TITLE.in_region("western-egypt", "desert")
    play = combat("germany", {area: f"germany: {units}; great-britain: infantry"}, control={area: "great-britain"})
    assert modifiers.counted(play.position, area) is counted
    faces = {unit: modifiers.counts(TITLE, area, ATTACKER)(TITLE.units[unit]) for unit in ("infantry", "medium-armor")}
    assert faces == {"infantry": 0, "medium-armor": 12 if area == "western-egypt" else 0}
    assert modifiers.counts(TITLE, area, DEFENDER)(TITLE.units["medium-armor"]) == 0
    assert BreakDowns().chained(play.position, Fight(area)) == (UNCHAINED if counted else IDLE)


@pytest.mark.section("9.1")
def test_9_1_the_chain_of_odds_does_not_know_what_happens_at_sea_alone() -> None:
    zone = zones()[0]
    play = combat(
        "germany", {zone: "germany: destroyer [moved]; france: destroyer", "paris": "germany: infantry; france: infantry"}, relations=WAR
    )
    for step, sea, land in (
        (IsOverNow(), UNCHAINED, IDLE),
        (Dive(ATTACKER), UNCHAINED, IDLE),
        (PressWithoutWarships(), UNCHAINED, FIGHTS),
        (DefendersFire(), UNCHAINED, FIGHTS),
    ):
        assert (step.chained(play.position, Fight(zone)), step.chained(play.position, Fight("paris"))) == (sea, land)  # type: ignore[arg-type]
    assert LandRest().chained(play.position, Fight("paris", "amphibious")) == UNCHAINED  # type: ignore[arg-type]
    assert LandRest().chained(play.position, Fight("paris")) == IDLE  # type: ignore[arg-type]


@pytest.mark.section("9.15")
def test_9_15_the_chain_of_odds_does_not_know_who_is_dropped() -> None:
    step = airdrops.FallWithAircraft()
    for units, found in (("airborne [airborne moved], infantry", UNCHAINED), ("airborne [moved], infantry", IDLE)):
        play = combat("germany", {"paris": f"germany: {units}; france: infantry"}, control={"paris": "france"}, relations=WAR)
        assert step.chained(play.position, Fight("paris")) == found  # type: ignore[arg-type]


@pytest.mark.section("12.7")
def test_12_7_the_chain_of_odds_does_not_know_the_fire_of_works_in_the_first_round() -> None:
    wall = "fortification [border:belgium!]"
    for origin, round_, found in (("belgium", 0, UNCHAINED), ("belgium", 1, IDLE), ("normandy", 0, IDLE)):
        stacks = {"picardy": f"germany: infantry [from={origin}]; france: infantry, {wall}"}
        play = combat("germany", stacks, control={"picardy": "france"}, relations=WAR)
        assert Works().chained(play.position, Fight("picardy", round_=round_)) == found  # type: ignore[arg-type]


# Who bears the hits of a landing (9.2, 9.8), and of the Maginot line (1.23)


@pytest.mark.section("9.2", "9.8")
@pytest.mark.parametrize(
    ("hits", "lost"),
    [(1, {"infantry": 1, "marine": 0}), (2, {"infantry": 1, "marine": 1}), (3, {"infantry": 1, "marine": 1, "motorized-infantry": 1})],
)
def test_9_2_hits_beyond_those_who_land_fall_on_those_who_came_overland(hits: int, lost: dict[str, int]) -> None:
    """One infantry and one marine land: two hits take both, nobody chooses, and a third takes one of those who came by land."""
    stacks = {
        "peking": "japan: 4 motorized-infantry [moved from=rehe]; kmt: 4 infantry",
        "sea-zone-54": "japan: naval-transport [target=peking cargo=japan/infantry+japan/marine], infantry [aboard target=peking],"
        " marine [aboard target=peking]",
    }
    play = landed([12] * 6 + [1] * hits + [12] * (4 - hits) + [12] * 40, stacks)
    play.submit(battle("peking"))
    assert due(play) == ("casualties japan" if hits == 1 else "press japan")
    if hits == 1:
        play.submit(play.pending.default)
    gone = Counter({unit: n for power, unit, n, _ in losses(play) if power == "japan"})
    assert gone == +Counter(lost)


@pytest.mark.section("1.23", "9.2")
def test_1_23_aircraft_over_the_maginot_line_bear_none_of_its_double_losses() -> None:
    units = "3 infantry [moved from=bavaria], fighter [moved from=bavaria used=1]"
    play = combat("germany", {"alsace-lorraine": f"germany: {units}; france: infantry"}, [6, 12] + [12] * 9)
    play.submit(battle("alsace-lorraine"))
    assert [row[:3] for row in losses(play)] == [("germany", "infantry", 2)] and due(play) == "press germany"


@pytest.mark.section("9.8")
def test_9_8_the_odds_are_rolled_out_where_troops_have_landed() -> None:
    play = landed([], {"peking": "japan: infantry [moved from=sea-zone-54]; kmt: infantry"})
    over = landed([], {"peking": "japan: infantry [moved from=rehe]; kmt: infantry"})
    for step in (DefendersFire(), DefendersRank()):
        for position, found in ((play.position, UNCHAINED), (over.position, FIGHTS)):
            assert step.chained(position, OpenBattle(1, "land", "peking", "japan", "kmt", 1)) == found


@pytest.mark.section("9.15")
def test_9_15_who_has_been_dropped_fights_on_when_its_aircraft_is_lost_in_the_second_round() -> None:
    stacks = {
        "warsaw": "germany: airborne [airborne from=berlin moved used=1], air-transport [used=2 moved dropping]; soviet-union: infantry"
    }
    play = combat("germany", stacks, [12, 12, 12, 1] + [12] * 9, control={"warsaw": "soviet-union"})
    play.submit(battle("warsaw"))
    play.submit(Press())
    assert due(play) == "casualties germany"
    play.submit(Lose("air-transport"))
    assert [row[:2] for row in losses(play)] == [("germany", "air-transport")] and "airborne" in standing(play, "warsaw")


@pytest.mark.section("9.15", "9.17", "12.10")
@pytest.mark.parametrize(("word", "wrong"), [("", ([], [])), (" dropping", (["carpet/units"], ["wreck/units"]))])
def test_9_15_a_bomber_that_has_dropped_infantry_drops_no_bombs(word: str, wrong: tuple[list[str], list[str]]) -> None:
    stacks = {"normandy": f"germany: 2 infantry; great-britain: airborne [airborne moved], strategic-bomber [used=2{word}]"}
    play = combat("great-britain", stacks, control={"normandy": "germany", "picardy": "germany"})
    assert problems(play, Carpet("strategic-bomber", "normandy")) == wrong[0]
    assert problems(play, Wreck("strategic-bomber", "normandy", "railroad", "picardy")) == wrong[1]
