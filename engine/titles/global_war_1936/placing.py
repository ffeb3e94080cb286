"""The placing of units: factories, slipways, militia and colonial infantry, facilities, refits, recruits (sections 11.1 to 11.5)."""

from __future__ import annotations

from engine.events import FacilityChanged, ResourceChanged, UnitsPlaced, UnitsRemoved
from engine.families.axis_allies.board import INLAND, count_of, held_all_turn, is_sea, own_stacks
from engine.families.axis_allies.economy.accounts import account_of, accounts
from engine.families.axis_allies.facilities.facilities import works
from engine.families.axis_allies.facilities.factories import account_at, purse, ready_factories
from engine.families.axis_allies.mobilization.placement import check_boarding, placed_units
from engine.families.axis_allies.movement.promised_carriers import lose_fighters
from engine.families.axis_allies.orders import Place
from engine.families.axis_allies.vocabulary import BORDER, MOBILIZED
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile, profile_of
from engine.orders import Order, unknown_names
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Phase, Position
from engine.state import Stack
from engine.title.model import Title, Unit
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.air import wings
from engine.titles.global_war_1936.economy import chart, early_fighters, slipways, supply
from engine.titles.global_war_1936.economy.making import is_native, room
from engine.titles.global_war_1936.facilities import docks, sites
from engine.titles.global_war_1936.lend_lease import lending
from engine.titles.global_war_1936.nations import controlled_by, home, is_home, is_of, zones_held
from engine.titles.global_war_1936.orders import Deliver, Recruit, Refit
from engine.titles.global_war_1936.politics import events, fall, spain
from engine.titles.global_war_1936.politics.declaring import ANYTIME, carry_anytime, check_anytime
from engine.titles.global_war_1936.settings import upgrades
from engine.titles.global_war_1936.tables import factions, recruits, refits, role, vichy
from engine.titles.global_war_1936.vocabulary import BASE_USED, MILITIA, NEW_CAPACITY, RECRUITS, REFITTED, SITE_DAMAGE

SECTION = "11.1 Place Units"

ONE_TYPE = Rule("place/one-type", SECTION, FATAL)
SPACE = Rule("place/space", SECTION, FATAL)
NOT_BOUGHT = Rule("place/not-bought", SECTION, FATAL)
AT_HOME = Rule("place/at-home", SECTION, FATAL)
LIMIT = Rule("place/limit", SECTION, FATAL)
UNIT = Rule("refit/unit", "11.2 Militia and Infantry Upgrade", FATAL)
COUNT = Rule("refit/count", "11.2 Militia and Infantry Upgrade", FATAL)
FUNDS = Rule("refit/funds", "11.2 Militia and Infantry Upgrade", FATAL)
NO_INCOME = Rule("refit/scrap", "4.5, table 4-2", FATAL)
SCRAP = Rule("refit/scrap", "15.9", FATAL)
EARLY = Rule("refit/early", "15.9", FATAL)
SUPPLY = Rule("refit/supply", "11.2 Militia and Infantry Upgrade", FATAL)
NONE = Rule("recruit/none", "11.5", FATAL)
CHOICE = Rule("recruit/choice", "11.5", FATAL)
WORDS = Rule("place/words", SECTION, FATAL)


