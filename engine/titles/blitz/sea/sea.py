"""Sea Area Activities (section 4): return to base, moving to sea, blocking, sea area combat."""

from __future__ import annotations

from engine.condition import parse_condition
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Pending, Position
from engine.state import Stack
from engine.title.own_tables import own_rows
from engine.titles.blitz import agenda
from engine.titles.blitz.combat import battles, factors, phases, results
from engine.titles.blitz.combat.battles import OTHER, acting_side
from engine.titles.blitz.orders import Engage, FlyIn, No, PutToSea, ReturnToBase, SlipAway, Yes
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board, changes, ways
from engine.titles.blitz.position.supply import convoys_of, in_supply, supplied
from engine.titles.blitz.sea import passage
from engine.titles.blitz.tables import Blockade, Port, counters
from engine.titles.blitz.vocabulary import ARRIVED, FOUGHT_SEAS, FREE, MOVED, RETURNED, SAILED

FIGHTING = {"naval", "total", "air"}
"""Blitzes that bring about sea area combats (2.2)."""

NOT_AT_SEA = Rule("return/not-at-sea", "4.1 Return to Base", FATAL)
BASE = Rule("return/base", "4.1 Return to Base", FATAL)
TURNED_BACK = Rule("return/turned-back", "9.8 Option 8: Forced Passage", FATAL)
LAND = Rule("sail/land", "4.2 Move to a Sea Area", FATAL)
AT_SEA = Rule("sail/at-sea", "4.2 Move to a Sea Area", FATAL)
SAIL_MOVED = Rule("sail/moved", "4.2 Move to a Sea Area", FATAL)
NEUTRAL = Rule("sail/neutral", "4.2 Move to a Sea Area", FATAL)
GOAL = Rule("sail/goal", "4.2 Move to a Sea Area", FATAL)
SUPPLY = Rule("sail/supply", "1.7 Supply Lines", FATAL)
TYPE = Rule("sail/type", "4.2 Move to a Sea Area", FATAL)
RANGE = Rule("sail/range", "4.2 Move to a Sea Area", FATAL)
WAY = Rule("sail/way", "4.2 Move to a Sea Area", FATAL)
SAIL_PORT = Rule("sail/port", "1.3 The Map and Stacking", FATAL)
CARRY = Rule("sail/carry", "4.2 Move to a Sea Area", FATAL)
CAPACITY = Rule("sail/capacity", "4.2 Move to a Sea Area", FATAL)
EMBARK = Rule("sail/embark", "4.2 Move to a Sea Area", FATAL)
RIDER = Rule("sail/rider", "4.2 Move to a Sea Area", FATAL)
RIDER_PLACE = Rule("sail/rider-place", "4.2 Move to a Sea Area", FATAL)
RIDER_POWER = Rule("sail/rider-power", "4.2 Move to a Sea Area", FATAL)
RIDER_MOVED = Rule("sail/rider-moved", "4.2 Move to a Sea Area", FATAL)
RIDER_HOME = Rule("sail/rider-home", "5.2 Move Land Units", FATAL)
ASHORE = Rule("sail/ashore", "1.3 The Map and Stacking", FATAL)
AREA = Rule("engage/area", "4.4 Sea Area Combat", FATAL)
DUE = Rule("engage/due", "4.4 Sea Area Combat", FATAL)
FLY_IN = Rule("fly-in", "4.4 Sea Area Combat", FATAL)
EVADE = Rule("evade", "4.4 Sea Area Combat", FATAL)


