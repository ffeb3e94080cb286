"""The annexation of Slovakia, which Great Britain and France may contest (section 15.4)."""

from __future__ import annotations

from engine.events import UnitsRemoved
from engine.families.axis_allies.board import stacks_in
from engine.families.axis_allies.combat import assault
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.title.model import Title
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.nations import is_in_play
from engine.titles.global_war_1936.orders import Resist
from engine.titles.global_war_1936.politics import fall, war
from engine.titles.global_war_1936.tables import guarantors
from engine.titles.global_war_1936.vocabulary import SLOVAKIA

ASKED, CONTESTED = "asked", "contested"

NONE = Rule("resist/none", "15.4 Slovakian Resistance", FATAL)


def is_guarded(position: Position, area: str) -> bool:
    """Return whether an annexation waits for the answer of the guarantors: of Slovakia, with option `slovakia` at `guarded`."""
    return area in _areas(position.title) and position.options.get("slovakia") == "guarded" and bool(_guarantor(position))


def _areas(title: Title) -> set[str]:
    return {row.area for row in guarantors(title)}


def _guarantor(position: Position) -> str:
    return next((row.power for row in guarantors(position.title) if is_in_play(position, row.power)), "")


def ask(play: Play) -> None:
    """Let the guarantors decide once the attacker's combat move is over."""
    SLOVAKIA.emit(play, ASKED)


def decision(position: Position) -> Pending | None:
    """Return the decision, which Great Britain makes for both; by default the annexation is allowed."""
    if SLOVAKIA.read(position.state) != ASKED:
        return None
    return Pending("resistance", _guarantor(position), (Resist,), Resist(), Resist())


def check_resist(position: Position, order: Resist) -> list[Problem]:
    """Return what is wrong with the answer."""
    if SLOVAKIA.read(position.state) == ASKED:
        return []
    return [NONE.broken("nobody asks for Slovakia now", found="resist", expected="an annexation of Slovakia")]


def resist(play: Play, order: Resist) -> None:
    """Go to war over Slovakia, or let it be annexed."""
    (area,) = _areas(play.title)
    if not order.contest:
        SLOVAKIA.emit(play, "")
        disband(play, area)
        fall.give(play, area, play.position.power, "annexed")
        income.alarm(play, play.position.power, {"annexation"})
        return
    SLOVAKIA.emit(play, CONTESTED)
    war.set_relation(play, play.position.power, play.state.control[area], "war")
    assault.occupy(play)


def disband(play: Play, area: str) -> None:
    """Disband the forces of an area that is annexed."""
    holder = play.state.control[area]
    for key, n in list(stacks_in(play.position, area)):
        if key.power == holder and play.title.units[key.unit].cls != "facility":
            play.emit(UnitsRemoved(holder, key.unit, n, area, key.strength, "annexed", key.condition))


def combat_over(play: Play) -> None:
    """After a contested annexation the guarantors are empowered, or disgraced."""
    if SLOVAKIA.read(play.state) != CONTESTED:
        return
    SLOVAKIA.emit(play, "")
    (area,) = _areas(play.title)
    sign = -1 if play.state.control.get(area) == play.position.power else 1
    for row in guarantors(play.title):
        income.change(play, row.power, sign * row.gain)
