"""Sections 5.7, 9.11 and 9.21: the Monroe doctrine, the Arctic line that is denied, areas that are returned."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.orders import Declare, Move
from engine.rules import EndPhase
from engine.titles.global_war_1936.economy.collecting import bonus_of
from engine.titles.global_war_1936.economy.income import tracker
from engine.titles.global_war_1936.nations import is_at_war
from engine.titles.global_war_1936.orders import Cede, Claim, Deny, Monroe
from tests.global_war_1936.positions import battle, play_from, problems, standing

ARGENTINA = {"argentina": "germany: infantry", "brazil": "united-states: 2 infantry", "berlin": "germany: infantry"}
HELD = {"argentina": "germany", "brazil": "united-states"}
PEACE = {(foe, "united-states"): "peace" for foe in ("germany", "italy", "japan", "soviet-union", "ccp")}


@pytest.mark.section("5.7")
def test_5_7_the_united_states_attack_germany_in_argentina_without_a_war() -> None:
    play = play_from(ARGENTINA, "united-states", "combat-move", control=HELD, relations=PEACE)
    assert problems(play, Move("infantry", "brazil > argentina"))
    before = tracker(play.position, "united-states")
    play.submit(Monroe("germany"))
    assert not is_at_war(play.position, "united-states") and tracker(play.position, "united-states") == before
    play.submit(Move("2 infantry", "brazil > argentina"))
    assert [due.area for due in battles_due(play.position)] == ["argentina"]


@pytest.mark.section("5.7")
def test_5_7_the_doctrine_is_for_nations_that_intrude() -> None:
    stacks = {"berlin": "germany: infantry", "brazil": "united-states: infantry"}
    play = play_from(stacks, "united-states", "combat-move", control={"brazil": "united-states"}, relations=PEACE)
    assert problems(play, Monroe("germany")) == ["monroe/none"]


@pytest.mark.section("5.7")
def test_5_7_peace_is_back_after_the_combat_phase() -> None:
    play = play_from(ARGENTINA, "united-states", "combat-move", control=HELD, relations=PEACE)
    play.submit(Monroe("germany"))
    play.submit(EndPhase("conduct-combat"))
    assert play.position.relation("germany", "united-states") == "peace"


@pytest.mark.section("5.7")
def test_5_7_nobody_is_attacked_beyond_the_americas() -> None:
    stacks = ARGENTINA | {
        "london": "united-states: infantry",
        "sea-zone-25": "germany: submarine; united-states: destroyer",
    }
    play = play_from(stacks, "united-states", "combat-move", control=HELD, relations=PEACE)
    play.submit(Monroe("germany"))
    here = next(iter(play.title.neighbours["sea-zone-25"]))
    zones = [zone for zone in play.title.neighbours["sea-zone-25"] if zone.startswith("sea")]
    assert here and problems(play, Move("destroyer", f"sea-zone-25 > {zones[0]}")) == []
    far = play_from(
        ARGENTINA | {"sea-zone-25": "germany: destroyer", zones[0]: "united-states: destroyer"},
        "united-states",
        "combat-move",
        control=HELD,
        relations=PEACE,
    )
    far.submit(Monroe("germany"))
    assert problems(far, Move("destroyer", f"{zones[0]} > sea-zone-25")) == ["monroe/reach"]


@pytest.mark.section("5.7")
def test_5_7_who_has_come_among_ships_beyond_the_americas_before_need_not_fight_them() -> None:
    stacks = ARGENTINA | {"sea-zone-24": "united-states: destroyer [moved used=1 from=sea-zone-25]; germany: destroyer"}
    play = play_from(stacks, "united-states", "combat-move", control=HELD, relations=PEACE)
    play.submit(Monroe("germany"))
    play.submit(EndPhase("combat-move"))
    assert problems(play, battle("sea-zone-24")) == ["monroe/reach"]
    assert problems(play, EndPhase("conduct-combat")) == []


ALONE = PEACE | {("great-britain", "united-states"): "peace", ("germany", "great-britain"): "war", ("great-britain", "italy"): "peace"}
RICH = {("game", "income|united-states"): "99"}


@pytest.mark.section("5.7")
def test_5_7_the_doctrine_allies_nobody_and_aligns_nobody() -> None:
    stacks = ARGENTINA | {"chile": "chile: infantry"}
    relations, markers = ALONE | {("chile", "germany"): "war"}, {("game", "controlled|chile"): "united-states"}
    play = play_from(stacks, "united-states", "combat-move", control=HELD, relations=relations, markers=markers)
    play.submit(Monroe("germany"))
    play.submit(Declare("italy", by="great-britain"))
    assert play.position.relation("great-britain", "united-states") == "peace"
    assert play.state.control["chile"] == "chile"


@pytest.mark.section("5.7", "8.1")
@pytest.mark.parametrize(("by", "on"), [("united-states", "germany"), ("germany", "united-states")])
def test_8_1_a_real_war_is_declared_while_the_doctrine_stands_too(by: str, on: str) -> None:
    play = play_from(ARGENTINA, "united-states", "combat-move", control=HELD, relations=ALONE, markers=RICH)
    play.submit(Monroe("germany"))
    play.submit(Declare(on, by=by))
    assert is_at_war(play.position, "united-states") and play.position.relation("great-britain", "united-states") == "allied"
    assert problems(play, Declare(on, by=by)) == ["war/relation"]
    play.submit(EndPhase("conduct-combat"))
    assert play.position.relation("germany", "united-states") == "war"


@pytest.mark.section("9.11")
def test_9_11_the_united_states_deny_the_next_income_of_the_arctic_line() -> None:
    relations = {("germany", "soviet-union"): "war"}
    play = play_from(
        {"murmansk": "soviet-union: infantry"}, "united-states", "production", relations=relations, control={"murmansk": "soviet-union"}
    )
    assert "soviet-arctic" in bonus_of(play.position, "soviet-union")
    play.submit(Deny())
    assert "soviet-arctic" not in bonus_of(play.position, "soviet-union")
    assert problems(play, Deny()) == ["deny/again"]


SYRIA = {
    "syria": "soviet-union: 2 infantry",
    "leningrad": "soviet-union: infantry",
    "transcaucasia": "soviet-union: infantry",
}


def returned(phase: str = "noncombat-move", power: str = "france"):
    return play_from(
        SYRIA,
        power,
        phase,
        control={"syria": "soviet-union", "transcaucasia": "soviet-union"},
        relations={(foe, "france"): "peace" for foe in ("germany", "italy", "japan", "soviet-union", "ccp")},
    )


@pytest.mark.section("9.21")
def test_9_21_a_holder_that_refuses_may_be_declared_war_on() -> None:
    play = returned()
    assert "war/income" in problems(play, Declare("soviet-union"))
    play.submit(Claim("syria"))
    assert "war/income" not in problems(play, Declare("soviet-union"))


@pytest.mark.section("9.21")
def test_9_21_what_is_returned_is_its_owners_and_the_units_go_to_the_nearest_friendly_area() -> None:
    play = returned()
    play.submit(Claim("syria"))
    play.submit(Cede("syria"))
    assert play.state.control["syria"] == "france" and standing(play, "syria") == ""
    assert sum(n for key, n in play.state.stacks.items() if key.power == "soviet-union" and key.unit == "infantry") == 4
    assert "war/income" in problems(play, Declare("soviet-union"))


@pytest.mark.section("9.21")
def test_9_21_members_of_an_alliance_ask_for_nothing() -> None:
    play = play_from(
        {"syria": "great-britain: infantry"},
        "france",
        "production",
        control={"syria": "great-britain"},
        relations={("france", "great-britain"): "allied"},
    )
    assert problems(play, Claim("syria")) == ["claim/area"]
