"""Targets of bombs, and the units that may drop them (Strategic Bombing Raids; bases as in Global 1940)."""

from __future__ import annotations

from engine.condition import Condition, has_word
from engine.families.axis_allies.board import enemy_stacks, is_hostile
from engine.families.axis_allies.vocabulary import RAID_ON, RAIDING
from engine.mechanics.profile import profile
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Unit

SECTION = "Strategic Bombing Raids"

RAID = Rule("raid", SECTION)


def raid_words(target: str) -> tuple[str, ...]:
    """Return the words of aircraft sent on a raid against a facility; against the factory when no target is named."""
    return (RAIDING, RAID_ON.of(target)) if target else (RAIDING,)


def target_of(condition: Condition) -> str:
    """Return the facility type that raiding aircraft target, empty for the factory."""
    return next(iter(RAID_ON.named(condition)), "")


def raid_words_of(condition: Condition) -> tuple[str, ...]:
    """Return the raid words of a condition."""
    return (RAIDING, *RAID_ON.among(condition.words))


def facility_in(position: Position, area: str, named: str = "") -> Stack | None:
    """Return the enemy facility in an area that a raid goes against: of a type, or the factory."""
    units = position.title.units
    there = [key for key, _ in enemy_stacks(position, area, position.power) if units[key.unit].cls == "facility"]
    return next((key for key in there if (key.unit == named if named else units[key.unit].has("produces"))), None)


def is_raidable(unit: Unit) -> bool:
    """Return whether bombs can damage a facility type."""
    return unit.has("produces") or unit.has("damage-cap")


def bombs(unit: Unit, facility: Unit) -> bool:
    """Return whether a unit type can bomb a facility type: some bomb all, others only those that produce nothing."""
    return unit.has("strategic-bombing") or (unit.has("bombs-bases") and not facility.has("produces"))


def check_raid(position: Position, names: list[str], area: str, target: str, phase: str) -> list[Problem]:
    """Return what is wrong with sending these unit types on a strategic bombing raid against an area.

    A facility with maximum damage may still be raided: the book does not forbid it. Escorts fly with bombers, or to
    areas where bombers have flown.
    """
    key = facility_in(position, area, target)
    if key is None or not is_hostile(position, area, position.power) or not is_raidable(position.title.units[key.unit]):
        what = target or "factory"
        return [
            *_no_bombers(names, position, phase),
            RAID.in_phase(phase).broken(
                "a raid goes against an enemy factory or base",
                found=f"no enemy {what} in {area}",
                expected="an area with one",
            ),
        ]
    facility = position.title.units[key.unit]
    rows = [profile(position, position.power, name) for name in names]
    wrong = [row for row in rows if not bombs(row, facility) and not row.has("escorts")]
    problems = [
        RAID.in_phase(phase).broken(f"{row.unit} cannot bomb a {facility.unit}", found=row.unit, expected="units that bomb it")
        for row in wrong
    ]
    if not problems and not any(bombs(row, facility) for row in rows) and not _is_raided(position, area):
        problems.append(RAID.in_phase(phase).broken("escorts fly with bombers", found=", ".join(names), expected="a bomber"))
    return problems


def _no_bombers(names: list[str], position: Position, phase: str) -> list[Problem]:
    rows = [profile(position, position.power, name) for name in names]
    return [
        RAID.in_phase(phase).broken(f"{row.unit} cannot bomb factories", found=row.unit, expected="strategic bombers only")
        for row in rows
        if not (row.has("strategic-bombing") or row.has("bombs-bases") or row.has("escorts"))
    ]


def _is_raided(position: Position, area: str) -> bool:
    return any(key.power == position.power and has_word(key.condition, RAIDING) for key, _ in position.stacks(area))
