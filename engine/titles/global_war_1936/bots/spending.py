"""What greedy bots buy, build, study and lend."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from random import Random

from engine.bots.bot import dice_of_thought, may
from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.bots.greedy.sealift import CARRIED
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.economy.accounts import account_of, accounts
from engine.families.axis_allies.facilities.factories import purse, ready_factories
from engine.families.axis_allies.orders import Buy, Repair
from engine.forces import show_units
from engine.mechanics.profile import profile
from engine.orders import Order, join_path
from engine.play import Play
from engine.rules import Position
from engine.title.model import Unit
from engine.titles.global_war_1936 import tables
from engine.titles.global_war_1936.bot_tables import Buyer
from engine.titles.global_war_1936.bots import attending, fleets, levies, special_aircraft, volunteers
from engine.titles.global_war_1936.bots.buyers import buyer_of
from engine.titles.global_war_1936.economy import chart, income, making, research
from engine.titles.global_war_1936.economy.paying import builds, is_single
from engine.titles.global_war_1936.economy.slipways import shipyards
from engine.titles.global_war_1936.facilities import docks
from engine.titles.global_war_1936.nations import is_at_war, zones_held
from engine.titles.global_war_1936.orders import Build, Dock, Grant, Influence, Relay, Study
from engine.titles.global_war_1936.sea import crossings
from engine.titles.global_war_1936.vocabulary import TRACK_DAMAGE

FIT = 2.5
DECKED = 4
"""Aircraft that can land on ships, for each place on a deck, from which a nation wants more carriers."""
SPARE = 30
"""Money of a nation at war from which it pays a second part of a ship in the same turn, when it may."""
KEEP = 4
"""Money that is left for the chart before ships are begun."""
MOST_SHIPS = 6
"""Ships that a nation begins or buys a turn at most."""
FERRIED = 0.35
"""What part of its money a nation pays for transports in a turn at most: who loses them as fast as it builds them needs other things."""
STRANDED = 1
"""Loads that wait for each transport beyond which a nation over the sea builds no more troops."""
PACK = 10
"""Submarines beyond which no more are wanted."""
FLEET = 24
"""Transports beyond which more are never wanted."""
SUPERIOR = 0.2
"""What part of the money for ships a nation spends on them whose side rules the waves already."""


def spendings(play: Play, view: View) -> Iterator[list[Order]]:
    """Return the plans of a production phase: what is under way, research, repairs, influence, purchases, lend-lease."""
    rng = dice_of_thought(f"spending:{play.state.seq}", play.position.power)
    yield _under_way(play)
    yield _hurried(play)
    yield _studies(play)
    yield _repairs(play)
    yield [order for order in _tracks(play) if may(play, order)]
    yield _influences(play)
    for order in volunteers.grants(play):
        yield [order]
    for account in accounts(play.title, play.position.power):
        yield from _purchases(play, view, account, rng)
    yield _grants(play)


def _under_way(play: Play) -> list[Order]:
    found: list[Order] = []
    for account in accounts(play.title, play.position.power):
        for item in chart.items(play.position, account):
            named = "" if account == play.position.power else account
            lent = chart.is_lent(play.position, item)
            found += [chart.next_part(item, lent, 1, named)] * item.count
    return found


def _hurried(play: Play) -> list[Order]:
    """Return second parts that improved construction pays in the same turn: at war, with money to spare."""
    position, power = play.position, play.position.power
    if not is_at_war(position, power) or purse(position, power) < SPARE:
        return []
    items = [item for item in chart.items(position, power) if chart.may_hurry(position, item.unit)]
    orders: Iterator[Order] = (chart.next_part(item, chart.is_lent(position, item), 1) for item in items)
    return [order for order in orders if may(play, order)][:1]


def _studies(play: Play) -> list[Order]:
    power, last = play.position.power, tables.figure(play.title, "technology-stages")
    wanted = [tech for tech in buyer_of(play.title, power).studies if research.stage(play.position, power, tech) < last]
    rest = [tech for tech in play.title.technologies if tech not in wanted and research.stage(play.position, power, tech) < last]
    return [Study(tech) for tech in [*wanted, *rest][: 2 * max(0, research.left(play.position))]]


def _repairs(play: Play) -> list[Order]:
    position, found = play.position, list[Order]()
    for (area, unit), points in sorted(position.state.damage.items()):
        if position.state.control.get(area) == position.power:
            most = min(points, purse(position, position.power) // 2)
            if most:
                found.append(Repair(area, most, unit))
    for key, n in sorted(position.state.stacks.items()):
        if (
            key.power == position.power
            and is_sea(position.title, key.area)
            and key.strength < profile(position, key.power, key.unit).strength
        ):
            for dock in position.title.neighbours[key.area]:
                if not is_sea(position.title, dock) and docks.places(position, dock, "repairs"):
                    found.append(Dock(key.unit, key.area, dock, n))
                    break
    return found


def _tracks(play: Play) -> list[Order]:
    """Repair the railways that are damaged."""
    return [Relay(join_path(pair)) for pair, _ in TRACK_DAMAGE.entries(play.state)]


def _influences(play: Play) -> list[Order]:
    position = play.position
    if not is_at_war(position, position.power):
        return []
    rows = [row for row in tables.influences(play.title).values() if row.by == position.power]
    singles = [row for row in rows if row.once]
    if singles and purse(position, position.power) > 20:
        return [Influence(row.nation, row.most) for row in singles]
    if not rows or purse(position, position.power) < 30:
        return []
    worth = {row: sum(play.title.areas[area].value for area in zones_held(position, row.nation)) for row in rows if not row.once}
    best = [row for row in sorted(worth, key=lambda one: (-worth[one], one.nation)) if worth[row]][:3]
    return [Influence(row.nation, row.most) for row in best]


def _room(view: View, account: str) -> int:
    areas = [area for area in ready_factories(view.position, view.power) if account_of(view.title, area, view.power) == account]
    return sum(making.room(view.position, area) for area in areas)


def _purchases(play: Play, view: View, account: str, rng: Random) -> Iterator[list[Order]]:
    position = play.position
    bank, room = purse(position, account), _room(view, account)
    buyer = buyer_of(play.title, account)
    mix = (buyer.land, buyer.air, buyer.sea)
    named = "" if account == view.power else account
    waiting, lift = _waiting(view, account), _transports(play, view, account)
    stranded = buyer.is_overseas and waiting > STRANDED * CARRIED * (1 + lift)
    share = mix[2] / sum(mix) * (SUPERIOR if fleets.rules_waves(view) else 1)
    kept = bank * (1 - FERRIED)
    for order in _ships(play, view, account, named, rng, bank * share, waiting, kept):
        yield [order]
    while stranded and (transport := _lift(play, view, account, named, waiting, kept)):
        yield [transport]
    bank = purse(play.position, account)
    bought = levies.colonial(view, account, bank)
    bank -= sum(n * profile(position, view.power, unit).cost for unit, n in bought.items())
    for unit in special_aircraft.wanted(play, view, account) if room else []:
        bought[unit] += 1
        bank, room = bank - profile(position, view.power, unit).cost, room - 1
    rows = [profile(position, view.power, unit) for unit in view.title.units if builds(position, account, unit)]
    rare = tables.bot_units(view.title, "rare")
    rows = [row for row in rows if row.unit not in rare and row.cls in ("land", "air") and is_single(row, position)]
    rows = [row for row in rows if row.attack or row.has("carpet")]
    if stranded:
        rows = [row for row in rows if row.cls == "air"]
    heavy = 0
    while room > 0:
        able = [row for row in rows if row.cost <= bank]
        planes = [row for row in able if row.cls == "air" and row.attack]
        troops = [row for row in able if row.cls == "land" and (heavy <= 0 or not buyer.is_overseas or _is_light(row))]
        flies = planes and (not troops or rng.random() < mix[1] / (mix[0] + mix[1] or 1))
        able = planes if flies else troops
        if not able:
            break
        row = rng.choices(able, [_wanted(row, bank / room, buyer) for row in able])[0]
        bought[row.unit] += 1
        heavy += 0 if row.cls == "air" else -1 if _is_light(row) else 1
        bank, room = bank - row.cost, room - 1
    bought += levies.raised(view, account, bank)
    if bought:
        yield [Buy(show_units(sorted(bought.items())), named)]


def _is_light(row: Unit) -> bool:
    """Return whether a unit goes aboard a transport beside one of any size."""
    return row.abilities.get("cargo") == "light"


def _wanted(row: Unit, each: float, buyer: Buyer) -> float:
    """Return how much a unit is wanted: attack, weighed, defense and hits for its price, and how well that fits the money for each."""
    use = (buyer.attack * row.attack + row.defense + 3 * row.strength) / row.cost
    return (use**2 * exp(-abs(row.cost - each) / FIT) + 1e-6) ** buyer.choosy


def _waiting(view: View, account: str) -> int:
    """Return how many units wait where no front can be reached by land, or only over the water, and where new transports fetch them."""
    places = [area for area in ready_factories(view.position, view.power) if account_of(view.title, area, view.power) == account]
    far = view.waters.reach_from({zone for area in places for zone in view.coast_of(area)}, view.fetched)
    return sum(
        view.spare(area).total()
        for area in view.position.board
        if view.friendly(area)
        and (area not in view.front or crossings.opposite(view.title, area))
        and not view.at_front(area)
        and (not view.coast_of(area) or any(zone in far for zone in view.coast_of(area)))
    )


def _transports(play: Play, view: View, account: str) -> int:
    """Return how many transports a nation has, those that wait to be placed counted."""
    carriers = [unit for unit, row in play.title.units.items() if row.has("carries-land")]
    afloat = sum(n for key, n in play.state.stacks.items() if key.power == view.power and key.unit in carriers)
    return afloat + sum(play.state.pool.get((account, unit), 0) for unit in carriers)


def _ships(play: Play, view: View, account: str, named: str, rng: Random, budget: float, waiting: int, kept: float) -> Iterator[Order]:
    """Yield the ships that a share of the money pays for: transports as long as troops wait for them, then a fleet."""
    for _ in range(MOST_SHIPS):
        bank = purse(play.position, account) - KEEP
        order = _ship(play, view, account, named, rng, waiting, kept)
        if order is None:
            return
        row = play.title.units[order.unit if isinstance(order, Build) else order.units]
        price = chart.parts(play.position, row.unit)[0]
        if price > bank or (price > budget and rng.random() > budget / price):
            return
        budget -= price
        yield order


def _lift(play: Play, view: View, account: str, named: str, waiting: int, kept: float) -> Buy | None:
    """Return the purchase of a transport where a nation over the sea has too few of them, as long as some money is kept."""
    (transport,) = tables.bot_units(play.title, "transports")[:1] or ("",)
    if not transport or not buyer_of(play.title, account).is_overseas or not builds(play.position, account, transport):
        return None
    if purse(play.position, account) < kept:
        return None
    wanted = min(FLEET, max(buyer_of(play.title, account).transports, waiting // CARRIED))
    order = Buy(transport, named)
    return order if _transports(play, view, account) < wanted and may(play, order) else None


def _ship(play: Play, view: View, account: str, named: str, rng: Random, waiting: int, kept: float) -> Buy | Build | None:
    position = play.position
    if (order := _lift(play, view, account, named, waiting, kept)) and not attending.are_too_few(view):
        return order
    packs = sum(n for key, n in position.state.stacks.items() if key.power == view.power and play.title.units[key.unit].has("submarine"))
    if buyer_of(play.title, account).submarines and packs < PACK and rng.random() < 0.5:
        best = next((unit for unit in tables.bot_units(play.title, "submarines") if builds(position, account, unit)), "")
        if best:
            return Buy(best, named)
    decks = _decks(view)
    wanted_ships = [
        unit
        for unit in tables.bot_units(play.title, "fleet")
        if builds(position, account, unit) and (decks or not play.title.units[unit].has("carries-aircraft"))
    ]
    rng.shuffle(wanted_ships)
    for unit in wanted_ships:
        row = position.title.units[unit]
        ship = Buy(unit, named) if is_single(row, position) else Build(unit, _shipyard(position, row), account=named)
        if may(play, ship):
            return ship
    return None


def _decks(view: View) -> bool:
    """Return whether a nation has many more aircraft than places for them at sea."""
    units, planes, decks = view.title.units, 0, 0
    for key, n in view.position.state.stacks.items():
        if key.power == view.power:
            planes += n * units[key.unit].has("lands-on-carriers")
            decks += n * units[key.unit].number("carries-aircraft")
    return planes > DECKED * (1 + decks)


def _shipyard(position: Position, row: Unit) -> str:
    """Return where a ship is begun: nowhere, but a capital ship at a shipyard where that rule is used."""
    if not row.has("capital") or position.options.get("ships-begun") != "shipyard":
        return ""
    return next(iter(shipyards(position)), "")


def _is_rival(position: Position, to: str) -> bool:
    """Return whether a nation is a rival that is worth more than the enemy it fights."""
    plan = tables.bot_plan(position.title, "rival")
    return to in plan.by and income.land_value(position, to) > income.land_value(position, plan.foe)


def _grants(play: Play) -> list[Order]:
    """The United States and Great Britain lend to who fights, once they are rich enough; not to a rival that gets ahead of Germany."""
    position, power = play.position, play.position.power
    plan = tables.bot_plan(play.title, "lend")
    if power not in plan.by or purse(position, power) < 3:
        return []
    found: list[Order] = []
    for to in plan.on:
        fights = to != power and is_at_war(position, to) and position.relation(power, to) != "war"
        most = min((income.income(position, to) + 1) // 2, purse(position, power) // 2, 8)
        if _is_rival(position, to):
            continue
        if fights and most >= 3:
            found.append(Grant(to, most))
            break
    return found
