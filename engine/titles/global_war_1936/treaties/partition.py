"""Eastern Poland, which the Soviet Union takes under its pact with Germany (section 14.2, Sphere of Influence).

Once Germany holds Warsaw, the Soviet Union may attack East Poland and Lubelskie whoever holds them. Until its combat phase is
over it stands as if at war with their holder, in these areas alone; nobody's income or alliance follows from it.
"""

from __future__ import annotations

from engine.events import RelationChanged
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.title.model import Title
from engine.titles.global_war_1936 import tables
from engine.titles.global_war_1936.orders import Partition
from engine.titles.global_war_1936.tables import Pact
from engine.titles.global_war_1936.treaties import pacts
from engine.titles.global_war_1936.vocabulary import PARTITION

SECTION = "14.2 Molotov-Ribbentrop"

PACT = Rule("partition/pact", SECTION, FATAL)
HOLDER = Rule("partition/holder", SECTION, FATAL)
REACH = Rule("partition/reach", SECTION, FATAL)
FINNISH = Rule("partition/finland", SECTION, FATAL)


def _pact(title: Title) -> Pact:
    return tables.pacts(title)[pacts.MOLOTOV]


def holders(position: Position) -> list[str]:
    """Return who holds eastern Poland and is at peace with the Soviet Union and no party of the pact."""
    row = _pact(position.title)
    held = {position.state.control.get(area, "") for area in row.sphere} - {"", *row.parties}
    return sorted(power for power in held if position.relation(row.binds, power) == "peace")


def check_partition(position: Position, order: Partition) -> list[Problem]:
    """Return what is wrong with marching into eastern Poland."""
    row, held = _pact(position.title), position.state.control
    signed = position.power == row.binds and pacts.is_signed(position, row.pact)
    if not signed or held.get(row.key) not in set(row.parties) - {row.binds}:
        return [
            PACT.broken(
                f"{row.binds} marches under its pact, after the other party has taken {row.key}",
                found=f"{position.power}, {row.key} held by {held.get(row.key, 'nobody')}",
                expected=f"the pact, and {row.key} in the hands of the other party",
            )
        ]
    if not holders(position):
        return [HOLDER.broken("nobody at peace holds an area there", found="none", expected=" or ".join(row.sphere))]
    return []


def march(play: Play, order: Partition) -> None:
    """Stand as if at war with who holds eastern Poland until the combat phase is over."""
    by = _pact(play.title).binds
    for power in holders(play.position):
        play.emit(RelationChanged(by, power, "peace", "war"))
        PARTITION.emit(play, "yes", power)


def beyond(position: Position, area: str) -> list[str]:
    """Return the nations that the Soviet Union fights for eastern Poland, when an area is not of it."""
    return [] if area in _pact(position.title).sphere else [power for (power,), _ in PARTITION.entries(position.state)]


def out_of_reach(title: Title, area: str) -> Problem:
    """Return the problem of an attack on such a nation that is not made in eastern Poland."""
    return REACH.broken("the pact gives eastern Poland alone", found=area, expected=" or ".join(_pact(title).sphere))


def check_spared(position: Position, area: str) -> list[Problem]:
    """Return what is wrong with an attack on Finland: under the pact Karjala alone is attacked."""
    row = _pact(position.title)
    bound = position.power == row.binds and area != row.open and pacts.is_signed(position, row.pact)
    if bound and position.state.control.get(area) == row.spared:
        return [FINNISH.broken(f"the pact gives {row.open} alone of {row.spared}", found=area, expected=row.open)]
    return []
