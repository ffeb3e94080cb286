"""The combat move phase (section Phase 2: Combat Move): moves that lead to combat, assaults and raids declared.

The book lets the online game take noncombat moves here too when nobody gains by them; option `combat-moves` keeps
(`free`) or drops (`strict`) that note. To keep anybody from gaining: moved units do not move again, land units and
ships stop at the enemy as usual, guns stay, cargo loaded now goes ashore now, and what was carried stays where it was set down.
"""

from __future__ import annotations

from engine.condition import Condition
from engine.families.axis_allies.board import (
    condition_of,
    is_cargo,
    is_friendly,
    is_hostile,
    is_hostile_sea,
    own_stacks,
)
from engine.families.axis_allies.facilities.raids import check_raid
from engine.families.axis_allies.movement.delivery import delivery_orders, lacks, undelivered
from engine.families.axis_allies.movement.dry_run import Trial
from engine.families.axis_allies.movement.foresight import foresee, unmet
from engine.families.axis_allies.movement.landing import land_in_reach, needy
from engine.families.axis_allies.movement.loading import pledge
from engine.families.axis_allies.movement.marines import check_marines, commit_marines
from engine.families.axis_allies.movement.neutral_land import enter, may_enter
from engine.families.axis_allies.movement.parting import check_attackers
from engine.families.axis_allies.movement.phase import MovePhase
from engine.families.axis_allies.movement.points import points_left
from engine.families.axis_allies.movement.purpose import PURPOSE, check_purpose
from engine.families.axis_allies.movement.selection import Selection
from engine.families.axis_allies.movement.ship_repair import repair_as_moves_begin
from engine.families.axis_allies.orders import Load, Move, Offload
from engine.families.axis_allies.vocabulary import AIRBORNE, DROPPING, LOADED, MOVED, OFFLOADED
from engine.orders import Order
from engine.play import Play
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Unit

HAS_OFFLOADED = Rule("combat-move/offloaded", "Transports")
UNDELIVERED = Rule("combat-move/undelivered", "Transports")
ANTI_AIRCRAFT_GUNS = Rule("combat-move/anti-aircraft-guns", "Anti-aircraft Guns")
SUICIDE_RUN = Rule("combat-move/suicide-run", "Air Units")
SUBMARINES = Rule("combat-move/submarines", "Submarines")
CARRIED = Rule("combat-move/carried", "Transports")
HAS_DROPPED = Rule("combat-move/dropped", "Unit Changes")
AMPHIBIOUS_ASSAULT = Rule("combat-move/amphibious-assault", "Amphibious Assaults")


