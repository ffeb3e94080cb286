"""The two move phases: terrain, home defence, passages, duties, annexations, rails, ships sent far (sections 8 and 10)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from engine.condition import Condition
from engine.events import UnitsMoved
from engine.families.axis_allies.board import condition_of, is_hostile, is_sea, on_patrol, own_stacks, was_friendly
from engine.families.axis_allies.facilities.facilities import working
from engine.families.axis_allies.movement.combat_move import CombatMove
from engine.families.axis_allies.movement.noncombat_move import NoncombatMove
from engine.families.axis_allies.orders import Load, Move, Offload, Transfer
from engine.families.axis_allies.vocabulary import MOVED, WAITING
from engine.orders import Order, unknown_names
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Unit
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.air import skies, wings
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.land import militia, modifiers, rails, reach
from engine.titles.global_war_1936.land.modifiers import slowed
from engine.titles.global_war_1936.land.unclaimed import may_claim
from engine.titles.global_war_1936.nations import is_apart
from engine.titles.global_war_1936.orders import Annex, Assign, Cross, Force, Monroe, Partition, Redeploy
from engine.titles.global_war_1936.politics import fall, forcing, slovakia
from engine.titles.global_war_1936.politics.declaring import ANYTIME, carry_anytime, check_anytime
from engine.titles.global_war_1936.sea import crossings, duties, naval, passing
from engine.titles.global_war_1936.tables import annexations
from engine.titles.global_war_1936.treaties import monroe, pacts, partition
from engine.titles.global_war_1936.vocabulary import CONTROLLED, SLOVAKIA

TERRAIN = Rule("move/terrain", "1.8 to 1.11")
BLITZ = Rule("move/blitz", "1.16, 9.5")
ON_PATROL = Rule("move/patrol", "8.7, 10.3")
ROAD = Rule("move/burma-road", "1.17")
CONQUERED = Rule("noncombat-move/conquered", "10.1, 10.2")
COMBAT_MOVE_WORDS = Rule("combat-move/words", "8", FATAL)
WAY = Rule("annex/way", "0.9 Annexation", FATAL)
AREA = Rule("annex/area", "0.9 Annexation", FATAL)
UNITS = Rule("annex/units", "0.9 Annexation", FATAL)
NONCOMBAT_MOVE_WORDS = Rule("noncombat-move/words", "10", FATAL)


def check_terrain(position: Position, order: Move) -> list[Problem]:
    """Return what of a move terrain, passages or home defence forbid."""
    way = order.way
    problems = militia.check_home(position, order, way)
    rows = [position.title.units[unit] for unit, _ in order.counts]
    for row in rows:
        if row.cls == "land" and len(way) > 2 and (area := _slow(position, way, row)):
            problems.append(TERRAIN.broken(f"{row.unit} moves one space into such terrain", found=area, expected="a move of one space"))
        if row.cls == "land" and (ends := _road(position, way)):
            problems.append(
                ROAD.broken(
                    "land units use the Burma Road by strategic movement alone",
                    found=ends,
                    expected="a transfer, or another way",
                )
            )
    return problems + passing.check_passing(position, order, way)


def _road(position: Position, way: tuple[str, ...]) -> str:
    """Return the step of a way over the Burma Road, nothing when it uses another (section 1.17)."""
    for pair in pairwise(way):
        rows = position.title.borders_between.get(frozenset(pair), ())
        if any(row.border == "burma-road" for row in rows):
            return " > ".join(pair)
    return ""


def _slow(position: Position, way: tuple[str, ...], unit: Unit) -> str:
    return next((area for before, area in pairwise(way) if slowed(position, before, area, unit)), "")


OWN = (Assign, Annex, Cross, Force, Monroe, Partition)
"""Orders of the combat move that are no moves: duties, annexations, crossings, straits forced, doctrines."""


class Attacks(CombatMove):
    """Combat moves, duties at sea, annexations, declarations of war, pacts."""

    takes = (Move, Load, Offload, *OWN, *ANYTIME)

    def close(self, play: Play) -> None:
        """Nobody waits behind a screening force that is not there."""
        super().close(play)
        duties.moves_over(play)

    def barred(self, position: Position, unit: Unit, key: Stack, condition: Condition) -> Problem | None:
        """Ships on duty make no combat moves, and land units that terrain has slowed no more, besides those that the family bars."""
        on_duty = duties.bar(key) if unit.cls == "sea" else None
        if on_duty:
            return on_duty
        if unit.cls == "land" and condition.used and slowed(position, condition.origin, key.area, unit):
            return TERRAIN.broken(f"{unit.unit} moves one space into such terrain", found=key.area, expected="units that have not moved")
        if unit.cls == "air" and on_patrol(key):
            return ON_PATROL.broken(
                f"{unit.unit} is on patrol over {key.area}, and ends that in the non-combat move",
                found="patrol",
                expected="aircraft without this duty",
            )
        return super().barred(position, unit, key, condition)

    def ship_barred(self, position: Position, ship: Stack, shore: str, again: bool = False) -> bool:
        """Return whether a ship cannot load or offload at a shore now; who waits behind a screen can (section 8.10)."""
        condition = condition_of(ship).without(WAITING)
        return super().ship_barred(position, ship._replace(condition=condition.text), shore, again)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if isinstance(order, (*OWN, *ANYTIME)):
            problems = _check_other(position, order)
            if not problems and isinstance(order, Cross | Annex):
                problems = reach.check_entry(position, order, order.way, self.slug)
            return problems
        problems = super().check(position, order)
        if not problems and isinstance(order, Move):
            problems = [
                *check_terrain(position, order),
                *_check_blitz(position, order),
                *passing.check_attack(position, order, order.way),
                *skies.check_flight(position, order),
            ]
        if not problems and isinstance(order, Move | Offload):
            problems = reach.check_reach(position, order)
        return problems or _check_shipped(position, order)

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return what can be carried out."""
        if isinstance(order, (*OWN, *ANYTIME)):
            return None if any(problem.fatal for problem in problems) else order
        return super().salvage(position, order, problems)

    def carry_out(self, play: Play, order: Order) -> None:
        """Make the order's events."""
        if not _carry_other(play, order):
            super().carry_out(play, order)
            if isinstance(order, Move):
                passing.note(play, order.way)


