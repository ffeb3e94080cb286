"""A greedy bot's view of the board: values of areas, danger, free units, and distances to the front."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property

from engine.bots.style import Style
from engine.condition import Condition
from engine.derived import derived_from
from engine.families.axis_allies.board import (
    Stacks,
    condition_of,
    enemy_stacks,
    friendly_stacks,
    is_impassable,
    is_sea,
    own_stacks,
)
from engine.families.axis_allies.bots.distances import FAR, distances, spread
from engine.families.axis_allies.bots.greedy.forces import Units, fighting, judge, plainly_won
from engine.families.axis_allies.bots.greedy.threats import Threats
from engine.families.axis_allies.bots.greedy.waters import Waters, waters_of
from engine.families.axis_allies.vocabulary import CAPTURED, FOUGHT, MOVED, OFFLOADED
from engine.odds.quick import book_of
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.title.per_title import per_title

DONE = frozenset({MOVED, FOUGHT, CAPTURED, OFFLOADED})
"""Words of units that can do no more this turn."""

LANDING = 3
"""Sea zones from a transport to a coast where its troops could soon land."""

OVERRUN = 0.5
"""Chance of losing a capital to an army some turns away beyond which it needs more defenders."""

Idle = tuple[Stack, int, Condition]
"""A stack that has done nothing yet: key, count, condition."""


def least(holds: Callable[[int], bool], most: int, guess: int = 0) -> int:
    """Return the least number for which something holds that goes on to hold for all greater ones; `most` if it never does.

    Each look is dear (odds of a battle): the first is at the guess, and below it if it holds there.
    """
    low, high = 0, most
    for look in (guess, guess - 1):
        if low <= look < high:
            low, high = (low, look) if holds(look) else (look + 1, high)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


class View:
    """The board as the power on turn sees it. Plans for a phase ask for threats at its start (`player.py`).

    Attributes:
        book: the odds of battles in this game.
        air_goals: returns the hostile areas towards which aircraft move up; None for all that have a value.
        beyond: returns what a hostile area without value is worth as the way to others; None for nothing.
        prize: returns what taking a hostile area is worth besides; None for nothing.
        looming: returns whether an area is a front of a war to come; None for none.
        nerve: share of the style's fear of counterattacks that counts.
        depth: steps over land from which an enemy's army counts against a capital, beside those that can be there in a turn.
        guard: land units that stay in a capital of one's own at least.
        hunters: ability of the warships that attack submarines alone; nothing if all do.
        landlocked: sea zones that ships from the ocean do not sail.
        fetched: sea zones that an empty transport goes at most for troops that wait.
        moored: returns which of the idle warships of a sea zone stay there though others leave it, or attack a zone; None for none.
        toll: returns what is expected to be lost of a transport of a type that ends in a sea zone; None for nothing.
    """

    def __init__(self, position: Position, style: Style) -> None:
        self.position, self.style, self.title = position, style, position.title
        self.power = position.power
        self.book = book_of(self.title, position.state.options)
        self._worth: dict[str, float] = {}
        self._idle: dict[str, tuple[Stacks, dict[str, list[Idle]]]] = {}
        self._all_idle: tuple[Stacks, dict[str, list[Idle]]] = ([], {})
        self._sailed_at = -1
        self._waters: Waters | None = None
        self._shores: tuple[Waters, object, dict[str, int]] | None = None
        self._units: dict[tuple[str, Callable[[Position, str, str], Stacks]], tuple[Stacks, int, Counter[str]]] = {}
        self._spare: dict[str, tuple[Stacks, int, Counter[str]]] = {}
        self._spare_for: dict[tuple[str, str], tuple[Stacks, Stacks, int, Counter[str], int]] = {}
        self._kept: dict[str, int] = {}
        self._flight: dict[str, int] = {}
        self._goals: list[str] | None = None
        self.air_goals: Callable[[View], list[str]] | None = None
        self.beyond: Callable[[View, str], float] | None = None
        self.prize: Callable[[View, str], float] | None = None
        self.looming: Callable[[View, str], bool] | None = None
        self.hunters, self.nerve, self.depth, self.guard = "", 1.0, 0, 0
        self.landlocked: frozenset[str] = frozenset()
        self.fetched = FAR
        self.moored: Callable[[View, str, Counter[str], str], Counter[str]] | None = None
        self.toll: Callable[[View, str, str], float] | None = None
        self._front: dict[str, int] | None = None

    def worth(self, area: str) -> float:
        """Return the value of holding an area: income over the horizon, city, capital, factory."""
        if area not in self._worth:
            row, style = self.title.areas[area], self.style
            factory = self.has_factory(area)
            self._worth[area] = (
                row.value * style.horizon
                + style.city * bool(row.victory_city)
                + style.capital * (area in self.title.capital_of)
                + style.factory * factory
            )
            if self.prize and self.hostile(area):
                self._worth[area] += self.prize(self, area)
            if not self._worth[area] and self.beyond and self.hostile(area):
                self._worth[area] = self.beyond(self, area)
        return self._worth[area]

    @property
    def fear(self) -> float:
        """The share of what a counterattack is expected to destroy that counts against a move."""
        return self.style.fear * self.nerve

    def is_key(self, area: str) -> bool:
        """Return whether an area must not be left undefended: a capital, a city or a factory of the bot's own side."""
        row = self.title.areas[area]
        return bool(row.victory_city) or area in self.title.capital_of or self.has_factory(area)

    def has_factory(self, area: str) -> bool:
        """Return whether a producing facility stands in an area."""
        makers = self.title.able.get("produces", ())
        return any(key.unit in makers for key, _ in self.position.stacks(area))

    def friendly(self, area: str) -> bool:
        """Return whether a land area is of one's own side."""
        return area in self.ours

    def hostile(self, area: str) -> bool:
        """Return whether a land area is an enemy's."""
        return area in self.theirs

    @property
    def ours(self) -> frozenset[str]:
        """The land areas of one's own side."""
        return _lands(self.position, self.power)[0]

    @property
    def theirs(self) -> frozenset[str]:
        """The land areas of enemies."""
        return _lands(self.position, self.power)[1]

    def enemy_units(self, area: str) -> Counter[str]:
        """Return the enemies in an area that fight."""
        return self._fighting(area, enemy_stacks)

    def friendly_units(self, area: str) -> Counter[str]:
        """Return the units of one's own side in an area that fight."""
        return self._fighting(area, friendly_stacks)

    def _fighting(self, area: str, whose: Callable[[Position, str, str], Stacks]) -> Counter[str]:
        """Return the units of some stacks in an area that fight; counted anew when a stack there or a relation has changed."""
        stacks, accords = self.position.stacks(area), self.position.state.accords
        memo = self._units.get((area, whose))
        if memo is None or memo[0] is not stacks or memo[1] != accords:
            units = fighting(self.title, whose(self.position, area, self.power))
            memo = self._units[area, whose] = (stacks, accords, units)
        return memo[2]

    def danger(self, area: str, units: Units) -> float:
        """Return the chance that an enemy takes an area defended by these units in its next turn."""
        return judge(self.book, self.threats.on(area), units).take

    def falls(self, area: str, units: Units, risk: float) -> bool:
        """Return whether the danger for an area defended by these units is greater than a risk that is taken (at most 0.9).

        Where that is plain, the odds need not be worked out.
        """
        return self._falls_to(self.threats.on(area), units, risk)

    def _falls_to(self, threat: Units, units: Units, risk: float) -> bool:
        plain = plainly_won(self.book, threat, units)
        return plain or judge(self.book, threat, units).take > risk

    def is_deep(self, area: str, units: Units) -> bool:
        """Return whether a capital held by these units, and by those around it who fall back, would withstand armies some turns away."""
        if not self.depth or area not in self.title.capital_of:
            return True
        army = self.threats.ahead(area, self.depth)
        around = sum((self._ground(near) for near in self.title.neighbours[area] if self.friendly(near)), Counter())
        return not self._falls_to(army, +(Counter(units) + around), OVERRUN)

    def _ground(self, area: str) -> Counter[str]:
        units = self.friendly_units(area)
        return Counter({unit: count for unit, count in units.items() if self.title.units[unit].cls == "land"})

    def danger_at_sea(self, zone: str) -> bool:
        """Return whether an enemy attack on a sea zone would probably beat the warships of one's side there."""
        threat = self.threats.on(zone)
        return bool(threat) and judge(self.book, threat, self.friendly_units(zone)).win > 0.4

    def idle(self, area: str, cls: str) -> list[Idle]:
        """Return own stacks of a class in an area that have not moved or fought, and are not cargo."""
        return self._idle_in(area).get(cls, [])

    def all_idle(self, cls: str) -> list[Idle]:
        """Return own stacks of a class that have not moved or fought, and are not cargo, sorted by area."""
        own = self.position.stacks_of(self.power)
        if self._all_idle[0] is not own:
            self._all_idle = (own, {})
            for area in dict.fromkeys(key.area for key, _ in own):
                for kind, items in self._idle_in(area).items():
                    self._all_idle[1].setdefault(kind, []).extend(items)
        return self._all_idle[1].get(cls, [])

    def _idle_in(self, area: str) -> dict[str, list[Idle]]:
        """Return class to the own stacks in an area that can still act; found anew when a stack there has changed."""
        stacks = own_stacks(self.position, area, self.power)
        if not stacks:
            return {}
        memo = self._idle.get(area)
        if memo is None or memo[0] is not stacks:
            found: dict[str, list[Idle]] = {}
            for key, count in stacks:
                unit = self.title.units[key.unit]
                condition = condition_of(key)
                if unit.move and not (condition.used or condition.aboard or DONE.intersection(condition.words)):
                    found.setdefault(unit.cls, []).append((key, count, condition))
            memo = self._idle[area] = (stacks, found)
        return memo[1]

    def spare(self, area: str) -> Counter[str]:
        """Return the idle land units that can attack and may leave an area; key areas keep their garrison.

        Found anew when a stack there or a relation has changed.
        """
        stacks, accords = self.position.stacks(area), self.position.state.accords
        memo = self._spare.get(area)
        if memo is None or memo[0] is not stacks or memo[1] != accords:
            units = self._fit(area)
            if units and self.is_key(area):
                self._keep_garrison(area, units)
            memo = self._spare[area] = (stacks, accords, units)
        return memo[2]

    def spare_for(self, area: str, target: str) -> Counter[str]:
        """Return the units of `spare` for an attack on a target: whoever is struck there threatens the area no more.

        A capital keeps its garrison, for the attack may fail.
        """
        if not self.style.campaign or area in self.title.capital_of or not self.is_key(area):
            return self.spare(area)
        here, there, accords = self.position.stacks(area), self.position.stacks(target), self.position.state.accords
        memo = self._spare_for.get((area, target))
        if memo is None or memo[0] is not here or memo[1] is not there or memo[2] != accords:
            units = self._fit(area)
            if units:
                self._keep_garrison(area, units, target)
            memo = self._spare_for[area, target] = (here, there, accords, units, self._kept.get(area, 0))
        elif memo[3]:
            self._kept[area] = memo[4]
        return memo[3]

    def _fit(self, area: str) -> Counter[str]:
        """Return the idle land units in an area that can attack."""
        units: Counter[str] = Counter()
        for key, count, _ in self.idle(area, "land"):
            if self.title.units[key.unit].attack:
                units[key.unit] += count
        return units

    def _keep_garrison(self, area: str, units: Counter[str], struck: str = "") -> None:
        """Take from `units` the smallest garrison, cheapest first, that keeps the area out of danger; enemies in `struck` do not count."""
        threat = self.threats.on(area) - self.enemy_units(struck) if struck else self.threats.on(area)
        rest = self.friendly_units(area).copy()
        rest.subtract(units)
        order = sorted(units.elements(), key=lambda unit: (self.title.units[unit].cost, unit))
        guard = self.guard if self.title.powers[self.power].capital == area else 0

        def holds(count: int) -> bool:
            units = +(rest + Counter(order[:count]))
            if guard and sum(n for unit, n in units.items() if self.title.units[unit].cls == "land") < guard:
                return False
            return not self._falls_to(threat, units, self.style.capital_risk) and self.is_deep(area, units)

        self._kept[area] = least(holds, len(order), self._kept.get(area, 0))
        units.subtract(Counter(order[: self._kept[area]]))
        for unit in [unit for unit, count in units.items() if count <= 0]:
            del units[unit]

    @cached_property
    def threats(self) -> Threats:
        """The attacks that enemies could make, with the units on the board when the view was made or first asked for them."""
        return Threats(self.position, self.power)

    @property
    def front(self) -> dict[str, int]:
        """Friendly land areas by steps to the nearest that touches a hostile one, or soon will (0), over friendly land."""
        if self._front is None:
            ours = self.ours
            edge = [area for area in self.title.areas if area in ours and self._is_edge(area)]
            self._front = spread(self.title, edge, lambda _, area: area in ours)
        return self._front

    def _is_edge(self, area: str) -> bool:
        return self.at_front(area) or bool(self.looming and self.looming(self, area))

    def flight(self, area: str) -> int:
        """Return how many spaces aircraft fly from an area to the nearest of their goals: hostile land with a value."""
        if self._goals is None and self.air_goals:
            self._goals = self.air_goals(self)
        elif self._goals is None:
            self._goals = self._battlefields() if self.style.campaign else []
            self._goals = self._goals or [other for other in self.title.areas if self.hostile(other) and self.worth(other) > 0]
        if area not in self._flight:
            far = distances(self.title, "air")[area]
            self._flight[area] = min((far.get(goal, FAR) for goal in self._goals), default=FAR)
        return self._flight[area]

    def _battlefields(self) -> list[str]:
        """Return the hostile areas of value that the power's own troops could attack, overland or from ships nearby."""
        near: set[str] = set()
        for key, _ in self.position.stacks_of(self.power):
            row = self.title.units[key.unit]
            if row.cls == "land" and row.attack and not is_sea(self.title, key.area):
                near.update(self.title.neighbours[key.area])
            elif row.has("carries-land"):
                near.update(area for zone in self.reach_at_sea(key.area, LANDING) for area in self.shores_of(zone))
        return [area for area in self.title.areas if area in near and self.hostile(area) and self.worth(area) > 0]

    def at_front(self, area: str) -> bool:
        """Return whether a land area touches a hostile one."""
        return not self.theirs.isdisjoint(self.title.neighbours[area])

    @property
    def sails(self) -> Callable[[str, str], bool]:
        """Says whether surface ships may go now from one sea zone on to the next, which is not hostile."""
        return self.waters.leads

    @property
    def waters(self) -> Waters:
        """The ways that surface ships may sail now."""
        seq = self.position.state.seq
        if self._waters is None or self._sailed_at != seq:
            self._sailed_at, self._waters = seq, waters_of(self.position, self.power, self.landlocked)
        return self._waters

    def reach_at_sea(self, zone: str, most: int = FAR) -> dict[str, int]:
        """Return sea zone to steps that surface ships sail there from a zone, in the order reached."""
        return self.waters.reach(zone, most)

    def steps_to_shores(self) -> dict[str, int]:
        """Return sea zone to steps that surface ships sail from it to the nearest beside a hostile coast of value."""
        waters, lands = self.waters, _lands(self.position, self.power)
        if not self._shores or self._shores[0] is not waters or self._shores[1] is not lands:
            coasts = {area for area in lands[1] if self.worth(area) > 0}
            shores = [zone for zone in self.title.areas if not coasts.isdisjoint(self.shores_of(zone))]
            self._shores = waters, lands, waters.to_any(shores, FAR)
        return self._shores[2]

    def flies(self, _: str, area: str) -> bool:
        """Return whether aircraft may enter an area."""
        return not is_impassable(self.title, area)

    def coast_of(self, area: str) -> list[str]:
        """Return the sea zones beside a land area that ships from the ocean sail."""
        zones = _beside(self.title, area)[0]
        return [zone for zone in zones if zone not in self.landlocked] if self.landlocked else zones

    def shores_of(self, zone: str) -> list[str]:
        """Return the land areas beside a sea zone that may be entered."""
        return _beside(self.title, zone)[1]


@per_title
def _beside(title: Title, area: str) -> tuple[list[str], list[str]]:
    """Return the sea zones beside an area, and the land areas that may be entered."""
    near = title.neighbours.get(area, ())
    land = [other for other in near if not is_sea(title, other) and not is_impassable(title, other)]
    return [zone for zone in near if is_sea(title, zone)], land


@derived_from("control", "relations", "turn")
def _lands(position: Position, power: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the land areas of a power's own side and those of its enemies."""
    land = _land(position.title)
    held = [(area, holder) for area, holder in position.state.control.items() if area in land]
    circles = position.friends_of(power), position.enemies_of(power)
    ours, theirs = (frozenset(area for area, holder in held if holder in some) for some in circles)
    return ours, theirs


@per_title
def _land(title: Title) -> frozenset[str]:
    """Return all areas but the sea zones."""
    return frozenset(area for area in title.areas if not is_sea(title, area))
