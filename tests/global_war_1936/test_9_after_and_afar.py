"""Sections 7.8, 9.2, 9.5, 9.7, 9.8, 9.9, 9.17, 12.9 and 15.5: fire from afar, coasts, blitz and screens, losses that count double."""

from __future__ import annotations

import pytest

from engine.events import DiceRolled
from engine.families.axis_allies.combat.assault import bombarding
from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.orders import Load, Move, Offload, Press
from engine.families.axis_allies.vocabulary import FOUGHT_AT_SEA
from engine.mechanics.orders import Lose
from engine.rules import EndPhase
from engine.titles.global_war_1936.orders import Assign, Carpet, Dock, Exploit, Launch, Shell
from tests.global_war_1936.positions import (
    BOARD,
    TITLE,
    battle,
    combat,
    due,
    losses,
    play_from,
    problems,
    rolls,
    standing,
)

WAR = {("germany", "france"): "war"}
HELD = {"picardy": "germany", "paris": "france", "belgium": "germany", "burgundy": "france"}
TECHS = {"germany": "advanced-artillery strategic-rockets heavy-bombers"}


def germans(stacks: dict[str, str], dice: list[int], **more):
    return combat("germany", stacks, dice, control=HELD, relations=WAR, techs=TECHS, **more)


@pytest.mark.section("7.8")
def test_7_8_advanced_artillery_shells_a_neighbour_at_two_and_nobody_fires_back() -> None:
    play = germans({"picardy": "germany: 2 advanced-artillery", "paris": "france: infantry, artillery"}, [2, 3])
    play.submit(Shell("2 advanced-artillery", "picardy", "paris"))
    assert due(play) == "casualties france"
    play.submit(Lose("infantry"))
    assert standing(play, "paris").strip() == "france: artillery" and not play.state.battle
    assert problems(play, Shell("advanced-artillery", "picardy", "paris")) == ["shell/units"]


ROCKETS = {
    "belgium": "germany: 2 strategic-rocket",
    "paris": "france: infantry, minor-factory",
    "moscow": "france: infantry",
}


@pytest.mark.section("7.8")
def test_7_8_rockets_reach_three_spaces() -> None:
    play = germans(
        {
            "belgium": "germany: 2 strategic-rocket",
            "paris": "france: infantry, minor-factory",
            "moscow": "france: infantry",
        },
        [1, 4],
    )
    assert problems(play, Shell("strategic-rocket", "belgium", "moscow")) == ["shell/range"]
    play.submit(Shell("strategic-rocket", "belgium", "paris"))
    assert "infantry" not in standing(play, "paris")
    play.submit(Launch("belgium", "paris", "minor-factory"))
    assert play.state.damage["paris", "minor-factory"] == 4
    assert problems(play, Launch("belgium", "paris", "minor-factory")) == ["rocket/units"]


@pytest.mark.section("9.17")
def test_9_17_strategic_bombers_roll_three_dice_at_two_for_one_round() -> None:
    play = germans({"paris": "germany: strategic-bomber [moved used=2 from=berlin]; france: 2 infantry, artillery"}, [1, 2, 3])
    play.submit(Carpet("strategic-bomber", "paris"))
    play.submit(Lose("2 infantry"))
    assert [(row.purpose, row.target, row.dice) for row in play.events if isinstance(row, DiceRolled)] == [("carpet-bombing", 2, (1, 2, 3))]
    assert "france: artillery" in standing(play, "paris") and "strategic-bomber" in standing(play, "paris")
    assert not play.state.battle and battles_due(play.position) == []


@pytest.mark.section("9.17")
def test_9_17_a_bomber_that_anti_aircraft_artillery_hits_still_bombs() -> None:
    stacks = {"paris": "germany: strategic-bomber [moved used=2 from=berlin]; france: infantry, anti-aircraft-artillery"}
    play = germans(stacks, [3, 2, 12, 12])
    play.submit(Carpet("strategic-bomber", "paris"))
    play.submit(Lose("infantry"))
    assert standing(play, "paris").strip() == "france: anti-aircraft-artillery" and not play.state.battle


@pytest.mark.section("9.17", "1.10")
def test_9_17_jungle_takes_two_dice_off() -> None:
    stacks = {"burma": "germany: heavy-strategic-bomber [moved used=2 from=bengal]; france: infantry"}
    play = combat("germany", stacks, [12, 12, 12], control={"burma": "france"}, relations=WAR, techs=TECHS)
    play.submit(Carpet("heavy-strategic-bomber", "burma"))
    assert sum(len(row.dice) for row in play.events if isinstance(row, DiceRolled)) == 3


