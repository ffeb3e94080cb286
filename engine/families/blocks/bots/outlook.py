"""The greedy block player's view: enemy blocks by number, its own by steps, distances to the enemy, values of areas.

Enemy blocks stand face down (engine/fog.py), so that they are judged by what is told: how many there are, which is a fort.
"""

from __future__ import annotations

from collections import Counter, deque
from functools import cached_property
from itertools import chain

from engine.bots.style import Style
from engine.derived import derived_from
from engine.families.blocks import board, movers
from engine.families.blocks.board import Blocks
from engine.families.blocks.bots.needs import asked
from engine.families.blocks.combat.firepower import is_close
from engine.families.blocks.production.economy import economic_power
from engine.families.blocks.sea.control import FRIENDLY, stance
from engine.families.blocks.season import GOOD, weather
from engine.families.blocks.settings import Hardened, read
from engine.families.blocks.vocabulary import SURPRISED
from engine.rules import Position
from engine.title.model import Title

STEPS = 2.5
"""Steps that a block nobody has seen is taken to have."""
PEACE = 3.5
"""The same of a block of a power at peace, which has had time to bring it up to strength."""
FAR = 99
CLOSE = 2
"""Steps to the enemy within which a capital has two guards."""
CHEAP = 0.35
"""What a lost step is worth at least to who has more money than use for it."""
SHORE = 2
"""Steps over land that a way across a sea zone counts as, where there is no other."""


