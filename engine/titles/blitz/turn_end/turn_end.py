"""Turn End Activities before spending (sections 7.1 to 7.7): Partisans, Neutral Entry, Lend Lease, trade, Oil and Resources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine import events as ev
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.title.own_tables import own_rows
from engine.titles.blitz import agenda
from engine.titles.blitz.agenda import Arguments
from engine.titles.blitz.combat import phases
from engine.titles.blitz.orders import Give, Partisan
from engine.titles.blitz.politics import entry, road
from engine.titles.blitz.politics_tables import china, minor_wars, role
from engine.titles.blitz.position import board, changes, ways
from engine.titles.blitz.position.changes import OIL, RESOURCES
from engine.titles.blitz.position.supply import (
    convoy_damage,
    convoys_in,
    home_area,
    is_destroyed,
    major_homes,
    neighbours,
    reach,
)
from engine.titles.blitz.scenarios import specials
from engine.titles.blitz.tables import Convoy, PartisanRow, Trade, countries, deliveries, places
from engine.titles.blitz.vocabulary import (
    COUNTED,
    DELIVERED,
    GRANTED,
    LEND,
    LENT,
    NO_TRADE,
    PARTISAN_IN,
    RAIDED,
    SAVED,
    SEAT,
    SHORT,
)

ANY = "any"
"""Where a Partisan may be placed: a choice of areas."""
OTHER = {"axis": "allies", "allies": "axis"}

PARTISAN = Rule("partisan", "7.1 Partisans", FATAL)
LEND_LEASE = Rule("lend-lease", "7.4 Lend Lease", FATAL)


class TurnEnd(phases.Activity):
    """Partisans, Neutral Entry, Lend Lease, and the six steps of counting Oil and Resources; once a game turn, for all powers."""

    slug = "turn-end"
    section = "7. Turn End Activities"

    @property
    def takes(self) -> tuple[type[Order], ...]:  # type: ignore[override]  # a phase's attribute, only ever read
        """Only answers."""
        return phases.ANSWERS

    def open(self, play: Play) -> None:
        """Put what there is to do on the agenda."""
        partisans = board.rules_of(play.position).politics and not board.lacks(play.position, "partisans")
        steps = ["partisans", "entry"] if partisans else ["entry"]
        lent = [f"lend {unit}" for unit in deliveries(play.title)]
        agenda.after(play, *steps, *lent)
        specials.before_builds(play)
        agenda.after(play, "income")
        agenda.run(play)


# Partisans


def _partisans(play: Play, arguments: Arguments) -> None:
    """Roll for Partisans, and ask the player who may place one (7.1)."""
    asker = role(play.title, "rolls-for-partisans")
    if not board.plays(play.position, asker):
        asker = play.state.clock.power
    die = changes.roll(play, "", asker, "partisans")
    row = next(row for row in own_rows(play.title, "partisans", PartisanRow) if row.die == die)
    if row.country == china(play.title):
        agenda.before(play, *(f"partisan {side} {row.country}" for side in OTHER))
    elif row.country:
        if first := board.ally_of(play.position, row.country):  # a neutral country has no Partisans
            agenda.before(play, f"partisan {board.side_of(play.position, first)} {row.country}")
    else:
        agenda.before(play, f"partisan {row.side} {ANY}")


def partisan_sites(position: Position, side: str, country: str) -> list[str]:
    """Return the enemy-controlled land areas with an Oil or a Resource where a side may place a Partisan (7.1).

    With a choice, these are areas that a power of its own side controlled originally; areas of China are open to both sides.
    """
    found = []
    for area, row in position.title.areas.items():
        if row.kind != "land" or not board.is_in_play(position, area) or not board.yields(position, area):
            continue
        here = board.country_at(position, area)
        first = board.side_of(position, first_holder(position, area))
        chosen = here == country or (country == ANY and (first == side or here == china(position.title)))
        enemy = board.side_of(position, board.holder(position, area)) == OTHER[side]
        if chosen and enemy and not PARTISAN_IN.read(position.state, area):
            found.append(area)
    return found


def first_holder(position: Position, area: str) -> str:
    """Return the power that controlled a land area originally: at the set-up, or as its country allied with it; empty for none (7.1)."""
    scenario = position.state.scenario
    told = (row.power for row in position.title.holdings if row.scenario == scenario and row.area == area)
    return next(told, "") or board.ally_of(position, board.country_at(position, area))


def _placer(position: Position, side: str, country: str) -> str:
    """Return who places a side's Partisan: the power that first controlled the country, or fights it; else the side's first (7.1)."""
    first = board.ally_of(position, country) if country != ANY else ""
    powers = board.powers_of(position, side)
    foe = minor_wars(position.title).get(country, "")
    wanted = foe if foe and board.side_of(position, foe) == side else first
    return wanted if wanted in powers else next(iter(powers), "")


def _asks_partisan(position: Position, arguments: Arguments) -> Pending | None:
    side, country = arguments
    sites, placer = partisan_sites(position, side, country), _placer(position, side, country)
    return Pending("partisan", placer, (Partisan,), Partisan(sites[0]), side="") if sites and placer else None


def _check_partisan(position: Position, arguments: Arguments, order: Partisan) -> list[Problem]:
    sites = partisan_sites(position, *arguments)
    if not order.area or order.area in sites:
        return []
    return [PARTISAN.broken("no Partisan can be placed there", order.area, ", ".join(sites))]


def _answer_partisan(play: Play, arguments: Arguments, order: Partisan) -> None:
    if order.area:
        PARTISAN_IN.set(play, "yes", order.area)


# Neutral Entry


def _entry(play: Play, arguments: Arguments) -> None:
    entry.happens(play, "turn")


# Lend Lease


def delivers(position: Position, unit: str) -> int:
    """Return how much an LL unit delivers now: its Size, when it is in its sea area with lines to both ends; else 0 (7.4)."""
    row, key = deliveries(position.title)[unit], board.find(position, unit)
    if key is None or key.area != row.area or row.area not in reach(position, home_area(position, unit), key.power):
        return 0
    if row.receiver in position.title.powers:
        if not board.plays(position, row.receiver) or row.receiver == key.power:
            return 0
        goal = major_homes(position, row.receiver)
    else:
        goal = position.title.regions[row.receiver]
    side = board.side_of(position, key.power)
    if row.road:
        arrives = all(board.is_ours(position, side, area) for area in row.road)
    else:
        way = reach(position, ways.shore(position, row.area), key.power, neutrals=True)
        arrives = any(area in way for area in goal if board.is_ours(position, side, area))
    return min(key.strength, row.most or key.strength) if arrives else 0


def _asks_lend(position: Position, arguments: Arguments) -> Pending | None:
    unit = arguments[0]
    amount = delivers(position, unit)
    if not amount or deliveries(position.title)[unit].receiver == china(position.title):
        return None
    key = board.find(position, unit)
    assert key is not None
    return Pending("lend-lease", key.power, (Give,), Give(0))


def _check_lend(position: Position, arguments: Arguments, order: Give) -> list[Problem]:
    amount = delivers(position, arguments[0])
    if order.points:
        return [LEND_LEASE.broken("an LL unit delivers no Victory Points", str(order.points), "0 points")]
    if order.oil <= amount:
        return []
    return [LEND_LEASE.broken(f"{arguments[0]} delivers {amount}", str(order.oil), f"{amount} at most")]


def _answer_lend(play: Play, arguments: Arguments, order: Give) -> None:
    amount = delivers(play.position, arguments[0])
    LEND.set(play, f"{amount - order.oil} {order.oil}", arguments[0])


def _lend(play: Play, arguments: Arguments) -> None:
    amount = delivers(play.position, arguments[0])
    if amount:
        LEND.set(play, f"{amount} 0", arguments[0])


# Oil and Resources


def home_yield(position: Position, power: str) -> tuple[str, ...]:
    """Return the countries whose Oil and Resources need no Convoy: a power's homes but those overseas (7.6, step 4).

    When Great Britain is conquered the new home of British units counts as such a country.
    """
    rows = countries(position.title)
    told = board.rules_of(position).homes.get(power)
    own = told or tuple(row.country for row in rows.values() if row.major and row.power == power)
    found = [name for name in own if not rows[name].overseas]
    moved = (row.country for row in rows.values() if row.reseats and row.power == power)
    return (*found, *(seat for name in moved if (seat := SEAT.read(position.state, name))))


def production_line(position: Position, power: str) -> frozenset[str]:
    """Return the areas whose Oil and Resources get to a power: a line begins in the countries of step 4 (7.6)."""
    if board.lacks(position, "supply"):
        return frozenset(position.title.areas)
    sources = [area for name in home_yield(position, power) for area in position.title.regions[name]]
    return reach(position, sources, power, neutrals=True)


def counted(position: Position, power: str) -> dict[str, tuple[int, int]]:
    """Return area to the Resources and Oil that a power has of it: what it controls and traces a line to (7.6, steps 1 and 4)."""
    line = production_line(position, power)
    found = {}
    for area, row in places(position.title).items():
        if (
            board.holder(position, area) == power
            and area in line
            and (board.is_in_play(position, area) or GRANTED.read(position.state, area))
            and (row.resources or row.oil)
        ):
            found[area] = (row.resources, row.oil)
    return found


def _cut(pair: list[int], loss: int) -> int:
    """Take a loss from Resources, then from Oil; return what was lost (7.6)."""
    lost = min(loss, sum(pair))
    first = min(pair[0], lost)
    pair[0] -= first
    pair[1] -= lost - first
    return lost


def _income(play: Play, arguments: Arguments) -> None:
    """Count Oil and Resources of every power, and remove the damage of Convoys and Factories (7.6)."""
    position = play.position
    rules = board.rules_of(position)
    delivered = {unit: (_giver(position, unit), amount) for unit in deliveries(play.title) if (amount := sum(lent(position, unit)))}
    for power in (p for p in rules.powers if board.plays(position, p)):
        resources, oil = collect(play, power)
        COUNTED.set(play, f"{board.game_turn(position)} {resources + oil}", power)
        _note_saved(play, power)
        gain(play, power, resources, oil)
    _note_shortages(play)
    _repair(play)
    for (area,), _ in PARTISAN_IN.entries(play.state):
        PARTISAN_IN.set(play, "", area)
    turn, given = board.game_turn(play.position), dict[str, int]()
    for unit, (giver, amount) in delivered.items():
        DELIVERED.set(play, turn, unit)
        if deliveries(play.title)[unit].receiver in play.title.powers:
            given[giver] = given.get(giver, 0) + amount
    for power, amount in given.items():
        LENT.set(play, f"{turn} {amount}", power)


def _note_saved(play: Play, power: str) -> None:
    """Keep what a power has before it counts, where saboteurs may burn no more (9.6), or where no limit is on it (7.7)."""
    told = play.position.options
    if (told["sabotage"] == "yes" and told["sabotage-stores"] == "saved") or told["saved-oil"] == "free":
        had = (changes.store(play.position, power, resource) for resource in (RESOURCES, OIL))
        SAVED.set(play, " ".join(map(str, (board.game_turn(play.position), *had))), power)


def _note_shortages(play: Play) -> None:
    """Keep what Partisans and damage take from each area, for the countries that spend only what is their own (7.6, 7.8)."""
    for area in places(play.title):
        partisan = int(bool(PARTISAN_IN.read(play.state, area)))
        hurt = play.state.damage.get((area, "factory"), 0)
        if partisan or hurt:
            SHORT.set(play, f"{board.game_turn(play.position)} {partisan} {hurt}", area)


def collect(play: Play, power: str) -> tuple[int, int]:
    """Return the Resources and Oil of a power in this turn, after the six steps (7.6), and tell what its Convoys cost it."""
    position = play.position
    total, sunk = _before_lending(position, power)
    _tell_raids(play, power, sunk)
    for unit, row in deliveries(position.title).items():
        for index, amount in enumerate(lent(position, unit)):
            total[index] += amount * ((row.receiver == power) - (_giver(position, unit) == power))
    total = [max(amount, 0) for amount in total]
    hurt = sum(
        n
        for (area, facility), n in position.state.damage.items()
        if facility == "factory" and board.holder(position, area) == power and board.country_at(position, area) != china(position.title)
    )
    _cut(total, hurt)
    return total[0], total[1]


class Sunk(NamedTuple):
    """What a damaged Convoy costs a power: the points of damage, and how much Oil and Resources do not arrive."""

    convoy: Convoy
    hurt: int
    lost: int


def _before_lending(position: Position, power: str) -> tuple[list[int], list[Sunk]]:
    """Return a power's Resources and Oil after steps 1 to 4 and its Trade Agreements, and what its Convoys cost it (7.6)."""
    rules = board.rules_of(position)
    if power in rules.income:
        abroad, home = [0, 0], list(rules.income[power])
    else:
        abroad, home = _gather(position, power)
    more, bonus = rules.extra.get(power, (0, 0)), specials.bonus_of(position, power)
    abroad[0] += more[0]
    abroad[1] += more[1]
    sunk = _sink(position, power, home if power in rules.income else abroad)
    traded = _traded(position, power)
    return [max(abroad[i] + home[i] + bonus[i], 0) + traded[i] for i in (0, 1)], sunk


