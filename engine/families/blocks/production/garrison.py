"""The Garrison Check: a fee for each area that needs a garrison and has none (section 1.4)."""

from __future__ import annotations

from engine.families.blocks.board import at_war, camp_of, camp_on_turn, is_naval, is_neutral, unit
from engine.families.blocks.changes import pay
from engine.families.blocks.production.collect import purse
from engine.families.blocks.production.nations import is_alive, purse_of
from engine.families.blocks.production.settings import Collect, Garrison
from engine.families.blocks.settings import read, rows
from engine.play import Play
from engine.rules import Position
from engine.title.model import Title
from engine.title.per_title import per_title

CAPITAL = "capital"


@per_title
def _conquests(title: Title) -> tuple[str, ...]:
    """Return the areas that need a garrison once an enemy has conquered them."""
    kinds = read(title, "garrison", Garrison).conquered
    return tuple(
        area for area in title.areas if any(area in title.capital_of if kind == CAPITAL else title.in_region(area, kind) for kind in kinds)
    )


def is_conquered(position: Position, area: str) -> bool:
    """Return whether the camp that controls an area has taken it from the other one, whose it was at first.

    Where another power has its capital than who had the area at first, both must be enemies. What a nation was formed with
    (the region of its name: Vichy France, 3.3) is no conquest of it.
    """
    holder, title = position.state.control.get(area, ""), position.title
    owners = {title.areas[area].original_owner, title.capital_of.get(area, "")} - {""}
    if not holder or title.in_region(area, holder):
        return False
    return bool(owners) and all(_are_of_two_camps(position, owner, holder) for owner in owners)


def _are_of_two_camps(position: Position, one: str, two: str) -> bool:
    """Return whether two powers are of different camps; one of no side in the war is of none."""
    camps = {camp_of(position, one), camp_of(position, two)}
    return len(camps) == 2 and "" not in camps


def needing(position: Position, camp: str) -> dict[str, str]:
    """Return the areas that a camp must garrison, each with the power that answers for it; in or out of supply.

    Those of a minor nation that is neutral are not the camp's to garrison (3.3: nobody may enter Vichy France).
    """
    title = position.title
    row = read(title, "garrison", Garrison)
    areas = dict.fromkeys(area for region in row.regions for area in title.regions.get(region, ()))
    areas.update(dict.fromkeys(area for area in _conquests(title) if is_conquered(position, area)))
    found = {}
    for area in areas:
        holder = position.state.control.get(area, "")
        if holder and camp_of(position, holder) == camp and not _is_neutral_minor(position, holder):
            found[area] = answerable(position, area, holder)
    return {area: power for area, power in found.items() if not _exempt(position, power, area)}


def _is_neutral_minor(position: Position, power: str) -> bool:
    return power in position.title.nations and is_neutral(position, power)


def answerable(position: Position, area: str, holder: str) -> str:
    """Return the power that pays for an area without garrison: its holder, or who collects on that front for the holder's side.

    The latter where the holder collects nothing there itself (a minor nation, the United States), or has surrendered. Enemy
    capitals of a front may be one power's to answer for, whoever has conquered them (Italy's in the Med, by the example of 1.6).
    """
    capitals = read(position.title, "garrison", Garrison).capitals.get(position.side_of(holder), {})
    for front, power in capitals.items() if area in position.title.capital_of else ():
        if is_conquered(position, area) and position.title.in_region(area, front) and at_war(position, power):
            return purse_of(position, power)
    found = rows(position.title, "collect", Collect).values()
    here = [row for row in found if position.title.in_region(area, row.front)]
    own = [row for row in here if position.side_of(row.power) == position.side_of(holder)]
    if is_alive(position, holder) and any(row.power == holder for row in own):
        return purse_of(position, holder)
    whole = sorted((row for row in own if row.production or row.strategic), key=lambda row: not row.production)
    takers = (row.power if is_alive(position, row.power) else row.heir for row in whole)
    return purse_of(position, next((power for power in takers if power), holder))


def _exempt(position: Position, power: str, area: str) -> bool:
    """Whether a power needs no garrisons on this front any more: the British in the Med once Italy has surrendered."""
    ends = read(position.title, "garrison", Garrison).ends.get(power, {})
    return any(position.title.in_region(area, front) and not is_alive(position, fallen) for front, fallen in ends.items())


def is_garrisoned(position: Position, area: str) -> bool:
    """Return whether a ground or air block of the side that controls an area is in it."""
    side = position.side_of(position.state.control[area])
    return any(position.side_of(key.power) == side and not is_naval(unit(position, key)) for key, _ in position.stacks(area))


def ungarrisoned(position: Position, camp: str) -> dict[str, str]:
    """Return the areas for which a camp pays in a Garrison Check now, each with the power that does."""
    return {area: power for area, power in needing(position, camp).items() if not is_garrisoned(position, area)}


def check_garrisons(play: Play) -> None:
    """Let the powers of the camp on turn pay for what they have left without a garrison, as far as they have PPs."""
    fee = read(play.title, "garrison", Garrison).fee
    for area, power in ungarrisoned(play.position, camp_on_turn(play.position)).items():
        pay(play, power, -min(fee, purse(play.position, power)), "garrison", area=area)
