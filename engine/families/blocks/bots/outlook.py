"""The greedy block player's view: enemy blocks by number, its own by steps, distances to the enemy, values of areas.

Enemy blocks stand face down (engine/fog.py), so that they are judged by what is told: how many there are, which is a fort.
"""

from __future__ import annotations

from collections import deque
from functools import cached_property
from itertools import chain

from engine.bots.style import Style
from engine.families.blocks import board
from engine.families.blocks.board import Blocks
from engine.families.blocks.combat.firepower import is_close
from engine.families.blocks.land import move as land_move
from engine.families.blocks.season import GOOD, weather
from engine.families.blocks.settings import Hardened, read
from engine.rules import Position

STEPS = 2.5
"""Steps that a block nobody has seen is taken to have."""
FAR = 99


class Outlook:
    """A position as the camp on turn sees it at one moment. Args: position: of the game. style: what things are worth."""

    def __init__(self, position: Position, style: Style) -> None:
        self.position, self.title, self.style = position, position.title, style
        self.camp = board.camp_on_turn(position)
        self.enemies = board.enemies_of_camp(position, self.camp)

    @cached_property
    def land(self) -> tuple[str, ...]:
        """Every land area that may be entered at all."""
        return tuple(
            slug for slug, row in self.title.areas.items() if row.kind == "land" and row.terrain != "impassable"
        )

    @cached_property
    def hostile(self) -> frozenset[str]:
        """Land areas that the enemy holds or stands in."""
        return frozenset(area for area in self.land if self.is_held_by_enemy(area) or self.foes(area))

    def is_held_by_enemy(self, area: str) -> bool:
        """Return whether an enemy controls an area."""
        return self.position.state.control.get(area, "") in self.enemies

    def foes(self, area: str) -> int:
        """Return how many enemy blocks stand in a land area."""
        return board.enemy_counts(self.position, self.camp).get(area, 0)

    def has_fort(self, area: str) -> bool:
        """Return whether one of them is a fort: forts are known by their colour."""
        return any(
            board.is_fort(board.unit(self.position, key))
            for key, _ in board.enemy_blocks(self.position, area, self.camp)
        )

    @cached_property
    def near(self) -> dict[str, int]:
        """Land area to the number of steps over land to the next hostile one; FAR where none can be walked to."""
        found, ahead = dict.fromkeys(self.hostile, 0), deque(sorted(self.hostile))
        while ahead:
            area = ahead.popleft()
            for other in board.land_neighbours(self.title, area):
                if other not in found:
                    found[other] = found[area] + 1
                    ahead.append(other)
        return {area: found.get(area, FAR) for area in self.land}

    def threats(self, area: str) -> int:
        """Return how many enemy blocks stand beside an area."""
        return sum(self.foes(other) for other in board.land_neighbours(self.title, area))

    def worth(self, area: str) -> float:
        """Return what holding an area is worth, in the main resource."""
        row = self.title.areas[area]
        city = self.style.city if row.victory_city else 0.0
        capital = self.style.capital if area in self.title.capital_of else 0.0
        return 1.0 + row.value * self.style.horizon + city + capital

    def idle(self, area: str) -> Blocks:
        """Return the camp's ground and air blocks in an area that may act, the strongest first."""
        known, key = self.position.moment, (Outlook.idle, area)
        if key not in known:
            idle = land_move.idle(self.position, area)
            known[key] = sorted(idle, key=lambda item: (-item[0].strength, item[0]))
        return known[key]

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Land areas in which the camp has blocks, those nearest to the enemy first."""
        mine = (
            area
            for area in self.land
            if area in self.position.board and board.own_blocks(self.position, area, self.camp)
        )
        return tuple(sorted(mine, key=lambda area: (self.near[area], area)))

    def ours(self, area: str) -> int:
        """Return how many ground and air blocks the camp has in an area."""
        here = board.own_blocks(self.position, area, self.camp)
        return sum(count for key, count in here if not board.is_naval(board.unit(self.position, key)))

    def spare(self, area: str) -> int:
        """Return how many blocks may leave an area: what is worth something near the enemy keeps one, a capital two."""
        known, key = self.position.deployed, (self, area)
        if key not in known:
            known[key] = self._spare(area)
        return known[key]

    def _spare(self, area: str) -> int:
        if self.near[area] > 1 and self.threats(area) == 0:
            return self.ours(area)
        keep = 2 if area in self.title.capital_of else 1 if self.title.areas[area].value or self.near[area] == 1 else 0
        return max(0, self.ours(area) - (keep if self.threats(area) else min(keep, 1)))

    def is_closed(self, area: str) -> bool:
        """Return whether attackers fall back from an area unless nothing of the defender is left: rough, small, mud, fort."""
        return is_close(self.position, area) or self.has_fort(area)

    def share_of_fire(self, area: str, powers: set[str]) -> float:
        """Return which share of their dice attackers have in the weather of an area."""
        if weather(self.position, area) == GOOD:
            return 1.0
        hardened = read(self.title, "winter_hardened", Hardened).powers
        snow = weather(self.position, area) == "snow"
        return 1.0 if snow and powers <= set(hardened) else 0.5

    def total(self, powers: set[str]) -> float:
        """Return the steps of blocks on land that some powers have or, where they are not the camp's, seem to have."""
        found = 0.0
        for key, count in chain.from_iterable(self.position.board.values()):
            on_land = self.title.areas[key.area].kind == "land"
            if on_land and key.power in powers:
                found += count * (key.strength if board.camp_of(self.position, key.power) == self.camp else STEPS)
        return found
