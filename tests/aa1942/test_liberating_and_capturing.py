"""Sections Conclude Combat, Liberating a Territory, Capturing and Liberating Capitals, and Subject to Capture."""

from __future__ import annotations

import pytest

from engine.events import ControlChanged, PowerChanged, ResourceChanged, UnitsChanged
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.economy.income import production
from engine.families.axis_allies.orders import Battle, Place
from engine.play import Play
from engine.rules import EndPhase
from tests.aa1942.positions import again, events_after, play_from, rules_of, standing

GUN_AND_COMPLEX = "anti-aircraft-gun, industrial-complex"


def fight(power: str, stacks: dict[str, str] | None = None, **position: object) -> Play:
    """The conduct combat phase of a power, whose captures the test makes itself."""
    return play_from(stacks or {}, power, "conduct-combat", **position)  # type: ignore[arg-type]


def taken(play: Play, power: str, *areas: str) -> list:
    """The events of `power` taking areas, in order."""
    start = len(play.events)
    for area in areas:
        take_area(play, area, power)
    return play.events[start:]


def to_next_turn_of(play: Play, power: str) -> None:
    """End phases until a power's purchase begins."""
    while play.state.clock[2:] != (power, "purchase-units"):
        play.submit(EndPhase())


# Conclude Combat


@pytest.mark.section("Step 7. Conclude Combat")
def test_a_captured_area_changes_control_and_both_production_levels() -> None:
    play = fight("germany")
    assert taken(play, "germany", "caucasus") == [ControlChanged("caucasus", "soviet-union", "germany", "captured")]
    assert (production(play.position, "germany"), production(play.position, "soviet-union")) == (44, 20)


@pytest.mark.section("Tanks and Blitzing", "Step 7. Conclude Combat")
def test_an_area_taken_by_blitzing_is_told_as_blitzed() -> None:
    play = fight("germany")
    take_area(play, "caucasus", "germany", "blitzed")
    assert play.events[-1] == ControlChanged("caucasus", "soviet-union", "germany", "blitzed")


@pytest.mark.section("Step 7. Conclude Combat", "Anti-aircraft Guns / Unit Characteristics")
def test_guns_and_complexes_in_a_captured_area_belong_to_the_captor() -> None:
    play = fight("germany", {"caucasus": f"soviet-union: {GUN_AND_COMPLEX}; united-kingdom: anti-aircraft-gun"})
    made = taken(play, "germany", "caucasus")
    change = {"to_power": "germany", "becomes": "captured", "cause": "captured"}
    assert made[1:] == [
        UnitsChanged("soviet-union", "anti-aircraft-gun", 1, "caucasus", **change),
        UnitsChanged("soviet-union", "industrial-complex", 1, "caucasus", **change),
        UnitsChanged("united-kingdom", "anti-aircraft-gun", 1, "caucasus", **change),
    ]
    assert standing(play, "caucasus") == "germany: 2 anti-aircraft-gun [captured], industrial-complex [captured]"


@pytest.mark.section("Step 7. Conclude Combat")
def test_units_of_the_captor_s_side_are_not_captured() -> None:
    play = fight("germany", {"caucasus": "germany: infantry, anti-aircraft-gun; soviet-union: anti-aircraft-gun"})
    taken(play, "germany", "caucasus")
    assert standing(play, "caucasus") == "germany: anti-aircraft-gun, anti-aircraft-gun [captured], infantry"


@pytest.mark.section("Step 7. Conclude Combat", "Industrial Complexes / Unit Characteristics")
def test_damage_stays_on_a_captured_complex() -> None:
    play = fight("germany", {"caucasus": "soviet-union: industrial-complex"}, damage={"caucasus": 5})
    taken(play, "germany", "caucasus")
    assert play.state.damage == {("caucasus", "industrial-complex"): 5}


@pytest.mark.section("Step 7. Conclude Combat")
def test_what_was_captured_last_turn_is_like_any_other() -> None:
    play = fight("germany", {"caucasus": f"soviet-union: {GUN_AND_COMPLEX}"})
    taken(play, "germany", "caucasus")
    to_next_turn_of(play, "germany")
    assert standing(play, "caucasus") == "germany: anti-aircraft-gun, industrial-complex"


@pytest.mark.section("Neutral Territories", "Step 7. Conclude Combat")
def test_taking_what_a_friend_holds_or_nobody_may_hold_changes_nothing() -> None:
    play = fight("germany")
    assert taken(play, "germany", "libya", "manchuria", "turkey") == []


