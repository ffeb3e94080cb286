"""The greedy player saves Resources only when its counters give out; then it dares more, since it replaces at once what it loses."""

from __future__ import annotations

from engine.bots.bot import may
from engine.orders import Order
from engine.play import Play
from engine.recording import Header
from engine.rules import EndPhase
from engine.simulation import make_bot
from engine.simulation.simulate import Simulation
from engine.titles.blitz.bots import attacking, spending
from engine.titles.blitz.orders import AddUnit, Attack, Build, ResearchWeapons
from engine.titles.blitz.position import board, changes, weapons
from engine.titles.blitz.turn_end import building
from tests.blitz.table import TITLE, table

SCENARIO, SEED = "barbarossa", 11
"""A game in which the USSR had 45 Resources left."""


class Miser:
    """A greedy bot that notes, as it ends a build phase with Resources left, what it could still have paid for."""

    def __init__(self) -> None:
        self.bot = make_bot("greedy", SEED)
        self.saved: list[int] = []
        self.missed: list[Order] = []

    def decide(self, play: Play) -> Order:
        """Return the greedy bot's order."""
        order = self.bot.decide(play)
        clock = play.state.clock
        left = changes.store(play, clock.power, changes.RESOURCES)
        if isinstance(order, EndPhase) and clock.phase == "build" and left:
            self.saved.append(left)
            self.missed += [choice for choice in choices(play, clock.power) if may(play, choice)]
        return order


def choices(play: Play, power: str) -> list[Order]:
    """Return all that a power might spend a Resource on, or add to its Force Pool (7.3, 7.8)."""
    found: list[Order] = [ResearchWeapons()]
    found += [AddUnit(key.unit) for keys in weapons.groups(play.position, power).values() for key in keys]
    for key in play.state.stacks:
        if key.power != power:
            continue
        if not board.is_boxed(play.position, key):
            found.append(Build(key.unit))
        elif key.area == changes.box(power, changes.POOL):
            found += [Build(key.unit, area, 1, port) for area, port in building.sites(play.position, key)]
    return found


def test_7_8_what_is_saved_could_not_be_spent() -> None:
    """No counter of the power's was left to build or to grow, and the scenario knows no research."""
    miser = Miser()
    game = Simulation(TITLE, Header(TITLE.slug, scenario=SCENARIO), SEED, dict.fromkeys(TITLE.turns, miser))
    game.run()
    assert max(miser.saved) >= spending.LEFT_OVER and not miser.missed


def test_who_cannot_spend_its_means_weighs_its_losses_less() -> None:
    nerve = attacking.Nerve(chance=1.1, losses=1.0, profit=0.25, risk=1.0, help=-1.0)
    units = "army-group-b berlin@2, westwall berlin@1, polish-army poland@2"
    poor, rich = (table(units, stores={"germany": (left, 0)}) for left in (0, spending.LEFT_OVER))
    assert not list(attacking.attack(poor, nerve)), "a sixth of a point is not worth it"
    assert next(attacking.attack(rich, nerve)) == Attack("ground", "poland", "army-group-b")