def _check_blitz(position: Position, order: Move) -> list[Problem]:
    """Nobody blitzes out of a city, or past enemy fortifications (table 9-3)."""
    way = order.way
    if not any(position.title.units[unit].cls == "land" for unit, _ in order.counts):
        return []
    for before, area, after in zip(way, way[1:], way[2:], strict=False):
        walls = modifiers.works_between(position, area, before) or modifiers.works_between(position, after, area)
        if is_hostile(position, area, position.power) and (walls or position.title.in_region(area, "city")):
            what = "enemy fortifications" if walls else f"the city of {area}"
            return [BLITZ.broken(f"no blitz because of {what}", found=order.path, expected=f"a move that ends in {area}")]
    return []


FAR_CHECKS: dict[type[Order], Callable[[Position, Any], list[Problem]]] = {
    Transfer: rails.check_transfer,
    Redeploy: naval.check_redeploy,
    Cross: crossings.check_cross,
}
FAR_DEEDS: dict[type[Order], Callable[[Play, Any], None]] = {Transfer: rails.transfer, Redeploy: naval.redeploy, Cross: crossings.cross}
"""Orders of the non-combat move that are no moves of one's own: by rail, from port to port, over a crossing."""


class Reserves(NoncombatMove):
    """Non-combat moves, rails, ships sent far, declarations of war."""

    takes = (Move, Load, Offload, Transfer, Redeploy, Cross, *ANYTIME)

    def ship_barred(self, position: Position, ship: Stack, shore: str, again: bool = False) -> bool:
        """Return whether a ship cannot load or offload at a shore; who has been sent far does so at ports (section 10.6)."""
        condition = condition_of(ship)
        if naval.is_sent(condition) and naval.is_port(position, shore, ship.area):
            ship = ship._replace(condition=condition.without(MOVED).text)
        return super().ship_barred(position, ship, shore, again)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if type(order) in FAR_CHECKS:
            if wrong := unknown_names(order, position.title):
                return [NONCOMBAT_MOVE_WORDS.broken(message) for _, message in wrong]
            problems = FAR_CHECKS[type(order)](position, order)
            if not problems and isinstance(order, Cross | Transfer):
                way = order.way if isinstance(order, Cross) else (order.area, order.to)
                problems = [
                    *reach.check_entry(position, order, way, self.slug),
                    *_check_conquered(position, order, way),
                ]
            return problems
        if isinstance(order, ANYTIME):
            return _check_other(position, order)
        problems = super().check(position, order)
        if not problems and isinstance(order, Move):
            problems = check_terrain(position, order) + wings.check_move(position, order)
        if not problems and isinstance(order, Move | Offload):
            problems = [
                *reach.check_tundra(position, order),
                *reach.check_china(position, order),
                *_check_conquered(position, order, order.way),
            ]
        return problems or _check_shipped(position, order)

    def salvage(self, position: Position, order: Order, problems: list[Problem]) -> Order | None:
        """Return what can be carried out."""
        if isinstance(order, (Transfer, Redeploy, Cross, *ANYTIME)):
            return None if any(problem.fatal for problem in problems) else order
        return super().salvage(position, order, problems)

    def carry_out(self, play: Play, order: Order) -> None:
        """Make the order's events."""
        if type(order) in FAR_DEEDS:
            FAR_DEEDS[type(order)](play, order)
        elif not _carry_other(play, order):
            super().carry_out(play, order)
            if isinstance(order, Move):
                passing.note(play, order.way)
            elif isinstance(order, Load):
                naval.note_coast(play, order)

    def close(self, play: Play) -> None:
        """Aircraft that cannot land are lost, and patrols out of range."""
        super().close(play)
        wings.sail_home(play)
        duties.lose_patrols(play)


def _check_shipped(position: Position, order: Order) -> list[Problem]:
    """Militia go aboard no ship, for a sea zone is of no home country; those that are aboard land at home (section 12.2)."""
    if isinstance(order, Load):
        return militia.check_home(position, order, order.way)
    return militia.check_home(position, order, order.way[1:]) if isinstance(order, Offload) else []