@pytest.mark.section("Step 7. Conclude Combat")
def test_control_events_are_the_only_change_when_nothing_stands_in_an_area() -> None:
    play = fight("japan")
    start = len(play.events)
    taken(play, "japan", "sinkiang")
    assert events_after(play, start) == [ControlChanged("sinkiang", "united-states", "japan", "captured")]


# Liberating a Territory


@pytest.mark.section("Liberating a Territory", "Anti-aircraft Guns / Unit Characteristics")
def test_a_liberated_area_goes_back_to_its_original_controller_with_guns_and_complexes() -> None:
    play = fight("united-kingdom", {"karelia-ssr": f"germany: {GUN_AND_COMPLEX}"}, control={"karelia-ssr": "germany"})
    made = taken(play, "united-kingdom", "karelia-ssr")
    assert made[0] == ControlChanged("karelia-ssr", "germany", "soviet-union", "liberated")
    assert standing(play, "karelia-ssr") == "soviet-union: anti-aircraft-gun [captured], industrial-complex [captured]"
    assert production(play.position, "united-kingdom") == 30


@pytest.mark.section("Liberating a Territory")
def test_an_area_is_captured_while_its_original_controller_s_capital_is_in_enemy_hands() -> None:
    control = {"karelia-ssr": "germany", "russia": "germany"}
    play = fight("united-kingdom", {"karelia-ssr": f"germany: {GUN_AND_COMPLEX}"}, control=control)
    made = taken(play, "united-kingdom", "karelia-ssr")
    assert made[0] == ControlChanged("karelia-ssr", "germany", "united-kingdom", "captured")
    assert standing(play, "karelia-ssr") == "united-kingdom: anti-aircraft-gun [captured], industrial-complex [captured]"
    assert production(play.position, "united-kingdom") == 32


@pytest.mark.section("Liberating a Territory")
def test_the_captor_uses_the_complex_until_the_original_controller_s_capital_is_liberated() -> None:
    stacks = {"karelia-ssr": "germany: industrial-complex"}
    play = fight("united-kingdom", stacks, control={"karelia-ssr": "germany", "russia": "germany"})
    taken(play, "united-kingdom", "karelia-ssr")
    to_next_turn_of(play, "united-kingdom")
    fresh = play_from(
        {"karelia-ssr": "united-kingdom: industrial-complex"},
        "united-kingdom",
        "mobilize-units",
        control={"karelia-ssr": "united-kingdom", "russia": "germany"},
        pool={"united-kingdom": "2 infantry"},
    )
    assert rules_of(fresh, Place("2 infantry", "karelia-ssr")) == []
    play.submit(EndPhase("combat-move"))
    taken(play, "united-kingdom", "russia")
    assert play.state.control["karelia-ssr"] == "soviet-union"
    assert standing(play, "karelia-ssr") == "soviet-union: industrial-complex [captured]"


@pytest.mark.section("Liberating a Territory")
def test_one_s_own_area_taken_back_is_liberated_whatever_became_of_the_capital() -> None:
    play = fight("soviet-union", control={"karelia-ssr": "germany", "russia": "germany"})
    assert taken(play, "soviet-union", "karelia-ssr")[0] == ControlChanged("karelia-ssr", "germany", "soviet-union", "liberated")


@pytest.mark.section("Liberating a Territory")
def test_an_area_of_an_enemy_power_is_never_liberated_for_it() -> None:
    """Ukraine began as Germany's: whoever of the Allies takes it controls it."""
    play = fight("united-kingdom")
    assert taken(play, "united-kingdom", "ukraine-ssr")[0] == ControlChanged("ukraine-ssr", "germany", "united-kingdom", "captured")


# Capturing and Liberating Capitals


@pytest.mark.section("Capturing and Liberating Capitals")
def test_the_captor_of_a_capital_collects_the_unspent_ipcs() -> None:
    """The book's example: Germany takes Moscow while the Soviet Union holds 18 IPCs."""
    play = fight("germany", {"russia": f"soviet-union: {GUN_AND_COMPLEX}"}, money={"soviet-union": 18, "germany": 7})
    made = taken(play, "germany", "russia")
    assert [event for event in made if isinstance(event, (PowerChanged, ResourceChanged))] == [
        PowerChanged("soviet-union", "active", "capital-lost", "captured"),
        ResourceChanged("soviet-union", "ipc", -18, 0, "plunder", "germany", "russia"),
        ResourceChanged("germany", "ipc", 18, 25, "plunder", "soviet-union", "russia"),
    ]
    assert production(play.position, "germany") == 48


