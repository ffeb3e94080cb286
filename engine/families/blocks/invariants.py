"""Invariants of games of blocks: steps and force pools, stacking, control of occupied areas, discs at sea.

- after every event: steps, kinds of area, contents of force pools, prices;
- after a completed order: every block is on the map, in its pool, drawn, or out for good; purchases are paid for; an
area that only one side occupies is not its enemy's;
- as a phase begins: stacking limits and who never stands together, who may be where; Control Discs counted a second time;
- as PPs are collected: each nation gets what a second count of what areas and allowances yield says, to the PP;
- when a turn is over: no area is engaged any more.
"""

from __future__ import annotations

from collections import Counter

from engine import events as ev
from engine.families.blocks import board
from engine.families.blocks.journeys import BlockJourneys
from engine.families.blocks.land.entry import bar
from engine.families.blocks.land.phase import LandMoves
from engine.families.blocks.politics.final import Final
from engine.families.blocks.production.collect import INCOME
from engine.families.blocks.production.nations import partners, purse_of
from engine.families.blocks.production.phase import Production
from engine.families.blocks.production.settings import Build
from engine.families.blocks.sea.control import recount
from engine.families.blocks.settings import NeverRebuilt, Since, rows
from engine.families.blocks.yields import expected_income
from engine.invariants.ledger import LedgerChecks
from engine.rules import Position
from engine.state import GameState, Stack
from engine.title.model import Title
from engine.title.settings import setting

COUNTED = frozenset({LandMoves.slug, Final.slug})
"""Phases that begin right after the Control Discs have been laid anew (sections 2.4, 3.7)."""

BUILD = "build"


