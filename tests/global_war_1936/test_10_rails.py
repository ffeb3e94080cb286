"""Sections 10.4 to 10.6, 1.12 and 1.17: rails, gauges, the Burma Road, transports sent far."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.bots.distances import distances, route
from engine.families.axis_allies.orders import Transfer
from engine.titles.global_war_1936.land import rails
from engine.titles.global_war_1936.orders import Redeploy
from tests.global_war_1936.positions import BOARD, play_from, problems, standing

EAST = {
    "west-poland": "germany",
    "warsaw": "germany",
    "east-poland": "germany",
    "western-belorussia": "germany",
    "eastern-belorussia": "germany",
    "smolensk": "germany",
}


@pytest.mark.section("10.4")
def test_10_4_units_go_any_distance_by_rail() -> None:
    play = play_from({"western-germany": "germany: 2 infantry"}, "germany", "noncombat-move")
    play.submit(Transfer("infantry", "western-germany", "slovakia"))
    assert "infantry" in standing(play, "slovakia")


@pytest.mark.section("10.4")
def test_10_4_europe_carries_four_units_a_turn() -> None:
    play = play_from({"berlin": "germany: 6 infantry"}, "germany", "noncombat-move")
    assert problems(play, Transfer("5 infantry", "berlin", "bavaria")) == ["rail/capacity"]
    play.submit(Transfer("4 infantry", "berlin", "bavaria"))
    assert problems(play, Transfer("infantry", "berlin", "bavaria")) == ["rail/capacity"]


@pytest.mark.section("10.4")
def test_10_4_a_way_through_two_regions_uses_both() -> None:
    play = BOARD.play_from({"leningrad": "soviet-union: infantry"}, "soviet-union", "noncombat-move", control={"karjala": "soviet-union"})
    way = rails.route(play.position, "moscow", "karjala")
    assert rails.regions(play.position, way) == ["rail-europe", "rail-ussr"]


@pytest.mark.section("10.4")
def test_10_4_land_must_have_been_held_since_the_turn_began() -> None:
    play = play_from(
        {"berlin": "germany: infantry"},
        "germany",
        "noncombat-move",
        taken={"warsaw": "germany"},
        control={"west-poland": "germany"},
    )
    assert problems(play, Transfer("infantry", "berlin", "warsaw")) == ["rail/way"]


@pytest.mark.section("10.4")
def test_10_4_units_that_have_moved_stay() -> None:
    play = play_from({"berlin": "germany: infantry [moved]"}, "germany", "noncombat-move")
    assert problems(play, Transfer("infantry", "berlin", "bavaria")) == ["rail/units"]


@pytest.mark.section("10.5")
def test_10_5_a_change_of_gauge_ends_the_way_in_the_first_area_beyond() -> None:
    play = play_from({"berlin": "germany: infantry"}, "germany", "noncombat-move", control=EAST)
    assert rails.route(play.position, "berlin", "western-belorussia") and not rails.route(play.position, "berlin", "smolensk")
    one = play_from({"berlin": "germany: infantry"}, "germany", "noncombat-move", control=EAST, options={"rail-gauge": "off"})
    assert rails.route(one.position, "berlin", "smolensk")


@pytest.mark.section("1.17")
def test_1_17_the_burma_road_takes_one_unit_a_turn_while_it_is_open() -> None:
    stacks = {"burma": "great-britain: 2 infantry"}
    open_ = BOARD.play_from(
        stacks,
        "great-britain",
        "noncombat-move",
        control={"yunnan": "kmt"},
        relations={("great-britain", "kmt"): "allied"},
        markers={("game", "burma-road-open"): "yes"},
    )
    assert problems(open_, Transfer("2 infantry", "burma", "yunnan")) == ["rail/road"]
    assert problems(open_, Transfer("infantry", "burma", "yunnan")) == []
    shut = BOARD.play_from(
        stacks,
        "great-britain",
        "noncombat-move",
        control={"yunnan": "japan"},
        relations={("great-britain", "japan"): "allied"},
    )
    assert problems(shut, Transfer("infantry", "burma", "yunnan")) == ["rail/way"]


@pytest.mark.section("10.6")
def test_10_6_transports_go_five_zones_from_port_to_port_cargo_counted() -> None:
    stacks = {
        "maritime-provinces": "great-britain: major-port",
        "liverpool": "great-britain: major-shipyard",
        "sea-zone-27": "great-britain: naval-transport [cargo=great-britain/infantry], infantry [aboard]",
    }
    play = BOARD.play_from(stacks, "great-britain", "noncombat-move")
    way = "sea-zone-27 > sea-zone-22 > sea-zone-21 > sea-zone-18 > sea-zone-19"
    assert problems(play, Redeploy("naval-transport", way)) == []
    play.submit(Redeploy("naval-transport", way))
    assert "naval-transport" in standing(play, "sea-zone-19") and "infantry" in standing(play, "sea-zone-19")
    more = BOARD.play_from({**stacks, "sea-zone-21": "germany: submarine"}, "great-britain", "noncombat-move")
    assert problems(more, Redeploy("naval-transport", way)) == ["redeploy/enemy"]


@pytest.mark.section("10.6")
def test_10_6_no_more_units_than_the_table_says() -> None:
    cargo = "naval-transport [cargo=great-britain/infantry+great-britain/infantry]"
    stacks = {
        "liverpool": "great-britain: major-shipyard",
        "northern-ireland": "great-britain: minor-port",
        "sea-zone-19": f"great-britain: 2 {cargo}, 4 infantry [aboard]",
    }
    play = BOARD.play_from(stacks, "great-britain", "noncombat-move")
    assert problems(play, Redeploy("2 naval-transport", "sea-zone-19 > sea-zone-18")) == ["redeploy/number"]
    assert problems(play, Redeploy("naval-transport", "sea-zone-19 > sea-zone-18")) == []


@pytest.mark.section("10.6")
def test_10_6_nobody_is_sent_six_zones_far() -> None:
    stacks = {
        "maritime-provinces": "great-britain: major-port",
        "southern-england": "great-britain: major-port",
        "sea-zone-27": "great-britain: naval-transport",
    }
    play = BOARD.play_from(stacks, "great-britain", "noncombat-move")
    far = distances(play.title, "sea")["sea-zone-27"]
    end = next(zone for zone, steps in sorted(far.items()) if steps == 5 + 1)
    way = route(play.title, "sea-zone-27", end, lambda _, zone: zone in far)
    assert len(way) == 5 + 2 and problems(play, Redeploy("naval-transport", " > ".join(way))) == ["redeploy/way"]


@pytest.mark.section("10.5", "1.12")
def test_10_5_a_river_has_no_gauge_and_changes_none() -> None:
    """Rivers are used as railways are: over one between two railways of the same gauge a unit goes on."""
    way = ("shanghai", "nanking", "hunan", "kwangtung")
    held = dict.fromkeys((near for area in way for near in BOARD.title.neighbours[area] if not near.startswith("sea")), "")
    options = {"rivers": "on", "rail-gauge": "on"}
    play = BOARD.play_from({}, "japan", "noncombat-move", control=held | dict.fromkeys(way, "japan"), options=options)
    assert rails.route(play.position, "shanghai", "kwangtung") == way


@pytest.mark.section("10.4")
def test_10_4_boats_go_from_sea_to_sea_and_nobody_sends_units_of_others() -> None:
    bases = {
        "western-germany": "germany: major-port, 2 infantry; italy: infantry",
        "sea-zone-9": "germany: coastal-submarine",
        "pomerania": "germany: major-port",
    }
    play = play_from(bases, "germany", "noncombat-move")
    assert problems(play, Transfer("coastal-submarine", "sea-zone-9", "berlin")) == ["rail/way"]
    assert problems(play, Transfer("infantry, infantry (italy)", "western-germany", "berlin")) == ["rail/units"]
    assert problems(play, Transfer("infantry (germany)", "western-germany", "berlin")) == []


@pytest.mark.section("10.6")
@pytest.mark.parametrize(
    ("way", "wrong"),
    [
        ("sea-zone-29 > sea-zone-27 > sea-zone-22 > sea-zone-21 > sea-zone-18 > sea-zone-19", []),
        ("sea-zone-29 > sea-zone-27 > sea-zone-18 > sea-zone-19", ["redeploy/way"]),
        ("sea-zone-21 > sea-zone-22 > sea-zone-27", ["redeploy/port"]),
        ("sea-zone-27 > sea-zone-22 > sea-zone-21", ["redeploy/port"]),
    ],
)
def test_10_6_five_zones_that_touch_from_port_to_port(way: str, wrong: list[str]) -> None:
    stacks = {
        "bermuda": "great-britain: major-port",
        "maritime-provinces": "great-britain: major-port",
        "liverpool": "great-britain: major-shipyard",
        way.split(" ")[0]: "great-britain: naval-transport",
    }
    play = BOARD.play_from(stacks, "great-britain", "noncombat-move")
    assert problems(play, Redeploy("naval-transport", way)) == wrong
