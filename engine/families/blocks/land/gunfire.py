"""Gunfire: heavy ships that support a landing out of the zone that it came from (section 3.1.2).

A marker of the phase, `landed/AREA`, holds the sea zones that an area is assaulted from. A committed ship has the word
`gunfire` and the area as its target.
"""

from __future__ import annotations

from engine.condition import has_word, parse_condition
from engine.families.blocks import changes
from engine.families.blocks.board import Blocks, at_war, camp_on_turn, count_of, full, own_blocks, unit, zones_of
from engine.families.blocks.choice import choose, describe
from engine.families.blocks.land.operations import in_operation, row_of
from engine.families.blocks.land.orders import Gunfire
from engine.families.blocks.sea.waters import zones
from engine.families.blocks.supply import is_marked
from engine.families.blocks.vocabulary import GUNFIRE, LANDED_FROM, SEABORNE
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position

SECTION = "3.1.2 Seaborne Operations"

GUNFIRE_ZONE = Rule("operation/gunfire", SECTION, FATAL)
GUNNERS = Rule("operation/gunners", SECTION, FATAL)
GUNFIRE_MOST = Rule("operation/gunfire-most", SECTION)


def gunships(position: Position, area: str) -> Blocks:
    """Return the ships committed to support a landing in an area."""
    near = (item for zone in zones_of(position.title, area) for item in position.stacks(zone))
    return [item for item in near if has_word(item[0].condition, GUNFIRE) and parse_condition(item[0].condition).target == area]


def note_landing(play: Play, area: str, zone: str) -> None:
    """Keep the zone that an occupied area is assaulted from."""
    known = landed_from(play.position, area)
    if zone not in known:
        LANDED_FROM.set(play, " ".join((*known, zone)), area)


def landed_from(position: Position, area: str) -> tuple[str, ...]:
    """Return the sea zones from which an area is assaulted in this phase."""
    return tuple(LANDED_FROM.words(position.state, area))


def is_assaulted(position: Position, area: str) -> bool:
    """Return whether blocks that have landed stand in an area, for ships to support."""
    return any(has_word(key.condition, SEABORNE) for key, _ in in_operation(position, area))


def stand_down(play: Play) -> None:
    """Release the ships of landings that were recalled or sunk: without a landing there is no gunfire."""
    for zone in zones(play.title):
        for key, count in list(play.position.stacks(zone)):
            condition = parse_condition(key.condition)
            if GUNFIRE in condition.words and not is_assaulted(play.position, condition.target):
                changes.recondition(play, key, condition.without(GUNFIRE)._replace(target="").text, count, GUNFIRE)


def gunners(position: Position, zone: str) -> Blocks:
    """Return the ships in a zone that may support a landing: at war, at full strength, in supply, not yet committed."""
    return [
        item
        for item in own_blocks(position, zone, camp_on_turn(position))
        if unit(position, item[0]).has("gives-gunfire")
        and at_war(position, item[0].power)
        and item[0].strength == full(position, item[0])
        and not is_marked(item[0])
        and not has_word(item[0].condition, GUNFIRE)
    ]


def check_gunfire(position: Position, order: Gunfire) -> list[Problem]:
    """Return what is wrong with an order to support a landing."""
    path = order.way
    there = len(path) == 2 and path[0] in landed_from(position, path[1])
    if not there or not is_assaulted(position, path[1]):
        return [
            GUNFIRE_ZONE.broken(
                "ships support a landing out of the zone that it came from",
                found=order.path,
                expected="sea zone > assaulted area",
            )
        ]
    ready = gunners(position, path[0])
    ships, missing = choose(ready, order.blocks)
    if missing or not ships:
        return [
            GUNNERS.broken(
                f"no such heavy ships at full strength in {path[0]}",
                found=missing or order.units,
                expected=describe(ready) or "none",
            )
        ]
    most, told = row_of(position).gunfire, count_of(gunships(position, path[1]))
    if told + count_of(ships) > most:
        return [GUNFIRE_MOST.broken(f"too many ships support {path[1]}", found=str(told + count_of(ships)), expected=f"{most} at most")]
    return []


def tell_off(play: Play, order: Gunfire) -> None:
    """Commit ships to support a landing."""
    path = order.way
    for key, count in choose(gunners(play.position, path[0]), order.blocks)[0]:
        condition = parse_condition(key.condition).having(GUNFIRE)._replace(target=path[1])
        changes.recondition(play, key, condition.text, count, GUNFIRE)