def _giver(position: Position, unit: str) -> str:
    """Return the power whose LL unit delivers in this turn; empty when it does not."""
    key = board.find(position, unit)
    return key.power if key is not None and LEND.read(position.state, unit) else ""


def lent(position: Position, unit: str, asking: frozenset[str] = frozenset()) -> tuple[int, int]:
    """Return the Resources and Oil that an LL unit delivers in this turn: what lacks of the one is given of the other (7.4).

    A power gives what it counts and what others lend it, but those that are `asking` themselves; China is given no Oil.
    """
    giver, rows = _giver(position, unit), deliveries(position.title)
    if not giver:
        return 0, 0
    left, _ = _before_lending(position, giver)
    for other, row in rows.items():
        if row.receiver == giver and _giver(position, other) not in asking | {giver}:
            resources, oil = lent(position, other, asking | {giver})
            left = [left[0] + resources, left[1] + oil]
    order = list(rows)  # LL units deliver in the order of their table
    for other in (one for one in order[: order.index(unit)] if _giver(position, one) == giver):
        resources, oil = _given(position, other, left)
        left = [left[0] - resources, left[1] - oil]
    return _given(position, unit, left)


def _given(position: Position, unit: str, left: Sequence[int]) -> tuple[int, int]:
    """Return the Resources and Oil that an LL unit takes of what its power has left."""
    resources, oil = map(int, LEND.read(position.state, unit).split(" "))
    left = [max(amount, 0) for amount in left]
    first = min(resources, left[0])
    if deliveries(position.title)[unit].receiver == china(position.title):
        return first, 0
    second = min(oil + resources - first, left[1])
    return min(resources + oil - second, left[0]), second