SHORE = {
    "peking": "kmt: infantry, coastal-artillery",
    "sea-zone-54": "japan: battleship, naval-transport [target=peking cargo=japan/infantry+japan/infantry],"
    " 2 infantry [aboard target=peking]",
}


def landed(dice: list[int], stacks: dict[str, str] = SHORE, **more):
    return BOARD.play_from(
        stacks, "japan", "conduct-combat", dice=dice, control={"peking": "kmt"}, relations={("japan", "kmt"): "war"}, **more
    )


@pytest.mark.section("12.9")
def test_12_9_coastal_artillery_fires_at_each_ship_that_lands_or_bombards() -> None:
    play = landed([3, 3, 12, 12, 12, 12, 12])
    play.submit(battle("peking"))
    play.submit(Lose("battleship, naval-transport"))
    assert "battleship~1" in standing(play, "sea-zone-54")
    assert ("japan", "naval-transport", 1, "coastal-artillery") in losses(play)
    assert not any(row[3] == "coastal-artillery" for row in losses(landed([12])))


@pytest.mark.section("12.9")
def test_12_9_a_gun_has_three_shots_at_most() -> None:
    stacks = FOUR | {
        "peking": "kmt: 6 infantry, coastal-artillery",
        "sea-zone-54": FOUR["sea-zone-54"] + ", 3 light-cruiser",
    }
    play = landed([12] * 3 + [12] * 40, stacks)
    play.submit(battle("peking"))
    asked = [count for count, what in play.dice.asked if "coastal artillery" in what]
    assert asked == [3]


FOUR = {
    "peking": "kmt: 6 infantry",
    "sea-zone-54": "japan: 2 naval-transport [target=peking cargo=japan/infantry+japan/marine],"
    " 2 infantry [aboard target=peking], 2 marine [aboard target=peking]",
}


@pytest.mark.section("9.8")
def test_9_8_the_owner_chooses_who_of_those_that_land_is_lost() -> None:
    play = landed([12] * 4 + [1] + [12] * 5, FOUR)
    play.submit(battle("peking"))
    assert due(play) == "casualties japan"
    assert problems(play, Lose("infantry")) == ["casualties/number"]
    assert problems(play, Lose("2 infantry")) == [] and problems(play, Lose("2 marine")) == ["casualties/number"]
    play.submit(Lose("marine"))
    assert standing(play, "peking").startswith("japan: 2 infantry")


@pytest.mark.section("9.2")
def test_9_2_a_hit_takes_two_of_those_it_counts_double_for() -> None:
    play = landed([12] * 4 + [1, 1] + [12] * 4, FOUR)
    play.submit(battle("peking"))
    assert problems(play, Lose("marine, 2 infantry")) == [] and problems(play, Lose("marine, infantry")) == ["casualties/number"]


ROUGH = ("city", "mountain", "marsh", "desert", "jungle")


def plain(area: str) -> bool:
    return TITLE.areas[area].kind == "land" and not TITLE.areas[area].terrain and not any(TITLE.in_region(area, kind) for kind in ROUGH)


def plains() -> tuple[str, str, str]:
    """Three plain areas in a row without anything on their borders."""
    for one, near in TITLE.neighbours.items():
        for two in near:
            for three in TITLE.neighbours[two]:
                bare = not TITLE.borders_between.get(frozenset((two, three)))
                if bare and len({one, two, three}) == 3 and plain(one) and plain(two) and plain(three):
                    return one, two, three
    raise LookupError


FROM, HERE, BEYOND = plains()


def blitzed(dice: list[int]):
    came = f"[moved used=1 from={FROM}]"
    stacks = {
        HERE: f"germany: 2 medium-armor {came}, mechanized-infantry {came}, infantry {came}; france: infantry",
        BEYOND: "france: infantry",
    }
    play = combat("germany", stacks, dice, control={HERE: "france", BEYOND: "france", FROM: "germany"}, relations=WAR)
    play.submit(battle(HERE))
    return play


