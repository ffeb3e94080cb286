"""The Monroe doctrine: the United States fight in the Americas without a war (section 5.7).

While it is invoked, in the combat move and combat phases of one American turn, the two nations stand as if at war; nobody's
income, alliance or right to go to war follows from it.
"""

from __future__ import annotations

from engine.events import RelationChanged
from engine.families.axis_allies.board import is_sea, own_stacks
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.nations import alliance, in_americas, is_minor, is_player, zones_held
from engine.titles.global_war_1936.orders import Monroe
from engine.titles.global_war_1936.tables import role
from engine.titles.global_war_1936.vocabulary import MONROE

SECTION = "5.7 Monroe Doctrine"

NATION = Rule("monroe/nation", SECTION, FATAL)
ALLIANCE = Rule("monroe/alliance", SECTION, FATAL)
NONE = Rule("monroe/none", SECTION, FATAL)
REACH = Rule("monroe/reach", SECTION, FATAL)


def is_american(position: Position, area: str) -> bool:
    """Return whether an area is in the Americas, or a sea zone that borders them."""
    if not is_sea(position.title, area):
        return in_americas(position.title, area)
    return any(in_americas(position.title, near) for near in position.title.neighbours[area])


def check_monroe(position: Position, order: Monroe) -> list[Problem]:
    """Return what is wrong with invoking the doctrine."""
    power, on = position.power, order.on
    if (
        power not in role(position.title, "american").powers
        or not is_player(position.title, on)
        or is_minor(position, on)
        or position.relation(power, on) != "peace"
    ):
        return [
            NATION.broken(
                f"{power} invokes nothing against {on}",
                found=on,
                expected="a foreign major power at peace with the United States",
            )
        ]
    if alliance(position.title, on) == alliance(position.title, power):
        return [ALLIANCE.broken(f"{on} is a member of one's own alliance", found=on, expected="another nation")]
    if not _intrudes(position, on):
        return [
            NONE.broken(
                f"{on} has nothing in or beside the Americas",
                found=on,
                expected="a nation with units or captured areas there",
            )
        ]
    return []


def _intrudes(position: Position, power: str) -> bool:
    if any(in_americas(position.title, area) for area in zones_held(position, power)):
        return True
    return any(is_american(position, area) and own_stacks(position, area, power) for area in position.board)


def invoke(play: Play, order: Monroe) -> None:
    """Stand as if at war until the combat phase is over."""
    play.emit(RelationChanged(play.position.power, order.on, "peace", "war"))
    MONROE.emit(play, "yes", order.on)


def invoked(position: Position) -> list[str]:
    """Return the nations against which the doctrine is invoked now."""
    return [power for (power,), _ in MONROE.entries(position.state)]


def beyond(position: Position, area: str) -> list[str]:
    """Return the nations against which the doctrine is invoked, when an area is not one where it counts."""
    foes = invoked(position)
    return [] if not foes or is_american(position, area) else foes


def out_of_reach(area: str) -> Problem:
    """Return the problem of an attack on such a nation that is not made in or beside the Americas."""
    return REACH.broken("the doctrine allows attacks in and beside the Americas alone", found=area, expected="an area there")
