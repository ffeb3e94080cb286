"""Sections Order of Play, Non-Aggression Pact: whose turn it is, who is at war with whom, and who may declare it."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Declare, Move, Rocket
from engine.rules import EndPhase
from tests.global1939.positions import TITLE, outcome, play_from, rules_of
from tests.global1939.turns import go_to, late, new_game, pass_by, turns_of

pytestmark = pytest.mark.section("Order of Play")

ORDER = ["germany", "france", "soviet-union", "china", "japan", "united-kingdom", "italy", "united-states"]
PHASES = [
    "research",
    "politics",
    "purchase-units",
    "combat-move",
    "conduct-combat",
    "noncombat-move",
    "mobilize-units",
    "collect-income",
]


def test_powers_take_their_turns_in_the_order_of_play_and_riders_and_nations_take_none() -> None:
    play = go_to(new_game(), "germany", "politics", round=2)
    assert [power for power, _ in turns_of(play)][:8] == ORDER
    assert list(TITLE.turns) == ORDER
    assert turns_of(play)[0][1] == PHASES


def test_the_united_states_neutral_do_not_move_and_build_nothing() -> None:
    play = go_to(new_game(), "germany", "politics", round=2)
    assert turns_of(play)[7] == ("united-states", ["politics", "collect-income"])


def test_at_the_start_germany_and_italy_fight_france_and_britain_and_japan_china_alone() -> None:
    position = new_game().position
    assert position.enemies_of("germany") & set(ORDER) == {"france", "united-kingdom", "china"}
    assert position.enemies_of("japan") & set(ORDER) == {"china"}
    assert position.relation("soviet-union", "germany") == position.relation("united-states", "japan") == "peace"
    assert position.relation("germany", "japan") == "allied"
    assert position.relation("united-kingdom", "china") == "peace"
    assert position.enemies_of("soviet-union") == frozenset()


def test_every_nation_begins_at_peace_with_everybody() -> None:
    position = new_game().position
    nations = [power for power, row in TITLE.nations.items() if row.kind == "neutral"]
    assert {position.relation(nation, power) for nation in nations for power in ORDER} == {"peace"}


def test_a_declaration_brings_war_and_common_enemies_make_allies() -> None:
    play = go_to(new_game(), "japan", "politics")
    made = outcome(play, Declare("united-kingdom"))
    assert made == [
        ev.RelationChanged("japan", "united-kingdom", "peace", "war"),
        ev.RelationChanged("united-kingdom", "china", "peace", "allied"),
    ]
    assert "united-kingdom" in play.position.enemies


def test_no_deck_of_a_power_at_peace_is_expected_of_it() -> None:
    """A Japanese carrier takes no Soviet fighter in; a plan that counted on it kept the noncombat move from ending."""
    stacks = {"sea-zone-21": "soviet-union: fighter [used=7 rebasing]", "sea-zone-35": "japan: aircraft-carrier"}
    at_peace = {("japan", "soviet-union"): "peace"}
    play = play_from(stacks, "soviet-union", "noncombat-move", relations=at_peace)
    assert play.phase.owed(play.position) == [] and rules_of(play, EndPhase()) == []


def test_nobody_declares_war_on_an_ally_an_enemy_or_an_account() -> None:
    play = go_to(new_game(), "japan", "politics")
    assert rules_of(play, Declare("germany")) == ["politics/relation"]
    assert rules_of(play, Declare("china")) == ["politics/relation"]
    assert rules_of(play, Declare("anzac")) == ["politics/relation"]


def test_the_soviet_union_is_neutral_until_turn_3() -> None:
    play = go_to(new_game(), "germany", "politics", round=2)
    assert rules_of(play, Declare("soviet-union")) == ["politics/too-early"]
    play = go_to(play, "germany", "politics", round=3)
    assert play.state.standing["soviet-union"] == "active"
    assert play.position.relation("germany", "soviet-union") == play.position.relation("italy", "soviet-union") == "war"
    assert play.position.relation("soviet-union", "united-kingdom") == "allied"


@pytest.mark.section("Non-Aggression Pact")
def test_japan_may_attack_the_soviet_union_as_early_as_turn_4() -> None:
    at_peace = {("japan", "soviet-union"): "peace"}
    play = play_from({}, "japan", "politics", round=3, relations=at_peace)
    assert rules_of(play, Declare("soviet-union")) == ["politics/too-early"]
    play = play_from({}, "japan", "politics", round=4, relations=at_peace)
    outcome(play, Declare("soviet-union"))
    assert play.position.relation("japan", "soviet-union") == "war"


@pytest.mark.section("Non-Aggression Pact")
@pytest.mark.parametrize(("holder", "broken"), [("germany", ["politics/pact"]), ("soviet-union", []), ("united-kingdom", [])])
def test_the_soviet_union_never_attacks_japan_until_berlin_falls(holder: str, broken: list[str]) -> None:
    at_peace = {("japan", "soviet-union"): "peace"}
    play = play_from({}, "soviet-union", "politics", round=9, relations=at_peace, control={"germany": holder})
    assert rules_of(play, Declare("japan")) == broken


FAR_EAST = {
    "amur": "soviet-union: infantry, bomber, anti-aircraft-gun",
    "manchuria": "japan: infantry, minor-factory",
    "sea-zone-5": "japan: destroyer",
}


@pytest.mark.section("Non-Aggression Pact")
@pytest.mark.parametrize(("holder", "broken"), [("germany", ["combat-move/pact"]), ("united-kingdom", [])])
def test_it_never_attacks_japanese_territory_before_not_even_when_japan_has_attacked(holder: str, broken: list[str]) -> None:
    play = play_from(FAR_EAST, "soviet-union", "combat-move", round=5, control={"germany": holder})
    assert play.position.relation("japan", "soviet-union") == "war"
    assert rules_of(play, Move("infantry", "amur > manchuria")) == broken
    assert rules_of(play, Move("bomber", "amur > manchuria", raid=True)) == broken
    assert rules_of(play, Move("bomber", "amur > sea-zone-5")) == []
    armed = play_from(FAR_EAST, "soviet-union", "conduct-combat", control={"germany": holder}, techs={"soviet-union": "rockets"})
    assert rules_of(armed, Rocket("amur", "manchuria")) == [rule.replace("combat-move", "rockets") for rule in broken]


@pytest.mark.section("Non-Aggression Pact")
def test_what_japan_has_taken_of_the_soviet_union_s_own_it_takes_back() -> None:
    stacks, held = {"amur": "japan: infantry", "siberia": "soviet-union: infantry"}, {"amur": "japan"}
    play = play_from(stacks, "soviet-union", "combat-move", round=5, control=held)
    assert rules_of(play, Move("infantry", "siberia > amur")) == []


def test_the_pact_has_ended_once_berlin_has_fallen_although_germany_has_it_back() -> None:
    at_peace = {("japan", "soviet-union"): "peace"}
    play = late("united-kingdom", taken={"germany": "united-kingdom"}, relations=at_peace)
    pass_by(play)
    assert play.state.marker("game", "has-fallen|germany")
    retaken = play_from({}, "soviet-union", "politics", relations=at_peace, markers={("game", "has-fallen|germany"): "yes"})
    assert retaken.state.control["germany"] == "germany" and rules_of(retaken, Declare("japan")) == []
