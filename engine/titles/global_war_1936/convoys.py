"""Convoy raiding: opposed dice, caps by line and calendar turn, escorts, patrols, mines, closed lines (sections 9.11 to 9.14)."""

from __future__ import annotations

from collections import Counter

from engine.events import ConvoyRaided, ResourceChanged, UnitsRemoved
from engine.families.axis_allies.board import Stacks, condition_of, on_patrol, own_stacks
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.technology import developed
from engine.mechanics.profile import profile_of
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.titles.global_war_1936.politics.income import leader_of
from engine.titles.global_war_1936.settings import Convoy, convoys
from engine.titles.global_war_1936.vocabulary import CONVOY_LOSSES, CONVOY_MINES, CONVOY_RAID, ESCORT

DIE = 6
"""Faces of the dice of raiding."""
PATROLLED, ESCORTED = 2, 1
"""What aircraft on patrol add to a convoy's die, all together, and what each escort adds."""
HUNT = 2
"""The die or less at which convoys with advanced ASW hit a submarine that raids them."""
REROUTED = {"mediterranean": -6, "east-african": 3, "west-african": 3}
"""How the British values change when Suez or Gibraltar is lost (section 15.2)."""
CAPE = ("eastern-egypt", "gibraltar")
BRITISH = "great-britain"


def value(position: Position, line: Convoy, nation: str) -> int:
    """Return what a nation can lose on a line in a calendar turn."""
    amount = line.values.get(nation, 0)
    if nation == BRITISH and position.options.get("suez-reroute") == "on" and line.slug in REROUTED:
        foes = position.enemies_of(BRITISH)
        if any(position.state.control.get(area) in foes for area in CAPE):
            amount = max(0, amount + REROUTED[line.slug])
    return amount


def is_closed(position: Position, line: Convoy, nation: str) -> bool:
    """Return whether a line is closed for a nation: an enemy holds an end of it (section 9.11)."""
    foes = position.enemies_of(leader_of(position.title, nation))
    return any(position.state.control.get(area) in foes for area in line.ends)


def left(position: Position, line: Convoy, nation: str) -> int:
    """Return what a nation can still lose on a line in this calendar turn."""
    if is_closed(position, line, nation):
        return 0
    lost = CONVOY_LOSSES.number(position.state, line.slug, nation)
    return max(0, value(position, line, nation) - lost)


def lines_at(title: Title, zone: str) -> list[Convoy]:
    """Return the lines that run through a sea zone."""
    return [line for line in convoys(title).values() if zone in line.zones]


def victim(position: Position, zone: str, raider: str) -> str:
    """Return the enemy nation with most to lose in a sea zone, nothing when none has anything."""
    foes, stake = position.enemies_of(raider), Counter[str]()
    for line in lines_at(position.title, zone):
        for nation in line.values:
            if leader_of(position.title, nation) in foes:
                stake[nation] += left(position, line, nation)
    order = position.title.order
    best = min(
        (nation for nation in stake if stake[nation]), key=lambda one: (-stake[one], order.index(one)), default=""
    )
    return best


def escorts(position: Position, zone: str, nation: str) -> Stacks:
    """Return the ships that escort a nation's convoys in a sea zone: its own and those aligned with it."""
    friends = position.friends_of(leader_of(position.title, nation))
    word = ESCORT.of(zone)
    return [(key, n) for key, n in position.stacks(zone)
            if key.power in friends and key.condition and word in condition_of(key).words]  # fmt: skip


def patrols(position: Position, zone: str, nation: str) -> Stacks:
    """Return the aircraft on patrol that guard a nation's convoys in a sea zone; those on a carrier there count too."""
    friends = position.friends_of(leader_of(position.title, nation))
    air = (
        (key, n)
        for key, n in position.stacks(zone)
        if key.power in friends and position.title.units[key.unit].cls == "air"
    )
    return [(key, n) for key, n in air if on_patrol(key) or key.power != position.power]


def guard(position: Position, zone: str, nation: str) -> int:
    """Return what is added to a convoy's die (table 9-8)."""
    ships = sum(n for _, n in escorts(position, zone, nation))
    leader = leader_of(position.title, nation)
    techs = sum(int(row.effects.get("guards-convoys", "0")) for row in developed(position, leader))
    return ESCORTED * ships + (PATROLLED if patrols(position, zone, nation) else 0) + techs


