"""Surrender of nations, and of blocks that are out of supply, with the PPs that they grant (sections 5.1, 5.2)."""

from __future__ import annotations

from engine.events import PowerChanged, ResourceChanged
from engine.families.blocks import supply
from engine.families.blocks.board import (
    SURRENDERED,
    at_war,
    camp_of,
    camp_on_turn,
    is_enemy_held,
    is_fort,
    is_naval,
    other_camp,
    unit,
)
from engine.families.blocks.changes import eliminate, lose_steps
from engine.families.blocks.politics.minors import note_fall
from engine.families.blocks.politics.settings import SurrenderRow
from engine.families.blocks.politics.spoils import disband, heir, share_out
from engine.families.blocks.politics.union import capitals, union_of
from engine.families.blocks.settings import rows
from engine.play import Play
from engine.rules import Position
from engine.state import Stack

CAUSE = "surrender"


def reason(position: Position, power: str) -> str:
    """Return why a nation at war surrenders now, empty when it does not (section 5.1).

    `capital`: its capital (all of them, in a Union) is enemy-controlled; `no-ships`: a major nation has no ship left;
    `areas`: it has lost the areas that title.toml lists for it, or, without a capital, all its areas.
    """
    if not at_war(position, power):
        return ""
    row = rows(position.title, "surrender", SurrenderRow).get(power)
    if row and not (row.only or union_of(position, power)) and _lost(position, power, row):
        return "areas"
    if row and row.only:
        return "areas" if _lost(position, power, row) else ""
    own = capitals(position, power)
    if not own and power not in position.state.control.values():
        return "areas"
    if own and all(is_enemy_held(position, power, area) for area in own):
        return "capital"
    members = union_of(position, power) or (power,)
    return "no-ships" if power not in position.title.nations and not has_ships(position, members) else ""


def _lost(position: Position, power: str, row: SurrenderRow) -> bool:
    areas = position.title.regions.get(row.region, ())
    lost = sum(is_enemy_held(position, power, area) for area in areas)
    return bool(areas) and lost >= (row.count or len(areas))


def has_ships(position: Position, powers: tuple[str, ...]) -> bool:
    """Return whether any of some powers has a ship on the map; ships in a force pool are not in play."""
    return any(
        key.power in powers and is_naval(unit(position, key)) and position.title.areas[key.area].kind == "sea"
        for key in position.state.stacks
    )


def nations(play: Play) -> None:
    """Let every nation surrender that must, until none is left (section 5.1)."""
    falling = True
    while falling:
        falling = False
        for power in play.title.order:
            why = reason(play.position, power)
            if why:
                for one in union_of(play.position, power) or (power,):
                    surrender(play, one, why)
                falling = True


def surrender(play: Play, power: str, why: str) -> None:
    """Take a nation out of the war: its blocks surrender for PPs and are out for good.

    Its areas stay with its side, in its own name except where an ally's blocks stand; or they are shared out (option
    `surrendered-land`).
    """
    camp = other_camp(play.title, camp_of(play.position, power))
    play.emit(PowerChanged(power, play.state.standing[power], SURRENDERED, why))
    note_fall(play, power)
    for key, count in disband(play, power, CAUSE):
        grant(play, camp, key, count)
    takers = {"victors": camp, "allies": camp_of(play.position, power)}
    share_out(play, power, takers.get(play.position.options["surrendered-land"], ""), CAUSE)


def grant(play: Play, camp: str, key: Stack, count: int) -> None:
    """Pay the camp for blocks that have surrendered on the map; those in a force pool bring nothing (section 5.2)."""
    area, power, name = key[:3]
    to = heir(play.position, camp, area)
    amount = count * play.title.units[name].number("surrenders-for")
    if to and amount and play.title.areas[area].kind != "box":
        resource = play.title.resource
        balance = play.state.resources.get((to, resource), 0) + amount
        play.emit(ResourceChanged(to, resource, amount, balance, CAUSE, power, area))


def blocks(play: Play) -> None:
    """Blocks marked out of supply this turn that still are surrender; a fort with several steps loses one (5.2)."""
    position = play.position
    camp = camp_on_turn(position)
    cut_off = [
        (key, count)
        for key, count in sorted(play.state.stacks.items())
        if camp_of(position, key.power) == camp and supply.is_marked(key) and not supply.in_supply(position, key)
    ]
    for key, count in cut_off:
        if is_fort(unit(position, key)) and key.strength > 1:
            for _ in range(count):
                lose_steps(play, key, 1, "supply")
        else:
            eliminate(play, key, CAUSE, count)
            grant(play, other_camp(play.title, camp), key, count)