class Blocks(LedgerChecks):
    """The checker of games of blocks."""

    def __init__(self, title: Title) -> None:
        super().__init__(title)
        self.journeys = BlockJourneys(title)
        self.brought: Counter[tuple[str, str]] = Counter()
        self.gone: Counter[tuple[str, str]] = Counter()
        self.due: Counter[str] = Counter()
        self.collecting = ""
        self.unpaid: Counter[str] = Counter()

    def can_be_held(self, area: str) -> bool:
        """Land and sea zones are held, boxes never."""
        row = self.title.areas.get(area)
        return row is not None and row.kind in ("land", "sea") and row.terrain != "impassable"

    def can_be_nobodys(self, area: str) -> bool:
        """A sea zone that is contested is nobody's."""
        return self.title.areas[area].kind == "sea"

    def may_go_on(self, phase: str) -> bool:
        """A raid of strategic warfare leaves its choices of losses to the Production Phase."""
        return phase == Production.slug

    # After every event

    def placed(self, event: ev.UnitsPlaced, state: GameState) -> list[str]:
        """Count blocks brought in: neither drawn nor returned from the map. No area gets a second fort."""
        wrong, row = super().placed(event, state), self.title.units.get(event.unit)
        if event.cause not in ("mobilize", "force-pool", "returned"):
            self.brought[event.power, event.unit] += event.count
        elif event.cause == "mobilize" and row and row.has("fort"):
            forts = sum(n for key, n in state.units_in(event.area) if self.title.units[key.unit].has("fort"))
            wrong += [f"{forts} forts in {event.area}; expected one"] if forts > 1 else []
        return wrong

    def changed(self, event: ev.UnitsChanged, state: GameState) -> list[str]:
        """A block that changes its power counts as another block."""
        power, unit = event.to_power or event.power, event.to_unit or event.unit
        self.brought[event.power, event.unit] -= event.count
        self.brought[power, unit] += event.count
        return super().changed(event, state) + self.journeys.changed(event, state)

    def moved(self, event: ev.UnitsMoved, state: GameState) -> list[str]:
        """Blocks act once in a phase, and go no farther than they may."""
        return super().moved(event, state) + self.journeys.moved(event, state)

    def removed(self, event: ev.UnitsRemoved, state: GameState) -> list[str]:
        """Forget the journeys of blocks that are lost."""
        self.journeys.removed(event)
        return super().removed(event, state)

    def purchased(self, event: ev.UnitsPurchased, state: GameState) -> list[str]:
        """A new block has one price."""
        row = setting(self.title, "build", Build)
        prices = {row.price, *row.at_war.values()} if row else set()
        self.unpaid["bought"] += event.total
        wrong = super().purchased(event, state)
        if event.unit_cost not in prices or event.total != event.unit_cost * event.count:
            wrong.append(f"expected one of {sorted(prices)} each")
        return wrong

    def paid(self, event: ev.ResourceChanged, state: GameState) -> list[str]:
        """PPs collected match areas and allowances (section 1.3); payments for blocks are counted."""
        wrong = super().paid(event, state)
        if event.cause == INCOME:
            wrong += self._check_collected(event, state)
        elif event.cause == BUILD:
            self.unpaid["bought"] += event.delta
        return wrong

    def _check_collected(self, event: ev.ResourceChanged, state: GameState) -> list[str]:
        """Every nation of the camp on turn collects once, and exactly what is due to it."""
        position = Position(self.title, state)
        if not self.collecting:
            self.collecting = board.camp_of(position, event.power)
            self.due = expected_income(position, self.collecting)
        due = self.due.pop(event.power, 0)
        return [] if event.delta == due else [f"{event.power} collects {event.delta}; areas and allowances yield {due}"]

    def phase(self, event: ev.PhaseStarted, state: GameState) -> list[str]:
        """After movement no area is over-stacked, no block is where it may not be, and discs match a second count."""
        wrong = super().phase(event, state) + self.journeys.phase(event, state)
        position = Position(self.title, state)
        wrong += [*self._check_stacking(position), *self._check_places(position)]
        if event.phase in COUNTED:
            wrong += self._check_discs(position)
        return wrong

    def check_stack(self, state: GameState, key: Stack) -> list[str]:
        """A block has between one and all of its steps, and is in a place for its kind."""
        area, power, unit, strength, _ = key
        place, row = self.title.areas[area], self.title.units[unit]
        wrong = [] if 1 <= strength <= row.strength else [f"strength {strength}; expected 1 to {row.strength}"]
        if place.terrain == "impassable":
            wrong.append(f"{unit} in {area}, which nothing may enter")
        if place.kind == "box":
            if board.pool_of(self.title, power) != area or strength != row.strength:
                wrong.append(f"{unit} of {power} with {strength} of {row.strength} steps in {area}")
        elif board.is_naval(row) != (place.kind == "sea"):
            wrong.append(f"{unit} in {area}, which is {place.kind}")
        return wrong

    # When an order has been carried out

    def check_settled(self, state: GameState) -> list[str]:
        """No block disappears or appears from nowhere; purchases are paid for; occupied areas are controlled."""
        position = Position(self.title, state)
        wrong = [*self._check_blocks(position), *self._check_occupied(position)]
        if self.unpaid["bought"]:
            wrong.append(f"blocks for {self.unpaid['bought']} are bought but not paid for")
        return wrong

    def _check_blocks(self, position: Position) -> list[str]:
        """Every block is on the map, in its pool, drawn, or out for good, which only some may be."""
        wrong = []
        for key, brought in self.brought.items():
            missing = brought - self.units[key] - self.pool[key] - self.gone[key]
            if missing > 0 and self._may_go(position, *key):
                self.gone[key] += missing
            elif missing:
                wrong.append(f"{key}: {brought} were brought in, {missing} of them are missing")
        return wrong

    def _may_go(self, position: Position, power: str, unit: str) -> bool:
        """Return whether a block may be out for good: its nation has surrendered, or it is never built again."""
        never, row = setting(self.title, "never_rebuilt", NeverRebuilt), self.title.units[unit]
        cancelled = (
            since.power == power and since.others and not since.others.rebuilt and not row.has(since.ability)
            for since in rows(self.title, "since", Since).values()
        )
        out = position.state.standing.get(power) == board.SURRENDERED or (never is not None and power in never.powers)
        return out or not board.pool_of(self.title, power) or (row.has("naval") and any(cancelled))

    def _check_occupied(self, position: Position) -> list[str]:
        """The sole occupier of a land area controls it (section 1.3), once its battle is over."""
        wrong: list[str] = []
        if position.state.battle:
            return wrong
        for area, stacks in position.board.items():
            if self.title.areas[area].kind != "land":
                continue
            holder, powers = position.state.control.get(area, ""), {key.power for key, _ in stacks}
            engaged = any(two in position.enemies_of(one) for one in powers for two in powers)
            foes = [power for power in powers if holder in position.enemies_of(power)]
            if foes and not engaged:
                wrong.append(f"{area} is held by {holder}, and occupied by {', '.join(sorted(powers))}")
        return wrong

    # As a phase begins

    def _check_stacking(self, position: Position) -> list[str]:
        wrong = []
        for area, stacks in position.board.items():
            if self.title.areas[area].kind == "box":
                continue
            there: Counter[str] = Counter()
            for key, count in stacks:
                there[board.camp_of(position, key.power)] += count
            most = board.stacking_limit(position, area)
            wrong += [f"{area}: {n} blocks of the {camp}; expected at most {most}" for camp, n in there.items() if n > most]
            powers = sorted({key.power for key, _ in stacks})
            wrong += [
                f"{area}: {one} and {two} stand together"
                for one in powers
                for two in powers
                if one < two and self._are_apart(position, one, two)
            ]
        return wrong

    def _check_places(self, position: Position) -> list[str]:
        """No block is on neutral land, in a closed area, where its nation may not enter, or beside a power at peace with it."""
        wrong = []
        for area, stacks in position.board.items():
            if self.title.areas[area].kind != "land":
                continue
            powers = sorted({key.power for key, _ in stacks})
            barred = ((power, bar(position, power, area)) for power in powers)
            wrong += [f"{power} is in {area}: {why}" for power, why in barred if why]
            wrong += [
                f"{area}: {one} and {two} are at peace"
                for one in powers
                for two in powers
                if one < two and position.relation(one, two) == "peace"
            ]
        return wrong

    def _are_apart(self, position: Position, one: str, two: str) -> bool:
        """Return whether two powers never stand together: rows [[apart]] and [[roam]] of title.toml; a Union may."""
        settings, pair = self.title.settings, {one, two}
        together = any(pair <= set(row["powers"]) for row in settings.get("apart", ()))
        together |= any(row["slug"] in pair and pair & set(row.get("apart_from", ())) for row in settings.get("roam", ()))
        return together and two not in partners(position, purse_of(position, one))

    def _check_discs(self, position: Position) -> list[str]:
        held = {a: power for a, power in position.state.control.items() if self.title.areas[a].kind == "sea"}
        counted = recount(position)
        return [
            f"{zone} is controlled by {held.get(zone, 'nobody')}; counted again by {counted.get(zone, 'nobody')}"
            for zone in sorted({*held, *counted})
            if held.get(zone) != counted.get(zone)
        ]

    # When a turn is over

    def check_rest(self, state: GameState) -> list[str]:
        """No area is engaged by two camps, and no nation of a camp that has collected went without."""
        position, wrong = Position(self.title, state), []
        for area, stacks in position.board.items():
            powers = {key.power for key, _ in stacks}
            if self.title.areas[area].kind == "land" and any(powers & position.enemies_of(one) for one in powers):
                wrong.append(f"{area} is still engaged by {', '.join(sorted(powers))}")
        wrong += [f"{power} did not collect the {due} due to it" for power, due in self.due.items()]
        self.due, self.collecting = Counter(), ""
        return wrong
