"""Appendix C: optional rules of the checklist that other files of tests do not hold."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Land, Press, Submerge
from engine.titles.global_war_1936.orders import Refit
from engine.titles.global_war_1936.politics import fall, objectives, war
from engine.titles.global_war_1936.sea import naval
from tests.global_war_1936.positions import BOARD, EARLY, battle, begun, combat, problems


@pytest.mark.section("3.4")
def test_3_4_with_its_option_objective_cities_alone_score() -> None:
    for value, points, lost in (("objectives", 2, -2), ("cities", 1, 0)):
        play = begun("1939", options={"victory": value})
        before = objectives.points(play.position, "soviet-union")
        fall.give(play, "moscow", "germany", "captured")
        war.set_relation(play, "germany", "soviet-union", "war")
        assert objectives.points(play.position, "germany") == points, value
        assert objectives.points(play.position, "soviet-union") - before == lost, value


@pytest.mark.section("10.6")
def test_10_6_strategic_naval_movement_is_an_option() -> None:
    for value, number in (("on", 4), ("off", 0)):
        play = BOARD.play_from({}, "japan", "noncombat-move", options={"strategic-naval": value})
        assert naval.left(play.position) == number


@pytest.mark.section("11.2")
def test_11_2_the_upgrade_to_motorized_infantry_is_an_option() -> None:
    stacks = {"berlin": "germany: major-factory, infantry, militia"}
    for value, broken in (("on", []), ("off", ["refit/unit"])):
        play = BOARD.play_from(stacks, "germany", "place-units", options={"motorized-upgrade": value})
        assert problems(play, Refit("infantry", "berlin")) == broken
        assert problems(play, Refit("militia", "berlin")) == []


@pytest.mark.section("13.3")
def test_13_3_with_its_option_who_wins_in_china_becomes_a_major_power() -> None:
    for value in ("on", "off"):
        play = EARLY.play_from({}, "kmt", "conduct-combat", relations={("kmt", "ccp"): "war"}, options={"chinese-victory": value})
        fall.look(play)
        assert (("game", "evolved|kmt") in play.state.markers) is (value == "on")


@pytest.mark.section("9.4")
def test_9_4_aircraft_whose_carrier_sinks_land_one_space_away_or_with_its_option_as_far_as_they_fly() -> None:
    zone = "sea-zone-30"
    stacks = {zone: "germany: 2 submarine [moved]; united-states: light-carrier, fighter"}
    for value, way in (("near", zone), ("far", f"{zone} > sea-zone-24 > aquitaine")):
        play = combat("germany", stacks, [1, 1, 1, 12, 12], options={"carrier-retreat": value})
        for order in (battle(zone), Submerge("attacker", 0), Press(), Submerge("attacker", 1)):
            play.submit(order)
        assert play.pending and play.pending.default == Land("fighter (united-states)", way)
        far = Land("fighter (united-states)", f"{zone} > sea-zone-24 > aquitaine")
        assert problems(play, far) == ([] if value == "far" else ["displaced-fighters/haven"])
        play.submit(play.pending.default)
        assert [key.area for key in play.state.stacks if key.unit == "fighter"] == (["aquitaine"] if value == "far" else [])


@pytest.mark.section("9.4")
def test_9_4_guests_at_peace_with_the_attacker_lose_their_deck_too() -> None:
    """Free French fighters lay aboard a British carrier that Italy sank: nobody at war with Italy, they stayed over the sea for turns."""
    zone = "sea-zone-21"
    stacks = {zone: "germany: 2 submarine [moved]; great-britain: light-carrier; united-states: fighter"}
    relations = {("germany", "great-britain"): "war", ("great-britain", "united-states"): "allied", ("germany", "united-states"): "peace"}
    play = combat("germany", stacks, [1, 1, 1, 12, 12], relations=relations)
    play.submit(battle(zone))
    play.submit(Submerge("attacker", 0))
    assert play.pending and play.pending.power == "united-states" and isinstance(play.pending.default, Land)
    play.submit(play.pending.default)
    assert zone not in {key.area for key in play.state.stacks if key.unit == "fighter"}
