"""Convoy blockades: what they cost, zone by zone, and the dice that said so (EndTurnDelegate in the program)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import events as ev
from ingest.triplea.events.event_writer import EventWriter
from ingest.triplea.events.lines import read_line
from ingest.triplea.history import Event
from ingest.triplea.plain import NEUTRAL

WORST = 3
"""A die above it costs nothing (the rules of the Global 1940 map: Convoy Disruptions)."""


def blockades(writer: EventWriter, event: Event, victim: str) -> Iterator[ev.Event]:
    """Yield the dice and losses below a line `Total Cost from Convoy Blockades`; the money itself goes with the income.

    A zone's loss is what its dice say, no more than the victim's areas beside it are worth, nor than the total leaves.
    """
    names, money = writer.reading.names, writer.reading.title.resource
    left = read_line("event", event.title).number("lost")
    zones = [read for child in event.children if (read := read_line("child", child.title)).means == "convoy-roll"]
    for line in zones:
        zone = line.said["area"]
        dice = tuple(map(int, line.said["dice"].split(",")))
        raider, area = _raider(writer, zone, victim), names.areas.get(zone, "")
        cap = _worth_beside(writer, zone, victim)
        loss = min(sum(die for die in dice if die <= WORST), cap, left)
        left -= loss
        mean = sum(range(1, WORST + 1)) / writer.reading.title.dice_sides
        yield ev.DiceRolled(0, area, raider, "attacker", "convoy", 0, "", 0, dice, 0, mean * len(dice))
        yield ev.ConvoyRaided(area, raider, names.power(victim), money, loss, cap)
    if left > 0:
        yield ev.ConvoyRaided("", "", names.power(victim), money, left, left)


def _raider(writer: EventWriter, zone: str, victim: str) -> str:
    """Return the enemy with most units in a zone."""
    names, side = writer.reading.names, writer.reading.title.side_of
    count: dict[str, int] = {}
    for unit in writer.state.held_at.get(("territory", zone), {}).values():
        power = names.power(unit.owner)
        if unit.owner != NEUTRAL and side.get(power) != side.get(names.power(victim)):
            count[power] = count.get(power, 0) + 1
    return max(count, key=lambda power: (count[power], power), default="")


def _worth_beside(writer: EventWriter, zone: str, victim: str) -> int:
    """Return what the victim's territories beside a zone are worth."""
    beside = {name for pair in writer.save.connections if zone in pair for name in pair}
    worth = (
        writer.state.field("territory", name, "territoryAttachment", "production", 0)
        for name in beside
        if writer.state.owners.get(name) == victim
    )
    return sum(value for value in worth if type(value) is int)
