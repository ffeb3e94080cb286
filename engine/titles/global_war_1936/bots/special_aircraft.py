"""Aircraft that greedy bots buy for one purpose: seaplanes for convoys, strategic bombers for the factories of an enemy."""

from __future__ import annotations

from engine.families.axis_allies.bots.distances import FAR, distances
from engine.families.axis_allies.bots.greedy.raiding import aims
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.facilities.factories import purse
from engine.mechanics.profile import profile
from engine.play import Play
from engine.titles.global_war_1936.bots import fleets
from engine.titles.global_war_1936.bots.buyers import buyer_of
from engine.titles.global_war_1936.economy.paying import builds
from engine.titles.global_war_1936.tables import bot_units

SEAPLANES = 4
"""How many aircraft that watch over convoys a nation wants that is raided, or has raiders on its lines."""
RICH = 3
"""Such aircraft that a nation could pay with its money before it buys one."""


def wanted(play: Play, view: View, account: str) -> list[str]:
    """Return the aircraft that a nation buys this turn for one purpose each, one of a kind at most."""
    if account != view.power:
        return []
    seaplanes, bombers = bot_units(view.title, "seaplanes"), bot_units(view.title, "bombers")
    found = list(seaplanes[:1]) if _is_raided(play, view) and _have(view, seaplanes) < SEAPLANES else []
    bomber = next((unit for unit in bombers if builds(play.position, account, unit)), "")
    if bomber and _have(view, bombers) < buyer_of(view.title, account).bombers and _has_target(view, bomber):
        found.append(bomber)
    return [unit for unit in found if _can_pay(play, view, unit)]


def _can_pay(play: Play, view: View, unit: str) -> bool:
    price = profile(play.position, view.power, unit).cost
    return builds(play.position, view.power, unit) and purse(play.position, view.power) >= RICH * price


def _is_raided(play: Play, view: View) -> bool:
    return bool(fleets.haunted_zones(play, view.power))


def _have(view: View, units: tuple[str, ...]) -> int:
    return sum(n for key, n in view.position.state.stacks.items() if key.power == view.power and key.unit in units)


def _has_target(view: View, unit: str) -> bool:
    """Return whether a factory that bombs can damage lies in reach of friendly land."""
    row, far = profile(view.position, view.power, unit), distances(view.title, "air")
    lands = list(filter(view.friendly, view.title.areas))
    return any(far[land].get(aim.area, FAR) < row.move and aim.gain(view, row) > 0 for aim in aims(view) for land in lands)
