"""Allied aircraft aboard a carrier that moves or attacks: they are cargo (sections Aircraft Carriers, Multinational Forces).

At rest, aircraft in a sea zone belong to no particular carrier; only the room counts. They become cargo when their
carrier moves or attacks, and stop being cargo after its power's noncombat move.
"""

from __future__ import annotations

from engine.condition import Condition
from engine.families.axis_allies.board import Stacks, condition_of, friendly_stacks, is_cargo, own_stacks
from engine.families.axis_allies.deck import deck_of, held_aboard
from engine.families.axis_allies.transports import Item, change
from engine.play import Play
from engine.rules import Position
from engine.state import Stack


def guests_in(position: Position, zone: str) -> Stacks:
    """Return the allied aircraft in a sea zone that land on carriers and are not cargo yet."""
    units, power = position.title.units, position.power
    return [
        (key, n)
        for key, n in friendly_stacks(position, zone, power)
        if key.power != power and units[key.unit].has("lands-on-carriers") and not is_cargo(key)
    ]


def must_ride(position: Position, zone: str, leaving: Stacks) -> int:
    """Return how many guests must go along when these carriers leave: those without room on the others.

    Own aircraft need no room: they launch.
    """
    gone = dict(leaving)
    staying = 0
    for key, n in friendly_stacks(position, zone, position.power):
        size = deck_of(position, key)
        if size:
            staying += (n - gone.get(key, 0)) * (size - len(condition_of(key).cargo))
    return max(0, sum(n for _, n in guests_in(position, zone)) - staying)


def take_aboard(play: Play, zone: str, carriers: Stacks, load: tuple[Item, ...] = ()) -> Stacks:
    """Turn the guests riding on these own carriers into cargo; return the carriers' new (key, count).

    With `load`, every carrier without cargo takes exactly these guests, as far as available; otherwise only the guests
    that must go.
    """
    riding = must_ride(play.position, zone, carriers)
    found: Stacks = []
    for key, count in carriers:
        for _ in range(count):
            if held := _held(play.position, key):
                found.append((_embark(play, key, held), 1))
                continue
            room = deck_of(play.position, key) - len(condition_of(key).cargo)
            items = _chosen(play.position, zone, room, riding, load if not condition_of(key).cargo else ())
            found.append((_embark(play, key, items), 1))
            riding -= len(items)
    return _merged(found)


def _chosen(position: Position, zone: str, room: int, riding: int, load: tuple[Item, ...]) -> tuple[Item, ...]:
    there = [(key.power, key.unit) for key, n in guests_in(position, zone) for _ in range(n)]
    if not load:
        return tuple(there[: max(0, min(room, riding))])
    items = []
    for item in load[: max(0, room)]:
        if item in there:
            there.remove(item)
            items.append(item)
    return tuple(items)


def _held(position: Position, carrier: Stack) -> tuple[Item, ...]:
    """Return the aircraft that a damaged carrier takes along, since they cannot take off."""
    row = position.title.units[carrier.unit]
    if deck_of(position, carrier) or not row.has("holds-aircraft") or condition_of(carrier).cargo:
        return ()
    there = held_aboard(position, carrier.area, carrier.power)
    return tuple((key.power, key.unit) for key, n in there for _ in range(n))[: row.number("carries-aircraft")]


def _embark(play: Play, carrier: Stack, items: tuple[Item, ...]) -> Stack:
    for item in items:
        there = [*guests_in(play.position, carrier.area), *held_aboard(play.position, carrier.area, carrier.power)]
        key = next(key for key, _ in there if (key.power, key.unit) == item)
        change(play, key, 1, condition_of(key)._replace(aboard=True), "guests")
    becomes = condition_of(carrier).loading(*items)
    change(play, carrier, 1, becomes, "guests")
    return carrier._replace(condition=becomes.text)


def _merged(carriers: Stacks) -> Stacks:
    counts: dict[Stack, int] = {}
    for key, n in carriers:
        counts[key] = counts.get(key, 0) + n
    return list(counts.items())


def attack_with_guests(play: Play, zone: str) -> None:
    """Turn the guests on the power's own carriers into cargo in a zone where these attack without having moved."""
    units = play.title.units
    carriers = [item for item in own_stacks(play.position, zone, play.position.power) if units[item[0].unit].has("carries-aircraft")]
    if carriers:
        take_aboard(play, zone, carriers)


def release(play: Play) -> None:
    """Turn the cargo of the power's carriers back into guests once their moves are over."""
    position, units = play.position, play.title.units
    carriers = [
        (key, n) for key, n in position.stacks_of(position.power) if units[key.unit].has("carries-aircraft") and condition_of(key).cargo
    ]
    for key, count in carriers:
        change(play, key, count, condition_of(key)._replace(cargo=()), "guests")
    zones = {key.area for key, _ in carriers}
    there = [item for zone in sorted(zones) for item in position.stacks(zone)]
    for key, count in there:
        if units[key.unit].has("lands-on-carriers") and is_cargo(key):
            change(play, key, count, _at_rest(condition_of(key)), "guests")


def _at_rest(condition: Condition) -> Condition:
    return condition._replace(aboard=False)