def _gather(position: Position, power: str) -> tuple[list[int], list[int]]:
    """Return what a power counts outside of its home countries, and inside of them (7.6, steps 1, 2, 4)."""
    near = {area for name in home_yield(position, power) for area in position.title.regions[name]}
    abroad, home = [0, 0], [0, 0]
    for area, pair in counted(position, power).items():
        if board.country_at(position, area) == china(position.title) and board.side_of(position, power) == "allies":
            continue
        left = list(pair)
        if PARTISAN_IN.read(position.state, area):
            _cut(left, 1)  # what a Partisan blocks lies in his area (7.1)
        part = home if area in near else abroad
        part[0] += left[0]
        part[1] += left[1]
    return abroad, home


def _sink(position: Position, power: str, pair: list[int]) -> list[Sunk]:
    """Take the damage of a power's Convoys from what it counts abroad (or all, where that is fixed), and return it (7.6, step 3)."""
    found = []
    for row in convoys_in(position).values():
        if row.power == power and not is_destroyed(position, row) and (hurt := convoy_damage(position, row.convoy)):
            found.append(Sunk(row, hurt, _cut(pair, hurt) if board.rules_of(position).convoys else 0))
    return found


def _tell_raids(play: Play, power: str, sunk: Sequence[Sunk]) -> None:
    """Tell what a power's Convoys have cost it, and keep how much damage they took."""
    for row, hurt, lost in sunk:
        note_raid(play, power, hurt)
        if lost:
            here = (key.power for key, _ in play.position.stacks(row.area))
            raider = next((foe for foe in here if board.at_war(play.position, foe, power)), "")
            play.emit(ev.ConvoyRaided(row.area, raider, power, RESOURCES, lost, hurt))


