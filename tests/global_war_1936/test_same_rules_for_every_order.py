"""Sections 1.8, 1.15, 5.7, 9.11, 12.2 and 14.2: what a move may not do, no other order that moves units does either.

Each order is tried over many ways, beside the move over the same: where the move is refused by one of these rules, so is the order.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest

from engine.bots.style import styles
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Battle, Evade, Land, Load, Move, Offload, Retreat, Scramble, Transfer
from engine.families.axis_allies.vocabulary import FOUGHT_AT_SEA
from engine.orders import Order, join_path
from engine.play import Play
from engine.titles.global_war_1936.bots.declining import is_idle_fight
from engine.titles.global_war_1936.orders import (
    Annex,
    Assign,
    Carpet,
    Cede,
    Claim,
    Cross,
    Exploit,
    Force,
    Launch,
    Monroe,
    Partition,
    Redeploy,
    Regroup,
    Shell,
    Wreck,
)
from engine.titles.global_war_1936.rules import TitleRules
from engine.titles.global_war_1936.sea.crossings import every
from engine.titles.global_war_1936.treaties.monroe import invoke
from engine.titles.global_war_1936.treaties.partition import march
from tests.global_war_1936.positions import TITLE, battle, combat, play_from, problems

HOME, ESCORTS, BORDERS, PASSAGES = "12.2 militia", "9.11 escorts", "1.8 borders", "1.15 passages"
ASKED: dict[type[Order], set[str]] = {
    Move: {HOME, ESCORTS, BORDERS, PASSAGES},
    Load: {HOME},
    Offload: {HOME},
    Cross: {HOME},
    Transfer: {HOME},
    Annex: {HOME},
    Redeploy: {PASSAGES},
    Force: {ESCORTS, PASSAGES},
    Exploit: {ESCORTS, BORDERS, PASSAGES},
}
"""The orders that move units, and the rules that they could break: the others take no units of the kind, or lead nowhere so."""
ELSEWHERE = {
    Retreat: "back to where units came from",
    Scramble: "aircraft, from a base to a battle",
    Land: "aircraft that scrambled, back to friendly land",
    Shell: "guns that fire over a border stay",
    Regroup: "the forces of the Spanish faction that has won are placed anew, which is no move (13.1)",
}


def of(rule: str, *without: type[Order]) -> list[type[Order]]:
    return [kind for kind, rules in ASKED.items() if rule in rules and kind not in without]


def led(kind: type[Order], units: str, *way: str) -> Order:
    return Transfer(units, way[0], way[-1]) if kind is Transfer else kind(units=units, path=join_path(way))  # type: ignore[call-arg]


def test_every_order_that_moves_units_is_asked_the_rules_that_a_move_is() -> None:
    taken = {kind for phase in TitleRules(TITLE).by_slug.values() for kind in phase.takes}
    leads = {kind for kind in taken if {"path", "to", "at"} & set(kind.__struct_fields__) and "units" in kind.__struct_fields__}
    assert leads | {Retreat} == {*ASKED, *ELSEWHERE}, "name it, and try it over the ways below"


# 12.2: militia

AT_HOME = TITLE.regions["home-germany"]
HELD = dict.fromkeys(("warsaw", "west-poland", "dolnoslaske", "bohemia", "denmark", "sweden", "netherlands"), "germany")
"""Land that Germany holds besides its own; Austria is still to be annexed."""
NEUTRAL = {"austria": "austria"}
COASTS = ("sea-zone-9", "sea-zone-10", "sea-zone-11")


def with_troops(unit: str, phase: str) -> Play:
    land = {area: f"germany: {unit}" for area in (*AT_HOME, *HELD)}
    ship = f"germany: naval-transport, naval-transport [cargo=germany/{unit}], {unit} [aboard]"
    return play_from(land | dict.fromkeys(COASTS, ship), "germany", phase, control=HELD | NEUTRAL)


def ways(kind: type[Order]) -> Iterable[tuple[str, str]]:
    """The ways to try: by rail from area to area that Germany holds, over crossings, else from each to what is beside it."""
    if kind is Cross:
        return every(TITLE)
    if kind is Transfer:
        return product(AT_HOME, (*AT_HOME, *HELD))
    starts = COASTS if kind is Offload else (*AT_HOME, *HELD)
    return ((start, end) for start in starts for end in TITLE.neighbours[start])


def is_home(kind: type[Order], way: tuple[str, str]) -> bool:
    return all(area in AT_HOME for area in (way[1:] if kind is Offload else way))


@pytest.mark.section("12.2")
@pytest.mark.parametrize("kind", of(HOME), ids=lambda kind: kind.__name__)
def test_12_2_no_order_takes_militia_out_of_their_home_country(kind: type[Order]) -> None:
    phases = ["combat-move"] if kind is Annex else ["noncombat-move"] if kind in (Transfer, Cross) else ["combat-move", "noncombat-move"]
    other, away = 0, []
    for phase in phases:
        militia, infantry = with_troops("militia", phase), with_troops("infantry", phase)
        for way in ways(kind):
            if is_home(kind, way):
                continue
            other += not problems(infantry, led(kind, "infantry", *way))
            away += [] if problems(militia, led(kind, "militia", *way)) else [way]
    assert not away
    assert other, "infantry goes some of these ways"


# 9.11: escorts

ON_GUARD = ("sea-zone-10", "sea-zone-24", "sea-zone-32")
FORCED = {"forced-straits": "on"}
SHUT = {"denmark": "germany", "gibraltar": "germany"}


def at_sea(kind: type[Order], stacks: dict[str, str], power: str, zone: str, ships: tuple[str, ...], word: str, **position: object) -> Play:
    """Two ships of each type before an order of a kind: in the combat phase they wait behind a screen that has won."""
    words = f"{word} waiting".split() if kind is Exploit else word.split()
    there = stacks | {zone: f"{power}: " + ", ".join(f"2 {ship} [{' '.join(words)}]" if words else f"2 {ship}" for ship in ships)}
    if kind is not Exploit:
        phase = "noncombat-move" if kind is Redeploy else "combat-move"
        return play_from(there, power, phase, **position)  # type: ignore[arg-type]
    play = combat(power, there, **position)
    FOUGHT_AT_SEA.emit(play, "yes", zone)
    return play


@pytest.mark.section("9.11")
@pytest.mark.parametrize("kind", of(ESCORTS), ids=lambda kind: kind.__name__)
def test_9_11_no_order_moves_ships_that_escort_convoys_before_combat_is_over(kind: type[Order]) -> None:
    free, gone = 0, []
    for zone in ON_GUARD:
        sailors = at_sea(kind, {}, "great-britain", zone, ("destroyer",), "", control=SHUT, options=FORCED)
        escorts = at_sea(kind, {}, "great-britain", zone, ("destroyer",), f"escort:{zone}!", control=SHUT, options=FORCED)
        for end in TITLE.neighbours[zone]:
            free += not problems(sailors, led(kind, "destroyer", zone, end))
            gone += [] if problems(escorts, led(kind, "destroyer", zone, end)) else [(zone, end)]
    assert not gone
    assert free, "ships without this duty go some of these ways"


# 1.15: passages

PASSED = [way for link in TITLE.links if link.passage for way in ((link.area, link.to), (link.to, link.area))]
SHIPS = ("battleship", "destroyer", "submarine", "naval-transport", "torpedo-boat-destroyer")
SAILORS = ("soviet-union", "italy", "great-britain", "united-states")
CLOSED = {"combat-move/canals"}
"""What bars moves and not those who force a strait: that it is closed."""


def shores(way: tuple[str, str], power: str, own: bool) -> tuple[dict[str, str], dict[str, str]]:
    """Ports on the shores of a way, and who holds these: as the scenario has it, or the power whose ships pass."""
    areas = [area for zone in way for area in TITLE.neighbours[zone] if TITLE.areas[area].kind == "land"]
    return dict.fromkeys(areas, f"{power}: major-port"), dict.fromkeys(areas, power) if own else {}


@pytest.mark.section("1.15", "1.19")
@pytest.mark.parametrize("kind", of(PASSAGES, Move), ids=lambda kind: kind.__name__)
def test_1_15_no_order_takes_ships_through_a_passage_that_a_move_may_not_use(kind: type[Order]) -> None:
    passed, through = 0, []
    for way, power, own, word in product(PASSED, SAILORS, (True, False), ("", "used=1")):
        stacks, control = shores(way, power, own)
        first = Redeploy if kind is Redeploy else Move
        moves, play = (at_sea(one, stacks, power, way[0], SHIPS, word, control=control, options=FORCED) for one in (first, kind))
        for ship, number in product(SHIPS, ("", "2 ")):
            refused = set(problems(moves, led(Move, number + ship, *way))) - (CLOSED if kind is Force else set())
            taken = not problems(play, led(kind, number + ship, *way))
            passed += taken
            through += [(way, power, word, number + ship, refused)] if taken and refused else []
    assert not through
    assert passed, "some ships pass so"


# 1.8, 1.16, 1.23, 12.7 and table 9-3: borders


class Hits:
    """Dice that always hit."""

    def roll(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """Return ones."""
        return (1,) * count


WAR = {("germany", "france"): "war"}
FRENCH = ("alsace-lorraine", "burgundy", "picardy", "paris", "belgium", "southern-france", "switzerland", "austria")
STOPS = {"move/terrain", "move/blitz"}


def beside(area: str) -> list[str]:
    return [other for other in TITLE.neighbours[area] if TITLE.areas[other].kind == "land"]


def held_by_france(start: str, stacks: dict[str, str], phase: str) -> Play:
    control = dict.fromkeys(FRENCH, "france") | {start: "germany"}
    return play_from(stacks, "germany", phase, control=control, relations=WAR)


@pytest.mark.section("1.8", "1.16", "9.5")
def test_1_8_armor_goes_on_after_a_battle_only_where_a_move_would_have_led_it() -> None:
    gone, through, stopped = 0, [], 0
    for area, start in [(one, other) for one in FRENCH for other in beside(one)]:
        play = held_by_france(start, {area: f"france: infantry; germany: 9 medium-armor [moved used=1 from={start}]"}, "conduct-combat")
        play.dice = Hits()
        play.submit(battle(area))
        assert play.state.control[area] == "germany"
        before = held_by_france(start, {start: "germany: medium-armor"}, "combat-move")
        for end in set(beside(area)) - {start}:
            taken = not problems(play, led(Exploit, "medium-armor", area, end))
            refused = STOPS & set(problems(before, led(Move, "medium-armor", start, area, end)))
            gone, stopped = gone + taken, stopped + bool(refused)
            through += [(start, area, end, refused)] if taken and refused else []
    assert not through
    assert gone and stopped, "armor goes some of these ways, and others not"


# 5.7 and 14.2: the bounds of a war that a doctrine or a pact allows

LANDS = {"belgium": "germany", "picardy": "germany", "london": "united-states"}
SEAS = {"sea-zone-9": "germany: naval-transport", "sea-zone-24": "germany: naval-transport", "sea-zone-25": "germany: destroyer"}
GARRISON = "germany: infantry, minor-factory"
ATTACKS: dict[type[Order], tuple[str, dict[str, str], Order]] = {
    Move: ("combat-move", SEAS | {"sea-zone-24": "united-states: destroyer"}, Move("destroyer", "sea-zone-24 > sea-zone-25")),
    Offload: (
        "combat-move",
        {"sea-zone-9": "united-states: naval-transport [cargo=united-states/infantry], infantry [aboard]"},
        Offload("infantry", "sea-zone-9 > belgium"),
    ),
    Cross: ("combat-move", {"london": "united-states: marine"}, Cross("marine", "london > belgium")),
    Assign: ("combat-move", {"sea-zone-8": "united-states: submarine"}, Assign("submarine", "sea-zone-8", "raid")),
    Battle: ("conduct-combat", {"sea-zone-9": "germany: naval-transport; united-states: 3 battleship"}, battle("sea-zone-9")),
    Carpet: (
        "conduct-combat",
        {"belgium": f"{GARRISON}; united-states: strategic-bomber"},
        Carpet("strategic-bomber", "belgium"),
    ),
    Wreck: (
        "conduct-combat",
        {"belgium": f"{GARRISON}; united-states: strategic-bomber"},
        Wreck("strategic-bomber", "belgium", "railroad", "picardy"),
    ),
    Launch: ("conduct-combat", {"london": "united-states: strategic-rocket"}, Launch("london", "belgium")),
    Shell: ("conduct-combat", {"london": "united-states: strategic-rocket"}, Shell("strategic-rocket", "london", "belgium")),
    Exploit: (
        "conduct-combat",
        SEAS | {"sea-zone-24": "united-states: 2 destroyer [waiting]"},
        Exploit("destroyer", "sea-zone-24 > sea-zone-25"),
    ),
}
"""Attacks of the United States on Germany beyond the Americas: phase, what stands there, order."""
NO_ATTACK = {
    Load: "into one's own ships",
    Annex: "by whom the table names, of neutrals",
    Force: "which is a war in earnest",
    Retreat: "away",
    Scramble: "to a battle that is fought",
    Land: "home",
    Regroup: "in Spain",
    Evade: "away",
    Claim: "by asking",
    Cede: "by giving",
}


def against_germany(kind: type[Order], relation: str) -> tuple[Play, Order]:
    phase, stacks, order = ATTACKS[kind]
    there = {"belgium": GARRISON, "brazil": "germany: infantry"} | stacks
    relations = {("germany", "united-states"): relation}
    play = play_from(there, "united-states", phase, control=LANDS | {"brazil": "germany"}, relations=relations)
    if kind is Exploit:
        FOUGHT_AT_SEA.emit(play, "yes", "sea-zone-24")
    return play, order


def test_every_order_that_attacks_is_asked_the_bounds_of_a_war() -> None:
    phases = TitleRules(TITLE).by_slug
    taken = {kind for phase in ("combat-move", "conduct-combat") for kind in phases[phase].takes}
    lead = {kind for kind in taken if {"path", "at", "area"} & set(kind.__struct_fields__)}
    assert lead | {Retreat, Evade} == {*ATTACKS, *NO_ATTACK}, "name it, and try it below"


@pytest.mark.section("5.7")
@pytest.mark.parametrize("kind", ATTACKS, ids=lambda kind: kind.__name__)
def test_5_7_no_order_attacks_beyond_the_americas_by_the_doctrine(kind: type[Order]) -> None:
    war, order = against_germany(kind, "war")
    assert problems(war, order) == [], "a real war is fought there"
    play, order = against_germany(kind, "peace")
    invoke(play, Monroe("germany"))
    assert problems(play, order) == (["duty/unit"] if kind is Assign else ["monroe/reach"])


@pytest.mark.section("14.2")
def test_14_2_no_convoys_are_raided_nor_ships_attacked_for_eastern_poland() -> None:
    stacks = {"sea-zone-18": "soviet-union: submarine", "sea-zone-24": "soviet-union: 3 battleship; great-britain: naval-transport"}
    marching = {("game", "month"): "1939-07", ("game", "pact|molotov-ribbentrop"): "signed"}
    held = {"warsaw": "germany", "east-poland": "great-britain", "lubelskie": "great-britain"}
    for relation, raid, fight in (("war", [], []), ("peace", ["duty/unit"], ["partition/reach"])):
        relations = {("great-britain", "soviet-union"): relation}
        at = {"control": held, "relations": relations, "markers": marching}
        play, later = (play_from(stacks, "soviet-union", phase, **at) for phase in ("combat-move", "conduct-combat"))  # type: ignore[arg-type]
        if relation == "peace":
            play.submit(Partition())
            march(later, Partition())
        assert problems(play, Assign("submarine", "sea-zone-18", "raid")) == raid
        assert problems(later, battle("sea-zone-24")) == fight
        assert is_idle_fight(View(later.position, styles()["greedy"]), "sea-zone-24") is bool(fight), "and no bot tries"
