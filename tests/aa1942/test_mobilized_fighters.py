"""New fighters and the decks they are placed on."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Place
from engine.rules import EndPhase
from tests.aa1942.positions import events_after, play_from, rules_of, standing
from tests.aa1942.test_mobilize_new_units import germany, placed

# Where: fighters


@pytest.mark.section("Restrictions on Placement", "Aircraft Carriers / Unit Characteristics")
def test_fighters_at_a_complex() -> None:
    assert rules_of(germany("fighter"), Place("fighter", "germany")) == []
    assert rules_of(germany("fighter"), Place("fighter", "western-europe")) == ["mobilize/factory"]


@pytest.mark.section("Restrictions on Placement", "Aircraft Carriers / Unit Characteristics")
def test_fighters_on_an_existing_carrier_up_to_its_two_spaces() -> None:
    play = germany("3 fighter", {"sea-zone-5": "germany: aircraft-carrier"})
    (problem,) = play.check(Place("3 fighter", "sea-zone-5"))
    assert (problem.rule, problem.found, problem.expected) == ("mobilize/deck", "3", "at most 2")
    play.submit(Place("2 fighter", "sea-zone-5"))
    assert rules_of(play, Place("fighter", "sea-zone-5")) == ["mobilize/deck"]
    assert play.state.marker("phase", "mobilized|germany") == "2"


@pytest.mark.section("Restrictions on Placement", "Aircraft Carriers / Unit Characteristics")
def test_fighters_already_aboard_take_up_space() -> None:
    play = germany("2 fighter", {"sea-zone-5": "germany: aircraft-carrier, fighter"})
    assert rules_of(play, Place("2 fighter", "sea-zone-5")) == ["mobilize/deck"]
    assert rules_of(play, Place("fighter", "sea-zone-5")) == []


@pytest.mark.section("Restrictions on Placement", "Aircraft Carriers / Unit Characteristics")
def test_fighters_on_a_carrier_mobilized_with_them_or_just_before() -> None:
    play = germany("aircraft-carrier, 2 fighter")
    assert rules_of(play, Place("2 fighter", "sea-zone-14")) == ["mobilize/deck"]
    assert [event.unit for event in placed(play, Place("2 fighter, aircraft-carrier", "sea-zone-14"))] == [
        "fighter",
        "aircraft-carrier",
    ]
    other = germany("aircraft-carrier, 2 fighter")
    other.submit(Place("aircraft-carrier", "sea-zone-14"))
    assert rules_of(other, Place("2 fighter", "sea-zone-14")) == []


@pytest.mark.section("Restrictions on Placement", "Aircraft Carriers / Unit Characteristics")
def test_fighters_on_a_carrier_in_a_hostile_zone() -> None:
    play = germany("fighter", {"sea-zone-5": "germany: aircraft-carrier; united-kingdom: destroyer, fighter, aircraft-carrier"})
    assert rules_of(play, Place("fighter", "sea-zone-5")) == []


@pytest.mark.section("Restrictions on Placement", "Aircraft Carriers / Unit Characteristics")
def test_the_carrier_s_zone_must_touch_a_complex() -> None:
    play = germany("fighter", {"sea-zone-6": "germany: aircraft-carrier"})
    assert rules_of(play, Place("fighter", "sea-zone-6")) == ["mobilize/factory"]


@pytest.mark.section("Restrictions on Placement", "Aircraft Carriers / Unit Characteristics")
def test_no_new_fighter_on_a_friendly_power_s_carrier() -> None:
    play = germany("fighter", {"sea-zone-14": "japan: aircraft-carrier"})
    assert rules_of(play, Place("fighter", "sea-zone-14")) == ["mobilize/deck"]


@pytest.mark.section("Restrictions on Placement", "Aircraft Carriers / Unit Characteristics")
def test_fighters_already_there_may_move_over_to_a_friend_s_deck() -> None:
    """Two decks, one of them Japan's, three fighters there: one new German fighter still finds room on Germany's own."""
    stacks = {"sea-zone-14": "germany: aircraft-carrier, 2 fighter; japan: aircraft-carrier, fighter"}
    play = germany("2 fighter", stacks)
    (problem,) = play.check(Place("2 fighter", "sea-zone-14"))
    assert (problem.rule, problem.expected) == ("mobilize/deck", "at most 1")
    play.submit(Place("fighter", "sea-zone-14"))


@pytest.mark.section("Restrictions on Placement", "Aircraft Carriers / Unit Characteristics")
def test_new_fighters_all_need_own_decks_however_many_friends_have() -> None:
    stacks = {"sea-zone-14": "germany: aircraft-carrier; japan: 2 aircraft-carrier"}
    play = germany("3 fighter", stacks)
    play.submit(Place("2 fighter", "sea-zone-14"))
    assert rules_of(play, Place("fighter", "sea-zone-14")) == ["mobilize/deck"]


# Fighters that wait for a carrier


@pytest.mark.section("Where Units Can Move", "Fighters / Unit Characteristics")
def test_a_carrier_promised_to_waiting_fighters_must_be_placed_under_them() -> None:
    play = germany("aircraft-carrier, infantry", {"sea-zone-5": "germany: 2 fighter [moved used=3]"})
    assert rules_of(play, EndPhase()) == ["mobilize/promised-carrier"]
    assert rules_of(play, Place("aircraft-carrier", "sea-zone-14")) == ["mobilize/promised-carrier"]
    assert rules_of(play, Place("infantry", "germany")) == []
    play.submit(Place("aircraft-carrier", "sea-zone-5"))
    assert rules_of(play, EndPhase()) == []
    play.submit(EndPhase())
    assert standing(play, "sea-zone-5") == "germany: aircraft-carrier, 2 fighter"


@pytest.mark.section("Where Units Can Move", "Fighters / Unit Characteristics")
def test_the_room_for_a_promised_carrier_is_not_given_away() -> None:
    play = germany("aircraft-carrier, 10 infantry", {"sea-zone-5": "germany: fighter [moved used=3]"})
    assert rules_of(play, Place("10 infantry", "germany")) == ["mobilize/promised-carrier"]
    assert rules_of(play, Place("9 infantry", "germany")) == []


@pytest.mark.section("Where Units Can Move", "Fighters / Unit Characteristics")
def test_two_promises_that_share_a_complex_both_keep_their_room() -> None:
    """Zones 6 and 7 both touch the United Kingdom only: of its 8 places two are promised."""
    play = play_from(
        {
            "united-kingdom": "united-kingdom: industrial-complex",
            "sea-zone-6": "united-kingdom: fighter [moved used=3]",
            "sea-zone-7": "united-kingdom: 2 fighter [moved used=3]",
        },
        "united-kingdom",
        "mobilize-units",
        pool={"united-kingdom": "2 aircraft-carrier, 7 infantry"},
    )
    assert rules_of(play, Place("7 infantry", "united-kingdom")) == ["mobilize/promised-carrier"]
    assert rules_of(play, Place("2 aircraft-carrier", "sea-zone-7")) == ["mobilize/promised-carrier"]
    play.submit(Place("6 infantry", "united-kingdom"))
    play.submit(Place("aircraft-carrier", "sea-zone-7"))
    assert rules_of(play, EndPhase()) == ["mobilize/promised-carrier"]
    play.submit(Place("aircraft-carrier", "sea-zone-6"))
    assert rules_of(play, EndPhase()) == []


@pytest.mark.section("Where Units Can Move", "Fighters / Unit Characteristics")
def test_new_fighters_do_not_take_the_deck_that_waiting_ones_need() -> None:
    play = germany("aircraft-carrier, fighter", {"sea-zone-5": "germany: 2 fighter [moved used=3]"})
    assert rules_of(play, Place("aircraft-carrier, fighter", "sea-zone-5")) == ["mobilize/deck"]


@pytest.mark.section("Where Units Can Move", "Fighters / Unit Characteristics")
def test_fighters_without_a_deck_when_the_phase_is_over_are_lost() -> None:
    play = germany("aircraft-carrier", {"sea-zone-5": "germany: 3 fighter [moved used=3]"})
    assert rules_of(play, EndPhase()) == []
    play.submit(Place("aircraft-carrier", "sea-zone-5"))
    start = len(play.events)
    play.submit(EndPhase())
    removed = events_after(play, start)[0]
    assert (removed.unit, removed.count, removed.area, removed.cause) == ("fighter", 1, "sea-zone-5", "no-landing")
    assert standing(play, "sea-zone-5") == "germany: aircraft-carrier, 2 fighter"