class CombatMove(MovePhase):
    """Move units into combat, declare amphibious assaults and strategic bombing raids."""

    slug = "combat-move"
    words = (MOVED,)
    marks = True

    def barred(self, position: Position, unit: Unit, key: Stack, condition: Condition) -> Problem | None:
        """Anti-aircraft guns stay, and so do units that were carried, bombers that have dropped some, and transports that do no more."""
        if unit.has("noncombat-move-only"):
            return _gun(unit, key.area)
        if unit.cls == "land" and _was_carried(position, condition):
            return CARRIED.broken(
                "being carried is a land unit's entire move",
                found=f"{unit.unit} in {key.area}, {'dropped' if AIRBORNE in condition else f'put ashore from {condition.origin}'}",
                expected="units that were not carried this turn",
            )
        if unit.cls == "air" and DROPPING in condition:
            return HAS_DROPPED.broken(
                f"{unit.unit} stays with the infantry that it drops",
                found=f"{unit.unit} in {key.area}",
                expected="another",
            )
        if unit.cls == "sea" and (condition.target or OFFLOADED in condition):
            found = f"committed against {condition.target}" if OFFLOADED not in condition else "has offloaded"
            return HAS_OFFLOADED.broken(f"{unit.unit} does no more this turn once it offloads", found=found, expected="another ship")
        return None

    def consequences(self, position: Position, order: Move, found: dict[str, Selection]) -> list[Problem]:
        """Check raids, whether the move leads to combat, and who comes among units that it does not mix with."""
        way, problems = order.way, check_attackers(position, order, self.slug)
        if order.raid:
            problems += check_raid(position, list(found), way[-1], order.target, self.slug)
        if is_strict(position):
            problems += check_purpose(position, [position.title.units[unit] for unit in found], way)
        return problems

    def outlook(self, position: Position, order: Order, found: dict[str, Selection]) -> list[Problem]:
        """Check that aircraft can still land and cargo can still go ashore, if necessary by further orders."""
        if isinstance(order, Move) and not self._may_matter(position, order.way, found):
            return []
        return self._check_left(position, order)

    def check_load(self, position: Position, order: Load) -> list[Problem]:
        """Check loading, and that what is loaded can go ashore in this turn."""
        problems = super().check_load(position, order)
        own = order.ship in ("", position.power)
        if not own and is_strict(position):
            problems.append(
                PURPOSE.broken(
                    "loading an ally's ship leads to no combat now",
                    found=order.ship,
                    expected="loading it in the noncombat move",
                )
            )
        return problems or (self.outlook(position, order, {}) if own else [])

    def open(self, play: Play) -> None:
        """Repair ships, where that is done before they move."""
        repair_as_moves_begin(play)

    def check_offload(self, position: Position, order: Offload) -> list[Problem]:
        """Into a hostile area an Offload declares an amphibious assault; into a friendly one it is a noncombat move."""
        zone, area = order.way
        guns = [unit for unit, _ in order.counts if position.title.units[unit].has("noncombat-move-only")]
        if guns:
            return [_gun(position.title.units[guns[0]], zone)]
        if not is_hostile(position, area, position.power):
            problems = super().check_offload(position, order)
            if is_strict(position) and is_friendly(position, area, position.power):
                problems.append(
                    PURPOSE.broken(
                        "only assaults offload in the combat move",
                        found=f"{area} is friendly",
                        expected="a hostile coastal territory",
                        section="Amphibious Assaults",
                    )
                )
            return problems or self.outlook(position, order, {})
        problems = self.check_cargo(position, order) + check_marines(position, order, self.slug)
        lack = lacks(position, zone)
        return problems + ([_not_ready(zone, lack)] if lack and not self._can_come(position, order, problems) else [])

    def may_claim(self, position: Position, area: str) -> bool:
        """Return whether neutral land can be taken from the sea."""
        return may_enter(position, area)

    def carry_offload(self, play: Play, order: Offload) -> None:
        """Declare an assault on a hostile area; put cargo ashore in another, which takes neutral land."""
        area = order.way[-1]
        if is_hostile(play.position, area, play.position.power):
            pledge(play, self.loose_plan(play.position, order), area)
            commit_marines(play, order)
        else:
            super().carry_offload(play, order)
            enter(play, area)

    def check_end(self, position: Position) -> list[Problem]:
        """Before the phase ends, cargo loaded in it must be bound for a shore, and the orders that moves rely on must be given."""
        strict = is_strict(position)
        problems = [
            UNDELIVERED.broken(
                "cargo loaded in the combat move must be offloaded in an assault",
                found=f"{sum(n for _, n in cargo)} units at sea in {ship.area}",
                expected="an order to offload them",
            )
            for ship, cargo in undelivered(position, strict)[:1]
        ]
        now, best = unmet(position, strict), foresee(self, position, strict)
        if now.aircraft > best.left.aircraft:
            problems.append(_suicide(now.aircraft - best.left.aircraft, best.orders))
        if now.cargo > best.left.cargo and not problems:
            problems.append(_no_shore(now.cargo - best.left.cargo, best.orders))
        return problems

    def owed(self, position: Position) -> list[Order]:
        """Return orders of which one helps towards ending the phase, when it may not end yet."""
        strict = is_strict(position)
        return [*delivery_orders(position, strict), *foresee(self, position, strict).orders]

    def _may_matter(self, position: Position, way: tuple[str, ...], found: dict[str, Selection]) -> bool:
        """Return whether a move could cost an aircraft its landing or cargo its shore; a quick test without false negatives.

        Aircraft with land in reach of where they end are safe. Ships matter when they carry what was loaded this turn,
        when they are carriers, when they leave a zone that is hostile or has cargo in it, and all that can attack
        does while something is left to be done.
        """
        units, power = position.title.units, position.power
        for name, selection in found.items():
            if units[name].has("carries-land") and any(LOADED in condition_of(key) for key, _ in selection.draws):
                return True
            if units[name].cls == "air":
                draws = {key: points_left(position, key) - len(way) + 1 for key, _ in selection.draws}
                if not all(land_in_reach(position, way[-1], left, key) for key, left in draws.items()):
                    return True
        if all(units[name].cls == "land" for name in found):
            return False
        cargo = position.title.areas[way[0]].kind == "sea" and any(is_cargo(key) for key, _ in own_stacks(position, way[0], power))
        leaves = position.title.areas[way[0]].kind == "sea" and is_hostile_sea(position, way[0], power)
        decks = leaves or any(units[name].has("carries-aircraft") for name in found)
        return cargo or (decks and bool(needy(position))) or sum(unmet(position, is_strict(position))) > 0

    def _check_left(self, position: Position, order: Order) -> list[Problem]:
        """Return the problem of an order that leaves more needs unmet, whatever further orders follow."""
        strict, trial = is_strict(position), Trial(position)
        self.carry_out(trial, order)
        before = foresee(self, position, strict).left
        after = unmet(trial.position, strict)
        if after.aircraft > before.aircraft or after.cargo > before.cargo:
            after = foresee(self, trial.position, strict).left
        problems = []
        if after.cargo > before.cargo:
            problems.append(_no_shore(after.cargo - before.cargo))
        if after.aircraft > before.aircraft:
            problems.append(_suicide(after.aircraft - before.aircraft))
        return problems

    def _can_come(self, position: Position, order: Offload, problems: list[Problem]) -> bool:
        """Return whether the units that an assault lacks can still be ordered to its zone."""
        if problems:
            return True
        strict, trial = is_strict(position), Trial(position)
        self.carry_out(trial, order)
        after = foresee(self, trial.position, strict)
        return after.left.cargo < unmet(trial.position, strict).cargo and after.left.cargo <= foresee(self, position, strict).left.cargo