def note_raid(play: Play, power: str, hurt: int) -> None:
    """Keep how much damage a power's Convoys took in this turn."""
    turn = board.game_turn(play.position)
    RAIDED.set(play, f"{turn} {raided(play.position, power) + hurt}", power)


def raided(position: Position, power: str) -> int:
    """Return the damage that a power's Convoys took in this turn."""
    turn, _, hurt = RAIDED.read(position.state, power).partition(" ")
    return int(hurt) if turn == str(board.game_turn(position)) else 0


def _traded(position: Position, power: str) -> tuple[int, int]:
    """Return the Resources and Oil that a power gains and gives by Trade Agreements (7.5)."""
    sums = {RESOURCES: 0, OIL: 0}
    for row in trades(position):
        giver = row.giver == power
        if row.receiver == power or giver:
            sums[row.resource] += -1 if giver else 1
    return sums[RESOURCES], sums[OIL]


def trades(position: Position) -> list[Trade]:
    """Return the Trade Agreements in force (7.5)."""
    if not board.rules_of(position).politics or road.is_on(position):
        return []
    found = []
    for row in own_rows(position.title, "trades", Trade):
        if not board.plays(position, row.receiver) or NO_TRADE.read(position.state, row.giver):
            continue
        if row.giver in position.title.powers:  # till war between the two, or the giver's box (7.5)
            going = board.plays(position, row.giver) and entry.box(position, row.giver) < row.until
        else:
            going = not board.ally_of(position, row.giver) and not board.is_conquered(position, row.giver)
        if going and _arrives(position, row):
            found.append(row)
    return found


