"""What a nation that leaves the war leaves behind: its areas and PPs, and who has them (sections 3.3, 5.2)."""

from __future__ import annotations

from engine.families.blocks.board import SURRENDERED, Blocks, at_war, camps, front, is_neutral
from engine.families.blocks.changes import eliminate, take_control
from engine.families.blocks.politics.settings import SeaFront, Spoils
from engine.families.blocks.politics.timetable import is_ceded, occupations
from engine.families.blocks.production.nations import is_alive, major_of
from engine.families.blocks.settings import rows
from engine.play import Play
from engine.rules import Position
from engine.title.model import Title
from engine.title.per_title import per_title


@per_title
def front_at(title: Title, area: str) -> str:
    """Return the front of a land area, or that of the body of water of a sea zone; empty for a box."""
    found = rows(title, "sea_front", SeaFront).values()
    return front(title, area) or next((row.slug for row in found for body in row.bodies if title.in_region(area, body)), "")


def heir(position: Position, camp: str, area: str, side: str = "") -> str:
    """Return the power of a camp, or of one of its sides, that receives an enemy's area: the first at war on its front.

    Nobody when none is at war (5.2).
    """
    here = front_at(position.title, area)
    found = rows(position.title, "spoils", Spoils).values()
    takers = (power for row in found if row.camp == camp and here in row.fronts for power in row.to)
    return next((power for power in takers if at_war(position, power) and side in ("", position.side_of(power))), "")


def disband(play: Play, power: str, cause: str) -> Blocks:
    """Remove all blocks of a nation, including its force pool, from the game; return them."""
    found = sorted((key, count) for key, count in play.state.stacks.items() if key.power == power)
    for key, count in found:
        eliminate(play, key, cause, count, for_good=True)
    return found


def share_out(play: Play, power: str, camp: str, how: str, side: str = "") -> None:
    """Give the areas that a nation still controls to the allies that stand there, else to a camp, or to one side of it.

    Without a camp the remaining areas stay in its name: it was the last to occupy them (1.3, 7.0 Controlled Land Area).
    If one side receives them, areas occupied by the camp's other powers stay theirs (1.3). Areas promised to other
    powers are not given out.
    """
    others = [one for one in camps(play.title)[camp].factions if one != side] if side else []
    for area, holder in sorted(play.state.control.items()):
        if holder == power and play.title.areas[area].kind == "land" and not _is_promised(play.position, area):
            there = (occupant(play.position, area, one, power) for one in (play.position.side_of(power), *others))
            to = next(filter(None, there), "") or (heir(play.position, camp, area, side) if camp else "")
            if to:
                take_control(play, area, to, how)


def occupant(position: Position, area: str, side: str, leaving: str) -> str:
    """Return the nation of a side whose blocks stand in a land area, its major nation while that is in the war; else nobody."""
    for key, _ in position.stacks(area):
        own = position.side_of(key.power) == side and key.power != leaving
        if own and position.state.standing.get(key.power) != SURRENDERED:
            major = major_of(position, key.power)
            return major if major and major != leaving and is_alive(position, major) else key.power
    return ""


def _is_promised(position: Position, area: str) -> bool:
    """Return whether a neutral power is still to take over an area (9.0, the timetable)."""
    return any(
        area in row.units and not is_ceded(position, slug) and is_neutral(position, row.to) for slug, row in occupations(position).items()
    )
