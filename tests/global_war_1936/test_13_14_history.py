"""Sections 13 and 14: the civil wars, Abyssinia, pacts, the fall of France."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.heirs import SURRENDERED
from engine.families.axis_allies.orders import Declare
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936 import moves
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.nations import controlled_by, is_minor
from engine.titles.global_war_1936.orders import Annex, Sign
from engine.titles.global_war_1936.politics import events, fall, spain, war
from engine.titles.global_war_1936.tables import colonies
from engine.titles.global_war_1936.treaties import pacts
from tests.global_war_1936.positions import BOARD, TITLE, begun, play_from, problems, standing


@pytest.mark.section("13.1")
def test_13_1_the_factions_are_controlled_by_germany_and_the_soviets() -> None:
    position = begun("1936").position
    assert controlled_by(position, "nationalist-spain") == "germany" and controlled_by(position, "republican-spain") == "soviet-union"


@pytest.mark.section("13.1")
def test_13_1_a_faction_that_holds_all_six_zones_has_won() -> None:
    play = begun("1936")
    for area in play.title.regions["spain"]:
        if play.state.control[area] != "nationalist-spain":
            fall.give(play, area, "nationalist-spain", "captured")
    spain.look(play)
    assert spain.winner(play.position) == "nationalist-spain"
    assert not any(key.power == "republican-spain" for key in play.state.stacks)


@pytest.mark.section("13.1")
def test_13_1_the_winner_gets_volunteers_every_turn() -> None:
    markers = {("game", "spain-won"): "nationalist-spain"}
    play = begun("1936")
    for (scope, key), value in markers.items():
        play.emit(ev.MarkerSet(scope, key, value))
    before = sum(n for key, n in play.state.stacks.items() if (key.area, key.unit) == ("berlin", "infantry"))
    play.submit(EndPhase("noncombat-move"))
    assert sum(n for key, n in play.state.stacks.items() if (key.area, key.unit) == ("berlin", "infantry")) == before + 1


@pytest.mark.section("13.2")
def test_13_2_abyssinia_is_controlled_by_france_and_aligns_with_it_in_a_war_with_italy() -> None:
    play = begun("1936")
    assert controlled_by(play.position, "abyssinia") == "france"
    war.declare(play, "italy", "france")
    assert play.state.control["abyssinia"] == "france"


@pytest.mark.section("13.3", "13.3.1", "13.3.2")
def test_13_3_a_faction_becomes_a_major_power_at_13() -> None:
    play = begun("1936")
    assert is_minor(play.position, "kmt")
    war.declare(play, "japan", "kmt")
    events.check_always(play)
    assert not is_minor(play.position, "kmt")


def signed(*orders: Sign) -> Play:
    play = begun("1939")
    play.submit(EndPhase("production"))
    play.submit(Sign("molotov-ribbentrop"))
    while play.state.clock.power != "soviet-union" or play.state.clock.phase != "combat-move":
        play.submit(EndPhase())
    for order in orders:
        play.submit(order)
    return play


@pytest.mark.section("14.2", "14.1")
def test_14_2_the_pact_is_signed_by_both_and_pays_five_and_three() -> None:
    play = signed()
    assert not pacts.is_signed(play.position, pacts.MOLOTOV)
    play.submit(Sign("molotov-ribbentrop"))
    assert pacts.is_signed(play.position, pacts.MOLOTOV) and "submarine-base" in standing(play, "murmansk")
    before = play.state.resources["soviet-union", "ipp"]
    play.submit(EndPhase("place-units"))
    assert play.state.resources["soviet-union", "ipp"] == before + income.income(play.position, "soviet-union") + 3


@pytest.mark.section("14.2")
def test_14_2_the_soviets_annex_the_baltic_states_under_the_pact() -> None:
    order = Annex("infantry", "leningrad > latvia")
    assert problems(signed(), order) == ["annex/area"]
    play = signed(Sign("molotov-ribbentrop"), order)
    assert play.state.control["latvia"] == "soviet-union" and standing(play, "latvia").startswith("soviet-union: infantry")
    assert play.position.relation("soviet-union", "latvia") == "peace"


@pytest.mark.section("14.2", "4.8")
def test_14_2_the_pact_is_over_with_a_war_and_finland_joins_germany() -> None:
    play = signed(Sign("molotov-ribbentrop"))
    play.submit(Declare("soviet-union", "germany"))
    assert not pacts.is_signed(play.position, pacts.MOLOTOV)
    assert play.state.control["karjala"] == "germany" and "submarine-base" not in standing(play, "murmansk")


@pytest.mark.section("14.2")
def test_14_2_no_pact_before_july_1939() -> None:
    play = begun("1936")
    play.submit(EndPhase("production"))
    assert problems(play, Sign("molotov-ribbentrop")) == ["pact/early"]


@pytest.mark.section("14.3")
def test_14_3_breaking_the_treaty_of_japan_costs_five() -> None:
    play = BOARD.play_from({}, "soviet-union", "combat-move", markers={("game", "pact|japanese-soviet"): "signed"})
    before = play.state.resources["soviet-union", "ipp"]
    play.submit(Sign("japanese-soviet", end=True))
    assert play.state.resources["soviet-union", "ipp"] == before - 5


@pytest.mark.section("0.9")
def test_0_9_austria_is_annexed_from_1938_without_a_war() -> None:
    play = begun("1936", ev.RoundStarted(4), ev.PhaseStarted("germany", "combat-move", 50))
    assert moves.may_annex(play.position, "austria") and not moves.may_annex(play.position, "slovakia")
    play.submit(Annex("infantry", "bavaria > austria"))
    assert play.state.control["austria"] == "germany" and play.position.relation("germany", "austria") == "peace"


def fallen() -> Play:
    play = begun("1939")
    for area in ("paris",):
        take_area(play, area, "germany")
    fall.look(play)
    return play


@pytest.mark.section("14.4", "14.4.1")
def test_14_4_france_surrenders_with_paris_and_its_money_goes_to_germany() -> None:
    play = begun("1939")
    have = play.state.resources["france", "ipp"] + play.state.resources["germany", "ipp"]
    take_area(play, "paris", "germany")
    fall.look(play)
    assert play.state.standing["france"] == SURRENDERED and play.state.resources["germany", "ipp"] == have


@pytest.mark.section("14.4.2")
def test_14_4_2_vichy_holds_the_south_with_its_army_and_germany_the_rest() -> None:
    play = fallen()
    assert play.state.control["southern-france"] == play.state.control["corsica"] == "vichy-france"
    assert play.state.control["picardy"] == play.state.control["normandy"] == "germany"
    army = standing(play, "southern-france")
    assert "vichy-france" in army and "3 infantry" in army and "artillery" in army and "fighter" in army
    assert not any(key.power == "france" for key in play.state.stacks)


@pytest.mark.section("14.4.2")
def test_14_4_2_colonies_go_together_and_the_far_ones_to_japan() -> None:
    play = fallen()
    for group in colonies(TITLE).values():
        assert len({play.state.control[row.area] for row in group}) == 1
    assert play.state.control["new-caledonia"] in ("japan", "free-france")
    assert play.state.control["chad"] in ("vichy-france", "free-france")


@pytest.mark.section("14.4.1")
def test_14_4_1_what_is_left_is_free_france_at_war_with_germany() -> None:
    play = fallen()
    assert play.position.relation("free-france", "germany") == "war"
    assert "free-france" in play.state.control.values()
    assert play.position.relation("vichy-france", "germany") == "peace"


@pytest.mark.section("14.4.4")
def test_14_4_4_vichy_surrenders_with_southern_france() -> None:
    play = fallen()
    fall.give(play, "southern-france", "great-britain", "captured")
    fall.look(play)
    assert "vichy-france" not in play.state.control.values()
    assert not any(key.power == "vichy-france" for key in play.state.stacks)


@pytest.mark.section("9.22")
def test_9_22_a_surrender_is_reversed_when_the_capital_is_free() -> None:
    play = fallen()
    fall.give(play, "paris", "great-britain", "captured")
    fall.look(play)
    assert play.state.standing["france"] != SURRENDERED and play.state.control["paris"] == "france"
    assert "free-france" not in play.state.control.values()


def with_rome_taken() -> Play:
    play = begun("1939")
    war.set_relation(play, "italy", "great-britain", "war")
    take_area(play, "rome", "great-britain")
    fall.look(play)
    return play


@pytest.mark.section("9.22")
def test_9_22_a_nation_that_has_surrendered_has_no_units() -> None:
    play = with_rome_taken()
    assert play.state.standing["italy"] == SURRENDERED
    assert not [key for key in play.state.stacks if key.power == "italy" and play.title.units[key.unit].cls != "facility"]


@pytest.mark.section("9.22")
def test_9_22_a_nation_that_has_surrendered_loses_its_capital_no_second_time() -> None:
    play = with_rome_taken()
    war.set_relation(play, "soviet-union", "great-britain", "war")
    take_area(play, "rome", "soviet-union")
    assert play.state.control["rome"] == "soviet-union" and play.state.standing["italy"] == SURRENDERED


@pytest.mark.section("9.23")
def test_9_23_the_money_of_who_loses_its_capital_goes_to_the_bank() -> None:
    play = play_from({}, "germany", "conduct-combat", money={"soviet-union": 30, "germany": 7})
    take_area(play, "moscow", "germany")
    assert play.state.resources["soviet-union", "ipp"] == 0 and play.state.resources["germany", "ipp"] == 7


@pytest.mark.section("9.23")
def test_9_23_the_soviets_move_their_capital() -> None:
    play = play_from({}, "germany", "conduct-combat")
    take_area(play, "moscow", "germany")
    fall.look(play)
    assert fall.seat_of(play.position, "soviet-union") == "urals"
