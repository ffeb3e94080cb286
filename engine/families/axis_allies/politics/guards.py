"""Nations under guard: who attacks the guard near them drives them into its arms, with their areas and all that stands there.

Once, and not when the guard has itself attacked near them before.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.heirs import Adoption
from engine.families.axis_allies.politics.relations import adopt
from engine.families.axis_allies.vocabulary import GUARDED
from engine.orders import AreaName, PowerName
from engine.play import Play
from engine.rules import Position
from engine.title.settings import setting_rows

SPOILED, CALLED, JOINED = "spoiled", "called", "joined"


class Guard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nation `slug` joins `guard` when `against` attacks that power in one of `areas`, unless `guard` has attacked in one of `spoiled`."""

    slug: PowerName
    guard: PowerName
    against: PowerName
    areas: tuple[AreaName, ...]
    spoiled: tuple[AreaName, ...]
    source: str


def note_attacks(play: Play) -> None:
    """Note, before the battles of a turn, what they mean for guarded nations."""
    power = play.position.power
    for nation, row in setting_rows(play.title, "guard", Guard).items():
        if GUARDED.read(play.state, nation):
            continue
        if power == row.against and _attacks(play.position, row.areas, row.guard):
            GUARDED.emit(play, CALLED, nation)
        elif power == row.guard and _attacks(play.position, row.spoiled, row.against):
            GUARDED.emit(play, SPOILED, nation)


def join_guards(play: Play) -> None:
    """Hand over the nations whose guards have been attacked, after the battles of the turn."""
    for nation, row in setting_rows(play.title, "guard", Guard).items():
        if GUARDED.read(play.state, nation) == CALLED:
            GUARDED.emit(play, JOINED, nation)
            if play.position.relation(row.guard, nation) != "war":
                adopt(play, Adoption(row.slug, (nation,), row.guard, row.source, areas=True), nation)


def _attacks(position: Position, areas: Iterable[str], holder: str) -> bool:
    """Return whether the power on turn attacks an area that another held as the turn began, or has taken it already."""
    fought = {one.area for one in battles_due(position)}
    state = position.state
    return any(state.turn_control.get(area) == holder and (area in fought or state.control.get(area) != holder) for area in areas)
