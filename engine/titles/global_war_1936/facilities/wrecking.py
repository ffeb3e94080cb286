"""Bombs and rockets on facilities under construction and on railways, and the repair of these (sections 7.3, 12.10)."""

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
from engine.families.axis_allies.facilities.raids import facility_in
from engine.families.axis_allies.transports import change
from engine.families.axis_allies.vocabulary import FOUGHT, RAID_ON, RAIDING
from engine.mechanics.profile import profile_of
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.economy import chart
from engine.titles.global_war_1936.economy.supply import has_track
from engine.titles.global_war_1936.land import shelling
from engine.titles.global_war_1936.land.shelling import bombers
from engine.titles.global_war_1936.orders import Launch, Relay, Wreck
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
    """Return what is wrong with bombing a facility under construction, or a railway."""
    return _check_target(position, order.area, order.target, order.border) or _check_bombers(position, order)


def check_launch(position: Position, order: Launch) -> list[Problem]:
    """Return what is wrong with firing rockets, at whatever can be strategically bombed (section 7.8)."""
    if not _is_aimed(position, order):
        return shelling.check_launch(position, order)
    target = _check_target(position, order.at, order.target, order.border)
    return shelling.check_rockets(position, order) or target or shelling.check_range(position, order)


def _is_aimed(position: Position, order: Launch) -> bool:
    """Whether rockets are fired at a railway or a facility under construction: that is named by a border, or none of it stands there."""
    under_way = any(item.unit == order.target for item in sites(position, order.at))
    return bool(order.border) or (under_way and facility_in(position, order.at, order.target) is None)


def _check_target(position: Position, area: str, target: str, border: str) -> list[Problem]:
    if _is_track(position, area, target, border):
        hostile = is_hostile(position, area, position.power)
        return [] if hostile else [TARGET.broken("it is not an enemy's", found=area, expected="a hostile area")]
    if position.options.get("site-bombing") != "on":
        return [OPTION.broken("building sites are not bombed", found="off", expected="option site-bombing on")]
    there = sites(position, area)
    if not any((item.unit, item.border) == (target, border) for item in there):
        names = ", ".join(item.unit for item in there) or "an area with one"
        return [TARGET.broken("it is not under construction there", found=target, expected=names)]
    return []


def _is_track(position: Position, area: str, target: str, border: str) -> bool:
    return target in role(position.title, "tracks").units and has_track(position, area, border, roads=False)


def _check_bombers(position: Position, order: Wreck) -> list[Problem]:
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
            unit, _, border = SITE_TARGET.read(play.state, fight.area).partition(" ")
            _damage(play, fight.area, unit, border, points)
        return ON


def launch(play: Play, order: Launch) -> None:
    """Fire rockets at a facility that stands, at one under construction, or at a railway."""
    if not _is_aimed(play.position, order):
        shelling.launch(play, order)
        return

    def strike(number: int, points: int) -> int:
        _damage(play, order.at, order.target, order.border, points)
        return 0

    shelling.fire_rockets(play, order, strike)


def _damage(play: Play, area: str, unit: str, border: str, points: int) -> None:
    if _is_track(play.position, area, unit, border):
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
