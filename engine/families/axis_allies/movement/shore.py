"""Loading and offloading in a move phase (sections Transports, Transporting Multinational Forces)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from engine.condition import Condition
from engine.families.axis_allies.board import condition_of, is_cargo, is_friendly, is_hostile_sea, own_stacks, stacks_in
from engine.families.axis_allies.movement.loading import Cargo, embark, ready_cargo, ships_for, stow, unload
from engine.families.axis_allies.movement.movement_limits import check_ban, outside
from engine.families.axis_allies.movement.rules import ADJACENT, XENOPHOBIA
from engine.families.axis_allies.movement.selection import Selection, select, too_few
from engine.families.axis_allies.orders import Load, Offload
from engine.families.axis_allies.politics.welcome import may_be_entered
from engine.families.axis_allies.transports import offloads_widely
from engine.families.axis_allies.vocabulary import ASSAULTED, LOADED, MOVED, OFFLOADED
from engine.forces import show_units
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Phase, Position
from engine.state import Stack
from engine.title.model import Unit

SPACE = Rule("space", "Transports", FATAL)
SHIP = Rule("ship", "Transporting Multinational Forces", FATAL)
CARGO = Rule("cargo", "Transports", FATAL)
CAPACITY = Rule("capacity", "Transports")
OFFLOAD = Rule("offload", "Transports")
OFFLOAD_CARGO = Rule("offload-cargo", "Transports")
LOADING = Rule("loading", "Transports")
HOSTILE_SEA_ZONE = Rule("hostile-sea-zone", "Transports")


class ShorePhase(Phase):
    """A phase in which transports load and offload. `marks` says whether own ships are `loaded` for the turn."""

    marks = False

    def barred(self, position: Position, unit: Unit, key: Stack, condition: Condition) -> Problem | None:
        """Return why units of a stack may do nothing in this phase, or None."""
        return None

    def check_shore(self, position: Position, order: Load | Offload) -> list[Problem]:
        """Return what is wrong with the path, the ships' power or the kind of units of an order."""
        way, areas = order.way, position.title.areas
        land, zone = (way[0], way[-1]) if isinstance(order, Load) else (way[-1], way[0])
        if len(way) != 2 or areas[land].kind != "land" or areas[zone].kind != "sea":
            expected = "land area > sea zone" if isinstance(order, Load) else "sea zone > land area"
            return [SPACE.in_phase(self.slug).broken("cargo goes between a land area and a sea zone", found=order.path, expected=expected)]
        problems = []
        if zone not in position.title.neighbours[land]:
            problems.append(
                ADJACENT.in_phase(self.slug).broken(
                    f"{land} and {zone} do not touch", found=order.path, expected="an area on the zone's coast"
                )
            )
        if order.ship and order.ship in position.enemies:
            problems.append(SHIP.in_phase(self.slug).broken("the ships are an enemy's", found=order.ship, expected="own or friendly ships"))
        entered = isinstance(order, Offload) or outside(position, position.power, "land", zone)
        banned = check_ban(position, "land", way[-1], self.slug) if entered else None
        banned = banned or _strange_ship(position, order.ship, zone, self.slug)
        problems += [banned] if banned else []
        for unit, _ in order.counts:
            row = position.title.units[unit]
            if not row.has("cargo") or (row.cls == "air" and self.slug != "noncombat-move"):
                problems.append(
                    CARGO.in_phase(self.slug).broken(f"{unit} cannot be carried by transports", found=unit, expected="land units")
                )
        return problems

    def check_load(self, position: Position, order: Load) -> list[Problem]:
        """Return what is wrong with a Load from a coast to its sea zone."""
        area, zone = order.way
        problems = self._check_zone(position, zone, "load")
        for unit, count in order.counts:
            selection = self._loadable(position, area, unit, count)
            if selection.present < count:
                problems.append(too_few(position, self.slug, area, unit, count, selection.present))
            elif selection.able < count and selection.barred:
                problems.append(selection.barred)
        ships = self._load_ships(position, order)
        if not problems and stow(position, order, ships) is None:
            loads = "; ".join(load_text(ship) for ship in ships) or "none"
            problems.append(
                CAPACITY.in_phase(self.slug).broken(
                    f"no room for {order.units} in {zone}",
                    found=f"ships that can load: {loads}",
                    expected="one land unit and one of light cargo a ship",
                )
            )
        return problems

    def carry_load(self, play: Play, order: Load) -> None:
        """Put units aboard; of an order that asks for too much, as many as there is room for."""
        position, (area, zone) = play.position, order.way[:2]
        draws = {unit: self._loadable(position, area, unit, count).draws for unit, count in order.counts}
        ships = self._load_ships(position, order) or ships_for(position, order, zone, lambda _: True)
        embark(play, order, _most(position, order, ships), draws, self.marks and order.ship in ("", position.power))

    def check_offload(self, position: Position, order: Offload) -> list[Problem]:
        """Return what is wrong with an Offload into a friendly area."""
        zone, area = order.way
        problems = self.check_cargo(position, order) + self._check_zone(position, zone, "offload")
        may = self.may_claim(position, area) or may_be_entered(position, area)
        if not is_friendly(position, area, position.power) and not may:
            holder = position.state.control.get(area) or "nobody"
            problems.append(
                OFFLOAD.in_phase(self.slug).broken(
                    "transports offload into friendly territories",
                    found=f"{area} of {holder}",
                    expected="a friendly coastal territory",
                )
            )
        return problems

    def may_claim(self, position: Position, area: str) -> bool:
        """Return whether cargo may be put ashore on land that nobody holds, which takes it."""
        return False

    def check_cargo(self, position: Position, order: Offload) -> list[Problem]:
        """Return the problems of an Offload whose cargo is not there or cannot come off."""
        zone, area = order.way
        aboard: Counter[str] = Counter()
        for key, n in own_stacks(position, zone, position.power):
            if is_cargo(key):
                aboard[key.unit] += n
        problems = [too_few(position, self.slug, zone, unit, count, aboard[unit]) for unit, count in order.counts if aboard[unit] < count]
        if not problems and self.offload_plan(position, order) is None:
            ships = [key for key, _ in stacks_in(position, zone) if position.title.units[key.unit].has("carries-land")]
            held = "; ".join(f"{key.power}'s {load_text(key)} [{key.condition}]" for key in ships) or "no ships"
            problems.append(
                OFFLOAD_CARGO.in_phase(self.slug).broken(
                    f"no ships there can put {order.units} ashore in {area}",
                    found=held,
                    expected="cargo that may go ashore, a ship's all in one area, from ships not done yet",
                )
            )
        return problems

    def offload_plan(self, position: Position, order: Offload) -> Cargo | None:
        """Return which cargo an Offload takes off which ships, or None when they cannot.

        What was loaded on an ally's ship this turn stays aboard, and so does what could not land in an assault.
        """
        zone, area = order.way
        own = order.ship in ("", position.power)
        ships = [
            ship
            for ship in ships_for(position, order, zone, lambda _: True)
            if condition_of(ship).target in ("", area) or offloads_widely(position, ship)
            if not own or not self.ship_barred(position, ship, area, offloads_widely(position, ship))
        ]
        return unload(position, order, ships, ready_cargo(position, zone, lambda c: ASSAULTED not in c and (own or LOADED not in c)))

    def loose_plan(self, position: Position, order: Offload) -> Cargo:
        """Return the plan of an Offload, legal or not, for forgiving readers; empty if there is none."""
        legal = self.offload_plan(position, order)
        if legal is not None:
            return legal
        zone = order.way[0]
        ships = ships_for(position, order, zone, lambda _: True)
        return unload(position, order, ships, ready_cargo(position, zone, lambda _: True)) or []

    def ship_barred(self, position: Position, ship: Stack, shore: str, again: bool = False) -> bool:
        """Return whether a ship cannot load or offload at a shore now; `again`: it may have offloaded before, though not in an assault."""
        condition = condition_of(ship)._replace(target="")
        condition = condition.without(OFFLOADED) if again and ASSAULTED not in condition else condition
        return self.barred(position, position.title.units[ship.unit], ship, condition) is not None

    def _load_ships(self, position: Position, order: Load) -> list[Stack]:
        own = order.ship in ("", position.power)
        ships = ships_for(position, order, order.way[-1], lambda condition: not condition.target)
        return [ship for ship in ships if not own or not self.ship_barred(position, ship, order.way[0])]

    def _loadable(self, position: Position, area: str, unit: str, count: int) -> Selection:
        row = position.title.units[unit]

        def bar(key: Stack, condition: Condition) -> Problem | None:
            if condition.used or MOVED in condition:
                return LOADING.in_phase(self.slug).broken(
                    "loading is a land unit's entire move",
                    found=f"{unit} in {area} has moved",
                    expected="units that have not moved",
                )
            return self.barred(position, row, key, condition)

        return select(position, area, unit, count, bar)

    def _check_zone(self, position: Position, zone: str, what: str) -> list[Problem]:
        if not is_hostile_sea(position, zone, position.power):
            return []
        return [
            HOSTILE_SEA_ZONE.in_phase(self.slug).broken(
                f"a transport cannot {what} in a hostile sea zone",
                found=zone,
                expected="a zone without enemy surface warships",
            )
        ]


def _strange_ship(position: Position, ship: str, zone: str, phase: str) -> Problem | None:
    """Units that do not mix cannot board each other's ships."""
    for row in position.title.bans if ship else ():
        if row.power == position.power and row.of == ship and row.ban == "mix" and "sea" in row.kinds:
            return XENOPHOBIA.in_phase(phase).broken(
                f"units of {row.power} do not mix with those of {ship}",
                found=f"ships of {ship} in {zone}",
                expected="own ships",
            )
    return None


def load_text(ship: Stack) -> str:
    """Return a ship's load as orders write it: `infantry (germany), tank (germany)`, or `empty`."""
    counts = Counter(condition_of(ship).cargo)
    return show_units((unit, n, power) for (power, unit), n in sorted(counts.items())) or "empty"


def _most(position: Position, order: Load, ships: list[Stack]) -> Cargo:
    """Return the plan for an order, or for as many of its units as there is room for, first named first."""
    units = [unit for unit, count in order.counts for _ in range(count)]
    while units:
        plan = stow(position, replace(order, units=", ".join(units)), ships)
        if plan is not None:
            return plan
        units.pop()
    return []
