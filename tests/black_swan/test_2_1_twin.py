"""Section 2.1 worked out a second time: where a ship can get to, over canals, straits and past enemies, on random boards."""

from __future__ import annotations

import random

import pytest

from engine import events as ev
from engine.families.blocks.sea.routes import destinations, ways
from engine.play import Play
from engine.state import Stack
from tests.black_swan.board import CAMPAIGN, RULES, TITLE

pytestmark = pytest.mark.section("2.1")

MED = set(TITLE.regions["mediterranean-sea"])
ATLANTIC, BALTIC = set(TITLE.regions["atlantic-ocean"]), set(TITLE.regions["baltic-sea"])
INDIAN, US = set(TITLE.regions["indian-ocean"]), set(TITLE.regions["us-coastal-waters"])
WEST = MED - {"adriatic-sea"} | ATLANTIC | INDIAN | US
WATERS = {
    "italy": MED,
    "germany": ATLANTIC | BALTIC,
    "soviet-union": BALTIC.union(*(TITLE.regions[body] for body in ("black-sea", "white-sea", "caspian-sea"))),
    "great-britain": WEST,
    "united-states": WEST,
    "france": WEST,
}
TOUCH = {frozenset((link.area, link.to)) for link in TITLE.links}
SHIPS = ("submarine-4", "light-surface-4", "heavy-surface-4")
SEASONS = {10: "fall 1941", 11: "winter 1942"}
"""Rounds of the campaign on both sides of Snorkeling (6.2)."""


def random_seas(draw: random.Random, scenario: str = CAMPAIGN) -> Play:
    """Return a board with powers at war or neutral, areas held by anybody, ships in their waters."""
    play = Play(RULES, dice=None)  # type: ignore[arg-type]
    play.emit(ev.GameStarted(TITLE.slug, scenario, TITLE.choices({}), {}))
    for power in TITLE.powers:
        play.emit(ev.PowerChanged(power, "", draw.choice(("at-war", "at-war", "at-war", "neutral"))))
    for row in TITLE.relations:
        if row.scenario == CAMPAIGN:
            play.emit(ev.RelationChanged(row.power, row.other, "", row.relation))
    for area, row in TITLE.areas.items():
        if row.kind == "land" and row.original_owner:
            owner = row.original_owner if draw.random() < 0.7 else draw.choice([*WATERS])
            play.emit(ev.ControlChanged(area, "", owner, "setup"))
    for power, zones in WATERS.items():
        for zone in sorted(zones):
            if draw.random() < 0.3:
                play.emit(ev.UnitsPlaced(power, draw.choice(SHIPS), draw.randint(1, 3), zone, 3))
    play.emit(ev.RoundStarted(draw.choice([*SEASONS])))
    play.emit(ev.PhaseStarted("germany", "naval", 1))
    return play


def holds(play: Play, power: str, *areas: str) -> bool:
    """Whether a power, or one of its side that is no more neutral than it, controls all of some areas."""
    standing, control = play.state.standing, play.state.control

    def ours(area: str) -> bool:
        holder = control.get(area, "")
        allied = bool(holder) and TITLE.side_of[holder] == TITLE.side_of[power]
        return holder == power or (allied and "neutral" not in (standing[holder], standing[power]))

    return all(ours(area) for area in areas)


def is_open(play: Play, power: str, one: str, two: str) -> bool:
    side, pair = TITLE.side_of[power], {one, two}
    if pair & MED and pair & ATLANTIC:
        return side == "western-allies" and holds(play, power, "gibraltar")
    if pair & MED and pair & INDIAN:
        return side == "western-allies" and holds(play, power, "cairo", "sinai")
    if pair & ATLANTIC and pair & BALTIC:
        either = (("copenhagen", "bergen"), ("hamburg", "berlin"))
        return side == "axis" and any(holds(play, power, *banks) for banks in either)
    return True


def _stops(play: Play, power: str, unit: str, zone: str) -> bool:
    """Whether an enemy ship is there that the ship cannot slip by: German submarines can from Winter 1942 on."""
    if power == "germany" and unit.startswith("submarine") and SEASONS[play.state.clock.round] == "winter 1942":
        return False
    standing = play.state.standing
    hostile = {
        one
        for one in WATERS
        if {TITLE.side_of[one], TITLE.side_of[power]} & {"axis"}
        and TITLE.side_of[one] != TITLE.side_of[power]
        and standing[one] == standing[power] == "at-war"
    }
    return any(key[0] == zone and key[1] in hostile for key in play.state.stacks)


def _reached(play: Play, key: Stack) -> set[str]:
    start, power, unit, *_ = key
    found, grown = {start}, True
    while grown:
        from_here = {zone for zone in found if zone == start or not _stops(play, power, unit, zone)}
        new = {
            zone
            for zone in WATERS[power] - found
            for one in from_here
            if frozenset((one, zone)) in TOUCH and is_open(play, power, one, zone)
        }
        found, grown = found | new, bool(new)
    return found - {start}


def _room(play: Play, power: str, zone: str) -> bool:
    """At most four ships of a camp, American ones in US waters apart; French and British never together."""
    camp = {"axis"} if TITLE.side_of[power] == "axis" else {"western-allies", "soviets"}
    own = {key: n for key, n in play.state.stacks.items() if key[0] == zone and TITLE.side_of[key[1]] in camp}
    if any({power, key[1]} == {"france", "great-britain"} for key in own):
        return False
    counted = sum(n for key, n in own.items() if zone not in US or key[1] != "united-states")
    return counted < 4 or (zone in US and power == "united-states")


@pytest.mark.parametrize("seed", range(40))
def test_ships_get_where_the_text_lets_them(seed: int) -> None:
    play = random_seas(random.Random(f"seas {seed}"))
    ships = [key for key in play.state.stacks if TITLE.areas[key[0]].kind == "sea"]
    assert ships
    for key in ships:
        reached = _reached(play, key)
        assert set(ways(play.position, key)) == reached, key
        assert set(destinations(play.position, key)) == {zone for zone in reached if _room(play, key[1], zone)}, key
