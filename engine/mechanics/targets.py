"""Which units a hit may strike (sections General Combat, Unit Profiles), by the abilities of `engine/title/abilities.csv`."""

from __future__ import annotations

from engine.title.model import Unit

PICK = "pick-"
"""The prefix of pools whose targets the firing side chooses."""

AT_ONCE = "once-"
"""The prefix of pools whose hits are removed before the others fire."""

PAIRS = (("supported", "supports"), ("led", "leads"), ("paired", "pairs"))
"""Ability and value of supported units to the ability of the units that raise their attack, one for one."""


def helped_by(unit: Unit, giver: str) -> int:
    """Return how many units one of a type can raise by an ability of `PAIRS`; 0 when it has not got it."""
    return int(unit.has(giver)) + (unit.number("supports-also") if giver == "supports" else 0)


def may_strike(unit: Unit, pool: str) -> bool:
    """Return whether a hit of a pool may be assigned to a unit type.

    Pools: any; not-submarine (aircraft without a destroyer of their side); submarine (those alone); common (all but elusive
    submarines); sea (submarines); land (bombardment); air;
    aloft (aircraft, and units that parachute);
    heavy (land units other than infantry); vehicle; surface (all but aircraft); few (submarines and transports);
    pick-sea, pick-not-submarine, pick-air, pick-land, pick-vehicle, pick-surface (chosen by who fired);
    once-any, once-submarine (removed before the others fire).
    """
    if pool == "pick-not-submarine":
        return unit.cls == "sea" and not unit.has("submarine")
    kind = pool.removeprefix(PICK).removeprefix(AT_ONCE)
    if kind == "not-submarine":
        return not unit.has("submarine")
    if kind == "common":
        return not unit.has("elusive")
    if kind == "submarine":
        return unit.has("submarine")
    if kind == "heavy":
        return unit.cls == "land" and not unit.has("infantry")
    if kind == "vehicle":
        return unit.has("vehicle")
    if kind == "surface":
        return unit.cls != "air"
    if kind == "few":
        return unit.has("submarine") or unit.has("transport")
    if kind == "aloft":
        return unit.cls == "air" or unit.has("parachutes")
    return kind == "any" or unit.cls == kind


def pool_of(unit: Unit, at_sea: bool, with_destroyer: bool) -> str:
    """Return the pool of a unit's hits; `with_destroyer`: a destroyer of its side is in the battle."""
    if at_sea and unit.has("submarine"):
        return "sea"
    if unit.has("hits-submarines-alone"):
        return "submarine"
    if unit.has("hits-few"):
        return "few"
    if at_sea and unit.cls == "air" and not with_destroyer and not unit.has("hits-submarines"):
        return "not-submarine"
    return "any"