@pytest.mark.section("9.5", "9.19")
def test_9_5_armor_goes_on_after_a_short_battle_with_what_pairs_with_it() -> None:
    play = blitzed([1] * 4 + [12])
    assert play.state.control[HERE] == "germany"
    assert problems(play, Exploit("infantry", f"{HERE} > {BEYOND}")) == ["exploit/units"]
    play.submit(Exploit("medium-armor, mechanized-infantry", f"{HERE} > {BEYOND}"))
    assert [row.area for row in battles_due(play.position)] == [BEYOND]


@pytest.mark.section("9.5")
def test_9_5_who_pairs_needs_an_armor_each() -> None:
    play = blitzed([1] * 4 + [12])
    assert problems(play, Exploit("mechanized-infantry", f"{HERE} > {BEYOND}")) == ["exploit/pairs"]


@pytest.mark.section("9.5")
def test_9_5_no_blitz_after_three_rounds() -> None:
    play = blitzed([12] * 4 + [12])
    for dice in ([12] * 5, [1] * 4 + [12]):
        play.dice.left += dice
        play.submit(Press())
    assert play.state.control[HERE] == "germany"
    assert problems(play, Exploit("medium-armor", f"{HERE} > {BEYOND}")) == ["exploit/battle"]


def zones() -> tuple[str, str, str]:
    """Three sea zones in a row without straits."""
    for one, near in TITLE.neighbours.items():
        for two, link in near.items():
            for three, further in TITLE.neighbours[two].items() if one.startswith("sea") and two.startswith("sea") else ():
                if three.startswith("sea") and three != one and not link.passage and not further.passage:
                    return one, two, three
    raise LookupError


@pytest.mark.section("9.7", "8.10")
def test_9_7_ships_behind_a_screen_go_on_when_it_has_won() -> None:
    one, two, three = zones()
    came = f"[moved used=1 from={one}]"
    stacks = {
        two: f"germany: 2 destroyer {came}, light-cruiser {came}; france: torpedo-boat-destroyer",
        three: "france: torpedo-boat-destroyer",
    }
    play = play_from(stacks, "germany", "combat-move", relations=WAR, dice=[1, 1, 12])
    play.submit(Assign("light-cruiser", two, "screened"))
    play.submit(EndPhase())
    play.submit(battle(two))
    assert not any(row[2] == "light-cruiser" for row in rolls(play))
    assert problems(play, Exploit("destroyer", f"{two} > {three}")) == ["exploit/units"]
    play.submit(Exploit("light-cruiser", f"{two} > {three}"))
    assert [row.area for row in battles_due(play.position)] == [three]


def invaders(lead: str = "destroyer", dice: list[int] | None = None):
    """A destroyer fights for a zone; a transport and a cruiser wait behind it, bound for the coast of the next one."""
    one, two, three, coast = beyond()
    came = f"[moved used=1 from={one}]"
    cargo = "[moved used=1 cargo=germany/infantry+germany/infantry]"
    stacks = {
        two: f"germany: {lead} {came}, light-cruiser {came}, naval-transport {cargo}, 2 infantry [aboard]; france: torpedo-boat-destroyer",
        coast: "france: infantry",
    }
    play = play_from(stacks, "germany", "combat-move", relations=WAR, control={coast: "france"}, dice=dice or [1, 12])
    play.submit(Assign("naval-transport", two, "screened"))
    play.submit(Assign("light-cruiser", two, "screened"))
    play.submit(EndPhase())
    play.submit(battle(two))
    return play, two, three, coast


def beyond() -> tuple[str, str, str, str]:
    """Three sea zones in a row, and an area that only the last of them touches."""
    for one, near in TITLE.neighbours.items():
        for two, link in near.items():
            for three, further in TITLE.neighbours[two].items() if one.startswith("sea") and two.startswith("sea") else ():
                if not three.startswith("sea") or three == one or link.passage or further.passage:
                    continue
                for coast in TITLE.neighbours[three]:
                    if plain(coast) and two not in TITLE.neighbours[coast] and not TITLE.in_region(coast, "tundra"):
                        return one, two, three, coast
    raise LookupError


@pytest.mark.section("9.7", "8.10", "9.8")
def test_9_7_transports_behind_a_screen_land_out_of_the_next_zone() -> None:
    play, two, three, coast = invaders()
    assert problems(play, Offload("2 infantry", f"{three} > {coast}"))
    play.submit(Exploit("naval-transport, light-cruiser", f"{two} > {three}"))
    play.submit(Offload("2 infantry", f"{three} > {coast}"))
    assert [(row.kind, row.area) for row in battles_due(play.position)] == [("amphibious", coast)]
    assert [key.unit for key, _ in bombarding(play.position, coast)] == ["light-cruiser"]
    play.dice.left += [1]
    play.submit(battle(coast))
    assert play.state.control[coast] == "germany"


