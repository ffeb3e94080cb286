"""The phase in which a power adds new weapons and spends its Resources and Oil (sections 7.3, 7.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.blitz import agenda
from engine.titles.blitz.combat import phases
from engine.titles.blitz.orders import AddUnit, Bomb, Build, Command, Forgo, ResearchWeapons, Sabotage, Scrap
from engine.titles.blitz.politics import entry
from engine.titles.blitz.position import board, weapons
from engine.titles.blitz.scenarios import specials
from engine.titles.blitz.turn_end import building, minor_builds, research, sabotage, treasury
from engine.titles.blitz.turn_end.building import SECTION
from engine.titles.blitz.vocabulary import SCRAPPED

SCENARIO = Rule("build/scenario", "Scenario A. The Blitz of Western Europe", FATAL)
LASTLY = Rule("build/lastly", SECTION, FATAL)


class Building(phases.Activity):
    """7.3 and 7.8: a power adds new units, builds, researches, and scraps."""

    slug = "build"
    adds = (AddUnit, Forgo, Build, ResearchWeapons, Bomb, Scrap, Sabotage)
    section = SECTION

    @property
    def takes(self) -> tuple[type[Order], ...]:  # type: ignore[override]  # a phase's attribute, only ever read
        """The phase's own orders, and answers."""
        return (*self.adds, Command, *phases.ANSWERS)

    def judge(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if board.lacks(position, "building"):
            return [SCENARIO.broken("nothing is built in this scenario", type(order).__name__, "the end of the phase")]
        checks: dict[type[Order], Callable[[Position, Any], list[Problem]]] = {
            AddUnit: weapons.check_develop,
            Forgo: weapons.check_forgo,
            Build: building.check_build,
            ResearchWeapons: research.check_research,
            Bomb: research.check_bomb,
            Scrap: building.check_scrap,
            Sabotage: sabotage.check,
        }
        if not isinstance(order, Scrap) and SCRAPPED.read(position.state):
            return [
                LASTLY.broken(
                    "units of one's own are damaged last, when all is built",
                    type(order).__name__,
                    "another scrap, or the end",
                )
            ]
        if isinstance(order, Scrap) and (owed := self.check_end(position)):
            return owed
        return minor_builds.check(position, order) or checks[type(order)](position, order)

    def do(self, play: Play, order: Order) -> None:
        """Make the events of an order."""
        acts: dict[type[Order], Callable[[Play, Any], None]] = {
            AddUnit: weapons.develop,
            Forgo: weapons.forgo,
            Build: building.build,
            ResearchWeapons: research.research,
            Bomb: research.bomb,
            Scrap: building.scrap,
            Sabotage: sabotage.sabotage,
        }
        minor_builds.note(play, order)
        if isinstance(order, Scrap):
            SCRAPPED.set(play, "yes")
        acts[type(order)](play, order)

    def check_end(self, position: Position) -> list[Problem]:
        """A Resource of each country is owed to its units, by an optional rule (9.3)."""
        return [] if SCRAPPED.read(position.state) else minor_builds.check_end(position)

    def owed(self, position: Position) -> list[Order]:
        """Return builds of units of the countries that are owed one."""
        return [] if SCRAPPED.read(position.state) else minor_builds.builds(position)

    def open(self, play: Play) -> None:
        """Saboteurs decide what they have brought about (9.6)."""
        sabotage.begin(play)
        agenda.run(play)

    def close(self, play: Play) -> None:
        """What a limited power has above its limit is lost, but what it may save (7.7)."""
        power = play.state.clock.power
        if entry.is_limited(play.position, power):
            left = treasury.usable(play.position, power)
            treasury.waste(play, power, left)
        specials.return_borrowed(play, power)
