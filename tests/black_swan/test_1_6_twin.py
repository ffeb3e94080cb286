"""Limit 5 of section 1.6 and 9.0 worked out a second time: what a step costs a block wherever it stands, on random boards."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engine.events import PowerChanged
from engine.families.blocks.production.overseas import price_factor
from engine.families.blocks.sea import control as sea_control
from engine.families.blocks.supply import in_supply
from engine.play import Play
from engine.state import Stack
from tests.black_swan.board import CAMPAIGN, TITLE
from tests.black_swan.test_2_1_twin import TOUCH, WATERS, holds, is_open, random_seas

pytestmark = pytest.mark.section("1.6")

PRICES = {"port": 1, "orange-port": 2, "red-port": 3}
SOURCES = {
    "germany": ("berlin",),
    "italy": ("rome",),
    "france": ("paris",),
    "great-britain": ("london", "usa"),
    "united-states": ("london", "usa"),
    "soviet-union": ("moscow", *TITLE.regions["siberia"]),
}
NEAR: dict[str, set[str]] = {}
for _pair in TOUCH:
    for _one in _pair:
        NEAR.setdefault(_one, set()).update(_pair - {_one})
LAND = {area for area, row in TITLE.areas.items() if row.kind == "land"}


def _borders(one: str, two: str) -> set[str]:
    return {row.border for row in TITLE.borders if {row.area, row.to} == {one, two}}


ARROWS = {(one, two) for one in LAND for two in NEAR.get(one, ()) if "double-arrow" in _borders(one, two)}


def _flood(power: str, play: Play, goes: Callable[[str, str], bool]) -> set[str]:
    found = {area for area in SOURCES[power] if holds(play, power, area)}
    grown = True
    while grown:
        new = {two for one in found for two in NEAR[one] - found if goes(one, two)}
        if power == "soviet-union":
            road = {"leningrad", "tikhvin"}
            new |= {two for two in road - found if road & found and goes((road - {two}).pop(), two)}
        found, grown = found | new, bool(new)
    return found


def _crosses(play: Play, power: str, zone: str, campaign: bool) -> bool:
    """The side controls the zone; or it is contested, with a ship of the side at war, but in a campaign."""
    side = TITLE.side_of[power]
    ships = [
        key for key in play.state.stacks if key[0] == zone and TITLE.side_of[key[1]] == side and play.state.standing[key[1]] == "at-war"
    ]
    how = sea_control.stance(play.position, power, zone)
    return how == "friendly" or (how == "contested" and bool(ships) and not campaign)


def _lines(play: Play, power: str, campaign: bool) -> tuple[set[str], set[str]]:
    """Return what a power's lines reach by ground only, and by ground and sea."""

    def by_ground(one: str, two: str) -> bool:
        return two in LAND and holds(play, power, two) and (one, two) not in ARROWS

    def by_sea(one: str, two: str) -> bool:
        if two in LAND:
            return holds(play, power, two)
        return _crosses(play, power, two, campaign) and (one in LAND or is_open(play, power, one, two))

    return _flood(power, play, by_ground), _flood(power, play, by_sea)


def _price(play: Play, power: str, area: str, ground: set[str], line: set[str]) -> int:
    if area in ground:
        return 1
    if area not in line or not TITLE.in_region(area, "med-front"):
        return int(area in line)
    west = TITLE.side_of[power] == "western-allies"
    ports = {
        zone: PRICES[name] for zone in NEAR[area] - LAND for name in _borders(area, zone) & PRICES.keys() if west or name != "red-port"
    }
    price = min([price for zone, price in ports.items() if zone in line] or ports.values(), default=0)
    italian = power == "italy" and area == "sicily"
    return min(price, 1) if italian or play.state.standing["italy"] == "surrendered" else price


@pytest.mark.parametrize("scenario", [CAMPAIGN, "1941"])
@pytest.mark.parametrize("seed", range(10))
def test_a_step_costs_what_the_text_says(seed: int, scenario: str) -> None:
    draw = random.Random(f"overseas {seed}")
    play = random_seas(draw, scenario)
    if draw.random() < 0.2:
        play.emit(PowerChanged("italy", play.state.standing["italy"], "surrendered"))
    sea_control.update(play)
    assert not sea_control.mare_nostrum(play.position)
    for power in WATERS:
        if play.state.standing[power] != "at-war":
            continue
        ground, line = _lines(play, power, scenario == CAMPAIGN)
        for area in LAND:
            key = Stack(area, power, "infantry-4", 1, "")
            if TITLE.areas[area].terrain != "impassable" and in_supply(play.position, key):
                assert price_factor(play.position, key) == _price(play, power, area, ground, line), key
