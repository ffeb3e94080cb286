"""Where ships of several turns are begun (sections 7.3, 11.1, 15.8)."""

from __future__ import annotations

from engine.families.axis_allies.board import own_stacks
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.orders import Build

SLIPWAY = Rule("build/shipyard", "15.8 Ships Under Construction", FATAL)
SHIPYARD = Rule("build/shipyard", "7.3, 11.1", FATAL)
BUILD_AREA = Rule("build/area", "7.1 Building Units", FATAL)


def check_slip(position: Position, order: Build) -> list[Problem]:
    """Ships need a slipway as they are begun (section 7.3)."""
    capital = position.title.units[order.unit].has("capital")
    if capital and position.options.get("ships-begun") == "shipyard":
        return _check_slipway(position, order)
    held = (area for area, holder in position.state.control.items() if holder == position.power)
    if order.area:
        return [BUILD_AREA.broken("a ship is begun in no area", found=order.area, expected="no area")]
    if any(printed(position, area) > capital for area in held):
        return []
    return [
        SHIPYARD.broken(
            f"{position.power} has no slipway for it",
            found=order.unit,
            expected="a major shipyard" if capital else "a shipyard",
        )
    ]


def _check_slipway(position: Position, order: Build) -> list[Problem]:
    """Where capital ships are begun at a shipyard, it is named; who takes it has the ship (section 15.8)."""
    if order.area and position.state.control.get(order.area) == position.power and is_major(position, order.area):
        return []
    return [SLIPWAY.broken("a capital ship is begun at a major shipyard", found=order.area or "no area", expected="its area")]


def shipyards(position: Position) -> list[str]:
    """Return the areas of the nation on turn in which capital ships can be begun, sorted."""
    held = (area for area, holder in position.state.control.items() if holder == position.power)
    return sorted(area for area in held if is_major(position, area))


def is_major(position: Position, area: str) -> bool:
    """Return whether an area has a major shipyard: one of more than one printed slipway."""
    return printed(position, area) > 1


def printed(position: Position, area: str) -> int:
    """Return the printed slipways of an area's best shipyard: more than one are a major one's, which alone builds capital ships (12.6).

    Improved construction lets a minor shipyard build two ships a turn, but no capital ship (section 7.8).
    """
    units = position.title.units
    return max((units[key.unit].number("slipway") for key, _ in own_stacks(position, area, position.power)), default=0)
