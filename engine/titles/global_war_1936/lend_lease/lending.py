"""Lend-lease: declared with production, delivered as units are placed, along ways that enemies may interdict (7.9, 11.4)."""

from __future__ import annotations

from engine.events import ConvoyRaided, ResourceChanged, UnitsPlaced, UnitsPurchased
from engine.families.axis_allies.board import enemy_stacks, is_cargo, is_sea, stacks_in
from engine.families.axis_allies.deck import not_held
from engine.families.axis_allies.economy.accounts import account_named, account_of
from engine.families.axis_allies.facilities.factories import own_factory, purse
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile, profile_of
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title, Unit
from engine.titles.global_war_1936.air import hump
from engine.titles.global_war_1936.economy import chart, income, slipways, supply
from engine.titles.global_war_1936.economy.paying import builds, is_single
from engine.titles.global_war_1936.lend_lease import relief
from engine.titles.global_war_1936.nations import (
    controlled_by,
    home,
    is_apart,
    is_home,
    is_in_play,
    is_minor,
    zones_held,
)
from engine.titles.global_war_1936.orders import Build, Deliver, Grant, Reassign
from engine.titles.global_war_1936.tables import factions, role, vichy
from engine.titles.global_war_1936.treaties import pacts
from engine.titles.global_war_1936.vocabulary import GRANT, LENT

SECTION = "7.9 Lend-Lease"
DELIVERY = "11.4 Lend-Lease Delivery"
RAID = 6
"""Faces of the dice of interdiction."""

WAITING = Rule("lend-lease/waiting", SECTION, FATAL)
WHAT = Rule("lend-lease/what", SECTION, FATAL)
AMOUNT = Rule("lend-lease/amount", SECTION, FATAL)
SHARED = Rule("lend-lease/shared", "2.3", FATAL)
RECEIVER = Rule("lend-lease/receiver", SECTION, FATAL)
SPANISH = Rule("lend-lease/receiver", "13.1", FATAL)
TREATY = Rule("lend-lease/treaty", pacts.SECTIONS[pacts.JAPANESE], FATAL)
UNIT = Rule("lend-lease/unit", SECTION, FATAL)
NOTHING = Rule("lend-lease/nothing", DELIVERY, FATAL)
START = Rule("lend-lease/start", DELIVERY, FATAL)
WAY = Rule("lend-lease/way", DELIVERY, FATAL)


def lender_of(position: Position, account: str) -> str:
    """Return who lends by an order that names an account: one of the nation on turn, that nation itself without a name."""
    return account_named(position, account)


def granted(position: Position, power: str, to: str) -> str:
    """Return what a nation has declared for another and not delivered: a number, or a unit; nothing when there is none."""
    return GRANT.read(position.state, power, to)