@pytest.mark.section("Capturing and Liberating Capitals")
def test_nothing_is_collected_from_an_empty_purse() -> None:
    play = fight("germany", money={"soviet-union": 0})
    assert not [event for event in taken(play, "germany", "russia") if isinstance(event, ResourceChanged)]


@pytest.mark.section("Capturing and Liberating Capitals")
def test_the_ipcs_are_collected_even_with_one_s_own_capital_in_enemy_hands() -> None:
    play = fight("germany", control={"germany": "united-kingdom"}, money={"soviet-union": 18, "germany": 0})
    taken(play, "germany", "russia")
    assert (play.state.resources["germany", "ipc"], play.state.resources["soviet-union", "ipc"]) == (18, 0)


@pytest.mark.section("Capturing and Liberating Capitals")
def test_no_ipcs_change_hands_when_a_capital_is_liberated() -> None:
    """The book's example: the United Kingdom takes Moscow from Germany."""
    play = fight("united-kingdom", control={"russia": "germany"}, money={"germany": 33})
    made = taken(play, "united-kingdom", "russia")
    assert made[0] == ControlChanged("russia", "germany", "soviet-union", "liberated")
    assert not [event for event in made if isinstance(event, ResourceChanged)]
    assert made[-1] == PowerChanged("soviet-union", "capital-lost", "active", "liberated")


@pytest.mark.section("Capturing and Liberating Capitals", "Anti-aircraft Guns / Unit Characteristics")
def test_a_liberated_capital_comes_back_with_its_complex_and_guns() -> None:
    play = fight("united-kingdom", {"russia": f"germany: {GUN_AND_COMPLEX}"}, control={"russia": "germany"})
    taken(play, "united-kingdom", "russia")
    assert standing(play, "russia") == "soviet-union: anti-aircraft-gun [captured], industrial-complex [captured]"


def friends_hold() -> Play:
    """The United Kingdom is about to free Moscow; it and the United States hold what was Soviet, Germany some more."""
    control = {
        "russia": "germany",
        "karelia-ssr": "united-kingdom",
        "yakut-ssr": "united-states",
        "caucasus": "germany",
        "ukraine-ssr": "united-kingdom",
    }
    stacks = {
        "karelia-ssr": f"united-kingdom: {GUN_AND_COMPLEX}, infantry; united-states: anti-aircraft-gun",
        "caucasus": "germany: industrial-complex",
    }
    return fight("united-kingdom", stacks, control=control)


@pytest.mark.section("Capturing and Liberating Capitals")
def test_when_a_capital_is_liberated_its_power_s_other_areas_in_friendly_hands_revert() -> None:
    play = friends_hold()
    made = taken(play, "united-kingdom", "russia")
    assert [event for event in made if isinstance(event, ControlChanged)] == [
        ControlChanged("russia", "germany", "soviet-union", "liberated"),
        ControlChanged("karelia-ssr", "united-kingdom", "soviet-union", "liberated"),
        ControlChanged("yakut-ssr", "united-states", "soviet-union", "liberated"),
    ]
    assert play.state.control["caucasus"] == "germany"
    assert play.state.control["ukraine-ssr"] == "united-kingdom"


@pytest.mark.section("Capturing and Liberating Capitals", "Anti-aircraft Guns / Unit Characteristics")
def test_complexes_in_reverting_areas_revert_and_guns_there_stay_with_their_owners() -> None:
    play = friends_hold()
    taken(play, "united-kingdom", "russia")
    assert standing(play, "karelia-ssr") == (
        "soviet-union: industrial-complex [captured]; united-kingdom: anti-aircraft-gun, infantry; united-states: anti-aircraft-gun"
    )
    assert standing(play, "caucasus") == "germany: industrial-complex"


@pytest.mark.section("Capturing and Liberating Capitals", "Capturing a Victory City")
def test_victory_cities_of_reverting_areas_stay_with_the_side() -> None:
    play = friends_hold()
    taken(play, "united-kingdom", "russia")
    assert play.state.points == {("allies", "victory-cities"): 6, ("axis", "victory-cities"): 6}


