"""Warships and seaplanes of greedy bots: they raid, and watch over convoys that are raided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.bots.bot import may
from engine.families.axis_allies.board import condition_of, enemy_stacks, on_patrol
from engine.families.axis_allies.bots.greedy.fleets import idle
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.movement.reach import reachable
from engine.families.axis_allies.orders import Move
from engine.mechanics.profile import profile_of
from engine.orders import Order, join_path
from engine.play import Play
from engine.state import Stack
from engine.titles.global_war_1936.economy.income import leader_of
from engine.titles.global_war_1936.orders import Assign
from engine.titles.global_war_1936.sea import duties
from engine.titles.global_war_1936.settings import convoys
from engine.titles.global_war_1936.vocabulary import CONVOY_LOSSES

MASTERY = 1.5
"""How much stronger the fleets of one's own side are than all others together when it rules the waves."""
FAST_ATTACK = 6
"""Attack of the strongest ships that raid; stronger ones stay with their fleet."""
RAIDERS = 4
"""Surface ships that a nation sends to raid in a turn at most."""


def raiders(play: Play, view: View) -> list[Stack]:
    """Return the cruisers and destroyers that raid: fast ships of fleets that have more than their transports need."""
    found: list[Stack] = []
    for key, n, condition in view.all_idle("sea"):
        row = play.title.units[key.unit]
        if not row.has("raids-surface") or not 0 < row.attack <= FAST_ATTACK or condition.cargo or condition.text:
            continue
        found += [key] * min(n, 2, idle(view, key.area)[key.unit])
    return found[:RAIDERS]


def rules_waves(view: View) -> bool:
    """Return whether the warships of the nation's alliance beat those of all other players' alliances by far."""
    title, mine, theirs = view.title, 0, 0
    side = title.side_of[view.power]
    for key, n in view.position.state.stacks.items():
        row = title.units[key.unit]
        if row.has("surface-warship") and key.power in title.side_of:
            strength = n * (row.attack + row.defense)
            mine, theirs = (mine + strength, theirs) if title.side_of[key.power] == side else (mine, theirs + strength)
    return mine > MASTERY * theirs


def raided_zones(play: Play, power: str) -> Counter[str]:
    """Return sea zone to what has been lost in this calendar turn on the nation's lines that run through it."""
    found: Counter[str] = Counter()
    for (line, nation), lost in CONVOY_LOSSES.entries(play.state):
        row = convoys(play.title).get(line)
        if row and leader_of(play.title, nation) == power:
            for zone in row.zones:
                found[zone] += int(lost or 0)
    return found


def haunted_zones(play: Play, power: str) -> Counter[str]:
    """Return sea zone to what the nation's lines there have lost in this calendar turn, and what enemy raiders there add to their dice.

    Losses are forgotten as a calendar turn begins (section 9.11): who raids at its end stays where it is.
    """
    found, units = raided_zones(play, power), play.title.units
    own = {
        zone for line in convoys(play.title).values() for zone in line.zones if power in {leader_of(play.title, one) for one in line.values}
    }
    for zone in own:
        bonus = (n * units[key.unit].number("raids-convoys") for key, n in enemy_stacks(play.position, zone, power))
        found[zone] += sum(bonus)
    return +found


def patrols(play: Play, view: View) -> Iterator[list[Order]]:
    """Send seaplanes on patrol over the lines that are raided most, before attacks take them along: they fire at few ships."""
    zones = haunted_zones(play, view.power)
    watched = {key.area for key in play.state.stacks if key.power == view.power and on_patrol(key)}
    for key, n, _ in view.all_idle("air") if zones else ():
        if not play.title.units[key.unit].has("hits-few") or condition_of(key).words:
            continue
        for _ in range(n):
            ways = reachable(play.position, key, False, risky=True)
            near = (zone for zone in zones if zone in ways and zone not in watched and _may_stay(play, key, zone))
            able = sorted(near, key=lambda one: (-zones[one], one))
            for zone in able[:3]:
                orders: list[Order] = [Move(key.unit, join_path(ways[zone])), Assign(key.unit, zone, "patrol")]
                if may(play, orders[0]):
                    watched.add(zone)
                    yield orders
                    break


def _may_stay(play: Play, key: Stack, zone: str) -> bool:
    """Whether aircraft of a stack have a place to land within their range of patrol (section 8.7)."""
    return duties.in_range(play.position, zone, profile_of(play.position, key))