def _arrives(position: Position, row: Trade) -> bool:
    """Return whether the receiver of a Trade Agreement can trace a line to the giver's Oil or Resource (7.6, step 5).

    The line may end in a land area that the giver holds, though it is not the receiver's friend.
    """
    if row.giver in position.title.powers:
        mine = [area for area, power in position.state.control.items() if power == row.giver]
    else:
        mine = list(board.areas_of(position, row.giver))
    mine = [area for area in mine if board.is_in_play(position, area)]
    goods = [area for area in mine if getattr(places(position.title)[area], row.resource)]
    line = production_line(position, row.receiver)
    near, lands = neighbours(position.title, "land"), set(mine)
    ahead = list(goods)
    way = set(ahead)
    for place in ahead:  # grows as it is walked: through the giver's own lands to where the line comes in
        if place in line or line.intersection(near[place]):
            return True
        more = [area for area in near[place] if area in lands and area not in way]
        way.update(more)
        ahead += more
    return False


def gain(play: Play, power: str, resources: int, oil: int) -> None:
    """Put a power's Resources and Oil on the track; its limit is what it may use (7.7)."""
    changes.gain(play, power, RESOURCES, resources, "income")
    changes.gain(play, power, OIL, oil, "income")


def _repair(play: Play) -> None:
    """Remove the damage of all Convoys and Factories (7.6, steps 3 and 6)."""
    for (area, facility), hurt in sorted(play.state.damage.items()):
        owner = board.holder(play.position, area) or next(
            (r.power for r in convoys_in(play.position).values() if f"convoy-{r.convoy}" == facility), ""
        )
        play.emit(ev.FacilityChanged(area, facility, owner, "repaired", -hurt, 0))


TASKS: dict[str, agenda.Task] = {
    "partisans": agenda.Task(_partisans),
    "partisan": agenda.Task(lambda play, arguments: None, _asks_partisan, _check_partisan, _answer_partisan),
    "entry": agenda.Task(_entry),
    "lend": agenda.Task(_lend, _asks_lend, _check_lend, _answer_lend),
    "income": agenda.Task(_income),
}