def _was_carried(position: Position, condition: Condition) -> bool:
    """Whether land units were put ashore or dropped this turn: they have moved without a step of their own.

    Book of aa1942, Unit Profiles/Transports: a unit moves neither before it is loaded nor after it is offloaded. That of
    global-war-1936 is silent (option `carried`).
    """
    return MOVED in condition and not condition.used and position.options.get("carried") != "move"


def is_strict(position: Position) -> bool:
    """Return whether this game takes only moves that lead to combat in the combat move phase."""
    return position.options.get("combat-moves") == "strict"


def _gun(unit: Unit, area: str) -> Problem:
    return ANTI_AIRCRAFT_GUNS.broken(
        f"{unit.unit} moves in the noncombat move only", found=f"{unit.unit} in {area}", expected="other units"
    )


def _no_shore(count: int, orders: tuple[Order, ...] = ()) -> Problem:
    return UNDELIVERED.broken(
        "cargo loaded or bound for an assault could not go ashore this turn",
        found=f"{count} units",
        expected=_missing(orders) or "a coast to offload on, and attackers where its zone is hostile",
    )


def _suicide(count: int, orders: tuple[Order, ...] = ()) -> Problem:
    return SUICIDE_RUN.broken(
        "aircraft would have no place to land this turn",
        found=f"{count} without landing",
        expected=_missing(orders) or "land friendly since the turn began, or room on a carrier, in reach",
    )


def _missing(orders: tuple[Order, ...]) -> str:
    """Return what is still to be ordered, as text."""
    return ", ".join(f"{order.units} {order.path}" for order in orders if isinstance(order, Move))


def _not_ready(zone: str, lack: str) -> Problem:
    if lack == "warship":
        return SUBMARINES.broken(
            "enemy submarines keep transports without a warship from landing",
            found=f"no surface warship in {zone}",
            expected="one that sails along, or is there already",
        )
    return AMPHIBIOUS_ASSAULT.broken(
        "an assault needs a sea zone that is or could become friendly",
        found=f"nothing attacks in {zone}",
        expected="units that attack the enemy surface warships there",
    )
