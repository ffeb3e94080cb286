"""A greedy bot's view of the board: values of areas, danger, free units, and distances to the front."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.bots.style import Style
from engine.condition import Condition
from engine.families.axis_allies.board import (
    condition_of,
    enemy_stacks,
    friendly_stacks,
    is_friendly,
    is_hostile,
    is_hostile_sea,
    is_impassable,
    is_open,
    is_sea,
)
from engine.families.axis_allies.bots.distances import FAR, distances, spread
from engine.families.axis_allies.bots.greedy.forces import Units, fighting, judge
from engine.families.axis_allies.bots.greedy.threats import Threats
from engine.families.axis_allies.vocabulary import CAPTURED, FOUGHT, MOVED, OFFLOADED
from engine.rules import Position
from engine.state import Stack

DONE = frozenset({MOVED, FOUGHT, CAPTURED, OFFLOADED})
"""Words of units that can do no more this turn."""

Idle = tuple[Stack, int, Condition]
"""A stack that has done nothing yet: key, count, condition."""


class View:
    """The board as the power on turn sees it. Threats are computed when the view is made (at the start of a phase).

    Attributes:
        air_goals: returns the hostile areas towards which aircraft move up; None for all that have a value.
        beyond: returns what a hostile area without value is worth as the way to others; None for nothing.
        prize: returns what taking a hostile area is worth besides; None for nothing.
        looming: returns whether an area is a front of a war to come; None for none.
        passage: returns how far ships go from a coastal area to where troops are wanted; None where only ships count for ports.
        landlocked: sea zones that ships from the ocean do not sail.
        fetched: sea zones that an empty transport goes at most for troops that wait.
    """

    def __init__(self, position: Position, style: Style) -> None:
        self.position, self.style, self.title = position, style, position.title
        self.power = position.power
        self.threats = Threats(position, self.power)
        self._worth: dict[str, float] = {}
        self._idle: tuple[int, dict[str, list[Idle]]] = (-1, {})
        self._steps: tuple[int, dict[tuple[str, str], bool]] = (-1, {})
        self._reach: dict[tuple[str, int], dict[str, int]] = {}
        self._spare: dict[str, tuple[int, Counter[str]]] = {}
        self._goals: list[str] | None = None
        self.air_goals: Callable[[View], list[str]] | None = None
        self.beyond: Callable[[View, str], float] | None = None
        self.prize: Callable[[View, str], float] | None = None
        self.looming: Callable[[View, str], bool] | None = None
        self.passage: Callable[[View, str], int] | None = None
        self.landlocked: frozenset[str] = frozenset()
        self.fetched = FAR
        self._front: dict[str, int] | None = None

    def worth(self, area: str) -> float:
        """Return the value of holding an area: income over the horizon, city, capital, factory."""
        if area not in self._worth:
            row, style = self.title.areas[area], self.style
            factory = any(self.title.units[key.unit].has("produces") for key, _ in self.position.board.get(area, []))
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

    def is_key(self, area: str) -> bool:
        """Return whether an area must not be left undefended: a capital, a city or a factory of the bot's own side."""
        row = self.title.areas[area]
        return bool(row.victory_city) or area in self.title.capital_of or self.has_factory(area)

    def has_factory(self, area: str) -> bool:
        """Return whether a producing facility stands in an area."""
        return any(self.title.units[key.unit].has("produces") for key, _ in self.position.board.get(area, []))

    def friendly(self, area: str) -> bool:
        """Return whether a land area is of one's own side."""
        return not is_sea(self.title, area) and is_friendly(self.position, area, self.power)

    def hostile(self, area: str) -> bool:
        """Return whether a land area is an enemy's."""
        return not is_sea(self.title, area) and is_hostile(self.position, area, self.power)

    def enemy_units(self, area: str) -> Counter[str]:
        """Return the enemies in an area that fight."""
        return fighting(self.title, enemy_stacks(self.position, area, self.power))

    def friendly_units(self, area: str) -> Counter[str]:
        """Return the units of one's own side in an area that fight."""
        return fighting(self.title, friendly_stacks(self.position, area, self.power))

    def danger(self, area: str, units: Units) -> float:
        """Return the chance that an enemy takes an area defended by these units in its next turn."""
        return judge(self.title, self.threats.on(area), units).take

    def danger_at_sea(self, zone: str) -> bool:
        """Return whether an enemy attack on a sea zone would probably beat the warships of one's side there."""
        threat = self.threats.on(zone)
        return bool(threat) and judge(self.title, threat, self.friendly_units(zone)).win > 0.4

    def idle(self, area: str, cls: str) -> list[Idle]:
        """Return own stacks of a class in an area that have not moved or fought, and are not cargo."""
        return [item for item in self.all_idle(cls) if item[0].area == area]

    def all_idle(self, cls: str) -> list[Idle]:
        """Return own stacks of a class that have not moved or fought, and are not cargo, sorted by area."""
        seq = self.position.state.seq
        if self._idle[0] != seq:
            self._idle = (seq, {"land": [], "sea": [], "air": [], "facility": []})
            for stacks in self.position.board.values():
                for key, count in stacks:
                    if key.power == self.power and self.title.units[key.unit].move:
                        condition = condition_of(key)
                        if not (condition.used or condition.aboard or DONE.intersection(condition.words)):
                            self._idle[1][self.title.units[key.unit].cls].append((key, count, condition))
        return self._idle[1][cls]

    def spare(self, area: str) -> Counter[str]:
        """Return the idle land units that can attack and may leave an area; key areas keep their garrison."""
        memo = self._spare.get(area)
        if memo is None or memo[0] != self.position.state.seq:
            units = Counter[str]()
            for key, count, _ in self.idle(area, "land"):
                if self.title.units[key.unit].attack:
                    units[key.unit] += count
            if self.is_key(area) and units:
                self._keep_garrison(area, units)
            memo = self._spare[area] = (self.position.state.seq, units)
        return memo[1]

    def _keep_garrison(self, area: str, units: Counter[str]) -> None:
        """Take from `units` the smallest garrison, cheapest first, that keeps the area out of danger."""
        rest = self.friendly_units(area)
        rest.subtract(units)
        order = sorted(units.elements(), key=lambda unit: (self.title.units[unit].cost, unit))
        low, high = 0, len(order)
        while low < high:
            middle = (low + high) // 2
            if self.danger(area, +(rest + Counter(order[:middle]))) <= self.style.capital_risk:
                high = middle
            else:
                low = middle + 1
        units.subtract(Counter(order[:low]))
        for unit in [unit for unit, count in units.items() if count <= 0]:
            del units[unit]

    @property
    def front(self) -> dict[str, int]:
        """Friendly land areas by steps to the nearest that touches a hostile one, or soon will (0), over friendly land."""
        if self._front is None:
            edge = [area for area in self.title.areas if self.friendly(area) and self._is_edge(area)]
            self._front = spread(self.title, edge, lambda _, area: self.friendly(area))
        return self._front

    def _is_edge(self, area: str) -> bool:
        return self.at_front(area) or bool(self.looming and self.looming(self, area))

    def flight(self, area: str) -> int:
        """Return how many spaces aircraft fly from an area to the nearest of their goals: hostile land with a value."""
        if self._goals is None and self.air_goals:
            self._goals = self.air_goals(self)
        elif self._goals is None:
            self._goals = [other for other in self.title.areas if self.hostile(other) and self.worth(other) > 0]
        far = distances(self.title, "air")[area]
        return min((far.get(goal, FAR) for goal in self._goals), default=FAR)

    def at_front(self, area: str) -> bool:
        """Return whether a land area touches a hostile one."""
        return any(self.hostile(near) for near in self.title.neighbours[area])

    def sails(self, one: str, two: str) -> bool:
        """Return whether surface ships may go from one sea zone on to the next, which is not hostile."""
        if self._steps[0] != self.position.state.seq:
            self._steps, self._reach = (self.position.state.seq, {}), {}
        known = self._steps[1].get((one, two))
        if known is None:
            link = self.title.neighbours[one][two]
            known = self._steps[1][one, two] = (
                link.kind == "sea"
                and two not in self.landlocked
                and is_open(self.position, link, self.power)
                and not is_hostile_sea(self.position, two, self.power)
            )
        return known

    def reach_at_sea(self, zone: str, most: int = FAR) -> dict[str, int]:
        """Return sea zone to steps that surface ships sail there from a zone, in the order reached."""
        if self._steps[0] != self.position.state.seq:
            self._steps, self._reach = (self.position.state.seq, {}), {}
        if (zone, most) not in self._reach:
            self._reach[zone, most] = spread(self.title, [zone], self.sails, most)
        return self._reach[zone, most]

    def flies(self, _: str, area: str) -> bool:
        """Return whether aircraft may enter an area."""
        return not is_impassable(self.title, area)

    def coast_of(self, area: str) -> list[str]:
        """Return the sea zones beside a land area that ships from the ocean sail."""
        near = self.title.neighbours.get(area, ())
        return [zone for zone in near if is_sea(self.title, zone) and zone not in self.landlocked]

    def shores_of(self, zone: str) -> list[str]:
        """Return the land areas beside a sea zone that may be entered."""
        title = self.title
        return [area for area in title.neighbours[zone] if not is_sea(title, area) and not is_impassable(title, area)]
