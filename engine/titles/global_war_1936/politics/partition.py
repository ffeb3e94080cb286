"""Eastern Poland, which the Soviet Union takes under its pact with Germany (section 14.2, Sphere of Influence).

Once Germany holds Warsaw, the Soviet Union may attack East Poland and Lubelskie whoever holds them. Until its combat phase is
over it stands as if at war with their holder, in these areas alone; nobody's income or alliance follows from it.
"""

from __future__ import annotations

from engine.events import RelationChanged
from engine.families.axis_allies.orders import Move, Offload
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.orders import Partition
from engine.titles.global_war_1936.politics import pacts
from engine.titles.global_war_1936.vocabulary import PARTITION

SECTION = "14.2 Molotov-Ribbentrop"
SOVIET, GERMAN = "soviet-union", "germany"
KEY = "warsaw"
FINLAND, OPEN = "finland", "karjala"
"""The neutral neighbour of which the pact leaves one area alone to the Soviet Union."""

PACT = Rule("partition/pact", SECTION, FATAL)
HOLDER = Rule("partition/holder", SECTION, FATAL)
REACH = Rule("partition/reach", SECTION, FATAL)
FINNISH = Rule("partition/finland", SECTION, FATAL)


def holders(position: Position) -> list[str]:
    """Return who holds eastern Poland and is at peace with the Soviet Union and no party of the pact."""
    held = {position.state.control.get(area, "") for area in pacts.SPHERE} - {"", SOVIET, GERMAN}
    return sorted(power for power in held if position.relation(SOVIET, power) == "peace")


def check_partition(position: Position, order: Partition) -> list[Problem]:
    """Return what is wrong with marching into eastern Poland."""
    signed = position.power == SOVIET and pacts.is_signed(position, pacts.MOLOTOV)
    if not signed or position.state.control.get(KEY) != GERMAN:
        return [
            PACT.broken(
                "the Soviet Union marches under its pact, after Germany has taken Warsaw",
                found=f"{position.power}, Warsaw held by {position.state.control.get(KEY, 'nobody')}",
                expected="the pact, and Warsaw in German hands",
            )
        ]
    if not holders(position):
        return [HOLDER.broken("nobody at peace holds an area there", found="none", expected=" or ".join(pacts.SPHERE))]
    return []


def march(play: Play, order: Partition) -> None:
    """Stand as if at war with who holds eastern Poland until the combat phase is over."""
    for power in holders(play.position):
        play.emit(RelationChanged(SOVIET, power, "peace", "war"))
        PARTITION.emit(play, "yes", power)


def check_reach(position: Position, order: Move | Offload) -> list[Problem]:
    """Return what is wrong with an attack: eastern Poland alone is attacked so, and of Finland Karjala alone under the pact."""
    area = order.way[-1]
    foes = {power for (power,), _ in PARTITION.entries(position.state)}
    there = {key.power for key, _ in position.stacks(area)} | {position.state.control.get(area, "")}
    if foes & there and area not in pacts.SPHERE:
        return [REACH.broken("the pact gives eastern Poland alone", found=area, expected=" or ".join(pacts.SPHERE))]
    bound = position.power == SOVIET and area != OPEN and pacts.is_signed(position, pacts.MOLOTOV)
    if bound and position.state.control.get(area) == FINLAND:
        return [FINNISH.broken("the pact gives Karjala alone of Finland", found=area, expected=OPEN)]
    return []


def lapse(play: Play) -> None:
    """Be at peace again, unless war has been declared meanwhile."""
    for (power,), _ in list(PARTITION.entries(play.state)):
        PARTITION.emit(play, "", power)
        if play.position.relation(SOVIET, power) == "war":
            play.emit(RelationChanged(SOVIET, power, "war", "peace"))
