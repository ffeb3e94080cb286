"""Raids on convoy lines: interception, opposed dice, losses, and the fire of those who guard the convoys (sections 9.11 to 9.14)."""

from __future__ import annotations

from collections.abc import Callable
from operator import le

from engine.events import ConvoyRaided, ResourceChanged, UnitsRemoved
from engine.families.axis_allies.board import Stacks, condition_of, own_stacks
from engine.families.axis_allies.combat.battle import DEFENDER, fighting
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.technology import developed
from engine.families.axis_allies.vocabulary import FOUGHT
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile_of
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.titles.global_war_1936.economy.income import leader_of
from engine.titles.global_war_1936.sea import hulls
from engine.titles.global_war_1936.sea.convoys import escorts, guard, left, lines_at, patrols, raid_bonus, victim, victims
from engine.titles.global_war_1936.tables import figure, role
from engine.titles.global_war_1936.vocabulary import CONVOY_LOSSES, CONVOY_MINES, CONVOY_RAID

DIE = 6
"""Faces of the dice of raiding."""


def resolve(play: Play) -> None:
    """Let all raiders of the nation on turn raid, zone by zone; then those who guard the convoys fire at them."""
    for zone in play.position.areas_of(play.position.power):
        _intercept(play, zone)
        met: list[tuple[Stack, str]] = []
        for key, n in own_stacks(play.position, zone, play.position.power):
            mines = CONVOY_MINES in condition_of(key).words
            if mines or CONVOY_RAID in condition_of(key).words:
                raided = [_raid(play, key, mines) for _ in range(n)]
                met += [(key, nation) for nation in raided if nation]
        fired: set[Stack] = set()
        for nation in dict.fromkeys(nation for _, nation in met):
            _defend(play, zone, nation, met, fired)
        _withdraw(play, zone)


def _withdraw(play: Play, zone: str) -> None:
    """Ships and aircraft that have raided take no part in a battle of their zone: they do one thing at a time (section 8.8)."""
    for key, n in own_stacks(play.position, zone, play.position.power):
        words = condition_of(key).words
        if (CONVOY_RAID in words or CONVOY_MINES in words) and fighting(play.position, zone, DEFENDER):
            play.emit(changed(key, n, "raided", condition_of(key).having(FOUGHT).text))


# Interception


def _intercept(play: Play, zone: str) -> None:
    """Aircraft on patrol fight one round with the aircraft that raid in a zone (section 9.14); the cheapest are lost."""
    units = play.title.units
    raiders = [
        (key, n)
        for key, n in own_stacks(play.position, zone, play.position.power)
        if units[key.unit].cls == "air" and CONVOY_RAID in condition_of(key).words
    ]
    nation = victim(play.position, zone, play.position.power) if raiders else ""
    guards = patrols(play.position, zone, nation) if nation else []
    if not guards:
        return
    fallen = (
        (guards, _dogfight(play, raiders, f"raiders in {zone}")),
        (raiders, _dogfight(play, guards, f"patrol of {zone}")),
    )
    for stacks, hits in fallen:
        owed = hits
        for key, n in sorted(stacks, key=lambda item: units[item[0].unit].cost):
            lost = min(n, owed)
            owed -= lost
            if lost:
                play.emit(UnitsRemoved(key.power, key.unit, lost, zone, key.strength, "interception", key.condition))


def _dogfight(play: Play, stacks: Stacks, what: str) -> int:
    """Roll the interception numbers of aircraft; return the hits."""
    numbers = [profile_of(play.position, key).number("air-combat") for key, n in stacks for _ in range(n)]
    numbers = [number for number in numbers if number]
    dice = play.roll(len(numbers), f"interception: {what}")
    return sum(map(le, dice, numbers))


# Losses


def _raid(play: Play, key: Stack, mines: bool) -> str:
    """Roll opposed dice for one raider and take the loss; return the nation that it has raided, nothing when it could not."""
    zone, power = key.area, key.power
    nation = victim(play.position, zone, power)
    if not nation or not play.state.stacks.get(key):
        return ""
    surface = not profile_of(play.position, key).has("raids-convoys") and not mines
    if surface and escorts(play.position, zone, nation):
        return ""
    mine = play.roll(1, f"{key.unit} of {power} raids in {zone}", DIE)[0] + raid_bonus(play.position, key, mines)
    theirs = play.roll(1, f"convoys of {nation} in {zone}", DIE)[0] + guard(play.position, zone, nation)
    _lose_all(play, zone, power, mine - theirs)
    return nation


