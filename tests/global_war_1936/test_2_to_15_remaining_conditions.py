"""What other tests leave open: set-up, accounts, blitz, landings, guns, who stands beside whom (2.3, 2.5, 4.4, 5.7, 9.2 to 9.8, 12.7)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Move
from engine.mechanics.orders import Lose
from engine.rules import EndPhase
from engine.titles.global_war_1936 import moves, production
from engine.titles.global_war_1936.land import modifiers
from engine.titles.global_war_1936.orders import Advance, Build, Regroup
from engine.titles.global_war_1936.politics import fall, war
from engine.titles.global_war_1936.tables import border_facilities
from engine.titles.global_war_1936.vocabulary import AMERICA_INVADED, COAST_FIRED, REGROUPING
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, battle, begun, combat, due, losses, play_from, problems, standing
from tests.global_war_1936.test_9_8_amphibious import landed
from tests.global_war_1936.test_12_9_coastal_artillery import MISSED, SHORE, fired_at


@pytest.mark.section("2.5", "12.7", "12.9")
@pytest.mark.parametrize("scenario", ["1936", "1939"])
def test_2_5_what_stands_on_borders_is_that_of_the_scenario(scenario: str) -> None:
    play = begun(scenario)
    kinds = {row.unit for row in border_facilities(TITLE)}
    there = Counter({(key.area, key.unit, key.condition): n for key, n in play.state.stacks.items() if key.unit in kinds and key.condition})
    rows = [row for row in border_facilities(TITLE) if row.scenario == scenario and row.to]
    assert there == Counter({(row.area, row.unit, f"border:{row.to}!"): row.count for row in rows})


@pytest.mark.section("2.3", "7.1")
def test_2_3_who_pays_is_named_or_collects_where_it_is_built() -> None:
    play = play_from({}, "great-britain", "production")
    assert production._account(play.position, Build("minor-port", "sydney")) == "anzac"
    assert production._account(play.position, Build("minor-port", "sydney", account="great-britain")) == "great-britain"
    assert production._account(play.position, Build("light-cruiser", account="anzac")) == "anzac"
    assert production._account(play.position, Build("light-cruiser")) == "great-britain"
    assert production._account(play.position, Advance("minor-port", 1, 1, "sydney")) == "great-britain"


@pytest.mark.section("13.1")
def test_13_1_as_many_are_regrouped_as_are_named_of_several_stacks() -> None:
    held = {"madrid": "nationalist-spain", "galicia": "nationalist-spain"}
    stacks = {"madrid": "nationalist-spain: infantry, infantry [border:galicia!]"}
    play = EARLY.play_from(stacks, "germany", "production", control=held, dice=[1] * 5)
    REGROUPING.emit(play, "germany nationalist-spain")
    play.submit(Regroup("infantry", "madrid", "galicia"))
    assert sum(n for key, n in play.state.stacks.items() if key.area == "galicia") == 1


@pytest.mark.section("5.7")
def test_5_7_an_invasion_of_america_is_noted_as_a_turn_ends() -> None:
    play = play_from({}, "japan", "place-units", control={"san-francisco": "japan"}, dice=[1] * 9)
    play.submit(EndPhase())
    assert AMERICA_INVADED.read(play.state)


@pytest.mark.section("4.4")
@pytest.mark.parametrize(("foe", "after"), [("ccp", "peace"), ("germany", "allied")])
def test_4_4_a_war_with_a_minor_power_in_common_aligns_nobody(foe: str, after: str) -> None:
    others = {(one, other): "peace" for one in ("great-britain", "france") for other in TITLE.turns if TITLE.side_of[other] != "allies"}
    relations = others | {("great-britain", "france"): "peace", ("great-britain", foe): "war", ("france", foe): "war"}
    play = BOARD.play_from({}, "germany", "combat-move", relations=relations)
    war.join_hands(play, "great-britain")
    assert play.position.relation("great-britain", "france") == after


@pytest.mark.section("9.22")
def test_9_22_what_friends_have_aboard_sinks_with_the_ships_of_who_surrenders() -> None:
    ship = "naval-transport [cargo=germany/infantry]; germany: infantry [aboard], destroyer"
    play = BOARD.play_from({"sea-zone-25": f"italy: {ship}"}, "great-britain", "conduct-combat")
    fall._disband(play, "italy")
    assert standing(play, "sea-zone-25") == "germany: destroyer"


@pytest.mark.section("9.5", "1.16")
def test_9_5_aircraft_that_come_along_do_not_help_a_blitz_out_of_a_city() -> None:
    held = {"paris": "france", "picardy": "germany", "burgundy": "france"}
    play = play_from({}, "germany", "combat-move", control=held, relations={("germany", "france"): "war"})
    assert [p.rule for p in moves._check_blitz(play.position, Move("medium-armor, fighter", "picardy > paris > burgundy"))] == [
        "move/blitz"
    ]
    assert moves._check_blitz(play.position, Move("medium-armor", "picardy > paris")) == []


@pytest.mark.section("12.7")
def test_12_7_works_fire_at_no_aircraft_that_come_over_them() -> None:
    units = "infantry [from=normandy], fighter [from=belgium]"
    stacks = {"picardy": f"germany: {units}; france: infantry, fortification [border:belgium!]"}
    play = combat("germany", stacks, control={"picardy": "france"})
    assert modifiers.works_met(play.position, "picardy") == 0
    assert [key.unit for key, _ in modifiers.attackers(play.position, "picardy")] == ["infantry"]


@pytest.mark.section("9.2", "9.8")
@pytest.mark.parametrize(
    ("chosen", "wrong"),
    [
        ("3 infantry", []),
        ("2 infantry, marine", []),
        ("infantry, marine", ["casualties/number"]),
        ("2 infantry", ["casualties/number"]),
    ],
)
def test_9_2_an_odd_infantry_is_a_hit_of_its_own_when_it_is_the_last(chosen: str, wrong: list[str]) -> None:
    cargo = "cargo=japan/infantry+japan/infantry], naval-transport [target=peking cargo=japan/infantry+japan/marine]"
    stacks = {
        "peking": "kmt: 4 infantry",
        "sea-zone-54": f"japan: naval-transport [target=peking {cargo}, 3 infantry [aboard target=peking], marine [aboard target=peking]",
    }
    play = landed([12] * 4 + [1, 1, 12, 12] + [12] * 60, stacks)
    play.submit(battle("peking"))
    assert due(play) == "casualties japan"
    assert problems(play, Lose(chosen)) == wrong


@pytest.mark.section("12.9")
def test_12_9_of_ships_with_cargo_that_which_carries_least_is_lost() -> None:
    fleet = (
        "japan: naval-transport [target=peking cargo=japan/infantry+japan/artillery],"
        " naval-transport [target=peking cargo=japan/infantry+japan/infantry],"
        " 3 infantry [aboard target=peking], artillery [aboard target=peking]"
    )
    play = fired_at([3, 12], SHORE | {"sea-zone-54": fleet})
    assert due(play) == "casualties japan"
    play.submit(play.pending.default)
    assert Counter({unit: n for _, unit, n, cause in losses(play) if cause == "cargo-lost"}) == Counter({"infantry": 2})


@pytest.mark.section("12.9")
def test_12_9_a_coast_without_guns_has_not_fired_and_one_with_guns_fires_once() -> None:
    play = fired_at(MISSED, SHORE | {"peking": "kmt: infantry"})
    assert COAST_FIRED.read(play.state, "peking", "sea-zone-54") == ""
    assert not any(what.startswith("coastal artillery") for _, what in play.dice.asked)
    armed = fired_at([12, 12, 12])
    assert COAST_FIRED.read(armed.state, "peking", "sea-zone-54") == "yes"
    assert not any(isinstance(event, ev.UnitsRemoved) and event.cause == "coastal-artillery" for event in armed.events)
