"""Fire from afar that nobody answers: attrition attacks, rockets, carpet bombing (sections 7.8, 9.16, 9.17)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.events import BattleEnded, BattleStarted, DiceRolled, UnitsRemoved
from engine.families.axis_allies.board import Stacks, condition_of, enemy_stacks, friendly_stacks, is_cargo, is_hostile, is_sea, own_stacks
from engine.families.axis_allies.combat.antiair import volley
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, Force, OpenBattle, forces, lead_defender
from engine.families.axis_allies.combat.beginning import begin, open_battle
from engine.families.axis_allies.combat.damage import damage
from engine.families.axis_allies.combat.ending import Verdict, tell
from engine.families.axis_allies.combat.fire import FireGroup, Pools, fire
from engine.families.axis_allies.combat.pending_battles import RAIDS, PendingBattle, raiders
from engine.families.axis_allies.combat.sequence import CombatSequence, sequence_of
from engine.families.axis_allies.combat.steps.firing import FireStep
from engine.families.axis_allies.combat.steps.opening import AntiAircraftFire
from engine.families.axis_allies.combat.steps.step import ON, OVER, Step
from engine.families.axis_allies.facilities.raids import facility_in, is_raidable
from engine.families.axis_allies.movement.routes import air_distance
from engine.families.axis_allies.transports import change
from engine.families.axis_allies.vocabulary import DROPPING, FOUGHT, KIND, MOVED, RAID_ON, RAIDING, SHOT
from engine.forces import show_units
from engine.mechanics.profile import profile_of
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.titles.global_war_1936.land import modifiers
from engine.titles.global_war_1936.orders import Carpet, Launch, Shell
from engine.titles.global_war_1936.tables import figure
from engine.titles.global_war_1936.vocabulary import FIRED_AFAR

if TYPE_CHECKING:
    from engine.play import Play

ATTRITION, TROOPS = "attrition", RAID_ON.of("troops")
"""The kind of such a battle; the word of bombers that are sent against troops."""

TIRED = frozenset({MOVED, FOUGHT, FIRED_AFAR})
"""Words of guns and rockets that do not fire any more this turn."""

SHELL_TARGET = Rule("shell/target", "7.8 Technologies", FATAL)
SHELL_UNITS = Rule("shell/units", "7.8 Technologies", FATAL)
SHELL_RANGE = Rule("shell/range", "7.8 Technologies", FATAL)
ROCKET_UNITS = Rule("rocket/units", "7.8 Strategic Rockets", FATAL)
ROCKET_TARGET = Rule("rocket/target", "7.8 Strategic Rockets", FATAL)
ROCKET_RANGE = Rule("rocket/range", "7.8 Strategic Rockets", FATAL)
AREA = Rule("carpet/area", "9.17 Carpet Bombing", FATAL)
CARPET_UNITS = Rule("carpet/units", "9.17 Carpet Bombing", FATAL)


def shells(position: Position, area: str, unit: str) -> Stacks:
    """Return the guns and rockets of a type that can still fire from an area: not those that have moved, or are aboard a ship (8.4)."""
    return [
        (key, n)
        for key, n in own_stacks(position, area, position.power)
        if key.unit == unit and not is_cargo(key) and not condition_of(key).used and not TIRED & set(condition_of(key).words)
    ]


def check_shell(position: Position, order: Shell) -> list[Problem]:
    """Return what is wrong with an attrition attack, or with rockets fired at troops."""
    if not is_hostile(position, order.at, position.power) or not _targets(position, order.at):
        return [SHELL_TARGET.broken("guns fire at enemy land units", found=order.at, expected="a hostile area with some")]
    if not order.units:
        return [SHELL_UNITS.broken("no guns are named", found="none", expected="units")]
    for unit, count in order.counts:
        row = position.title.units[unit]
        reach = row.number("rockets") or int(row.has("attrition"))
        have = sum(n for _, n in shells(position, order.area, unit))
        if not reach or count > have:
            return [
                SHELL_UNITS.broken(
                    f"not so many {unit} can fire from there",
                    found=str(count),
                    expected=f"at most {have if reach else 0}",
                )
            ]
        if air_distance(position.title, order.area, order.at) > reach:
            return [SHELL_RANGE.broken(f"{order.at} is out of range of {unit}", found=order.area, expected=f"at most {reach} spaces")]
        if row.number("rockets") and _fewer(position, order.at) >= 1:
            return [SHELL_TARGET.broken("a rocket bombs with one die, and jungle takes two", found=order.at, expected="no jungle")]
    return []


def _targets(position: Position, area: str) -> Stacks:
    return [item for item in enemy_stacks(position, area, position.power) if position.title.units[item[0].unit].cls == "land"]


def shell(play: Play, order: Shell, sequences: tuple[CombatSequence, ...]) -> None:
    """Fire; the owner of what is hit chooses."""
    counts = order.counts
    for unit, count in counts:
        _tire(play, order.area, unit, count)
    power = play.position.power
    fielded = [Force(unit, count, power) for unit, count in counts]
    fight = open_battle(play, PendingBattle(ATTRITION, order.at, False, 0), fielded, forces(play.position, order.at, DEFENDER))
    hit = figure(play.title, "carpet-hit")
    groups = [FireGroup(power, unit, play.title.units[unit].number("attrition") or hit, count, "land") for unit, count in counts]
    sequence = sequence_of(sequences, ATTRITION)
    step = sequence.step(Barrage.slug)
    assert isinstance(step, Barrage)
    sequence.go_on(play, step.slug, step.suffer(play, fight, fire(play, fight, ATTACKER, groups, ATTRITION)))


def _tire(play: Play, area: str, unit: str, count: int) -> None:
    for key, n in shells(play.position, area, unit):
        taken = min(n, count)
        count -= taken
        change(play, key, taken, condition_of(key).having(FIRED_AFAR, MOVED), FIRED_AFAR)


class Barrage(FireStep):
    """Fire from another area; it is rolled as the battle begins (see `shell`)."""

    slug, side = "barrage", ATTACKER

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Nothing more."""
        return ON