@pytest.mark.section("Capturing and Liberating Capitals", "Anti-aircraft Guns / Unit Characteristics")
def test_an_area_taken_before_the_capital_in_the_same_turn_is_liberated_with_its_guns() -> None:
    """What counts is where the capital is at the end of the turn."""
    control = {"karelia-ssr": "germany", "russia": "germany"}
    play = fight("united-kingdom", {"karelia-ssr": f"germany: {GUN_AND_COMPLEX}"}, control=control)
    taken(play, "united-kingdom", "karelia-ssr", "russia")
    assert standing(play, "karelia-ssr") == "soviet-union: anti-aircraft-gun [captured], industrial-complex [captured]"
    other = fight("united-kingdom", {"karelia-ssr": f"germany: {GUN_AND_COMPLEX}"}, control=control)
    taken(other, "united-kingdom", "russia", "karelia-ssr")
    assert standing(other, "karelia-ssr") == standing(play, "karelia-ssr")
    assert other.state.control == play.state.control


@pytest.mark.section("Capturing and Liberating Capitals")
def test_a_power_whose_capital_was_liberated_collects_income_again() -> None:
    play = fight("germany", money={"soviet-union": 0})
    taken(play, "germany", "russia")
    while play.state.clock[2:] != ("united-kingdom", "conduct-combat"):
        play.submit(EndPhase())
    taken(play, "united-kingdom", "russia")
    to_next_turn_of(play, "soviet-union")
    assert play.state.resources["soviet-union", "ipc"] == 0
    play.submit(EndPhase("collect-income"))
    assert play.state.resources["soviet-union", "ipc"] == 24


@pytest.mark.section("Capturing and Liberating Capitals")
def test_the_loss_of_a_capital_is_part_of_the_state_of_a_game_cut_off() -> None:
    play = fight("germany")
    taken(play, "germany", "russia")
    fresh = again(play)
    for one in (play, fresh):
        while one.state.clock.round == 1:
            one.submit(EndPhase())
    assert fresh.events == play.events
    assert play.state.clock == (2, 6, "soviet-union", "combat-move")


# Subject to Capture


@pytest.mark.section("Industrial Complexes / Unit Characteristics")
def test_a_captured_complex_is_used_from_the_captor_s_next_turn_on() -> None:
    stacks = {"caucasus": "soviet-union: industrial-complex"}
    play = play_from(stacks, "germany", "conduct-combat", pool={"germany": "infantry"})
    taken(play, "germany", "caucasus")
    play.submit(EndPhase("noncombat-move"))
    assert rules_of(play, Place("infantry", "caucasus")) == ["mobilize/factory"]
    later = play_from(
        {"caucasus": "germany: industrial-complex"},
        "germany",
        "mobilize-units",
        control={"caucasus": "germany"},
        pool={"germany": "infantry"},
    )
    assert rules_of(later, Place("infantry", "caucasus")) == []


@pytest.mark.section("Industrial Complexes / Unit Characteristics")
def test_the_liberator_of_a_complex_cannot_use_it() -> None:
    stacks = {"karelia-ssr": "germany: industrial-complex"}
    play = play_from(stacks, "united-kingdom", "conduct-combat", control={"karelia-ssr": "germany"}, pool={"united-kingdom": "infantry"})
    taken(play, "united-kingdom", "karelia-ssr")
    play.submit(EndPhase("noncombat-move"))
    assert rules_of(play, Place("infantry", "karelia-ssr")) == ["mobilize/factory"]


# Fought out


@pytest.mark.section("Step 7. Conclude Combat", "Capturing and Liberating Capitals")
def test_a_capital_taken_in_battle_changes_everything_at_once() -> None:
    """Two tanks against one infantry in Moscow: the dice hit twice, the defender misses."""
    stacks = {
        "russia": f"soviet-union: infantry, {GUN_AND_COMPLEX}; "
        "germany: 2 tank [used=1 from=west-russia moved], infantry [used=1 from=west-russia moved]"
    }
    play = play_from(stacks, "germany", "conduct-combat", money={"soviet-union": 18, "germany": 0}, dice=[3, 1, 6, 6])
    start = len(play.events)
    play.submit(Battle("russia"))
    assert events_after(play, start, ControlChanged) == [ControlChanged("russia", "soviet-union", "germany", "captured")]
    assert (play.state.resources["germany", "ipc"], play.state.resources["soviet-union", "ipc"]) == (18, 0)
    assert play.state.points["axis", "victory-cities"] == 7
    assert "anti-aircraft-gun [captured], industrial-complex [captured]" in standing(play, "russia")
    play.submit(EndPhase("collect-income"))
    assert play.state.resources["germany", "ipc"] == 18 + 40 + 8
