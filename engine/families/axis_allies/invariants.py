"""Invariants of games of the Axis & Allies family: cargo and ships, factories, cities, capitals, lend-lease.

- after every event: kinds of area, prices, damage;
- after a completed order: cargo against the ships that list it, victory cities, capitals, aid;
- at the end of a turn: all units are on friendly ground or decks, and in their permitted regions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine import events as ev
from engine.condition import parse_condition
from engine.families.axis_allies.board import on_patrol
from engine.families.axis_allies.combat.capture import CAPITAL_LOST
from engine.families.axis_allies.economy import discounts
from engine.families.axis_allies.economy.accounts import leader
from engine.families.axis_allies.economy.lend_lease import LINE
from engine.families.axis_allies.economy.levy import Levy
from engine.families.axis_allies.economy.muster import muster_of
from engine.families.axis_allies.facilities.factories import damage_limit
from engine.families.axis_allies.heirs import OUT
from engine.families.axis_allies.journeys import AxisAlliesJourneys
from engine.families.axis_allies.movement.movement_limits import outside
from engine.families.axis_allies.politics.guests import is_guest
from engine.families.axis_allies.victory import cities
from engine.families.axis_allies.vocabulary import AID
from engine.invariants.ledger import LedgerChecks
from engine.mechanics.profile import profile, profile_in
from engine.rules import Position, relation, side_of
from engine.state import GameState, Stack
from engine.title.contenders import groups, worth
from engine.title.model import Title
from engine.title.settings import setting


class AxisAllies(LedgerChecks):
    """The checker of the Axis & Allies family."""

    def __init__(self, title: Title) -> None:
        super().__init__(title)
        self.aid: Counter[str] = Counter()
        self.journeys = AxisAlliesJourneys(title)

    def checks(self) -> dict[type[ev.Event], Callable[[Any, GameState], list[str]]]:
        """Facilities stand where they are damaged."""
        return {ev.FacilityChanged: self._facility}

    def check_settled(self, state: GameState) -> list[str]:
        """Cargo is with its ships, points match the cities held, capitals match their powers' standing."""
        wrong = [*self._check_cargo(state), *self._check_cities(state), *self._check_aid(state)]
        for power, row in self.title.powers.items():
            lost = bool(row.capital) and self._at_war(state, leader(self.title, power) or power, self.control.get(row.capital, ""))
            standing = state.standing.get(power)
            if standing not in OUT and lost != (standing == CAPITAL_LOST):
                wrong.append(f"{power}: capital {'lost' if lost else 'held'}, but its standing is {state.standing.get(power)}")
        return wrong

    # After every event

    def moved(self, event: ev.UnitsMoved, state: GameState) -> list[str]:
        """Units go no farther than they may, and do no more than a turn allows."""
        return super().moved(event, state) + self.journeys.moved(event, state)

    def changed(self, event: ev.UnitsChanged, state: GameState) -> list[str]:
        """Keep the journeys of units whose stack changes."""
        return super().changed(event, state) + self.journeys.changed(event, state)

    def removed(self, event: ev.UnitsRemoved, state: GameState) -> list[str]:
        """Forget the journeys of units that are lost."""
        self.journeys.removed(event)
        return super().removed(event, state)

    def phase(self, event: ev.PhaseStarted, state: GameState) -> list[str]:
        """Begin new journeys with each turn."""
        return super().phase(event, state) + self.journeys.phase(event, state)

    def purchased(self, event: ev.UnitsPurchased, state: GameState) -> list[str]:
        """Units are bought at a valid price."""
        wrong = super().purchased(event, state)
        prices = self._prices(state, event.power, event.unit)
        if (event.unit_cost, event.resource) not in prices or event.total != event.unit_cost * event.count:
            right = (f"{cost} {resource} each, {cost * event.count} in all" for cost, resource in prices)
            wrong.append(f"expected {' or '.join(right)}")
        return wrong

    def _prices(self, state: GameState, account: str, unit: str) -> list[tuple[int, str]]:
        """Return the valid (cost, resource) prices of a unit: by its profile, less a discount, by a levy, and of what is raised."""
        nation = self.title.nations.get(account)
        row = profile_in(self.title, state, nation.leader if nation else account, unit)
        levy = setting(self.title, "levy", Levy)
        less = discounts.most_off(Position(self.title, state), nation.leader if nation else account)
        levied = [(levy.price, levy.resource)] if levy and (levy.power, levy.unit) == (account, unit) else []
        raised = muster_of(self.title, account)
        free = [(0, self.title.resource)] if raised and raised.unit == unit else []
        return [*((row.cost - off, row.resource) for off in range(less + 1)), *levied, *free]

    def paid(self, event: ev.ResourceChanged, state: GameState) -> list[str]:
        """Count aid in addition to other money."""
        if event.cause == LINE:
            self.aid["sent" if event.delta < 0 else "delivered"] += abs(event.delta)
        return super().paid(event, state)

    def raided(self, event: ev.ConvoyRaided, state: GameState) -> list[str]:
        """Count aid that is sunk."""
        if event.area == LINE:
            self.aid["interdicted"] += event.loss
        return super().raided(event, state)

    def _facility(self, event: ev.FacilityChanged, state: GameState) -> list[str]:
        cap = damage_limit(self.title, event.area, event.facility)
        wrong = [] if 0 <= event.damage <= cap else [f"damage {event.damage}; expected 0 to {cap}"]
        if not any(key.unit == event.facility for key, _ in state.units_in(event.area)):
            wrong.append(f"no {event.facility} stands in {event.area}")
        return wrong

    def check_stack(self, state: GameState, key: Stack) -> list[str]:
        """Land units are on land or aboard, ships at sea."""
        area, power, unit, strength, condition = key
        place, row = self.title.areas[area], self.title.units[unit]
        wrong = []
        most = profile_in(self.title, state, power, unit).strength
        if not 1 <= strength <= most:
            wrong.append(f"strength {strength}; expected 1 to {most}")
        aboard = parse_condition(condition).aboard
        if place.terrain == "impassable":
            wrong.append(f"{unit} in {area}, which nothing may enter")
        elif place.kind == "land":
            if row.cls == "sea" or aboard:
                wrong.append(f"{unit} ({condition}) on land")
        elif row.cls == "facility" or (row.cls == "land" and not aboard):
            wrong.append(f"{unit} at sea without a ship")
        return wrong + self._check_number(state, area, power, unit)

    def _check_number(self, state: GameState, area: str, power: str, unit: str) -> list[str]:
        """Facilities are counted by owner: a pact may give one a base in another's area (global-war-1936, section 14.2)."""
        row = self.title.units[unit]
        if not row.has("max-per-area"):
            return []
        there = sum(count for key, count in state.units_in(area) if (key.power, key.unit) == (power, unit))
        most = row.number("max-per-area")
        return [f"{there} {unit} in {area}; expected at most {most}"] if there > most else []

    # When an order has been carried out

    def _check_cargo(self, state: GameState) -> list[str]:
        aboard: Counter[tuple[str, str, str]] = Counter()
        listed: Counter[tuple[str, str, str]] = Counter()
        wrong = []
        for key, count in state.stacks.items():
            condition = parse_condition(key.condition)
            if condition.aboard:
                aboard[key[:3]] += count
            for power, unit in condition.cargo:
                listed[key.area, power, unit] += count
            if condition.cargo:
                wrong += self._check_load(state, key, condition.cargo)
        wrong += [
            f"{area}: {aboard[area, power, unit]} {unit} of {power} aboard; ships there list {listed[area, power, unit]}"
            for area, power, unit in sorted({*aboard, *listed})
            if aboard[area, power, unit] != listed[area, power, unit]
        ]
        return wrong

    def _at_war(self, state: GameState, one: str, two: str) -> bool:
        return two in self.title.powers and relation(self.title, state, one, two) == "war"

    def _check_load(self, state: GameState, ship: Stack, load: tuple[tuple[str, str], ...]) -> list[str]:
        units, row = self.title.units, profile_in(self.title, state, ship.power, ship.unit)
        wrong = [f"{ship} carries an enemy" for power, _ in load if self._at_war(state, ship.power, power)]
        sizes = sorted(units[unit].abilities.get("cargo", "") for _, unit in load)
        if row.has("carries-aircraft"):
            fits = len(load) <= row.number("carries-aircraft") and all(units[u].has("lands-on-carriers") for _, u in load)
        else:
            fits = row.has("carries-land") and sizes in (["light"], ["heavy"], ["whole"], ["light", "light"], ["heavy", "light"])
        return wrong if fits else [*wrong, f"{ship} cannot hold {load}"]

    def _check_aid(self, state: GameState) -> list[str]:
        """Aid delivered, interdicted and waiting adds up to the aid sent."""
        on_the_way = (int(value) for _, value in AID.entries(state))
        found = self.aid["delivered"] + self.aid["interdicted"] + sum(on_the_way)
        return [f"{found} aid delivered, interdicted or waiting; {self.aid['sent']} sent"] if found != self.aid["sent"] else []

    def _check_cities(self, state: GameState) -> list[str]:
        measure = str(self.title.settings.get("victory", {}).get("measure", ""))
        held = cities(self.title, state.control)
        points = {side: state.points.get((side, measure), 0) for side in held}
        if points != held:
            return [f"victory points {points}; cities held {held}"]
        every, contending = (
            self.title.victory_cities,
            {power for group in groups(self.title).values() for power in group},
        )
        whole = sum(worth(self.title, area) for area in every)
        others = sum(worth(self.title, area) for area in every if self.control.get(area) not in contending)
        if sum(points.values()) != whole - others:
            return [f"victory points {points}; expected {whole} in all, less {others} that nobody contends with"]
        return []

    # When a turn is over

    def check_rest(self, state: GameState) -> list[str]:
        """All units are on friendly ground or decks, in their permitted regions."""
        wrong, position = list[str](), Position(self.title, state)
        decks = Counter[tuple[str, str]]()
        for (area, power, unit, _, condition), count in state.stacks.items():
            row, side = profile(position, power, unit), side_of(self.title, state, power)
            if outside(position, power, row.cls, area):
                wrong.append(f"{unit} of {power} rests in {area}, outside its regions")
            if self.title.areas[area].kind == "land":
                holder = state.control.get(area, "")
                if row.cls == "facility":
                    continue
                if not (holder and relation(self.title, state, power, holder) == "allied") and not is_guest(position, area, power):
                    wrong.append(f"{unit} of {power} rests in {area}, held by {holder or 'nobody'}")
            elif row.cls == "air" and (on_patrol(Stack(area, power, unit, 1, condition)) or parse_condition(condition).aboard):
                continue
            elif row.cls == "air":
                decks[area, side] -= count
                if not row.has("lands-on-carriers"):
                    wrong.append(f"{unit} of {power} rests over {area}")
            else:
                decks[area, side] += row.number("carries-aircraft") * count
        return wrong + [
            f"{area}: {-room} aircraft of the {side} without a deck" for (area, side), room in sorted(decks.items()) if room < 0
        ]
