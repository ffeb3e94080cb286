"""The Spanish Civil War (section 13.1)."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import ControlChanged, FacilityChanged, UnitsMoved, UnitsRemoved
from engine.families.axis_allies.board import condition_of, is_sea
from engine.families.axis_allies.movement.routes import walk
from engine.families.axis_allies.transports import sail
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile_of
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.titles.global_war_1936.nations import is_apart, zones_held
from engine.titles.global_war_1936.orders import Regroup
from engine.titles.global_war_1936.politics import war
from engine.titles.global_war_1936.tables import factions
from engine.titles.global_war_1936.vocabulary import CONTROLLED, REGROUPING, SPAIN_WON_BY

SECTION = "13.1 Spanish Civil War"
WHO = Rule("regroup/who", SECTION, FATAL)
PLACES = Rule("regroup/areas", SECTION, FATAL)
UNITS = Rule("regroup/units", SECTION, FATAL)
REGION = "spain"


def begin(play: Play) -> None:
    """Tell who controls the factions, where they fight; in 1939 the Nationalists have won."""
    held = play.state.control.values()
    rows = [row for row in factions(play.title).values() if row.faction in held]
    if len(rows) > 1:
        for row in rows:
            CONTROLLED.emit(play, row.ruler, row.faction)
    elif rows:
        SPAIN_WON_BY.emit(play, rows[0].faction)


def winner(position: Position) -> str:
    """Return the faction that has won, nothing while they fight."""
    return SPAIN_WON_BY.read(position.state)


def look(play: Play) -> None:
    """End the war when a faction holds all of continental Spain."""
    if winner(play.position):
        return
    sides = tuple(factions(play.title))
    for faction, foe in (sides, sides[::-1]):
        if len(zones_held(play.position, faction, REGION)) == len(play.title.regions[REGION]):
            _resolve(play, faction, foe)
            return


def _resolve(play: Play, faction: str, foe: str) -> None:
    SPAIN_WON_BY.emit(play, faction)
    REGROUPING.emit(play, f"{factions(play.title)[faction].ruler} {faction}")
    CONTROLLED.emit(play, "", foe)
    CONTROLLED.emit(play, "", faction)
    for key, count in sorted(play.state.stacks.items()):
        if key.power != foe:
            continue
        if play.title.units[key.unit].cls == "facility":
            play.emit(changed(key, count, "captured", to_power=faction))
        else:
            play.emit(UnitsRemoved(foe, key.unit, count, key.area, key.strength, "surrender", key.condition))
    for area in zones_held(play.position, foe):
        play.emit(ControlChanged(area, foe, faction, "surrender"))
    for (area, unit), points in sorted(play.state.damage.items()):
        if points and play.state.control.get(area) == faction:
            play.emit(FacilityChanged(area, unit, faction, "repaired", -points, 0))
    _bring_home(play, faction)
    _be_protected(play, faction)


def _be_protected(play: Play, faction: str) -> None:
    """Let a faction that has won while a nation is at war with it go to its protector, as any minor power that is attacked (table 4-3)."""
    for power in play.title.turns:
        if power in play.position.enemies_of(faction) and is_apart(play.position, faction):
            war.attack_minor(play, power, faction)


def _bring_home(play: Play, faction: str) -> None:
    """Ships of the faction that has won go to the nearest zone beside one of its ports, aircraft to the nearest Spanish zone of its own.

    So do aircraft over land that was won in this turn: they land only where it held the land before (10.1). The war may end in the
    faction's own turn, which is over with it: nobody would land its aircraft (section 13.1, Defeated Forces).
    """
    title = play.title
    ports = {key.area for key in play.state.stacks if key.power == faction and profile_of(play.position, key).has("port")}
    zones = {zone for area in ports for zone in title.neighbours[area] if is_sea(title, zone)}
    land = set(zones_held(play.position, faction, REGION))
    before = {area for area in land if play.state.turn_control.get(area) == faction} or land
    for key, count in sorted(play.state.stacks.items()):
        flies = title.units[key.unit].cls == "air"
        if key.power != faction or condition_of(key).aboard or not (is_sea(title, key.area) or (flies and key.area in land - before)):
            continue
        if flies:
            to = _nearest(title, key.area, before, lambda _: True)
            way = (key.area, to)
            play.emit(UnitsMoved(faction, key.unit, count, *way, key.strength, "recalled", key.condition, key.condition, way))
        elif key.area not in zones and (to := _nearest(title, key.area, zones, lambda other: is_sea(title, other))):
            sail(play, key, count, (key.area, to), condition_of(key), "recalled")


def _nearest(title: Title, start: str, goals: set[str], may_enter: Callable[[str], bool]) -> str:
    """Return the nearest goal from an area through others that may be entered; nothing when none is in reach."""
    far = walk(title, start, len(title.areas), lambda _, other: may_enter(other), goals.__contains__)
    return next((area for area in far if area in goals), "")


def regrouper(position: Position) -> tuple[str, str]:
    """Return who may regroup the forces of the faction that has won, and the faction; nothing when nobody may."""
    ruler, _, faction = REGROUPING.read(position.state).partition(" ")
    return ruler, faction


def check_regroup(position: Position, order: Regroup) -> list[Problem]:
    """Return what is wrong with placing the forces of the faction that has won anew (section 13.1, Defeated Forces)."""
    ruler, faction = regrouper(position)
    if not faction or position.power not in (ruler, faction):
        return [WHO.broken("forces are regrouped once, by who has won in Spain", found=position.power, expected=ruler or "nobody")]
    for area in (order.area, order.at):
        if position.state.control.get(area) != faction or order.area == order.at:
            return [PLACES.broken(f"forces of {faction} go from one of its areas to another", found=area, expected="two of them")]
    for unit, count in order.counts:
        have = sum(n for key, n in _stacks(position, order.area, faction) if key.unit == unit)
        if count > have or position.title.units[unit].cls not in ("land", "air"):
            return [UNITS.broken(f"not so many {unit} there", found=str(count), expected=f"at most {have}")]
    return []


def _stacks(position: Position, area: str, faction: str) -> list[tuple[Stack, int]]:
    return [(key, n) for key, n in position.stacks(area) if key.power == faction and not condition_of(key).aboard]


def regroup(play: Play, order: Regroup) -> None:
    """Move them."""
    _, faction = regrouper(play.position)
    way = (order.area, order.at)
    for unit, count in order.counts:
        for key, n in _stacks(play.position, order.area, faction):
            taken = min(n, count) if key.unit == unit else 0
            count -= taken
            if taken:
                play.emit(UnitsMoved(faction, unit, taken, *way, key.strength, "regrouped", key.condition, key.condition, way))


def turn_over(play: Play) -> None:
    """Who has won in Spain regroups its forces until its next turn ends."""
    ruler, _faction = regrouper(play.position)
    if ruler and play.position.power == ruler:
        REGROUPING.emit(play, "")