class PlaceUnits(Phase):
    """Place what has been bought, deliver lend-lease, upgrade and recruit."""

    slug = "place-units"
    takes = (Place, Deliver, Refit, Recruit, *ANYTIME)

    def open(self, play: Play) -> None:
        """Place finished facilities and repaired ships; roll for the recruits of a controlled minor power."""
        docks.launch(play)
        for account in accounts(play.title, play.position.power):
            for item in chart.finished(play.position, account):
                _place_facility(play, item)
        _volunteers(play)
        if controlled_by(play.position, play.position.power):
            _draft(play)

    def pending(self, position: Position) -> Pending | None:
        """Return the choice of recruits, when there are any."""
        if not RECRUITS.read(position.state):
            return None
        default = Recruit(role(position.title, "levy").units[0], recruiting_areas(position)[0])
        return Pending("recruit", position.power, (Recruit,), default, default)

    def check(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with an order."""
        if wrong := unknown_names(order, position.title):
            return [WORDS.broken(message) for _, message in wrong]
        if isinstance(order, Place):
            return check_place(position, order)
        if isinstance(order, Deliver):
            return lending.check_deliver(position, order)
        if isinstance(order, Refit):
            return check_refit(position, order)
        if isinstance(order, Recruit):
            return _check_recruit(position, order)
        return check_anytime(position, order) if isinstance(order, ANYTIME) else []

    def carry_out(self, play: Play, order: Order) -> None:
        """Make the order's events."""
        if isinstance(order, Place):
            place(play, order)
        elif isinstance(order, Deliver):
            lending.deliver(play, order)
        elif isinstance(order, Refit):
            refit(play, order)
        elif isinstance(order, Recruit):
            _recruit(play, order)
        elif isinstance(order, ANYTIME):
            carry_anytime(play, order)

    def close(self, play: Play) -> None:
        """Fighters without a deck are lost; minor powers align as the phase ends, and Free France is France again."""
        lose_fighters(play)
        events.place_units_over(play)
        fall.placed(play)


# Placing


def militia_room(position: Position, area: str) -> int:
    """Return how many more militia an area takes this turn (section 11.1)."""
    if is_sea(position.title, area) or not held_all_turn(position, area, position.power):
        return 0
    most = max(1, position.title.areas[area].value) if is_native(position, area) else 1
    return max(0, most - MILITIA.number(position.state, area))


def slips(position: Position, dock: str, row: Unit) -> int:
    """Return how many ships of a type a dock can still launch this turn."""
    if position.state.control.get(dock) != position.power or not held_all_turn(position, dock, position.power):
        return 0
    able = not row.has("capital") or slipways.is_major(position, dock)
    left = max(0, _places(position, dock, "slipway") - docks.used(position, dock)) if able else 0
    if row.has("submarine"):
        left += pens(position, dock)
    account = account_at(position, dock)
    if left and (elsewhere := chart.begun_elsewhere(position, account, row.unit, dock)):
        left = max(0, min(left, position.state.pool.get((account, row.unit), 0) - elsewhere))
    return left if left and _has_works(position, dock, row) else 0


def pens(position: Position, dock: str) -> int:
    """Return how many submarines the submarine base of a dock can still launch this turn, whatever its shipyard does."""
    return max(0, _places(position, dock, "slipway-submarines") - BASE_USED.number(position.state, dock))


def _places(position: Position, dock: str, ability: str) -> int:
    """Return the places of the best facility with an ability that works in an area."""
    there = (key for key, _ in own_stacks(position, dock, position.power) if works(position, key))
    return max((profile_of(position, key).number(ability) for key in there), default=0)


def _has_works(position: Position, dock: str, row: Unit) -> bool:
    """Whether a dock is beside, or joined by rail to, a factory; for capital ships by rail, to a major one at home.

    That is the home country of the nation on turn, or of its partner whose dock it is: FEC and ANZAC have homes of their own (2.3).
    """
    power, held = position.power, position.state.control
    near = set(supply.joined(position, dock, lambda area: held.get(area) == power))
    if not row.has("capital"):
        near |= set(position.title.neighbours[dock])
    for area in near & set(ready_factories(position, power)):
        if not row.has("capital"):
            return True
        major = any(profile_of(position, key).has("researches") for key, _ in own_stacks(position, area, power))
        if major and _is_at_home(position, area, dock):
            return True
    return False


def _is_at_home(position: Position, maker: str, area: str) -> bool:
    """Whether a factory is in the home country of the nation on turn, or of the partner whose money builds in an area."""
    return any(is_home(position.title, nation, maker) for nation in (position.power, account_at(position, area)))


def docks_of(position: Position, zone: str, row: Unit) -> list[str]:
    """Return the docks beside a sea zone that can still launch a ship of a type, those with most room first.

    Lakes take only the ships that may sail on them (section 1.15).
    """
    if position.title.areas[zone].terrain == INLAND and not row.has("inland"):
        return []
    rooms = {area: slips(position, area, row) for area in position.title.neighbours[zone]}
    return sorted((area for area in rooms if rooms[area]), key=lambda area: (-rooms[area], area))


def source(position: Position, order: Place, row: Unit) -> str:
    """Return the area that makes the units of an order: its own, or the dock of ships; nothing when there is none."""
    if row.cls != "sea":
        return order.area
    return next((area for area in docks_of(position, order.area, row) if order.factory in ("", area)), "")


def check_place(position: Position, order: Place) -> list[Problem]:
    """Return what is wrong with placing units; one order places units of one type."""
    if wrong := check_boarding(position, order, placed_units(position, order)):
        return wrong
    if wings.is_of_carriers(position, order):
        ships = wings.split(position, order)[0]
        if wrong := wings.check_aircraft(position, order):
            return wrong
        return check_ships(position, ships) if ships else []
    return check_ships(position, order)


def check_ships(position: Position, order: Place) -> list[Problem]:
    """Return what is wrong with placing units of one type where they are made."""
    counts = placed_units(position, order)
    if len(counts) != 1:
        return [ONE_TYPE.broken("one order places units of one type", found=order.units or "nothing", expected="units of one type")]
    (unit, count), title = next(iter(counts.items())), position.title
    row = profile(position, position.power, unit)
    if row.cls == "facility" or (row.cls == "sea") != is_sea(title, order.area):
        return [SPACE.broken(f"{unit} cannot be placed there", found=order.area, expected="land, or a sea zone for ships")]
    made = source(position, order, row)
    account = account_of(title, made, position.power) if made else position.power
    have = position.state.pool.get((account, unit), 0)
    if count > have:
        return [NOT_BOUGHT.broken(f"{account} has no such {unit} waiting", found=str(count), expected=f"at most {have}")]
    if row.has("built-at-home") and not is_home(title, account, made):
        return [AT_HOME.broken(f"{unit} is placed in the home country", found=order.area, expected="the home country")]
    limit = place_limit(position, order, row, made)
    if count > limit:
        return [LIMIT.broken(f"{order.area} takes no more {unit} this turn", found=str(count), expected=f"at most {limit}")]
    return []


def place_limit(position: Position, order: Place, row: Unit, made: str) -> int:
    """Return how many units of a type can still be placed in an area this turn."""
    if row.cls == "sea":
        return slips(position, made, row) if made else 0
    if row.has("abroad"):
        return 99 if is_colony(position, order.area) else 0
    by_factory = room(position, order.area) if order.area in ready_factories(position, position.power) else 0
    return militia_room(position, order.area) if row.has("no-factory") else by_factory


def is_colony(position: Position, area: str) -> bool:
    """Return whether colonial infantry may be placed: outside home, of value, with the nation's own roundel on the map.

    Free France is the nation of France under another name (section 14.4): its colonies are those that France began with.
    """
    row = position.title.areas[area]
    account = account_at(position, area)
    own = is_of(position.title, row.original_owner, position.power) and not is_home(position.title, account, area)
    return own and row.value > 0 and held_all_turn(position, area, position.power)


def place(play: Play, order: Place) -> None:
    """Place units and count them against what makes them; on carriers also their aircraft, where that rule is used."""
    if wings.is_of_carriers(play.position, order):
        ships, planes, _ = wings.split(play.position, order)
        if ships is not None:
            _place_type(play, ships)
        wings.place_aircraft(play, order, planes, ships is not None)
        return
    _place_type(play, order)


def _place_type(play: Play, order: Place) -> None:
    unit, count = next(iter(placed_units(play.position, order).items()))
    power, row = play.position.power, profile(play.position, play.position.power, unit)
    made = source(play.position, order, row) or order.area
    account = account_of(play.title, made, power)
    by_factory = order.area in ready_factories(play.position, power) and not row.has("no-factory")
    if row.cls == "sea":
        _launch(play, made, row, count)
        chart.launched(play, account, unit, made, count)
    elif row.has("no-factory") and not row.has("abroad"):
        MILITIA.add(play, count, order.area)
    elif by_factory:
        MOBILIZED.add(play, count, order.area)
    play.emit(UnitsPlaced(account, unit, count, order.area, row.strength, "mobilize"))
    if account != power:
        play.emit(changed(Stack(order.area, account, unit, row.strength, ""), count, "joined", to_power=power))


def _launch(play: Play, dock: str, row: Unit, count: int) -> None:
    """Take places of a dock: submarines those of a submarine base first, then those of the shipyard."""
    based = min(count, pens(play.position, dock)) if row.has("submarine") else 0
    if based:
        BASE_USED.add(play, based, dock)
    if others := count - based:
        docks.build(play, dock, others)


def _place_facility(play: Play, item: chart.Item) -> None:
    """Place a finished facility where it was begun, when it is still held and has a place there; else it waits (section 11.3)."""
    power, area = play.position.power, item.area
    if play.state.control.get(area) != power or not sites.has_place(play.position, item):
        return
    chart.clear_finished(play, item)
    word = BORDER.of(item.border) if item.border else ""
    play.emit(UnitsPlaced(item.account, item.unit, item.count, area, 1, "mobilize", word))
    if item.account != power:
        play.emit(changed(Stack(area, item.account, item.unit, 1, word), item.count, "joined", to_power=power))
    if marred := SITE_DAMAGE.number(play.state, area, item.unit, item.border):
        SITE_DAMAGE.emit(play, "", area, item.unit, item.border)
        play.emit(FacilityChanged(area, item.unit, power, "damaged", marred, marred))
    upgrade = upgrades(play.title).get(item.unit)
    if upgrade is None:
        play.emit(FacilityChanged(area, item.unit, power, "built", 0, play.state.damage.get((area, item.unit), 0)))
        _note_new(play, area, _capacity(play.position, item.unit) * item.count)
        return
    play.emit(UnitsRemoved(power, item.unit, item.count, area, 1, "upgraded", word))
    for key, n in own_stacks(play.position, area, power):
        if key.unit == upgrade.old:
            damage = play.state.damage.get((area, upgrade.old), 0)
            if damage and n == 1:
                play.emit(FacilityChanged(area, upgrade.old, power, "upgraded", -damage, 0))
            play.emit(changed(key, 1, "upgraded", to_unit=upgrade.new))
            _note_new(play, area, _capacity(play.position, upgrade.new) - _capacity(play.position, upgrade.old))
            return


def _capacity(position: Position, unit: str) -> int:
    return profile(position, position.power, unit).number("capacity")


def _note_new(play: Play, area: str, more: int) -> None:
    """Note what new and upgraded factories of an area make more than before: not in this turn (sections 11.1, 12.4)."""
    if more > 0:
        NEW_CAPACITY.add(play, more, area)


def _volunteers(play: Play) -> None:
    """Germany or the Soviet Union get an infantry a turn for a civil war that was won (section 13.1)."""
    power, held = play.position.power, play.state.control
    row = factions(play.title).get(spain.winner(play.position))
    won = row and row.ruler == power and row.faction in held.values()
    if row and won and held.get(row.camp) == power and play.state.scenario == "1936":
        play.emit(UnitsPlaced(power, role(play.title, "volunteer").units[0], 1, row.camp, 1, "volunteers"))


# Refits


def check_refit(position: Position, order: Refit) -> list[Problem]:
    """Return what is wrong with an upgrade of units (section 11.2)."""
    row, early = refits(position.title).get(order.unit), early_fighters.early(position.title)
    if row is None or (row.option and position.options.get(row.option) == "off"):
        able = " or ".join(refits(position.title))
        return [UNIT.broken(f"{order.unit} is not upgraded", found=order.unit, expected=able)]
    if order.scrap and order.unit != early:
        return [SCRAP.broken(f"{order.unit} is not scrapped", found=order.unit, expected=early)]
    if order.scrap and position.power not in position.title.turns:
        return [NO_INCOME.broken("a controlled minor power collects no money", found=position.power, expected="a player nation")]
    price, most = row.price, row.most
    have = count_of(own_stacks(position, order.area, position.power), order.unit)
    left = min(have, most - REFITTED.number(position.state, order.unit))
    if order.count > left or (is_sea(position.title, order.area) and order.unit != early):
        return [COUNT.broken(f"not so many {order.unit} are upgraded there", found=str(order.count), expected=f"at most {left}")]
    if order.unit == early and not calendar.is_from(position, early_fighters.month(position.title)):
        return [
            EARLY.broken(
                "no better fighters are built yet",
                found=calendar.now(position),
                expected=early_fighters.month(position.title),
            )
        ]
    if order.scrap:
        return []
    account = account_at(position, order.area)
    if price * order.count > purse(position, account):
        return [
            FUNDS.broken(
                f"{account} cannot pay for it",
                found=str(price * order.count),
                expected=f"at most {purse(position, account)}",
            )
        ]
    if order.unit != early and not supplied(position, order.area):
        return [SUPPLY.broken("no supply path from a factory at home", found=order.area, expected="an area with one")]
    return []


def supplied(position: Position, area: str, ability: str = "produces") -> bool:
    """Return whether a supply path runs from a factory of the home country to an area, by rail or over the sea (section 1.5).

    Where a partner's money builds, FEC's or ANZAC's, a factory of its own home country is one, too.

    Args:
        ability: what the factory must have: `researches` for a major one.
    """
    power, held = position.power, position.state.control
    friends = position.friends_of(power)
    region = supply.joined(position, area, lambda other: held.get(other) in friends)
    makers = [
        one
        for one in ready_factories(position, power)
        if _is_at_home(position, one, area) and any(profile_of(position, key).has(ability) for key, _ in own_stacks(position, one, power))
    ]
    if any(one in region for one in makers):
        return True
    ports = [one for one in region if any(profile_of(position, key).has("port") for key, _ in position.stacks(one))]
    return any(supply.sea_way(position, power, start, end) for start in _home_ports(position, makers) for end in ports)


def _home_ports(position: Position, makers: list[str]) -> set[str]:
    held, power = position.state.control, position.power
    joined = {area for maker in makers for area in supply.joined(position, maker, lambda other: held.get(other) == power)}
    return {area for area in joined if any(profile_of(position, key).has("port") for key, _ in position.stacks(area))}


def refit(play: Play, order: Refit) -> None:
    """Pay and upgrade, or scrap for money."""
    row = refits(play.title)[order.unit]
    account, left = account_at(play.position, order.area), order.count
    have, paid = purse(play.position, account), row.price * left * (1 if order.scrap else -1)
    why = "scrap" if order.scrap else "upgrade"
    play.emit(ResourceChanged(account, play.title.resource, paid, have + paid, why, area=order.area))
    REFITTED.add(play, left, order.unit)
    for key, n in own_stacks(play.position, order.area, play.position.power):
        taken = min(n, left) if key.unit == order.unit else 0
        left -= taken
        if taken and order.scrap:
            play.emit(UnitsRemoved(key.power, key.unit, taken, key.area, key.strength, "scrapped", key.condition))
        elif taken:
            play.emit(changed(key, taken, "upgraded", to_unit=row.to))


# Recruits


def recruiting_areas(position: Position) -> list[str]:
    """Return where the recruits of the minor power on turn may be placed: at home if possible, there first.

    Those of Vichy (14.4.3), and of the Spanish factions while they fight (13.1), are placed anywhere.
    """
    mine = [area for area in zones_held(position, position.power) if held_all_turn(position, area, position.power)]
    if position.power == vichy(position.title).puppet:
        return mine
    inside = [area for area in mine if area in home(position.title, position.power)]
    if position.power in factions(position.title) and not spain.winner(position):
        return inside + [area for area in mine if area not in inside]
    return inside or mine


def _draft(play: Play) -> None:
    minor = play.position.power
    region = spain.REGION if minor in factions(play.title) else ""
    number = recruits(play.title).get(minor, len(zones_held(play.position, minor, region)))
    if not recruiting_areas(play.position):
        return
    if play.roll(1, f"recruitment of {minor}")[0] <= number:
        RECRUITS.emit(play, "yes")


def _check_recruit(position: Position, order: Recruit) -> list[Problem]:
    if not RECRUITS.read(position.state):
        return [NONE.broken("no recruits wait", found=order.units, expected="none")]
    one, two = role(position.title, "levy").units
    if order.units not in _levies(position.title) or order.area not in recruiting_areas(position):
        return [
            CHOICE.broken(
                f"one {one} or two {two} are recruited",
                found=f"{order.units} in {order.area}",
                expected=f"{one} or 2 {two} in {', '.join(recruiting_areas(position))}",
            )
        ]
    return []


def _levies(title: Title) -> dict[str, tuple[str, int]]:
    """Return the ways to write what is recruited, each with the unit and how many."""
    one, two = role(title, "levy").units
    return {one: (one, 1), f"{two}, {two}": (two, 2), f"2 {two}": (two, 2)}


def _recruit(play: Play, order: Recruit) -> None:
    unit, count = _levies(play.title)[order.units]
    RECRUITS.emit(play, "")
    play.emit(UnitsPlaced(play.position.power, unit, count, order.area, 1, "recruited"))