def check_grant(position: Position, order: Grant) -> list[Problem]:
    """Return what is wrong with declaring lend-lease."""
    power, to = lender_of(position, order.account), order.to
    problems, lent = _check_receiver(position, order), LENT.read(position.state, to)
    if granted(position, power, to):
        problems.append(WAITING.broken(f"lend-lease for {to} is still to be delivered", found=to, expected="another nation"))
        lent = ""
    if lent and (order.unit or not lent.isdigit()):
        message = f"{position.power} and who shares its limits have lent to {to} in this turn: money together, or one unit"
        problems.append(SHARED.broken(message, found=lent, expected="nothing"))
    if bool(order.amount) == bool(order.unit):
        problems.append(WHAT.broken("money or one unit is lent", found=f"{order.amount} {order.unit}", expected="one of them"))
    elif order.amount:
        most = relief.need(position, to) if to in minors(position.title) else max(0, (income.income(position, to) + 1) // 2)
        most = min(most - (int(lent) if lent.isdigit() else 0), purse(position, power))
        if order.amount > most:
            problems.append(
                AMOUNT.broken(
                    "up to half of the income of who receives it; a minor power's repairs in Spain, the ships of Vichy",
                    found=str(order.amount),
                    expected=f"at most {most}",
                )
            )
    elif not problems:
        problems += _check_unit(position, order)
    return problems


def _check_receiver(position: Position, order: Grant) -> list[Problem]:
    power, to = position.power, order.to
    lender, receiver = lender_of(position, order.account), income.leader_of(position.title, to)
    if (
        is_minor(position, power)
        or not lender
        or to == lender
        or not _may_receive(position, power, to)
        or position.relation(power, receiver) == "war"
        or not is_in_play(position, receiver)
    ):
        return [RECEIVER.broken(f"{power} lends nothing to {to}", found=to, expected="a nation it is not at war with")]
    if is_apart(position, to) and order.amount and to not in minors(position.title):
        return [SPANISH.broken(f"{to} is lent units alone", found=to, expected="a unit")]
    if (
        is_apart(position, to)
        and to in (*minors(position.title), *role(position.title, "avenger").powers)
        and not controlled_by(position, to)
    ):
        return [SPANISH.broken(f"{to} is lent nothing any more", found=to, expected="a minor power that is controlled")]
    if pacts.is_signed(position, pacts.JAPANESE) and (foe := _partner(position, power)) and position.relation(foe, receiver) == "war":
        return [TREATY.broken(f"a treaty with {foe}, which is at war with {to}", found=to, expected="another nation")]
    return []


def _may_receive(position: Position, power: str, to: str) -> bool:
    """Return whether lend-lease goes to a nation at all: players, FEC and ANZAC, minor powers that stand apart (section 7.9).

    A side of the Spanish Civil War is lent to by its friends alone (13.1), Vichy by Germany (14.4.3).
    """
    if to in position.title.turns or income.leader_of(position.title, to) != to:
        return True
    row, france = factions(position.title).get(to), vichy(position.title)
    lenders = row.lenders if row else (france.victor,) if to == france.puppet else (power,)
    return power in lenders and is_apart(position, to) and bool(zones_held(position, to))


def minors(title: Title) -> tuple[str, ...]:
    """Return the minor powers that are lent money, too: for repairs in Spain, and for the ships of Vichy on the chart."""
    return (*factions(title), vichy(title).puppet)


def _partner(position: Position, power: str) -> str:
    """Return the other party of the treaty between Japan and the Soviet Union, nothing for others."""
    one, other = pacts.parties(position, pacts.JAPANESE)
    return {one: other, other: one}.get(power, "")


def _check_unit(position: Position, order: Grant) -> list[Problem]:
    row, lender = profile(position, position.power, order.unit), lender_of(position, order.account)
    if is_begun(position, order.unit) and builds(position, lender, order.unit):
        price, have = chart.parts(position, order.unit)[0], purse(position, lender)
        problems = slipways.check_slip(position, begin(position, order))
        if price > have:
            problems.append(AMOUNT.broken(f"{position.power} cannot pay its first part", found=str(price), expected=f"at most {have}"))
        return problems
    if not is_single(row, position) or not builds(position, lender, order.unit):
        return [
            UNIT.broken(
                f"{order.unit} is not built in one turn by {position.power}",
                found=order.unit,
                expected="a unit that is",
            )
        ]
    if row.cost > purse(position, lender):
        return [
            AMOUNT.broken(
                f"{lender} cannot pay for it",
                found=str(row.cost),
                expected=f"at most {purse(position, lender)}",
            )
        ]
    return []


def is_begun(position: Position, unit: str) -> bool:
    """Return whether a unit is a ship of several turns, which is built on the production chart for who receives it."""
    return position.title.units[unit].cls == "sea" and chart.stages(position, unit) > 1


def begin(position: Position, order: Grant) -> Build:
    """Return the order that would begin a ship for oneself: a capital ship at a shipyard where that rule is used (15.8)."""
    capital = position.title.units[order.unit].has("capital")
    slipway = capital and position.options.get("ships-begun") == "shipyard"
    return Build(order.unit, next(iter(slipways.shipyards(position)), "") if slipway else "")


def grant(play: Play, order: Grant) -> None:
    """Pay for what is lent; it waits to be delivered, a ship of several turns until it is complete."""
    power, lent = lender_of(play.position, order.account), LENT.read(play.state, order.to)
    LENT.emit(play, order.unit or order.amount + int(lent or 0), order.to)
    if order.unit and is_begun(play.position, order.unit):
        chart.advance(play, power, order.unit, begin(play.position, order).area, order.to, 0, 1)
        return
    price = order.amount or profile(play.position, play.position.power, order.unit).cost
    have = purse(play.position, power)
    play.emit(ResourceChanged(power, play.title.resource, -price, have - price, "grant", order.to))
    GRANT.emit(play, str(order.amount or order.unit), power, order.to)


def _is_ship(position: Position, text: str) -> bool:
    row = position.title.units.get(text)
    return row is not None and row.cls == "sea"


def worth(position: Position, text: str) -> int:
    """Return what lend-lease is worth."""
    return int(text) if text.isdigit() else position.title.units[text].cost


def way(position: Position, order: Deliver) -> tuple[str, ...]:
    """Return the way of a delivery, by rail alone, or by rail to a port at home and then by sea; empty when there is none."""
    power, held = position.power, position.state.control
    text = granted(position, start_of(position, order), order.to)

    def passes(area: str) -> bool:
        return lets_pass(position, held.get(area, ""), order.to)

    by_rail = () if _is_ship(position, text) else supply.joined(position, order.area, passes).get(order.at, ())
    if by_rail and held.get(order.at) == income.leader_of(position.title, order.to):
        return by_rail
    if not passes(order.at):
        return ()
    value = worth(position, text)
    ways = supply.joined(
        position,
        order.area,
        lambda area: held.get(area) == power and is_home(position.title, start_of(position, order), area),
    )
    for port, rails in ways.items():
        by_sea = supply.sea_way(position, power, port, order.at)
        zones = [zone for zone in by_sea if is_sea(position.title, zone)]
        if zones and value <= min(supply.port(position, port, zones[0]), supply.port(position, order.at, zones[-1])):
            return (*rails[:-1], *by_sea)
    return ()


def target(position: Position, order: Deliver) -> str:
    """Return the area of the receiver's home country in which a delivery ends, nothing when it does not get there."""
    ways, text = _ways_on(position, order), granted(position, start_of(position, order), order.to)
    ends = [
        area
        for area in ways
        if is_home(position.title, order.to, area)
        and position.state.control.get(area) == income.leader_of(position.title, order.to)
        and (area == order.at or not _is_ship(position, text))
    ]
    return min(ends, key=lambda area: (len(ways[area]), area), default="")


def _ways_on(position: Position, order: Deliver) -> dict[str, tuple[str, ...]]:
    """Return the areas to which tracks lead on from where a delivery lands, each with a shortest way."""
    held = position.state.control
    return supply.joined(position, order.at, lambda area: lets_pass(position, held.get(area, ""), order.to))


def ends_of(position: Position, order: Deliver) -> tuple[str, ...]:
    """Return the areas from where a delivery lands to where it ends, both included."""
    return _ways_on(position, order).get(target(position, order), ())


def lets_pass(position: Position, holder: str, to: str) -> bool:
    """Return whether lend-lease goes over a holder's land and through its ports: the lender's, the receiver's, a major power's.

    Those at war with the lender or the receiver let nothing pass, nor do minor powers that stand apart (section 11.4).
    """
    power, receiver = position.power, income.leader_of(position.title, to)
    if holder in (power, receiver):
        return True
    if not holder or (is_minor(position, holder) and holder not in position.friends_of(power) | position.friends_of(receiver)):
        return False
    return "war" not in (position.relation(power, holder), position.relation(receiver, holder))


def start_of(position: Position, order: Deliver) -> str:
    """Return who lends what is delivered from an area: the account of its land if that has something for the receiver, else the nation."""
    account = account_of(position.title, order.area, position.power)
    return account if granted(position, account, order.to) else position.power


def check_deliver(position: Position, order: Deliver) -> list[Problem]:
    """Return what is wrong with a delivery."""
    power = start_of(position, order)
    if not granted(position, power, order.to):
        return [NOTHING.broken(f"nothing is lent to {order.to}", found=order.to, expected="what was declared")]
    if order.area not in home(position.title, power) or not own_factory(position, order.area, position.power):
        return [START.broken("lend-lease starts at a factory of the home country", found=order.area, expected="an area with one")]
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
    power = play.position.power
    lender, receiver = start_of(play.position, order), income.leader_of(play.title, order.to)
    text = granted(play.position, lender, order.to)
    end, way_taken = target(play.position, order), way(play.position, order) + ends_of(play.position, order)
    GRANT.emit(play, "", lender, order.to)
    for zone in [zone for zone in way_taken if is_sea(play.title, zone)]:
        if raider := interdictor(play.position, zone, power):
            mine, theirs = (play.roll(1, f"lend-lease through {zone}: {who}", RAID)[0] for who in (power, raider))
            if theirs > mine:
                lost = worth(play.position, text)
                play.emit(ConvoyRaided(zone, raider, power, play.title.resource, lost, lost))
                return
    if text.isdigit() and order.to in minors(play.title):
        relief.spend(play, order.to, int(text))
        return
    if text.isdigit():
        have = purse(play.position, order.to)
        play.emit(ResourceChanged(order.to, play.title.resource, int(text), have + int(text), "grant", lender))
        return
    row: Unit = profile(play.position, receiver, text)
    if (
        row.cls == "air"
        and set(way_taken) >= set(role(play.title, "burma-road").areas)
        and hump.is_played(play)
        and hump.is_lost(play, f"{text} of {power}")
    ):
        return
    if row.cls == "sea":
        end = [zone for zone in way_taken if is_sea(play.title, zone)][-1]
    play.emit(UnitsPlaced(order.to, text, 1, end, row.strength, "lend-lease"))
    if receiver != order.to:
        play.emit(changed(Stack(end, order.to, text, row.strength, ""), 1, "joined", to_power=receiver))


def check_reassign(position: Position, order: Reassign) -> list[Problem]:
    """Return what is wrong with keeping what was lent (section 11.4, Failure to Deliver)."""
    if granted(position, lender_of(position, order.account), order.to):
        return []
    return [NOTHING.broken(f"nothing is lent to {order.to}", found=order.to, expected="what was declared")]


def reassign(play: Play, order: Reassign) -> None:
    """Let the unit wait with those that have been bought, or take the money back."""
    power = lender_of(play.position, order.account)
    text = granted(play.position, power, order.to)
    GRANT.emit(play, "", power, order.to)
    if text.isdigit():
        have = purse(play.position, power)
        play.emit(ResourceChanged(power, play.title.resource, int(text), have + int(text), "grant", order.to))
        return
    row = profile(play.position, play.position.power, text)
    play.emit(UnitsPurchased(power, text, 1, row.cost, row.cost, row.resource))


def interdictor(position: Position, zone: str, power: str) -> str:
    """Return an enemy that may catch lend-lease in a sea zone: a submarine, a patrol, or three surface warships.

    Aircraft of carriers act as if on patrol (section 8.7), but for those that a damaged one lets not take off (12.2).
    """
    there = enemy_stacks(position, zone, power)
    for key, n in there:
        row = profile_of(position, key)
        if row.has("submarine") or (row.cls == "air" and not is_cargo(key) and not_held(position, key, n)):
            return key.power
    return supply.blockader(position, zone, power)


def ports_of(position: Position, power: str) -> list[str]:
    """Return the areas with ports that a nation holds, sorted."""
    return sorted(
        area
        for area, holder in position.state.control.items()
        if holder == power and any(profile_of(position, key).has("port") for key, _ in stacks_in(position, area))
    )