def _check_conquered(position: Position, order: Order, way: tuple[str, ...]) -> list[Problem]:
    """Land units stay out of land conquered in this turn, but for major naval bases with their option (sections 10.1, 10.2)."""
    units = position.title.units
    if not any(units[unit].cls == "land" for unit, _ in order.counts):
        return []
    for area in way[1:]:
        if is_sea(position.title, area) or was_friendly(position, area, position.power) or may_claim(position, area):
            continue
        if isinstance(order, Offload) and position.options.get("captured-bases") == "on" and working(position, area, "naval-base"):
            continue
        return [CONQUERED.broken("units do not move into land conquered this turn", found=area, expected="land held since the turn began")]
    return []


def _check_other(position: Position, order: Order) -> list[Problem]:
    if wrong := unknown_names(order, position.title):
        return [COMBAT_MOVE_WORDS.broken(message) for _, message in wrong]
    if isinstance(order, Assign):
        return duties.check_assign(position, order)
    if isinstance(order, Annex):
        return check_annex(position, order)
    if isinstance(order, Cross):
        return crossings.check_storm(position, order)
    if isinstance(order, Monroe):
        return monroe.check_monroe(position, order)
    if isinstance(order, Partition):
        return partition.check_partition(position, order)
    if isinstance(order, Force):
        return forcing.check_force(position, order)
    return check_anytime(position, order)


def _carry_other(play: Play, order: Order) -> bool:
    if isinstance(order, Assign):
        duties.assign(play, order)
    elif isinstance(order, Annex):
        annex(play, order)
    elif isinstance(order, Cross):
        crossings.storm(play, order)
    elif isinstance(order, Monroe):
        monroe.invoke(play, order)
    elif isinstance(order, Partition):
        partition.march(play, order)
    elif isinstance(order, Force):
        forcing.force(play, order)
    elif isinstance(order, ANYTIME):
        carry_anytime(play, order)
    else:
        return False
    return True


# Annexations


def may_annex(position: Position, area: str) -> bool:
    """Return whether the nation on turn may annex an area now (sections 0.9, 14.2)."""
    holder = position.state.control.get(area, "")
    if not is_apart(position, holder) or CONTROLLED.read(position.state, holder) or SLOVAKIA.read(position.state):
        return False
    row = annexations(position.title).get(area)
    if row is None or row.by != position.power:
        return False
    return calendar.is_from(position, row.month) and (not row.pact or pacts.is_signed(position, row.pact))


def _annexers(position: Position, order: Annex) -> list[tuple[Stack, int]]:
    units = position.title.units
    return [
        (key, n)
        for key, n in own_stacks(position, order.way[0], position.power)
        if units[key.unit].cls == "land"
        and units[key.unit].move
        and not condition_of(key).used
        and MOVED not in condition_of(key).words
        and not condition_of(key).aboard
    ]


def check_annex(position: Position, order: Annex) -> list[Problem]:
    """Return what is wrong with an annexation."""
    way = order.way
    if len(way) != 2 or (way[1] not in position.title.neighbours[way[0]] and not _over_sea(position, way)):
        return [WAY.broken("units annex an area beside theirs", found=order.path, expected="two areas that touch")]
    if is_sea(position.title, way[1]) or not may_annex(position, way[1]):
        return [AREA.broken(f"{position.power} may not annex {way[1]} now", found=way[1], expected="an area that it may")]
    there = _annexers(position, order)
    for unit, count in order.counts:
        have = sum(n for key, n in there if key.unit == unit)
        if count > have or position.title.units[unit].has("keeps-home"):
            return [UNITS.broken(f"not so many {unit} can go", found=str(count), expected=f"at most {have}")]
    return [] if order.units else [UNITS.broken("land units annex", found="none", expected="units")]


def _over_sea(position: Position, way: tuple[str, ...]) -> bool:
    """Whether an area is annexed across one sea zone."""
    near = set(position.title.neighbours[way[0]]) & set(position.title.neighbours[way[1]])
    row = annexations(position.title).get(way[1])
    return row is not None and bool(row.across) and any(is_sea(position.title, zone) for zone in near)


def annex(play: Play, order: Annex) -> None:
    """March in and take the area; its own forces are disbanded. Where somebody may contest it, that waits for the combat phase."""
    start, area = order.way
    guarded = slovakia.is_guarded(play.position, area)
    if not guarded:
        slovakia.disband(play, area)
    for unit, count in order.counts:
        for key, n in _annexers(play.position, order):
            taken = min(n, count) if key.unit == unit else 0
            count -= taken
            if taken:
                becomes = condition_of(key).having(MOVED)._replace(used=1, origin=start).text
                play.emit(
                    UnitsMoved(
                        key.power,
                        unit,
                        taken,
                        start,
                        area,
                        key.strength,
                        "annexation",
                        key.condition,
                        becomes,
                        (start, area),
                    )
                )
    if guarded:
        slovakia.ask(play)
        return
    fall.give(play, area, play.position.power, "annexed")
    income.alarm(play, play.position.power, {"annexation"})
