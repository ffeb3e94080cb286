"""Sections 4.4 to 4.9: alignment, control, neutrality, China."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.rules import NEUTRAL
from engine.titles.global_war_1936.lend_lease import diplomacy
from engine.titles.global_war_1936.nations import controlled_by, is_apart, is_at_war
from engine.titles.global_war_1936.orders import Influence
from engine.titles.global_war_1936.politics import alignment, events, war
from tests.global_war_1936.positions import BOARD, TITLE, begun


@pytest.mark.section("4.7", "4.5")
def test_4_7_turkey_attacked_by_the_soviets_is_controlled_by_germany_until_they_are_at_war() -> None:
    play = begun("1936")
    war.declare(play, "soviet-union", "turkey")
    assert controlled_by(play.position, "turkey") == "germany" and is_apart(play.position, "turkey")
    assert play.position.relation("germany", "turkey") == "peace"
    war.declare(play, "germany", "soviet-union")
    assert play.state.control["istanbul"] == "germany" and not is_apart(play.position, "turkey")
    assert not any(key.power == "turkey" for key in play.state.stacks)


@pytest.mark.section("4.4")
def test_4_4_an_attacked_minor_power_aligns_at_once_with_who_is_at_war_with_its_attacker() -> None:
    play = begun("1939")
    war.declare(play, "germany", "norway")
    assert play.state.control["norway"] == "great-britain"


@pytest.mark.section("4.7")
def test_4_7_minor_powers_in_the_americas_go_to_the_united_states() -> None:
    assert alignment.protector(begun("1936").position, "brazil", "germany") == "united-states"


@pytest.mark.section("4.7")
def test_4_7_siam_goes_to_japan_and_mongolia_to_the_soviets() -> None:
    position = begun("1936").position
    assert alignment.protector(position, "siam", "great-britain") == "japan"
    assert alignment.protector(position, "mongolia", "japan") == "soviet-union"


@pytest.mark.section("15.11")
def test_15_11_italy_takes_minor_powers_with_its_option() -> None:
    play = begun("1936")
    play.state.options["minor-control"] = "shared"
    play.position.__dict__.pop("options", None)
    assert alignment.protector(play.position, "turkey", "soviet-union") == "italy"


@pytest.mark.section("4.4", "4.3", "0.5")
def test_4_4_members_of_an_alliance_are_aligned_by_a_common_enemy() -> None:
    play = begun("1936")
    assert play.position.relation("great-britain", "france") == "peace"
    war.set_relation(play, "great-britain", "germany", "war")
    war.set_relation(play, "france", "germany", "war")
    war.join_hands(play, "france")
    assert play.position.relation("great-britain", "france") == "allied"


@pytest.mark.section("4.6", "4.2", "4.1")
def test_4_6_a_war_with_minor_powers_leaves_a_nation_neutral() -> None:
    play = begun("1939")
    assert play.position.relation("japan", "kmt") == "war" and not is_at_war(play.position, "japan")


@pytest.mark.section("4.9")
def test_4_9_an_attack_on_china_unites_it() -> None:
    play = begun("1936")
    assert play.position.relation("kmt", "ccp") == "war"
    war.declare(play, "japan", "yunnan-warlord")
    assert {play.position.relation("japan", faction) for faction in ("kmt", "ccp")} == {"war"}
    assert play.position.relation("kmt", "ccp") == "allied"
    assert play.state.control["yunnan"] == play.state.control["peking"] == play.state.control["hainan"] == "kmt"


@pytest.mark.section("4.9")
def test_4_9_a_warlord_that_one_faction_has_not_conquered_goes_to_the_other() -> None:
    play = begun("1936", ev.PhaseStarted("kmt", "conduct-combat", 9))
    war.declare(play, "kmt", "yunnan-warlord")
    assert play.state.control["yunnan"] == "yunnan-warlord"
    events.combat_over(play)
    assert play.state.control["yunnan"] == "ccp" and play.state.standing["kwangtung-warlord"] == NEUTRAL


@pytest.mark.section("15.11")
def test_15_11_italy_and_france_take_all_minor_powers_with_their_option() -> None:
    play = begun("1936", options={"minor-control": "shared"})
    assert alignment.protector(play.position, "norway", "germany") == "france"
    alignment.align(play, "hungary", "germany")
    alignment.align(play, "poland", "great-britain")
    assert (play.state.control["hungary"], play.state.control["warsaw"]) == ("italy", "france")
    alignment.align(play, "mongolia", "soviet-union")
    assert play.state.control["mongolia"] == "soviet-union"


@pytest.mark.section("4.8")
def test_4_8_iraq_joins_whoever_of_germany_and_italy_has_troops_beside_it() -> None:
    near = next(area for area in TITLE.neighbours["iraq"] if not area.startswith("sea"))
    for power, holder in (("germany", "germany"), ("italy", "italy"), ("japan", "iraq")):
        play = BOARD.play_from({near: f"{power}: infantry"}, power, "conduct-combat")
        events.combat_over(play)
        assert play.state.control["iraq"] == holder


@pytest.mark.section("4.8")
def test_table_4_4_enemies_beside_a_nation_or_on_its_convoys_add_one() -> None:
    zone = next(zone for zone in TITLE.neighbours["brazil"] if zone.startswith("sea"))
    order = Influence("brazil", 2)
    calm = BOARD.play_from({}, "united-states", "production")
    assert diplomacy.needed(calm.position, order) == 2
    near = BOARD.play_from({zone: "germany: submarine"}, "united-states", "production")
    raided = BOARD.play_from({}, "united-states", "production", markers={("game", "raided|new-york-rio|united-states"): "1"})
    assert diplomacy.needed(near.position, order) == diplomacy.needed(raided.position, order) == 3


@pytest.mark.section("4.8", "14.4.1")
def test_table_4_5_germany_has_one_satellite_a_turn_after_the_fall_of_france() -> None:
    calm = {("germany", "soviet-union"): "peace"}
    play = BOARD.play_from({}, "germany", "place-units", standing={"france": "surrendered"}, relations=calm)
    joined = []
    for _ in range(4):
        events.place_units_over(play)
        joined.append(sum(not is_apart(play.position, minor) for minor in ("romania", "hungary", "bulgaria")))
    assert joined == [1, 2, 3, 3]