@pytest.mark.section("9.7")
def test_9_7_ships_land_or_fight_again_behind_their_screen_but_not_both() -> None:
    play, two, three, coast = invaders()
    play.submit(Exploit("naval-transport, light-cruiser", f"{two} > {three}"))
    FOUGHT_AT_SEA.emit(play, "yes", three)
    assert problems(play, Offload("2 infantry", f"{three} > {coast}")) == ["screened-assault/one-combat"]


@pytest.mark.section("9.7")
def test_9_7_nobody_lands_in_the_combat_phase_but_from_behind_a_screen() -> None:
    zone = next(zone for zone in TITLE.neighbours["belgium"] if zone.startswith("sea"))
    play = combat(
        "germany",
        {zone: "germany: naval-transport [moved cargo=germany/infantry], infantry [aboard]", "belgium": "france: infantry"},
        control={"belgium": "france"},
        relations=WAR,
    )
    assert problems(play, Offload("infantry", f"{zone} > belgium")) == ["screened-assault/ships"]


@pytest.mark.section("9.6", "9.9")
def test_9_9_ships_that_waited_bombard_out_of_the_zone_that_the_screen_has_cleared() -> None:
    zone = next(zone for zone in TITLE.neighbours["belgium"] if zone.startswith("sea"))
    stacks = {
        zone: "germany: destroyer [moved], light-cruiser [moved], naval-transport [moved target=belgium cargo=germany/infantry],"
        " infantry [aboard target=belgium]; france: torpedo-boat-destroyer",
        "belgium": "france: infantry",
    }
    for waits, ships in (("light-cruiser", ["light-cruiser"]), ("", [])):
        play = play_from(stacks, "germany", "combat-move", relations=WAR, control={"belgium": "france"}, dice=[1] * 2 + [12] * 2)
        if waits:
            play.submit(Assign(waits, zone, "screened"))
        play.submit(EndPhase())
        play.submit(battle(zone))
        assert [key.unit for key, _ in bombarding(play.position, "belgium")] == ships


@pytest.mark.section("8.10", "8.4")
def test_8_10_a_transport_loaded_in_this_turn_waits_behind_the_screen() -> None:
    one, two, _, _ = beyond()
    home = next(area for area in TITLE.neighbours[one] if not area.startswith("sea"))
    stacks = {
        home: "germany: infantry",
        one: "germany: naval-transport, destroyer",
        two: "france: torpedo-boat-destroyer",
    }
    play = play_from(stacks, "germany", "combat-move", relations=WAR, control={home: "germany"})
    for order in (
        Load("infantry", f"{home} > {one}"),
        Move("destroyer", f"{one} > {two}"),
        Move("naval-transport", f"{one} > {two}"),
        Assign("naval-transport", two, "screened"),
    ):
        assert problems(play, order) == []
        play.submit(order)
    assert problems(play, EndPhase()) == []


@pytest.mark.parametrize(("die", "left"), [(8, "battleship~1"), (9, "")])
@pytest.mark.section("15.5")
def test_15_5_a_capital_ship_may_take_two_hits_at_once(die: int, left: str) -> None:
    zone = zones()[0]
    play = combat(
        "germany",
        {zone: "germany: battleship [moved], destroyer [moved]; france: heavy-cruiser"},
        [12, 12, 6, die],
        relations=WAR,
        options={"capital-damage": "rolled"},
    )
    play.submit(battle(zone))
    play.submit(Lose("battleship"))
    there = standing(play, zone)
    assert ("battleship" in there) == bool(left)


@pytest.mark.section("15.5")
def test_15_5_a_repair_costs_a_die() -> None:
    zone = next(zone for zone in TITLE.neighbours["western-germany"] if zone.startswith("sea"))
    play = play_from(
        {"western-germany": "germany: minor-dockyard", zone: "germany: battleship~1"},
        "germany",
        "production",
        dice=[4],
        money={"germany": 10},
        options={"capital-damage": "rolled"},
    )
    play.submit(Dock("battleship", zone, "western-germany"))
    assert purse(play.position, "germany") == 6