def raid_bonus(position: Position, key: Stack, mines: bool) -> int:
    """Return what is added to a raider's die (table 9-8)."""
    return 0 if mines else profile_of(position, key).number("raids-convoys")


def resolve(play: Play) -> None:
    """Let all raiders of the nation on turn raid, zone by zone."""
    for zone in sorted(play.position.board):
        _intercept(play, zone)
        there = [(key, n) for key, n in own_stacks(play.position, zone, play.position.power) if key.condition]
        for key, n in there:
            words = condition_of(key).words
            if CONVOY_RAID in words or CONVOY_MINES in words:
                for _ in range(n):
                    _raid(play, key, CONVOY_MINES in words)


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
        left = hits
        for key, n in sorted(stacks, key=lambda item: (units[item[0].unit].cost, item[0])):
            lost = min(n, left)
            left -= lost
            if lost:
                play.emit(UnitsRemoved(key.power, key.unit, lost, zone, key.strength, "interception", key.condition))


def _dogfight(play: Play, stacks: Stacks, what: str) -> int:
    """Roll the interception numbers of aircraft; return the hits."""
    numbers = [profile_of(play.position, key).number("air-combat") for key, n in stacks for _ in range(n)]
    numbers = [number for number in numbers if number]
    dice = play.roll(len(numbers), f"interception: {what}")
    return sum(die <= number for die, number in zip(dice, numbers, strict=True))


def _raid(play: Play, key: Stack, mines: bool) -> None:
    """One raider: opposed dice, the loss, and the fire of those who guard the convoy."""
    zone, power = key.area, key.power
    nation = victim(play.position, zone, power)
    if not nation or not play.state.stacks.get(key):
        return
    surface = not profile_of(play.position, key).has("raids-convoys") and not mines
    if surface and escorts(play.position, zone, nation):
        return
    mine = play.roll(1, f"{key.unit} of {power} raids in {zone}", DIE)[0] + raid_bonus(play.position, key, mines)
    theirs = play.roll(1, f"convoys of {nation} in {zone}", DIE)[0] + guard(play.position, zone, nation)
    if mine > theirs:
        lose(play, zone, power, nation, mine - theirs)
    if not mines:
        _defend(play, key, nation)


def lose(play: Play, zone: str, raider: str, nation: str, amount: int) -> None:
    """Take a loss off a nation's money, line after line, up to what each can lose in the calendar turn."""
    for line in sorted(lines_at(play.title, zone), key=lambda line: (-left(play.position, line, nation), line.slug)):
        have, cap = purse(play.position, nation), left(play.position, line, nation)
        loss = min(amount, cap, have)
        if loss < 1:
            continue
        play.emit(ConvoyRaided(line.slug, raider, nation, play.title.resource, loss, cap))
        play.emit(ResourceChanged(nation, play.title.resource, -loss, have - loss, "convoy-loss", raider, zone))
        CONVOY_LOSSES.add(play, loss, line.slug, nation)
        amount -= loss


def _defend(play: Play, key: Stack, nation: str) -> None:
    """Each escort and each aircraft on patrol fires once at the raider; so do convoys with advanced ASW at submarines.

    Patrols do not fire at aircraft, which they have intercepted.
    """
    flies = play.title.units[key.unit].cls == "air"
    numbers = [
        profile_of(play.position, one).defense for one, n in escorts(play.position, key.area, nation) for _ in range(n)
    ]
    numbers += [
        profile_of(play.position, one).defense
        for one, n in patrols(play.position, key.area, nation)
        for _ in range(0 if flies else n)
    ]
    asw = any(row.tech == "advanced-asw" for row in developed(play.position, leader_of(play.title, nation)))
    if asw and profile_of(play.position, key).has("submarine"):
        numbers.append(HUNT)
    dice = play.roll(len(numbers), f"guards of the convoys of {nation} in {key.area}") if numbers else ()
    if any(die <= number for die, number in zip(dice, numbers, strict=True)):
        play.emit(UnitsRemoved(key.power, key.unit, 1, key.area, key.strength, "convoy-guards", key.condition))


def round_begun(play: Play) -> None:
    """Forget what was lost on the lines in the last calendar turn (section 9.11)."""
    for parts, _ in CONVOY_LOSSES.entries(play.state):
        CONVOY_LOSSES.emit(play, "", *parts)
