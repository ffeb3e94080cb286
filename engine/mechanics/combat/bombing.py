"""Strategic bombing raids (sections Strategic Bombing Raids, Bombers, Industrial Complexes)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import DiceRolled, FacilityChanged, MarkerSet
from engine.mechanics.board import condition_of, count_of, enemy_stacks
from engine.mechanics.combat.antiair import fire_at_aircraft
from engine.mechanics.combat.battle import ATTACKER, Fight
from engine.mechanics.combat.due import raiders
from engine.mechanics.transports import change
from engine.rules import Position
from engine.state import Stack

if TYPE_CHECKING:
    from engine.play import Play


def target_of(position: Position, area: str) -> Stack | None:
    """Return the enemy facility in an area that bombs fall on."""
    units = position.title.units
    return next((key for key, _ in enemy_stacks(position, area, position.power) if units[key[2]].has("produces")), None)


def bomb(play: Play, fight: Fight) -> int:
    """Fight a raid: guns first, then a die of damage for each bomber left; return the damage done."""
    fire_at_aircraft(play, fight, raiders(play.position, fight.area))
    dice = _bombs(play, fight)
    damage = _damage(play, fight, sum(dice))
    for key, count in raiders(play.position, fight.area):
        change(play, key, count, condition_of(key).without("raiding").having("fought"), "fought")
    play.emit(MarkerSet("turn", f"raided|{fight.area}", "yes"))
    return damage


def _bombs(play: Play, fight: Fight) -> list[int]:
    bombers = raiders(play.position, fight.area)
    mean = (play.title.dice_sides + 1) / 2
    dice = play.roll(count_of(bombers), f"bombing damage in {fight.area}")
    at = 0
    for unit in dict.fromkeys(key[2] for key, _ in bombers):
        rolled = dice[at : at + count_of(bombers, unit)]
        at += len(rolled)
        play.emit(
            DiceRolled(
                fight.number, fight.area, fight.attacker, ATTACKER, "bombing", 0, unit, 0, rolled, 0, mean * len(rolled)
            )
        )
    return list(dice)


def _damage(play: Play, fight: Fight, points: int) -> int:
    """Mark damage on the facility, up to the cap (title.toml, `facility.damage_cap` times the area's value); return how much was new."""
    facility = target_of(play.position, fight.area)
    if facility is None:
        return 0
    _, power, unit, _, _ = facility
    before = play.state.damage.get((fight.area, unit), 0)
    cap = play.title.settings["facility"]["damage_cap"] * play.title.areas[fight.area].value
    done = max(0, min(points, cap - before))
    if done:
        play.emit(FacilityChanged(fight.area, unit, power, "damaged", done, before + done, fight.number))
    return done