class Outlook:
    """A position as the camp on turn sees it at one moment. Args: position: of the game. style: what things are worth."""

    def __init__(self, position: Position, style: Style) -> None:
        self.position, self.title, self.style = position, position.title, style
        self.camp = board.camp_on_turn(position)
        self.enemies = board.enemies_of_camp(position, self.camp)
        self.plans = bool(style.plans)

    @cached_property
    def land(self) -> tuple[str, ...]:
        """Every land area that may be entered at all."""
        return tuple(slug for slug, row in self.title.areas.items() if row.kind == "land" and row.terrain != "impassable")

    @cached_property
    def hostile(self) -> frozenset[str]:
        """Land areas that the enemy holds or stands in."""
        return frozenset(area for area in self.land if self.is_held_by_enemy(area) or self.foes(area))

    @cached_property
    def asked(self) -> dict[str, int]:
        """Land area to how many blocks should stay or go there: as treaties ask, and as guards of capitals and stars."""
        if not self.plans:
            return {}
        found = dict(self.guarded)
        for area, need in self.bound.items():
            found[area] = max(need, found.get(area, 0))
        return found

    @cached_property
    def bound(self) -> dict[str, int]:
        """Land area to how many blocks treaties ask to be there."""
        return asked(self.position, self.camp) if self.plans else {}

    @cached_property
    def guarded(self) -> dict[str, int]:
        """The camp's capitals and stars that the enemy may reach, over land or from the sea, to the blocks that guard them."""
        found: dict[str, int] = {}
        for area, holder in self.position.state.control.items():
            dear = area in self.title.capital_of or self.title.areas[area].victory_city
            if not dear or holder in self.enemies or board.camp_of(self.position, holder) != self.camp:
                continue
            if area in self.title.capital_of and self.near[area] <= CLOSE:
                found[area] = 2 if self.near[area] > 1 else min(4, 2 + self.threats(area) // 2)
            elif self.near[area] == 1:
                found[area] = min(3, 1 + self.threats(area) // 2)
            elif self._is_open_to_sea(area, holder):
                found[area] = 1
        return found

    def _is_open_to_sea(self, area: str, holder: str) -> bool:
        zones = board.zones_of(self.title, area)
        return any(stance(self.position, holder, zone) != FRIENDLY for zone in zones)

    def is_held_by_enemy(self, area: str) -> bool:
        """Return whether an enemy controls an area."""
        return self.position.state.control.get(area, "") in self.enemies

    def foes(self, area: str) -> int:
        """Return how many enemy blocks stand in a land area."""
        return board.enemy_counts(self.position, self.camp).get(area, 0)

    def has_fort(self, area: str) -> bool:
        """Return whether one of them is a fort: forts are known by their colour."""
        return any(board.is_fort(board.unit(self.position, key)) for key, _ in board.enemy_blocks(self.position, area, self.camp))

    @cached_property
    def near(self) -> dict[str, int]:
        """Land area to the number of steps over land to the next hostile one; FAR where none can be walked to.

        With plans, coasts opposite the enemy's from which no land leads to him are `SHORE` steps away, and what lies behind them more.
        """
        return _near(self.position, self.land, self.hostile, self.plans)

    @cached_property
    def overseas(self) -> frozenset[str]:
        """Land areas from which no land leads to the enemy, where there are plans."""
        return _overseas(self.position, self.land, self.hostile) if self.plans else frozenset()

    def is_surprised(self, area: str) -> bool:
        """Return whether an attack on an area has the bonus of surprise; without plans that is not seen."""
        foes = self.position.owned_by(area, self.enemies) if self.plans else ()
        return any(SURPRISED.read(self.position.state, key.power) for key, _ in foes)

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
        return _idle(self.position, area)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Land areas in which the camp has blocks, those nearest to the enemy first."""
        mine = (area for area in self.land if area in self.position.board and board.own_blocks(self.position, area, self.camp))
        return tuple(sorted(mine, key=lambda area: (self.near[area], area)))

    @cached_property
    def free(self) -> frozenset[str]:
        """Land areas in which the camp has blocks that may act and leave."""
        return frozenset(area for area in self.places if self.spare(area) and self.idle(area))

    def ours(self, area: str) -> int:
        """Return how many ground and air blocks the camp has in an area."""
        here = board.own_blocks(self.position, area, self.camp)
        return sum(count for key, count in here if not board.is_naval(board.unit(self.position, key)))

    def spare(self, area: str) -> int:
        """Return how many blocks may leave an area: all that no treaty binds, or with garrisons all but those near the enemy.

        With garrisons an area that is worth something near the enemy keeps one, a capital two.
        """
        return _spare(self.position, self, area)

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

    @cached_property
    def losses(self) -> dict[str, float]:
        """Side to what a lost step is worth to it, from `CHEAP` to 1: the less, the more it can pay for than is missing."""
        missing, income = Counter[str](), Counter[str]()
        for key, count in chain.from_iterable(self.position.board.values()) if self.plans else ():
            row = self.title.units[key.unit]
            if self.title.areas[key.area].kind == "land":
                gone = count * (row.strength - key.strength)
                missing[self.position.side_of(key.power)] += gone * row.number("step-cost")
        for power in board.powers_of(self.position, self.camp) if self.plans else ():
            if power not in self.title.nations:
                income[self.position.side_of(power)] += economic_power(self.position, power)
        return {side: min(1.0, max(CHEAP, missing[side] / income[side])) if income[side] else 1.0 for side in self.title.sides}

    def total(self, powers: set[str]) -> float:
        """Return the steps of blocks on land that some powers have or, where they are not the camp's, seem to have."""
        found = 0.0
        for key, count in chain.from_iterable(self.position.board.values()):
            on_land = self.title.areas[key.area].kind == "land"
            if on_land and key.power in powers:
                hidden = PEACE if self.plans and board.is_neutral(self.position, key.power) else STEPS
                found += count * (key.strength if board.camp_of(self.position, key.power) == self.camp else hidden)
        return found


# What enemies hold stays the same over many moves.
@derived_from("relations")
def _near(position: Position, land: tuple[str, ...], hostile: frozenset[str], plans: bool) -> dict[str, int]:
    title = position.title
    found = _steps(title, dict.fromkeys(sorted(hostile), 0))
    if plans:
        shores = {zone for area in hostile for zone in board.zones_of(title, area)}
        ports = (area for area in land if area not in found)
        found |= _steps(title, {area: SHORE for area in ports if shores.intersection(board.zones_of(title, area))})
    return {area: found.get(area, FAR) for area in land}


@derived_from("relations")
def _overseas(position: Position, land: tuple[str, ...], hostile: frozenset[str]) -> frozenset[str]:
    return frozenset(land).difference(_steps(position.title, dict.fromkeys(hostile, 0)))


def _steps(title: Title, starts: dict[str, int]) -> dict[str, int]:
    """Return land area to its steps over land from the nearest of some areas, which are as far as said."""
    found, ahead = dict(starts), deque(starts)
    while ahead:
        area = ahead.popleft()
        for other in board.land_neighbours(title, area):
            if other not in found:
                found[other] = found[area] + 1
                ahead.append(other)
    return found


@derived_from("moment")
def _idle(position: Position, area: str) -> Blocks:
    return sorted(movers.idle(position, area), key=lambda item: (-item[0].strength, item[0]))


@derived_from("units", "relations")
def _spare(_: Position, of: Outlook, area: str) -> int:
    if not of.style.garrison:
        return max(0, of.ours(area) - of.bound.get(area, 0))
    bound = of.asked.get(area, 0)
    if of.near[area] > 1 and of.threats(area) == 0:
        return max(0, of.ours(area) - bound)
    keep = 2 if area in of.title.capital_of else 1 if of.title.areas[area].value or of.near[area] == 1 else 0
    return max(0, of.ours(area) - max(bound, keep if of.threats(area) else min(keep, 1)))
