"""A power that falls with its capital for good: its areas are divided, its forces removed.

global-1939, section France, Vichy France and Free French.
"""

from __future__ import annotations

import msgspec

from engine.events import PowerChanged, UnitsChanged, UnitsPlaced, UnitsRemoved
from engine.mechanics.board import condition_of, enemy_stacks, is_cargo, is_hostile, is_sea, stacks_in
from engine.mechanics.capture import FALLEN, hand_over
from engine.mechanics.profile import profile
from engine.mechanics.transports import change, riders, sink
from engine.play import Play
from engine.titles.settings import setting_rows


class Fall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When an enemy holds the capital of `power`, its areas in each region of `heirs` pass to that power.

    Areas where allies of the power have units pass to the heir `guarded` instead. Forces of reserves.csv for occasion
    `slug` then stand where their power, or nobody hostile to it, holds the place.
    """

    slug: str
    power: str
    heirs: dict[str, str]
    guarded: str
    source: str


def falls(play: Play) -> None:
    """Let the powers fall whose capital an enemy holds and who have not yet fallen."""
    for row in setting_rows(play.title, "fall", Fall).values():
        capital = play.title.powers[row.power].capital
        if play.state.standing.get(row.power) != FALLEN and is_hostile(play.position, capital, row.power):
            _fall(play, row)


def _fall(play: Play, row: Fall) -> None:
    before = play.state.standing.get(row.power, "")
    _remove_forces(play, row)
    _divide(play, row)
    play.emit(PowerChanged(row.power, before, FALLEN, row.slug))
    _bring_reserves(play, row)


def _remove_forces(play: Play, row: Fall) -> None:
    """Remove all but facilities: ships with what they carry, and what is aboard the ships of others."""
    for key, n in sorted(play.state.stacks.items()):
        cargo = condition_of(key).cargo
        theirs = [item for item in cargo if item[0] == row.power] if key[1] != row.power else []
        for rider, taken in riders(play.position, key, n) if theirs else ():
            if rider[1] == row.power:
                play.emit(UnitsRemoved(rider[1], rider[2], taken, rider[0], rider[3], row.slug, rider[4]))
        if theirs:
            change(play, key, n, condition_of(key).unloading(*theirs), row.slug)
    for key, n in sorted(play.state.stacks.items()):
        if key[1] == row.power and not is_cargo(key) and play.title.units[key[2]].cls != "facility":
            sink(play, key, n, row.slug)


def _divide(play: Play, row: Fall) -> None:
    for area, holder in sorted(play.state.control.items()):
        if holder != row.power:
            continue
        heir = next((power for region, power in row.heirs.items() if play.title.in_region(area, region)), row.guarded)
        if any(
            key[1] in play.position.friends_of(row.power) - {row.power} for key, _ in stacks_in(play.position, area)
        ):
            heir = row.guarded
        hand_over(play, area, heir, "ceded")
    for key, n in sorted(play.state.stacks.items()):
        holder = play.state.control.get(key[0], "")
        if key[1] == row.power and holder and holder != row.power:
            play.emit(UnitsChanged(key[1], key[2], n, key[0], key[3], key[4], holder, becomes=key[4], cause=row.slug))


def _bring_reserves(play: Play, row: Fall) -> None:
    for one in play.title.reserves:
        if one.occasion != row.slug:
            continue
        held = play.state.control.get(one.area) == one.power
        if is_sea(play.title, one.area):
            held = not enemy_stacks(play.position, one.area, one.power)
        if held:
            strength = profile(play.position, one.power, one.unit).strength
            play.emit(UnitsPlaced(one.power, one.unit, one.count, one.area, strength, row.slug))
