"""Lend-lease: declared with production, delivered as units are placed, along ways that enemies may interdict (7.9, 11.4)."""

from __future__ import annotations

from engine.events import ConvoyRaided, ResourceChanged, UnitsPlaced
from engine.families.axis_allies.board import enemy_stacks, is_sea, on_patrol, stacks_in
from engine.families.axis_allies.facilities.factories import own_factory, purse
from engine.mechanics.profile import profile, profile_of
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.title.model import Unit
from engine.titles.global_war_1936 import hump, supply
from engine.titles.global_war_1936.nations import controlled_by, home, is_home, is_in_play, is_minor
from engine.titles.global_war_1936.orders import Deliver, Grant
from engine.titles.global_war_1936.politics import income
from engine.titles.global_war_1936.production.paying import builds, is_single
from engine.titles.global_war_1936.vocabulary import GRANT

SECTION = "7.9 Lend-Lease"
DELIVERY = "11.4 Lend-Lease Delivery"
RAID = 6
"""Faces of the dice of interdiction."""
SPAIN = {"nationalist-spain": ("germany", "italy"), "republican-spain": ("soviet-union",)}
"""Who may lend a unit to a side of the Spanish Civil War (section 13.1)."""
BURMA = frozenset({"burma", "yunnan"})
"""The ends of the Burma Road: aircraft that are lent over it fly the hump (section 1.24)."""

WAITING = Rule("lend-lease/waiting", SECTION, FATAL)
WHAT = Rule("lend-lease/what", SECTION, FATAL)
AMOUNT = Rule("lend-lease/amount", SECTION, FATAL)
RECEIVER = Rule("lend-lease/receiver", SECTION, FATAL)
SPANISH = Rule("lend-lease/receiver", "13.1", FATAL)
UNIT = Rule("lend-lease/unit", SECTION, FATAL)
NOTHING = Rule("lend-lease/nothing", DELIVERY, FATAL)
START = Rule("lend-lease/start", DELIVERY, FATAL)
WAY = Rule("lend-lease/way", DELIVERY, FATAL)


def granted(position: Position, power: str, to: str) -> str:
    """Return what a nation has declared for another and not delivered: a number, or a unit; nothing when there is none."""
    return GRANT.read(position.state, power, to)


