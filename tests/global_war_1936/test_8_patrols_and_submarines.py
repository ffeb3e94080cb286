"""Sections 8.7, 8.9, 9.10 and 12.5: air patrols, submarines and who hunts them, bases."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.fire import firing_groups
from engine.families.axis_allies.movement.points import points
from engine.families.axis_allies.orders import Submerge
from engine.rules import EndPhase
from engine.titles.global_war_1936.orders import Assign, Decline
from engine.titles.global_war_1936.sea import duties
from tests.global_war_1936.positions import BOARD, battle, combat, due, play_from, problems, standing

ZONE = "sea-zone-20"


def struck(attackers: str) -> set[str]:
    play = combat("great-britain", {ZONE: f"great-britain: {attackers}; germany: submarine"})
    return {group.unit for group in firing_groups(play.position, ZONE, "attacker", rank=None)}


@pytest.mark.section("9.10")
def test_9_10_ships_do_not_attack_submarines_without_aircraft() -> None:
    assert struck("2 destroyer [moved], battleship [moved]") == set()


@pytest.mark.section("8.9")
def test_8_9_a_destroyer_for_each_aircraft_hunts_with_it() -> None:
    play = combat(
        "great-britain",
        {ZONE: f"great-britain: 2 destroyer [moved], battleship [moved], medium-bomber [patrol:{ZONE}!]; germany: submarine"},
    )
    found = {group.unit: group.count for group in firing_groups(play.position, ZONE, "attacker", rank=None)}
    assert found == {"destroyer": 1, "medium-bomber": 1}


@pytest.mark.section("8.7")
def test_8_7_aircraft_on_patrol_stay_over_the_sea() -> None:
    play = play_from({"sea-zone-9": "germany: medium-bomber"}, "germany", "combat-move")
    play.submit(Assign("medium-bomber", "sea-zone-9", "patrol"))
    play.submit(EndPhase("noncombat-move"))
    assert standing(play, "sea-zone-9") == "germany: medium-bomber [patrol:sea-zone-9!]"


@pytest.mark.section("8.7", "8.3", "10.3")
def test_8_7_without_a_patrol_they_must_land() -> None:
    play = play_from({"sea-zone-9": "germany: medium-bomber [used=5]"}, "germany", "noncombat-move")
    play.submit(EndPhase())
    assert standing(play, "sea-zone-9") == ""


@pytest.mark.section("8.7")
def test_8_7_a_patrol_must_have_a_place_to_land_within_its_range() -> None:
    far = "sea-zone-30"
    play = play_from({far: "germany: medium-bomber, seaplane"}, "germany", "combat-move")
    assert problems(play, Assign("medium-bomber", far, "patrol")) == ["duty/unit"]


@pytest.mark.section("8.7")
def test_8_7_a_patrol_whose_base_is_lost_is_eliminated() -> None:
    play = play_from({ZONE: f"germany: medium-bomber [patrol:{ZONE}!]"}, "germany", "noncombat-move")
    play.submit(EndPhase())
    assert standing(play, ZONE) == ""


@pytest.mark.section("8.7")
def test_8_7_patrol_duty_ends_for_aircraft_that_have_left() -> None:
    play = play_from({"sea-zone-9": "germany: seaplane [patrol:sea-zone-20!]"}, "germany", "production")
    duties.turn_begun(play)
    assert standing(play, "sea-zone-9") == "germany: seaplane"


@pytest.mark.section("9.4")
def test_9_4_submarines_may_submerge_before_the_first_round_unless_they_are_watched() -> None:
    free = combat("germany", {ZONE: "germany: submarine [moved]; great-britain: light-cruiser"}, [12] * 9)
    free.submit(battle(ZONE))
    assert due(free) == "submerge germany"
    watched = combat(
        "germany",
        {ZONE: f"germany: submarine [moved]; great-britain: light-cruiser, medium-bomber [patrol:{ZONE}!]"},
        [12] * 9,
    )
    watched.submit(battle(ZONE))
    watched.submit(Decline(False))
    watched.submit(Submerge("attacker", 1))
    assert due(watched) == "press germany", "it has endured a round"


@pytest.mark.section("12.5", "0.8")
def test_12_5_bases_let_units_go_farther() -> None:
    def reach(unit: str, base: str) -> int:
        play = BOARD.play_from(
            {"normandy": f"france: {base}" if base else "france: infantry", "sea-zone-24": f"france: {unit}"}, "france", "noncombat-move"
        )
        key = next(key for key in play.state.stacks if key.unit == unit)
        return points(play.position, key)

    assert reach("submarine", "") == 3 and reach("submarine", "submarine-base") == 4
    assert reach("destroyer", "submarine-base") == 3 and reach("destroyer", "major-port") == 4
    assert reach("destroyer", "minor-port") == 3


@pytest.mark.section("7.8", "8.7")
def test_7_8_long_range_aircraft_let_medium_bombers_patrol_a_zone_farther() -> None:
    """From the German coast over the southern North Sea to the English Channel are two zones."""
    for techs, found in (("", ["duty/unit"]), ("long-range-aircraft", [])):
        play = play_from({"sea-zone-25": "germany: medium-bomber"}, "germany", "combat-move", techs={"germany": techs} if techs else {})
        held = {area for area in play.title.neighbours["sea-zone-25"] if play.state.control.get(area) == "germany"}
        assert not held and problems(play, Assign("medium-bomber", "sea-zone-25", "patrol")) == found


@pytest.mark.section("8.7", "8.3")
@pytest.mark.parametrize(
    ("between", "left"),
    [
        ("", "germany: seaplane [patrol:sea-zone-25!]"),
        ("great-britain: fleet-carrier, fighter", ""),
        ("great-britain: fleet-carrier, tactical-bomber", "germany: seaplane [patrol:sea-zone-25!]"),
        ("great-britain: heavy-cruiser", "germany: seaplane [patrol:sea-zone-25!]"),
    ],
)
def test_8_7_enemy_fighters_between_a_patrol_and_its_only_landing_place_eliminate_it(between: str, left: str) -> None:
    """A seaplane over the Channel, two zones from Western Germany, as "could happen to aircraft with a patrol range of 2"."""
    play = play_from({"sea-zone-25": "germany: seaplane [patrol:sea-zone-25!]", "sea-zone-9": between}, "germany", "noncombat-move")
    duties.lose_patrols(play)
    assert standing(play, "sea-zone-25") == left