class Return(phases.Activity):
    """1.A: units at sea return to base (4.1)."""

    slug = "return"
    adds = (ReturnToBase,)
    section = "4.1 Return to Base"

    def open(self, play: Play) -> None:
        """Units that can reach no base, or only one out of supply, return at once; those without any are lost."""
        for key in phases.mine(play.position, ("air", "sea")):
            there = board.find(play.position, key.unit)
            if there is None or play.title.areas[there.area].kind != "sea" or board.is_aboard(there):
                continue
            blitz = phases.blitz_of(play.position, key.power)
            grounded = blitz == "air" and board.kind_of(play.title, key.unit) != "air"
            if blitz in ("land", "foot", "free") or grounded:
                continue
            near = near_bases(play.position, there)
            if not near or (
                len({area for area, _ in near}) == 1
                and near[0][0] not in supplied(play.position, key.power, board.home_of(play.position, key.unit))
            ):
                agenda.after(play, f"base {key.unit}")
        agenda.run(play)

    def judge(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with a return to base."""
        assert isinstance(order, ReturnToBase)
        key, wrong = phases.the_unit(position, order.unit, self.section)
        if key is None:
            return wrong
        if position.title.areas[key.area].kind != "sea" or board.is_aboard(key):
            return [NOT_AT_SEA.broken("only units at sea return to base", key.area, "a sea area")]
        if wrong := phases.check_actor(position, key, self.slug, load_size(position, key)):
            return wrong
        if board.has(key, SAILED):
            return [TURNED_BACK.broken(f"{order.unit} has been turned back", "turned back", "the next phase to return in")]
        open_ = [*near_bases(position, key), *passage.forced_bases(position, key)]
        if any(area == order.area and order.port in ("", sea) for area, sea in open_):
            return []
        return [
            BASE.broken(
                f"{order.unit} cannot return to base there",
                order.area,
                ", ".join(dict.fromkeys(area for area, _ in open_)) or "no base in range",
            )
        ]

    def do(self, play: Play, order: Order) -> None:
        """Return the unit to base; what a TRS carries comes ashore."""
        assert isinstance(order, ReturnToBase)
        key = board.find(play.position, order.unit)
        assert key is not None
        forced = passage.forced_bases(play.position, key)
        open_ = [*near_bases(play.position, key), *forced]
        place = next(p for p in open_ if p[0] == order.area and order.port in ("", p[1]))
        phases.spend_free(play, key, load_size(play.position, key))
        left = passage.run_home(play, key, forced[place]) if place in forced else key
        if left is not None:
            control.settle_in(play, left, *place, "return", RETURNED)


def near_bases(position: Position, key: Stack) -> list[tuple[str, str]]:
    """Return the (land area, sea of the port) in range where a unit at sea may return to base (4.1)."""
    if board.kind_of(position.title, key.unit) == "sea":
        return sorted(ways.havens(position, key, counters(position.title)[key.unit].move))
    return sorted((area, "") for area in ways.bases(position, key, ways.air_range(position, key)))


def load_size(position: Position, key: Stack) -> int:
    """Return the Sizes of what a unit carries."""
    return sum(rider.strength for rider in board.find_all(position, (unit for _, unit in parse_condition(key.condition).cargo)))


class Sea(phases.Activity):
    """1.B: units move to sea areas, one by one (4.2, 4.3)."""

    slug = "sea"
    adds = (PutToSea,)
    section = "4.2 Move to a Sea Area"

    def judge(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with a move to sea."""
        assert isinstance(order, PutToSea)
        key, wrong = phases.the_unit(position, order.unit, self.section)
        if key is None:
            return wrong
        wrong = phases.check_path(order.way, key.area, self.section)
        return wrong or check_sail(position, key, order)

    def do(self, play: Play, order: Order) -> None:
        """Move the unit, with what it carries; enemies try to block ships (4.3)."""
        assert isinstance(order, PutToSea)
        key = board.find(play.position, order.unit)
        assert key is not None
        if board.kind_of(play.title, key.unit) == "air":
            fly_out(play, key, order)
        else:
            sail(play, key, order)


def check_sail(position: Position, key: Stack, order: PutToSea) -> list[Problem]:
    """Return what hinders a unit from moving to sea (4.2)."""
    title, goal = position.title, order.way[-1]
    kind = board.kind_of(title, key.unit)
    if kind == "land":
        return [LAND.broken("land units go to sea aboard a TRS", order.unit, "a naval or air unit")]
    if title.areas[key.area].kind == "sea":
        return [AT_SEA.broken(f"{order.unit} is at sea; it returns to base first", key.area, "a land area")]
    if board.has(key, SAILED):
        return [SAIL_MOVED.broken(f"{order.unit} has moved to sea in this phase", "moved", "not yet moved")]
    riders, wrong = phases.find_all(position, order, "carry", Sea.section)
    boarding, more = phases.find_all(position, order, "embark", Sea.section)
    if wrong or more:
        return wrong + more
    size = sum(rider.strength for rider in (*riders, *boarding))
    if wrong := phases.check_actor(position, key, "sea", size):
        return wrong
    type_ = board.type_of(title, key.unit)
    if board.is_neutral_major(position, key.power) and (kind == "air" or type_ in board.WARSHIPS):
        return [NEUTRAL.broken("warships and aircraft of a neutral power stay in port", key.power, "a power at war")]
    if title.areas[goal].kind == "land" and (kind == "air" or goal == key.area):
        return [GOAL.broken("the move ends at sea, or in another port", goal, "a sea area")]
    if wrong := _check_load(position, key, riders, boarding, goal):
        return wrong
    return _check_flight(position, key, goal) if kind == "air" else _check_voyage(position, key, order)


def _check_flight(position: Position, key: Stack, goal: str) -> list[Problem]:
    if board.lacks(position, "air-at-sea"):
        return [TYPE.broken("air units do not move to sea in this scenario", key.unit, "a naval unit")]
    if not in_supply(position, key):
        return [SUPPLY.broken(f"{key.unit} is out of supply", key.area, "a supplied land area")]
    if board.type_of(position.title, key.unit) in factors.NO_DOGFIGHT:
        return [TYPE.broken(f"{key.unit} does not move to sea", board.type_of(position.title, key.unit), "another air unit")]
    far = ways.flights(position, key, ways.air_range(position, key))
    if goal in far:
        return []
    most = f"within {ways.air_range(position, key)}; a sea area is 2"
    return [RANGE.broken(f"{goal} is out of range of {key.unit}", goal, most)]


def _check_voyage(position: Position, key: Stack, order: PutToSea) -> list[Problem]:
    way = voyage(position, key, order.way)
    most = ways.sea_range(position, key)
    if way is None:
        return [WAY.broken(f"{key.unit} cannot go that way", order.path, "sea areas that touch, and open narrows")]
    if len(way) - 1 > most:
        return [RANGE.broken(f"{key.unit} cannot go so far", str(len(way) - 1), f"{most} at most")]
    goal = way[-1]
    if position.title.areas[goal].kind == "land":
        port = board.harbours(position, goal, way[-2])
        if port is None or not board.can_stack(position, key, goal, port):
            return [SAIL_PORT.broken(f"{key.unit} cannot enter that port", goal, "a port with room")]
    return []


def voyage(position: Position, key: Stack, points: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the whole way of a ship along the points of a path, filled in with shortest ways; None where there is none.

    Where two sea areas of the path follow each other that only closed narrows connect, the ship forces its way (9.8).
    """
    seas = [area for area in points[1:] if position.title.areas[area].kind == "sea"]
    last = points[-1] if position.title.areas[points[-1]].kind == "land" else ""
    way: tuple[str, ...] = (key.area,)
    for sea in seas:
        forced = ways.is_forced(position, key, way[-1], sea)
        step = (way[-1], sea) if forced else ways.voyages(position, key._replace(area=way[-1]), 30).get(sea)
        if step is None:
            return None
        way += step[1:]
    if last:
        found = ways.voyages(position, key._replace(area=way[-1]), 30)
        ends = [found[sea] for sea, _ in _doors_of(position, last) if sea in found]
        if not ends:
            return None
        best = min(ends, key=lambda end: (len(end), end))
        way += (*best[1:], last)
    return way


def _doors_of(position: Position, area: str) -> list[tuple[str, str]]:
    return [(sea, area) for port in own_rows(position.title, "ports", Port) if port.area == area for sea in port.seas]


def _check_load(position: Position, key: Stack, riders: list[Stack], boarding: list[Stack], goal: str) -> list[Problem]:
    """Return what is wrong with what a TRS carries and embarks (4.2)."""
    load = [*riders, *boarding]
    if not load:
        return []
    if board.type_of(position.title, key.unit) != "TRS":
        return [CARRY.broken(f"{key.unit} carries nothing", board.type_of(position.title, key.unit), "a TRS")]
    if not in_supply(position, key):
        return [SUPPLY.broken(f"{key.unit} is out of supply and carries nothing", key.area, "a supplied port")]
    size = sum(rider.strength for rider in load)
    if size > board.capacity(position, key):
        return [CAPACITY.broken(f"{key.unit} cannot carry so much", str(size), f"{board.capacity(position, key)} at most")]
    wrong = [item for rider in riders for item in check_rider(position, key, rider, key.area, goal, Sea.section)]
    if boarding and position.title.areas[goal].kind != "sea":
        return [EMBARK.broken("land units embark in the sea area where the move ends", goal, "a sea area")]
    for rider in boarding:
        wrong += check_rider(position, key, rider, rider.area if rider.area in ways.shore(position, goal) else "", goal, Sea.section)
    if not wrong and position.title.areas[goal].kind == "land" and not ways.fit_ashore(position, riders, goal):
        return [ASHORE.broken("what it carries cannot stay there", goal, "land units that may, with room")]
    return wrong


def check_rider(position: Position, ship: Stack, rider: Stack, area: str, goal: str, section: str) -> list[Problem]:
    """Return why a TRS may not take a land unit aboard in an area, to go to another (4.2, 5.2)."""
    title = position.title
    if board.kind_of(title, rider.unit) != "land" or board.type_of(title, rider.unit) == "FORT" or board.is_aboard(rider):
        return [
            RIDER.broken(
                f"{rider.unit} cannot be carried",
                board.type_of(title, rider.unit),
                "a land unit that moves",
                section=section,
            )
        ]
    if rider.area != area:
        return [RIDER_PLACE.broken(f"{rider.unit} is not where the TRS takes it aboard", rider.area, area or "the coast", section=section)]
    if board.is_chinese(position, rider.unit) or not board.are_partners(position, rider.power, ship.power):
        return [RIDER_POWER.broken(f"{ship.unit} does not carry {rider.unit}", rider.power, ship.power, section=section)]
    if board.is_confined(position, rider, goal):
        return [RIDER_HOME.broken("only GARs of a neutral power leave their home country", goal, rider.area)]
    if {MOVED, SAILED} & set(board.words(rider)):
        return [RIDER_MOVED.broken(f"{rider.unit} has moved in this turn", "moved", "not yet moved", section=section)]
    return []


def fly_out(play: Play, key: Stack, order: PutToSea) -> None:
    """Fly an air unit to a sea area."""
    phases.spend_free(play, key)
    goal = order.way[-1]
    changes.move(play, key, goal, changes.with_words(key.condition, SAILED), cause="sail")
    _note_arrival(play, goal)


def sail(play: Play, key: Stack, order: PutToSea) -> None:
    """Sail a ship, area by area, as far as enemies let it; then it embarks (4.2, 4.3)."""
    way = voyage(play.position, key, order.way)
    assert way is not None
    riders = board.find_all(play.position, phases.named(order, "carry"))
    phases.spend_free(play, key, sum(rider.strength for rider in riders))
    reached = [way[0]]
    for here in way[1:]:
        if len(reached) > 1 and is_blocked(play, key, reached[-1]):
            break
        if ways.is_forced(play.position, key, reached[-1], here):
            left = passage.force(play, key, reached[-1], here, riders)
            if left is None:
                return
            key, riders = left
        reached.append(here)
    goal = reached[-1]
    if play.title.areas[goal].kind == "land":
        control_move(play, key, riders, goal, reached[-2], tuple(reached))
        return
    ship = changes.move(play, key, goal, changes.with_words(control.strip(key), SAILED), tuple(reached), "sail")
    aboard = list(riders)
    if goal == way[-1]:
        boarding = board.find_all(play.position, phases.named(order, "embark"))
        size = sum(rider.strength for rider in boarding)
        if size and phases.blitz_of(play.position, key.power) == "free":
            FREE.set(play, FREE.number(play.state, key.power) + size, key.power)
        aboard += boarding
    for rider in aboard:
        told = parse_condition(rider.condition)._replace(aboard=True)
        changes.move(play, rider, goal, told.text, cause="embark")
    results.unload(play, ship.unit, aboard)
    _note_arrival(play, goal)


def control_move(play: Play, key: Stack, riders: list[Stack], area: str, sea: str, way: tuple[str, ...]) -> None:
    """Move a ship straight into a port; what it carries comes ashore."""
    word = changes.port_word(play, area, sea)
    changes.move(play, key, area, changes.with_words(control.strip(key), SAILED, word), way, "sail")
    for rider in riders:
        changes.move(play, rider, area, changes.with_words(rider.condition, SAILED), cause="landed")
    control.make_way(play, area, key.power)


def _note_arrival(play: Play, sea: str) -> None:
    """Keep the sea areas that Free Blitzes moved into: combats there are the other side's wish (2.2)."""
    if phases.is_blitz(play.position):
        seas = ARRIVED.read(play.state).split(",")
        if sea not in seas:
            ARRIVED.set(play, ",".join([*filter(None, seas), sea]))


def blockade(position: Position, key: Stack, sea: str) -> int:
    """Return the Blockade Value of the enemies in a sea area against a ship (4.3)."""
    rows = {row.type: row for row in own_rows(position.title, "blockade", Blockade)}
    total = 0
    for foe in board.enemies_in(position, sea, key):
        row = counters(position.title)[foe.unit]
        value = rows.get(row.primary if board.kind_of(position.title, foe.unit) == "air" else row.type)
        if value is not None:
            total += value.big if board.is_big(position.title, foe.unit) else value.small
    return total


def is_blocked(play: Play, key: Stack, sea: str) -> bool:
    """Roll whether enemies keep a ship in a sea area that it would leave; SUBs are never blocked (4.3)."""
    if board.type_of(play.title, key.unit) == "SUB":
        return False
    value = blockade(play.position, key, sea)
    if not value:
        return False
    return changes.roll(play, sea, key.power, "blockade", key.unit, target=max(6 - value, 0)) <= value


class SeaCombat(phases.Activity):
    """1.C: every sea area with enemies in it has a combat, in the order that the acting side chooses (4.4)."""

    slug = "sea-combat"
    adds = (Engage,)
    section = "4.4 Sea Area Combat"

    def judge(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with the choice of a combat."""
        assert isinstance(order, Engage)
        open_ = due(position)
        if order.area not in open_:
            return [AREA.broken("no combat is due there", order.area, ", ".join(open_) or "none is due")]
        return []

    def do(self, play: Play, order: Order) -> None:
        """Begin the combat; ask the other side whether it wishes one that Free Blitzes alone cause (2.2)."""
        assert isinstance(order, Engage)
        voluntary = order.area in optional(play.position)
        done = FOUGHT_SEAS.read(play.state).split(",")
        FOUGHT_SEAS.set(play, ",".join([*filter(None, done), order.area]))
        if voluntary:
            agenda.before(play, f"wish {order.area}")
        else:
            _muster(play, order.area)

    def check_end(self, position: Position) -> list[Problem]:
        """Every combat that is due must have been fought, or left by the other side's wish."""
        left = due(position)
        if not left:
            return []
        return [DUE.broken("combats are still to be fought", ", ".join(left), "all fought")]

    def owed(self, position: Position) -> list[Order]:
        """Return the orders that fight what is due."""
        return [Engage(area) for area in due(position)]


def due(position: Position) -> list[str]:
    """Return the sea areas in which a combat is due (4.4): all with enemies in them; in Blitzes those of a Naval or Total Blitz's power."""
    done = FOUGHT_SEAS.read(position.state).split(",")
    side = acting_side(position)
    return [
        area
        for area, row in position.title.areas.items()
        if row.kind == "sea" and area not in done and board.is_in_play(position, area) and _is_due(position, side, area)
    ]


def _is_due(position: Position, side: str, sea: str) -> bool:
    own, foes = battles.at_sea(position, side, sea), battles.at_sea(position, OTHER[side], sea)
    prey, mine = convoys_of(position, OTHER[side], sea), convoys_of(position, side, sea)
    if not _can_hurt(position, own, foes, bool(prey), bool(mine)):
        return False
    if not phases.is_blitz(position):
        return True
    if position.options["convoy-blitzes"] == "fight" and any(phases.blitz_of(position, row.power) in ("naval", "total") for row in mine):
        return True
    return any(_must_fight(position, key) for key in own) or sea in ARRIVED.read(position.state).split(",")


def _must_fight(position: Position, key: Stack) -> bool:
    """Return whether a unit's Blitz brings about the combat of its sea area: in an Air Blitz aircraft alone do (2.2)."""
    blitz = phases.blitz_of(position, key.power)
    return blitz in FIGHTING and (blitz != "air" or board.kind_of(position.title, key.unit) == "air")


def _can_hurt(position: Position, own: list[Stack], foes: list[Stack], prey: bool, mine: bool) -> bool:
    """Return whether any round would be fought at all."""

    def armed(keys: list[Stack]) -> bool:
        return any(board.kind_of(position.title, key.unit) == "air" or board.printed(position.title, key, "naval") for key in keys)

    return (armed(own) and (bool(foes) or prey)) or (armed(foes) and (bool(own) or mine))


def optional(position: Position) -> list[str]:
    """Return the due combats that only Free Blitzes cause: the other side says whether they are fought (2.2)."""
    if not phases.is_blitz(position):
        return []
    side = acting_side(position)
    return [sea for sea in due(position) if not any(_must_fight(position, key) for key in battles.at_sea(position, side, sea))]


def _muster(play: Play, sea: str) -> None:
    """Let the other side's aircraft fly in and its SUBs slip away before a combat (4.4)."""
    powers = board.powers_of(play.position, OTHER[acting_side(play.position)])
    agenda.before(play, *(f"fly-in {power} {sea}" for power in powers), *(f"evade {power} {sea}" for power in powers), f"sea-battle {sea}")


def _asks_wish(position: Position, arguments: agenda.Arguments) -> Pending:
    """Ask the power of the other side with the most Naval Factors; it fights where its side is no weaker, unless it says otherwise."""
    sea, side = arguments[0], acting_side(position)
    foes = {key: board.printed(position.title, key, "naval") for key in battles.at_sea(position, OTHER[side], sea)}
    sums = {key.power: 0 for key in sorted(foes)} or {row.power: 0 for row in convoys_of(position, OTHER[side], sea)}
    for key, factors_ in foes.items():
        sums[key.power] += factors_
    strength = sum(board.printed(position.title, key, "naval") for key in battles.at_sea(position, side, sea))
    asked = max(sums, key=lambda power: sums[power])
    return Pending("wish", asked, (Yes, No), Yes() if sum(sums.values()) >= strength else No())


def _answer_wish(play: Play, arguments: agenda.Arguments, order: Order) -> None:
    if isinstance(order, Yes):
        _muster(play, arguments[0])


def flyers(position: Position, power: str, sea: str) -> list[Stack]:
    """Return the air units of a power that may fly to a sea combat: for the sea, in a land area in range, at war there (4.4).

    A Convoy of the acting side is an enemy as well as a unit is.
    """
    found = []
    prey = convoys_of(position, acting_side(position), sea)
    for key in board.on_map(position):
        row = counters(position.title)[key.unit]
        if key.power != power or row.primary != "naval" or position.title.areas[key.area].kind != "land":
            continue
        foes = board.enemies_in(position, sea, key)
        at_war = bool(foes) or any(board.at_war(position, power, convoy.power) for convoy in prey)
        if at_war and in_supply(position, key) and sea in ways.flights(position, key, row.fly):
            found.append(key)
    return found


def _asks_fly_in(position: Position, arguments: agenda.Arguments) -> Pending | None:
    power, sea = arguments
    return Pending("fly-in", power, (FlyIn,), FlyIn()) if flyers(position, power, sea) else None


def _check_fly_in(position: Position, arguments: agenda.Arguments, order: FlyIn) -> list[Problem]:
    able = [key.unit for key in flyers(position, *arguments)]
    if again := phases.check_once(order, "units", SeaCombat.section):
        return again
    wrong = [name for name in phases.named(order, "units") if name not in able]
    return [FLY_IN.broken("these cannot join the combat", ", ".join(wrong), ", ".join(able))] if wrong else []


def _answer_fly_in(play: Play, arguments: agenda.Arguments, order: FlyIn) -> None:
    for name in phases.named(order, "units"):
        key = board.find(play.position, name)
        assert key is not None
        changes.move(play, key, arguments[1], changes.with_words(key.condition, SAILED), cause="fly-in")


def evaders(position: Position, power: str, sea: str) -> list[Stack]:
    """Return the SUBs of a power in a sea area that may return to base instead of fighting (4.4)."""
    return [
        key
        for key, _ in position.stacks(sea)
        if key.power == power and board.type_of(position.title, key.unit) == "SUB" and results.base_choices(position, key)
    ]


def _asks_evade(position: Position, arguments: agenda.Arguments) -> Pending | None:
    return Pending("evade", arguments[0], (SlipAway,), SlipAway()) if evaders(position, *arguments) else None


def _check_evade(position: Position, arguments: agenda.Arguments, order: SlipAway) -> list[Problem]:
    able = [key.unit for key in evaders(position, *arguments)]
    if again := phases.check_once(order, "units", SeaCombat.section):
        return again
    wrong = [name for name in phases.named(order, "units") if name not in able]
    return [EVADE.broken("these cannot evade", ", ".join(wrong), ", ".join(able))] if wrong else []


def _answer_evade(play: Play, arguments: agenda.Arguments, order: SlipAway) -> None:
    agenda.before(play, *(f"base {name}" for name in phases.named(order, "units")))


def _sea_battle(play: Play, arguments: agenda.Arguments) -> None:
    side = acting_side(play.position)
    own = battles.at_sea(play.position, side, arguments[0])
    foes = battles.at_sea(play.position, OTHER[side], arguments[0])
    prey, mine = (convoys_of(play.position, one, arguments[0]) for one in (OTHER[side], side))
    if (own and (foes or prey)) or (mine and foes):
        battles.begin(play, "sea", arguments[0])


TASKS: dict[str, agenda.Task] = {
    "wish": agenda.Task(lambda play, arguments: None, _asks_wish, answer=_answer_wish),
    "fly-in": agenda.Task(lambda play, arguments: None, _asks_fly_in, _check_fly_in, _answer_fly_in),
    "evade": agenda.Task(lambda play, arguments: None, _asks_evade, _check_evade, _answer_evade),
    "sea-battle": agenda.Task(_sea_battle),
}
