"""Sections 1.15 to 1.21: passages that their keepers open and close, surrounded cities, what takes no trains."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.combat.fire import firing_groups
from engine.families.axis_allies.orders import Move, Transfer
from engine.titles.global_war_1936.land import rails, surrounded
from engine.titles.global_war_1936.orders import Permit, Wreck
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, combat, passes, play_from, problems, standing

CALM = {(one, other): "peace" for one in ("germany", "italy", "japan", "united-states") for other in TITLE.turns if one != other}


@pytest.mark.section("1.15")
def test_table_1_1_the_danish_straits_open_to_the_allies_when_one_of_them_controls_denmark() -> None:
    markers = {("game", "controlled|denmark"): "great-britain"}
    controlled = BOARD.play_from({}, "great-britain", "combat-move", markers=markers)
    assert passes(controlled.position, "danish-straits", "great-britain")
    held = BOARD.play_from({}, "france", "combat-move", control={"denmark": "united-states"}, relations=CALM)
    assert passes(held.position, "danish-straits", "france")


@pytest.mark.section("1.15")
def test_table_1_2_germany_denies_its_canal_to_whom_it_likes_and_allows_it_again() -> None:
    play = EARLY.play_from({}, "germany", "combat-move", relations=CALM)
    assert passes(play.position, "kaiser-wilhelm-canal", "great-britain")
    play.submit(Permit("kaiser-wilhelm-canal", "great-britain", closed=True))
    assert not passes(play.position, "kaiser-wilhelm-canal", "great-britain") and passes(play.position, "kaiser-wilhelm-canal", "france")
    play.submit(Permit("kaiser-wilhelm-canal", "great-britain"))
    assert passes(play.position, "kaiser-wilhelm-canal", "great-britain")
    assert problems(play, Permit("panama-canal", "japan", closed=True)) == ["permit/keeper"]
    assert problems(play, Permit("kaiser-wilhelm-canal", "germany", closed=True)) == ["permit/nation"]


@pytest.mark.section("1.15")
def test_table_1_2_america_closes_panama_at_peace_from_an_income_of_fifteen() -> None:
    for tracked, wrong in (("14", ["permit/income"]), ("15", [])):
        markers = {("game", "income|united-states"): tracked}
        play = EARLY.play_from({}, "united-states", "combat-move", relations=CALM, markers=markers)
        assert problems(play, Permit("panama-canal", "japan", closed=True)) == wrong
    play.submit(Permit("panama-canal", "japan", closed=True))
    assert not passes(play.position, "panama-canal", "japan")


@pytest.mark.section("1.15", "1.19")
def test_1_15_what_a_former_keeper_has_said_counts_no_more() -> None:
    said = {("game", "permit|northern-sea-route|japan"): "open soviet-union", ("game", "permit|kaiser-wilhelm-canal|japan"): "shut germany"}
    play = EARLY.play_from({}, "japan", "combat-move", relations=CALM, markers=said)
    assert passes(play.position, "northern-sea-route", "japan") and not passes(play.position, "kaiser-wilhelm-canal", "japan")
    held = {"western-germany": "soviet-union"}
    lost = EARLY.play_from({}, "japan", "combat-move", relations=CALM, markers=said, control=held)
    assert passes(lost.position, "kaiser-wilhelm-canal", "japan")


WARSAW = {area: "germany" for area in TITLE.neighbours["warsaw"]}


@pytest.mark.section("1.16")
def test_1_16_everybody_in_a_surrounded_city_has_one_less_aircraft_too() -> None:
    stacks = {"warsaw": "germany: infantry [moved]; soviet-union: infantry, fighter"}
    play = combat("germany", stacks, control=WARSAW | {"warsaw": "soviet-union"})
    found = {group.unit: group.target for group in firing_groups(play.position, "warsaw", "defender", rank=None)}
    assert found == {"infantry": 3, "fighter": 5}


@pytest.mark.section("1.16", "12.6")
def test_1_16_a_base_of_submarines_or_seaplanes_keeps_a_city_from_being_surrounded() -> None:
    around = {area: "germany" for area in TITLE.neighbours["leningrad"] if TITLE.areas[area].kind == "land"}
    for base, expected in (("infantry", True), ("submarine-base", False), ("seaplane-base", False)):
        play = combat("germany", {"leningrad": f"soviet-union: {base}"}, control=around)
        assert surrounded.is_surrounded(play.position, "leningrad") is expected


ALLIED = {("great-britain", "france"): "allied", ("great-britain", "kmt"): "allied", ("france", "kmt"): "allied"}


@pytest.mark.section("1.20", "1.21")
def test_1_20_no_train_crosses_the_channel() -> None:
    play = BOARD.play_from({"london": "great-britain: infantry"}, "great-britain", "noncombat-move", relations=ALLIED)
    assert problems(play, Transfer("infantry", "london", "picardy")) == ["rail/way"]
    assert not rails.route(play.position, "london", "paris")


@pytest.mark.section("1.17")
def test_1_17_the_burma_road_takes_units_from_burma_to_yunnan_alone_and_no_train_through_it() -> None:
    held = {"yunnan": "kmt", "kweichow": "kmt", "szechwan": "kmt"}
    stacks = {"burma": "great-britain: infantry", "yunnan": "great-britain: infantry"}
    play = BOARD.play_from(
        stacks, "great-britain", "noncombat-move", control=held, relations=ALLIED, markers={("game", "burma-road-open"): "yes"}
    )
    assert problems(play, Transfer("infantry", "burma", "yunnan")) == []
    assert problems(play, Transfer("infantry", "yunnan", "burma")) == ["rail/way"]
    assert problems(play, Move("infantry", "burma > yunnan")) == ["move/burma-road"]
    near = [area for area in TITLE.neighbours["yunnan"] if area in held]
    assert near and not any(rails.route(play.position, "burma", area) for area in near)


@pytest.mark.section("1.17", "12.10")
def test_1_17_the_burma_road_is_not_bombed() -> None:
    stacks = {"yunnan": "japan: strategic-bomber [moved]; kmt: infantry"}
    play = combat("japan", stacks, control={"yunnan": "kmt"}, markers={("game", "burma-road-open"): "yes"})
    assert problems(play, Wreck("strategic-bomber", "yunnan", "railroad", "burma")) != []


@pytest.mark.section("10.4")
def test_10_4_coastal_submarines_go_by_rail_from_one_naval_base_to_another() -> None:
    bases = {
        "western-germany": "germany: major-port",
        "northern-italy": "germany: submarine-base",
        "sea-zone-9": "germany: coastal-submarine, submarine",
    }
    zone = next(zone for zone in TITLE.neighbours["northern-italy"] if zone.startswith("sea"))
    held = {"northern-italy": "germany", "austria": "germany", "bavaria": "germany"}
    play = play_from(bases, "germany", "noncombat-move", control=held)
    assert problems(play, Transfer("submarine", "sea-zone-9", zone)) == ["rail/units"]
    play.submit(Transfer("coastal-submarine", "sea-zone-9", zone))
    assert standing(play, zone).startswith("germany: coastal-submarine")
    path = next(event.path for event in reversed(play.events) if isinstance(event, ev.UnitsMoved))
    assert (path[0], path[1], path[-2], path[-1]) == ("sea-zone-9", "western-germany", "northern-italy", zone)
    assert set(path[2:-2]) <= {"austria", "bavaria"} and rails.left(play.position, "rail-europe") == 3
    small = play_from(bases | {"northern-italy": "germany: minor-port"}, "germany", "noncombat-move", control=held)
    assert problems(small, Transfer("coastal-submarine", "sea-zone-9", zone)) == ["rail/way"]
