"""The combat move phase (section Phase 2: Combat Move): moves that lead to combat, assaults and raids declared.

The book lets the online game take noncombat moves here too when nobody gains by them; option `combat-moves` keeps
(`free`) or drops (`strict`) that note. What nobody gains by: what moved does not move again, land units and ships
stop at the enemy as ever, guns stay, and cargo loaded now goes ashore now.
"""

from __future__ import annotations

from engine.condition import Condition
from engine.mechanics.board import condition_of, is_friendly, is_hostile, is_hostile_sea
from engine.mechanics.movement.delivery import can_deliver, delivery_orders, undelivered
from engine.mechanics.movement.landing import attacks, land_in_reach, needy
from engine.mechanics.movement.loading import pledge
from engine.mechanics.movement.marines import check_escort, check_marines, commit_marines
from engine.mechanics.movement.phase import MovePhase
from engine.mechanics.movement.points import points_left
from engine.mechanics.movement.purpose import check_purpose
from engine.mechanics.movement.selection import Selection, path_of, unit_counts
from engine.mechanics.orders import Load, Move, Offload
from engine.mechanics.raids import check_raid
from engine.orders import Order
from engine.play import Play
from engine.rules import Position, Problem
from engine.state import Stack
from engine.titles.model import Unit


class CombatMove(MovePhase):
    """Move units into combat, declare amphibious assaults and strategic bombing raids."""

    slug = "combat-move"
    words = ("moved",)
    marks = True

    def barred(self, position: Position, unit: Unit, key: Stack, condition: Condition) -> Problem | None:
        """Anti-aircraft guns stay where they are, and transports that have offloaded or are committed to an assault."""
        if unit.has("noncombat-move-only"):
            return _gun(unit, key[0])
        if unit.cls == "sea" and (condition.target or "offloaded" in condition):
            found = f"committed against {condition.target}" if "offloaded" not in condition else "has offloaded"
            return Problem("combat-move/offloaded", "Transports", f"{unit.unit} does no more this turn once it offloads",
                           found, "another ship")  # fmt: skip
        return None

    def consequences(self, position: Position, order: Move, found: dict[str, Selection]) -> list[Problem]:
        """Check raids, whether the move leads to combat, cargo that must go ashore, and suicide runs."""
        way, problems = path_of(order.path), []
        if order.raid:
            problems += check_raid(position, list(found), way[-1], order.target, self.slug)
        if is_strict(position):
            problems += check_purpose(position, [position.title.units[unit] for unit in found], way)
        problems += self._check_delivery(position, order, found)
        if not problems and self._risks_landing(position, way, found):
            problems += self._check_suicide(position, order)
        return problems

    def check_load(self, position: Position, order: Load) -> list[Problem]:
        """Check loading, and that what is loaded can go ashore in this turn."""
        problems = super().check_load(position, order)
        own = order.ship in ("", position.power)
        strict = is_strict(position)
        if not own and strict:
            problems.append(Problem("combat-move/purpose", "Phase 2: Combat Move", "loading an ally's ship leads to no combat now",
                                    order.ship, "loading it in the noncombat move"))  # fmt: skip
        for ship, _ in self.load_plan(position, order) if own and not problems else ():
            unit, used, left = position.title.units[ship[2]], _used(ship), points_left(position, ship)
            if not can_deliver(position, unit, ship[0], left, used > 0, strict, False):
                return [_no_shore(ship, f"from {ship[0]}, {left} zones on")]
        return problems

    def check_offload(self, position: Position, order: Offload) -> list[Problem]:
        """Into a hostile area an Offload declares an amphibious assault; into a friendly one it is a noncombat move."""
        zone, area = path_of(order.path)
        guns = [unit for unit, _ in unit_counts(order.units) if position.title.units[unit].has("noncombat-move-only")]
        if guns:
            return [_gun(position.title.units[guns[0]], zone)]
        if not is_hostile(position, area, position.power):
            problems = super().check_offload(position, order)
            if is_strict(position) and is_friendly(position, area, position.power):
                problems.append(Problem("combat-move/purpose", "Amphibious Assaults", "only assaults offload in the combat move",
                                        f"{area} is friendly", "a hostile coastal territory"))  # fmt: skip
            return problems
        problems = self.check_cargo(position, order) + check_marines(position, order, self.slug)
        if is_hostile_sea(position, zone, position.power) and not attacks(position, zone):
            problems.append(Problem("combat-move/amphibious-assault", "Amphibious Assaults",
                                    "an assault needs a sea zone that is or could become friendly", f"nothing attacks in {zone}",
                                    "units that attack the enemy surface warships there"))  # fmt: skip
        return problems + check_escort(position, zone, self.slug)

    def carry_offload(self, play: Play, order: Offload) -> None:
        """Declare an assault on a hostile area; put cargo ashore in another."""
        area = path_of(order.path)[-1]
        if is_hostile(play.position, area, play.position.power):
            pledge(play, self.loose_plan(play.position, order), area)
            commit_marines(play, order)
        else:
            super().carry_offload(play, order)

    def check_end(self, position: Position) -> list[Problem]:
        """Cargo loaded in this phase must be bound for a shore before it ends."""
        return [
            Problem("combat-move/undelivered", "Transports", "cargo loaded in the combat move must be offloaded in an assault",
                    f"{sum(n for _, n in cargo)} units at sea in {ship[0]}", "an order to offload them")
            for ship, cargo in undelivered(position, is_strict(position))[:1]
        ]  # fmt: skip

    def owed(self, position: Position) -> list[Order]:
        """Return orders of which one helps towards ending the phase, when it may not end yet."""
        return delivery_orders(position, is_strict(position))

    def _check_delivery(self, position: Position, order: Move, found: dict[str, Selection]) -> list[Problem]:
        way, strict = path_of(order.path), is_strict(position)
        for name, selection in found.items():
            unit = position.title.units[name]
            for key, _ in selection.draws if unit.has("carries-land") else ():
                left = points_left(position, key) - len(way) + 1
                if "loaded" in condition_of(key) and not can_deliver(
                    position, unit, way[-1], left, True, strict, False
                ):
                    return [_no_shore(key, f"from {way[-1]}, {left} zones on")]
        return []

    def _risks_landing(self, position: Position, way: tuple[str, ...], found: dict[str, Selection]) -> bool:
        """Return whether a move could cost an aircraft its landing; quick, and never wrongly no.

        Aircraft with land in reach of where they end are safe. Ships matter when they are carriers or leave a zone
        that they would have cleared, and only if some aircraft needs a deck at all.
        """
        leaves = position.title.areas[way[0]].kind == "sea" and is_hostile_sea(position, way[0], position.power)
        decks = leaves
        for name, selection in found.items():
            unit = position.title.units[name]
            if unit.cls == "air":
                left = min((points_left(position, key) for key, _ in selection.draws), default=0) - len(way) + 1
                if not land_in_reach(position, way[-1], left):
                    return True
            decks = decks or unit.has("carries-aircraft")
        return decks and bool(needy(position))

    def _check_suicide(self, position: Position, order: Move) -> list[Problem]:
        lost = self.loses(position, order)
        if not lost:
            return []
        return [Problem("combat-move/suicide-run", "Air Units", "aircraft would have no place to land this turn",
                        f"{lost} without landing", "land friendly since the turn began, or room on a carrier, in reach")]  # fmt: skip


def is_strict(position: Position) -> bool:
    """Return whether this game takes only moves that lead to combat in the combat move phase."""
    return position.options.get("combat-moves") == "strict"


def _used(key: Stack) -> int:
    return condition_of(key).used


def _gun(unit: Unit, area: str) -> Problem:
    return Problem("combat-move/anti-aircraft-guns", "Anti-aircraft Guns", f"{unit.unit} moves in the noncombat move only",
                   f"{unit.unit} in {area}", "other units")  # fmt: skip


def _no_shore(ship: Stack, where: str) -> Problem:
    return Problem("combat-move/undelivered", "Transports", f"cargo loaded in the combat move could not go ashore from {ship[2]}",
                   where, "a zone on a coast where it can offload this turn")  # fmt: skip
