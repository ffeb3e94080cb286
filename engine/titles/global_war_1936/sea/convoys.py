"""Convoy lines: what they are worth, caps by line and calendar turn, escorts, patrols, closed lines (sections 9.11, 15.2)."""

from __future__ import annotations

from collections import Counter

from engine.families.axis_allies.board import Stacks, condition_of, is_cargo
from engine.families.axis_allies.deck import not_held
from engine.families.axis_allies.technology import developed
from engine.mechanics.profile import profile_of
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.titles.global_war_1936.economy.income import leader_of
from engine.titles.global_war_1936.settings import Convoy, convoys
from engine.titles.global_war_1936.tables import figure, role
from engine.titles.global_war_1936.treaties import bounds
from engine.titles.global_war_1936.vocabulary import CONVOY_LOSSES, ESCORT


def value(position: Position, line: Convoy, nation: str) -> int:
    """Return what a nation can lose on a line in a calendar turn."""
    amount = line.values.get(nation, 0)
    row = role(position.title, "reroute")
    if line.rerouted and nation in row.powers and position.options.get("suez-reroute") == "on":
        foes = position.enemies_of(nation)
        if any(position.state.control.get(area) in foes for area in row.areas):
            amount = max(0, amount + line.rerouted)
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
    return next(iter(victims(position, zone, raider)), "")


def victims(position: Position, zone: str, raider: str) -> list[str]:
    """Return the enemy nations that can still lose something on the lines of a sea zone, who has most to lose first (section 9.11)."""
    foes, stake = position.enemies_of(raider) - bounds.beyond(position, raider, zone), Counter[str]()
    for line in lines_at(position.title, zone):
        for nation in line.values:
            if leader_of(position.title, nation) in foes:
                stake[nation] += left(position, line, nation)
    order = position.title.order
    return sorted((nation for nation in stake if stake[nation]), key=lambda one: (-stake[one], order.index(one)))


def escorts(position: Position, zone: str, nation: str) -> Stacks:
    """Return the ships that escort a nation's convoys in a sea zone: its own and those aligned with it."""
    friends = position.friends_of(leader_of(position.title, nation))
    word = ESCORT.of(zone)
    return [(key, n) for key, n in position.stacks(zone) if key.power in friends and key.condition and word in condition_of(key).words]


def patrols(position: Position, zone: str, nation: str) -> Stacks:
    """Return the aircraft that guard a nation's convoys in a sea zone in an enemy's turn: on patrol, or on a carrier, as if on patrol.

    Neither cargo of ships nor what a damaged carrier holds does (sections 8.4, 12.2).
    """
    friends, units = position.friends_of(leader_of(position.title, nation)), position.title.units
    there = [(key, n) for key, n in position.stacks(zone) if key.power in friends and units[key.unit].cls == "air" and not is_cargo(key)]
    return [(key, able) for key, n in there if (able := not_held(position, key, n))]


def guard(position: Position, zone: str, nation: str) -> int:
    """Return what is added to a convoy's die (table 9-8)."""
    ships = sum(n for _, n in escorts(position, zone, nation))
    leader = leader_of(position.title, nation)
    techs = sum(int(row.effects.get("guards-convoys", "0")) for row in developed(position, leader))
    return (
        figure(position.title, "escort-guard") * ships
        + (figure(position.title, "patrol-guard") if patrols(position, zone, nation) else 0)
        + techs
    )


def raid_bonus(position: Position, key: Stack, mines: bool) -> int:
    """Return what is added to a raider's die (table 9-8)."""
    return 0 if mines else profile_of(position, key).number("raids-convoys")


def round_begun(play: Play) -> None:
    """Forget what was lost on the lines in the last calendar turn (section 9.11)."""
    for parts, _ in CONVOY_LOSSES.entries(play.state):
        CONVOY_LOSSES.emit(play, "", *parts)