def _lose_all(play: Play, zone: str, raider: str, amount: int) -> None:
    """Take a loss off who has most to lose there; what is more than it can lose, or has, falls on the next (section 9.11)."""
    for nation in victims(play.position, zone, raider):
        amount = lose(play, zone, raider, nation, amount)


def lose(play: Play, zone: str, raider: str, nation: str, amount: int) -> int:
    """Take a loss off a nation's money, line after line, up to what each can lose in the calendar turn; return what is left of it.

    A raider that has rolled no more than the convoys does no damage: its amount is 0 or less.
    """
    for line in sorted(lines_at(play.title, zone), key=lambda line: (-left(play.position, line, nation), line.slug)):
        have, cap = purse(play.position, nation), left(play.position, line, nation)
        loss = min(amount, cap, have)
        if loss < 1:
            continue
        play.emit(ConvoyRaided(line.slug, raider, nation, play.title.resource, loss, cap))
        play.emit(ResourceChanged(nation, play.title.resource, -loss, have - loss, "convoy-loss", raider, zone))
        CONVOY_LOSSES.add(play, loss, line.slug, nation)
        amount -= loss
    return amount


# Guards


def _defend(play: Play, zone: str, nation: str, met: list[tuple[Stack, str]], fired: set[Stack]) -> None:
    """Fire at the raiders of a nation's convoys: one die for each escort, each aircraft on patrol (table 9-7).

    Convoys with advanced ASW roll one for each submarine besides, also for those that lay mines, at which nobody else fires (9.13).
    Patrols do not fire at aircraft, which they have intercepted; who has `fired` for another nation's convoys does not fire again.
    """
    position, units = play.position, play.title.units
    raiders = sorted((key for key, whose in met if whose == nation), key=lambda key: (units[key.unit].cost, key))
    open_to_fire = [key for key in raiders if CONVOY_MINES not in condition_of(key).words]
    ships = [key for key in open_to_fire if units[key.unit].cls != "air"]
    hunts = any(row.tech in role(play.title, "hunt").techs for row in developed(position, leader_of(play.title, nation)))
    hunted = [at for at, key in enumerate(raiders) if hunts and profile_of(position, key).has("submarine")]
    able = [item for item in escorts(position, zone, nation) if open_to_fire and item[0] not in fired]
    planes = [item for item in patrols(position, zone, nation) if ships and item[0] not in fired]
    fired.update(key for key, _ in (*able, *planes))
    escorting, watching = _numbers(position, able), _numbers(position, planes)
    numbers = [*escorting, *watching, *[figure(play.title, "submarine-hunt")] * len(hunted)]
    if not numbers:
        return
    dice = play.roll(len(numbers), f"guards of the convoys of {nation} in {zone}")
    hits = list(map(le, dice, numbers))
    taken = [0] * len(raiders)
    for at, hit in zip(hunted, hits[len(escorting) + len(watching) :], strict=True):
        taken[at] += hit
    _strike(raiders, taken, sum(hits[len(escorting) : len(escorting) + len(watching)]), lambda key: key in ships)
    _strike(raiders, taken, sum(hits[: len(escorting)]), lambda key: key in open_to_fire)
    for key, n in zip(raiders, taken, strict=True):
        left = hulls.bear(play, key, n)
        if not left:
            play.emit(UnitsRemoved(key.power, key.unit, 1, zone, key.strength, "convoy-guards", key.condition))
        elif n:
            play.emit(changed(key, 1, "hit", to_strength=left))


def _numbers(position: Position, stacks: Stacks) -> list[int]:
    """Return the defense of each unit."""
    return [profile_of(position, key).defense for key, n in stacks for _ in range(n)]


def _strike(raiders: list[Stack], taken: list[int], hits: int, may_hit: Callable[[Stack], bool]) -> None:
    """Give each hit to the cheapest of those that may be hit, each once before any twice: `taken` are the hits of each raider."""
    for _ in range(hits):
        able = [at for at, key in enumerate(raiders) if taken[at] < key.strength and may_hit(key)]
        if able:
            taken[min(able, key=lambda at: (taken[at], at))] += 1
