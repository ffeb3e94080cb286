"""Bombs on facilities under construction and on railways, and the repair of these (sections 7.3, 12.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import DiceRolled, ResourceChanged
from engine.families.axis_allies.board import Stacks, condition_of, is_hostile
from engine.families.axis_allies.combat.battle import ATTACKER, OpenBattle
from engine.families.axis_allies.combat.beginning import begin
from engine.families.axis_allies.combat.bombing import BOMBS
from engine.families.axis_allies.combat.pending_battles import RAIDS, PendingBattle, raiders
from engine.families.axis_allies.combat.sequence import CombatSequence
from engine.families.axis_allies.combat.steps.step import ON, Step
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.transports import change
from engine.families.axis_allies.vocabulary import FOUGHT, RAID_ON, RAIDING
from engine.mechanics.profile import profile_of
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.economy import chart
from engine.titles.global_war_1936.economy.supply import has_track
from engine.titles.global_war_1936.land.shelling import bombers
from engine.titles.global_war_1936.orders import Relay, Wreck
from engine.titles.global_war_1936.tables import figure, role
from engine.titles.global_war_1936.vocabulary import SITE_DAMAGE, SITE_TARGET, TRACK_DAMAGE

if TYPE_CHECKING:
    from engine.play import Play

SECTION = "7.3 Damaging Facilities Under Construction"
SITE = RAID_ON.of("site")
"""The word of bombers that are sent against a facility under construction."""
HARD = ("desert", "jungle", "marsh", "mountain")

OPTION = Rule("wreck/option", SECTION, FATAL)
TARGET = Rule("wreck/target", SECTION, FATAL)
UNITS = Rule("wreck/units", SECTION, FATAL)
RELAY = Rule("relay/track", "12.10 Railroads", FATAL)
RELAY_FUNDS = Rule("relay/funds", "12.10 Railroads", FATAL)


def sites(position: Position, area: str) -> list[chart.Item]:
    """Return what is under construction in a hostile area."""
    if not is_hostile(position, area, position.power):
        return []
    return [item for item in chart.items(position) if item.area == area and position.title.units[item.unit].cls == "facility"]


def check_wreck(position: Position, order: Wreck) -> list[Problem]:
    """Return what is wrong with bombing a facility under construction."""
    if order.target in role(position.title, "tracks").units and has_track(position, order.area, order.border, roads=False):
        return _check_bombers(position, order)
    if position.options.get("site-bombing") != "on":
        return [OPTION.broken("building sites are not bombed", found="off", expected="option site-bombing on")]
    there = sites(position, order.area)
    if not any((item.unit, item.border) == (order.target, order.border) for item in there):
        names = ", ".join(item.unit for item in there) or "an area with one"
        return [TARGET.broken("it is not under construction there", found=order.target, expected=names)]
    return _check_bombers(position, order)


def _check_bombers(position: Position, order: Wreck) -> list[Problem]:
    if not is_hostile(position, order.area, position.power):
        return [TARGET.broken("it is not an enemy's", found=order.area, expected="a hostile area")]
    bomb = False
    for unit, count in order.counts:
        row, have = position.title.units[unit], sum(n for _, n in bombers(position, order.area, unit))
        if not (row.has("bombs-with") or row.has("escorts")) or count > have:
            return [UNITS.broken(f"not so many {unit} can do it there", found=str(count), expected=f"at most {have}")]
        bomb = bomb or row.has("bombs-with")
    return [] if bomb else [UNITS.broken("bombers bomb", found=order.units or "none", expected="one of them")]


def wreck(play: Play, order: Wreck, sequences: tuple[CombatSequence, ...]) -> None:
    """Begin the raid: interceptors, then the bombs; the site has no guns."""
    SITE_TARGET.emit(play, f"{order.target} {order.border}".strip(), order.area)
    for unit, count in order.counts:
        for key, n in bombers(play.position, order.area, unit):
            taken = min(n, count)
            count -= taken
            change(play, key, taken, condition_of(key).having(RAIDING, SITE), "wreck")
    begin(play, sequences, PendingBattle("raid", order.area, True, RAIDS))


def _over_sites(position: Position, area: str) -> Stacks:
    return [item for item in raiders(position, area) if SITE in condition_of(item[0]).words]


class SiteBombs(Step):
    """Each bomber rolls its dice of damage at a facility under construction."""

    slug = "site-bombs"

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Roll; then the aircraft have fought, and the site is damaged or set back."""
        points = 0
        for key, n in _over_sites(play.position, fight.area):
            number = profile_of(play.position, key).number("bombs-with") * n
            dice = play.roll(number, f"bombs of {n} {key.unit} on a building site in {fight.area}", BOMBS)
            if dice:
                expected = number * (BOMBS + 1) / 2
                play.emit(DiceRolled(fight.number, fight.area, fight.attacker, ATTACKER, "bombing", 0, key.unit, 0, dice, 0, expected))
            points += sum(dice)
            change(play, key, n, condition_of(key).without(RAIDING, SITE).having(FOUGHT), FOUGHT)
        if points:
            _damage(play, fight.area, points)
        return ON


def _damage(play: Play, area: str, points: int) -> None:
    unit, _, border = SITE_TARGET.read(play.state, area).partition(" ")
    if unit in role(play.title, "tracks").units and has_track(play.position, area, border, roads=False):
        TRACK_DAMAGE.emit(play, min(points, _track_limit(play.position, area, border)), *sorted((area, border)))
        return
    found = [item for item in sites(play.position, area) if (item.unit, item.border) == (unit, border)]
    if not found:
        return
    total = SITE_DAMAGE.number(play.state, area, unit, border) + points
    if total < figure(play.title, "site-setback"):
        SITE_DAMAGE.emit(play, total, area, unit, border)
        return
    SITE_DAMAGE.emit(play, "", area, unit, border)
    chart.set_back(play, min(found, key=lambda item: item.stage))


def _track_limit(position: Position, *areas: str) -> int:
    """Return how much damage a railway bears: 1 in normal terrain, 2 in desert, jungle, marsh or mountains (section 12.10)."""
    hard = any(position.title.in_region(area, kind) for area in areas for kind in HARD)
    return figure(position.title, "track-damage-hard" if hard else "track-damage")


def check_relay(position: Position, order: Relay) -> list[Problem]:
    """Return what is wrong with repairing a railway."""
    way = order.way
    points = TRACK_DAMAGE.number(position.state, *sorted(way)) if len(way) == 2 else 0
    if not points or position.power not in {position.state.control.get(area) for area in way}:
        return [RELAY.broken("no damaged railway of one's own is there", found=order.path, expected="one that is damaged")]
    have = purse(position, position.power)
    if points > have:
        return [RELAY_FUNDS.broken("the repair costs more", found=str(points), expected=f"at most {have}")]
    return []


def relay(play: Play, order: Relay) -> None:
    """Pay, and open the railway again."""
    points, power = TRACK_DAMAGE.number(play.state, *sorted(order.way)), play.position.power
    have = purse(play.position, power)
    play.emit(ResourceChanged(power, play.title.resource, -points, have - points, "repair", area=order.way[0]))
    TRACK_DAMAGE.emit(play, "", *sorted(order.way))