def check_grant(position: Position, order: Grant) -> list[Problem]:
    """Return what is wrong with declaring lend-lease."""
    power, to = position.power, order.to
    problems = _check_receiver(position, order)
    if granted(position, power, to):
        problems.append(
            WAITING.broken(f"lend-lease for {to} is still to be delivered", found=to, expected="another nation")
        )
    if bool(order.amount) == bool(order.unit):
        problems.append(
            WHAT.broken("money or one unit is lent", found=f"{order.amount} {order.unit}", expected="one of them")
        )
    elif order.amount:
        most = max(0, (income.income(position, to) + 1) // 2)
        if order.amount > min(most, purse(position, power)):
            problems.append(
                AMOUNT.broken(
                    "up to half of the income of who receives it",
                    found=str(order.amount),
                    expected=f"at most {min(most, purse(position, power))}",
                )
            )
    elif not problems:
        problems += _check_unit(position, order)
    return problems


def _check_receiver(position: Position, order: Grant) -> list[Problem]:
    power, to = position.power, order.to
    known = to in position.title.turns or (to in SPAIN and power in SPAIN[to]) or to == "abyssinia"
    if (
        is_minor(position, power)
        or to == power
        or not known
        or position.relation(power, to) == "war"
        or not is_in_play(position, to)
    ):
        return [RECEIVER.broken(f"{power} lends nothing to {to}", found=to, expected="a nation it is not at war with")]
    if position.title.nations.get(to) and (not controlled_by(position, to) or order.amount):
        return [SPANISH.broken(f"{to} is lent units alone", found=to, expected="a unit")]
    return []


def _check_unit(position: Position, order: Grant) -> list[Problem]:
    row = profile(position, position.power, order.unit)
    if not is_single(row, position) or row.cls == "sea" or not builds(position, position.power, order.unit):
        return [
            UNIT.broken(
                f"{order.unit} is not built in one turn by {position.power}",
                found=order.unit,
                expected="a land unit or aircraft",
            )
        ]
    if row.cost > purse(position, position.power):
        return [
            AMOUNT.broken(
                f"{position.power} cannot pay for it",
                found=str(row.cost),
                expected=f"at most {purse(position, position.power)}",
            )
        ]
    return []


def grant(play: Play, order: Grant) -> None:
    """Pay for what is lent; it waits to be delivered."""
    power = play.position.power
    price = order.amount or profile(play.position, power, order.unit).cost
    have = purse(play.position, power)
    play.emit(ResourceChanged(power, play.title.resource, -price, have - price, "grant", order.to))
    GRANT.emit(play, str(order.amount or order.unit), power, order.to)


def worth(position: Position, text: str) -> int:
    """Return what lend-lease is worth."""
    return int(text) if text.isdigit() else position.title.units[text].cost


def way(position: Position, order: Deliver) -> tuple[str, ...]:
    """Return the way of a delivery, by rail alone or by sea and then by rail; empty when there is none."""
    power, to = position.power, order.to
    friends = position.friends_of(power) | {to}
    held = position.state.control

    def passes(area: str) -> bool:
        return (
            held.get(area) in friends or position.relation(held.get(area, ""), power) == "peace"
            if held.get(area)
            else False
        )

    by_rail = supply.joined(position, order.area, passes).get(order.at, ())
    if by_rail and held.get(order.at) == to:
        return by_rail
    by_sea = supply.sea_way(position, power, order.area, order.at)
    if not by_sea:
        return ()
    zones = [zone for zone in by_sea if is_sea(position.title, zone)]
    most = min(supply.port(position, order.area, zones[0]), supply.port(position, order.at, zones[-1]))
    return by_sea if worth(position, granted(position, power, to)) <= most else ()


def target(position: Position, order: Deliver) -> str:
    """Return the area of the receiver's home country in which a delivery ends, nothing when it does not get there."""
    friends = position.friends_of(order.to) | {order.to, position.power}
    ways = supply.joined(position, order.at, lambda area: position.state.control.get(area) in friends)
    ends = [
        area
        for area in ways
        if is_home(position.title, order.to, area) and position.state.control.get(area) == order.to
    ]
    return min(ends, key=lambda area: (len(ways[area]), area), default="")


def ends_of(position: Position, order: Deliver) -> tuple[str, ...]:
    """Return the areas from where a delivery lands to where it ends, both included."""
    friends = position.friends_of(order.to) | {order.to, position.power}
    ways = supply.joined(position, order.at, lambda area: position.state.control.get(area) in friends)
    return ways.get(target(position, order), ())


def check_deliver(position: Position, order: Deliver) -> list[Problem]:
    """Return what is wrong with a delivery."""
    power = position.power
    if not granted(position, power, order.to):
        return [NOTHING.broken(f"nothing is lent to {order.to}", found=order.to, expected="what was declared")]
    if order.area not in home(position.title, power) or not own_factory(position, order.area, power):
        return [
            START.broken(
                "lend-lease starts at a factory of the home country", found=order.area, expected="an area with one"
            )
        ]
    if not way(position, order) or not target(position, order):
        return [
            WAY.broken(
                "no way by undamaged rails and open ports",
                found=f"{order.area} to {order.at}",
                expected="a port or a railway of the receiver's side",
            )
        ]
    return []


def deliver(play: Play, order: Deliver) -> None:
    """Deliver, unless enemies on the way catch it."""
    power, text = play.position.power, granted(play.position, power_of(play), order.to)
    end, way_taken = target(play.position, order), way(play.position, order) + ends_of(play.position, order)
    GRANT.emit(play, "", power, order.to)
    for zone in way_zones(play.position, order, text):
        if raider := interdictor(play.position, zone, power):
            mine, theirs = (play.roll(1, f"lend-lease through {zone}: {who}", RAID)[0] for who in (power, raider))
            if theirs > mine:
                lost = worth(play.position, text)
                play.emit(ConvoyRaided(zone, raider, power, play.title.resource, lost, lost))
                return
    if text.isdigit():
        have = purse(play.position, order.to)
        play.emit(ResourceChanged(order.to, play.title.resource, int(text), have + int(text), "grant", power))
        return
    row: Unit = profile(play.position, order.to, text)
    if (
        row.cls == "air"
        and set(way_taken) >= BURMA
        and hump.is_played(play)
        and hump.is_lost(play, f"{text} of {power}")
    ):
        return
    play.emit(UnitsPlaced(order.to, text, 1, end, row.strength, "lend-lease"))


def power_of(play: Play) -> str:
    """Return the nation on turn."""
    return play.position.power


def way_zones(position: Position, order: Deliver, text: str) -> tuple[str, ...]:
    """Return the sea zones of a delivery's way; none when it goes by rail."""
    held = position.state.control
    by_rail = supply.joined(
        position, order.area, lambda area: held.get(area) in position.friends_of(position.power) | {order.to}
    )
    if order.at in by_rail and held.get(order.at) == order.to:
        return ()
    return tuple(
        zone for zone in supply.sea_way(position, position.power, order.area, order.at) if is_sea(position.title, zone)
    )


def interdictor(position: Position, zone: str, power: str) -> str:
    """Return an enemy that may catch lend-lease in a sea zone: a submarine, a patrol, or three surface warships."""
    there = enemy_stacks(position, zone, power)
    for key, _ in there:
        if profile_of(position, key).has("submarine") or on_patrol(key):
            return key.power
    ships = [key.power for key, n in there for _ in range(n) if profile_of(position, key).has("surface-warship")]
    return ships[0] if len(ships) >= supply.BLOCKADE else ""


def ports_of(position: Position, power: str) -> list[str]:
    """Return the areas with ports that a nation holds, sorted."""
    return sorted(area for area, holder in position.state.control.items() if holder == power
                  and any(profile_of(position, key).has("port") for key, _ in stacks_in(position, area)))  # fmt: skip