class BarrageOver(Step):
    """The fire is over."""

    slug = "barrage-over"

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Tell of it."""
        tell(play, fight, Verdict("none", ATTRITION))
        return OVER


# Rockets at facilities


def check_launch(position: Position, order: Launch) -> list[Problem]:
    """Return what is wrong with firing rockets at a facility."""
    if wrong := check_rockets(position, order):
        return wrong
    facility = facility_in(position, order.at, order.target)
    if facility is None or not is_raidable(position.title.units[facility.unit]) or not is_hostile(position, order.at, position.power):
        return [
            ROCKET_TARGET.broken("rockets are fired at an enemy facility that can be bombed", found=order.at, expected="an area with one")
        ]
    return check_range(position, order)


def check_rockets(position: Position, order: Launch) -> list[Problem]:
    """Return what is wrong with the number of rockets that are fired."""
    have = sum(n for _, n in _rockets(position, order.area))
    if order.count <= have:
        return []
    return [ROCKET_UNITS.broken("not so many rockets there that can fire", found=str(order.count), expected=f"at most {have}")]


def check_range(position: Position, order: Launch) -> list[Problem]:
    """Return what is wrong with the way of rockets, of which there are some."""
    reach = min(profile_of(position, key).number("rockets") for key, _ in _rockets(position, order.area))
    if air_distance(position.title, order.area, order.at) > reach:
        return [ROCKET_RANGE.broken(f"{order.at} is out of range", found=order.area, expected=f"at most {reach} spaces")]
    return []


def _rockets(position: Position, area: str) -> Stacks:
    kinds = position.title.able.get("rockets", ())
    return [item for unit in kinds for item in shells(position, area, unit)]


def launch(play: Play, order: Launch) -> None:
    """Fire rockets at a facility."""
    facility = facility_in(play.position, order.at, order.target)
    assert facility is not None
    fire_rockets(play, order, lambda number, points: damage(play, order.at, number, points, facility))


def fire_rockets(play: Play, order: Launch, strike: Callable[[int, int], int]) -> None:
    """A six-sided die of damage each; nobody fires back.

    Args:
        strike: damages the target, of the number of the battle and the points rolled; returns the damage of a facility.
    """
    position, left = play.position, order.count
    number, defender, power = position.state.battles + 1, lead_defender(position, order.at), position.power
    unit = _rockets(position, order.area)[0][0].unit
    text = show_units([(unit, order.count)])
    play.emit(BattleStarted(number, "raid", order.at, power, defender, text, ""))
    dice = play.roll(order.count, f"rockets from {order.area} at {order.at}", figure(play.title, "rocket-die"))
    for key, n in _rockets(position, order.area):
        taken = min(n, left)
        left -= taken
        change(play, key, taken, condition_of(key).having(FIRED_AFAR, MOVED), FIRED_AFAR)
    expected = (figure(play.title, "rocket-die") + 1) / 2 * order.count
    play.emit(DiceRolled(number, order.at, power, ATTACKER, "rockets", 0, unit, 0, dice, 0, expected))
    done = strike(number, sum(dice))
    play.emit(BattleEnded(number, "raid", order.at, power, defender, 0, ATTACKER, "rockets", text, "", damage=done))


def lose_lone_rockets(play: Play) -> None:
    """Rockets that are left beside enemy land units without others of their own side are eliminated (section 7.8)."""
    kinds = play.title.able.get("rockets", ())
    for key, count in sorted(play.state.stacks.items()):
        if key.unit not in kinds or is_sea(play.title, key.area):
            continue
        beside = [(other, n) for other, n in friendly_stacks(play.position, key.area, key.power) if other.unit not in kinds]
        alone = not any(play.title.units[other.unit].cls == "land" for other, _ in beside)
        if alone and any(play.title.units[foe.unit].cls == "land" for foe, _ in enemy_stacks(play.position, key.area, key.power)):
            play.emit(UnitsRemoved(key.power, key.unit, count, key.area, key.strength, "combat", key.condition))


# Carpet bombing


def bombers(position: Position, area: str, unit: str) -> Stacks:
    """Return the aircraft of a type over a hostile area that can still bomb troops, or escort; not those that dropped infantry."""
    return [
        (key, n)
        for key, n in own_stacks(position, area, position.power)
        if key.unit == unit and not {RAIDING, FOUGHT, DROPPING} & set(condition_of(key).words)
    ]


def check_carpet(position: Position, order: Carpet) -> list[Problem]:
    """Return what is wrong with carpet bombing."""
    if is_sea(position.title, order.area) or not is_hostile(position, order.area, position.power) or not _targets(position, order.area):
        return [AREA.broken("only land units are bombed", found=order.area, expected="a hostile area with land units")]
    carries = False
    for unit, count in order.counts:
        row = position.title.units[unit]
        have = sum(n for _, n in bombers(position, order.area, unit))
        if not (row.has("carpet") or row.has("escorts")) or count > have:
            return [CARPET_UNITS.broken(f"not so many {unit} can do it there", found=str(count), expected=f"at most {have}")]
        carries = carries or row.has("carpet")
    return [] if carries else [CARPET_UNITS.broken("strategic bombers bomb", found=order.units or "none", expected="one of them")]


def carpet(play: Play, order: Carpet, sequences: tuple[CombatSequence, ...]) -> None:
    """Begin the raid: interceptors, guns, then the bombs on the troops."""
    for unit, count in order.counts:
        for key, n in bombers(play.position, order.area, unit):
            taken = min(n, count)
            count -= taken
            change(play, key, taken, condition_of(key).having(RAIDING, TROOPS), "carpet")
    begin(play, sequences, PendingBattle("raid", order.area, True, RAIDS))


def _fewer(position: Position, area: str) -> int:
    """Return how many dice jungle takes from each carpet bombing of an area (section 1.10)."""
    return figure(position.title, "carpet-jungle-less") if modifiers.rough(position, area, "jungle") else 0


def _over_troops(position: Position, area: str) -> Stacks:
    return [item for item in raiders(position, area) if TROOPS in condition_of(item[0]).words]


class TroopsGuns(AntiAircraftFire):
    """Anti-aircraft artillery fires at what bombs troops; what it hits still bombs, and is removed after that (section 9.17)."""

    slug, word = "troops-guns", SHOT

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll the shots of the guns."""
        hits = volley(play, fight, _over_troops(play.position, fight.area))
        return {"air": hits} if hits else {}


class CarpetBombs(FireStep):
    """Each bomber rolls its dice at 2, in jungle two fewer; the defender chooses among his land units (sections 1.10, 9.17)."""

    slug, side, word = "carpet", ATTACKER, ""

    def pools(self, play: Play, fight: OpenBattle) -> Pools:
        """Roll; then the aircraft have fought, and the defenders on the ground stand for the losses."""
        less, groups = _fewer(play.position, fight.area), []
        for key, n in _over_troops(play.position, fight.area):
            shots = max(0, profile_of(play.position, key).number("carpet") - less) * n  # escorts bomb nothing
            if shots:
                groups.append(FireGroup(fight.attacker, key.unit, figure(play.title, "carpet-hit"), shots, "land"))
            if SHOT not in condition_of(key).words:
                change(play, key, n, condition_of(key).without(RAIDING, TROOPS).having(FOUGHT), FOUGHT)
        if not groups:
            return {}
        KIND.set(play, ATTRITION)
        return fire(play, fight, ATTACKER, groups, "carpet-bombing")


class RaidGoesOn(Step):
    """After the bombs on troops come those on facilities."""

    slug = "raid-goes-on"

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Be a raid again."""
        KIND.set(play, "raid")
        return ON
