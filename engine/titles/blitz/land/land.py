"""Land Area Activities (section 5): rebasing, moving overland, and the announcing of land area combats."""

from __future__ import annotations

from itertools import pairwise

from engine.condition import parse_condition
from engine.orders import Order
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz import agenda
from engine.titles.blitz.combat import a_bomb, phases, results
from engine.titles.blitz.orders import MoveUnit, Rebase
from engine.titles.blitz.politics import control
from engine.titles.blitz.politics_tables import china
from engine.titles.blitz.position import board, changes, ways
from engine.titles.blitz.position.supply import in_supply, land_routes, neighbours
from engine.titles.blitz.sea import passage, sea
from engine.titles.blitz.tables import figure
from engine.titles.blitz.vocabulary import CLOSED, FOUGHT, MOVED, REBASED, RETURNED, SAILED

LAND = Rule("rebase/land", "5.1 Rebase Air and Naval Units", FATAL)
GOAL = Rule("rebase/goal", "5.1 Rebase Air and Naval Units", FATAL)
REBASE_MOVED = Rule("rebase/moved", "5.1 Rebase Air and Naval Units", FATAL)
REBASE_FREE = Rule("rebase/free", "2.2 Blitz Phases", FATAL)
REBASE_NEUTRAL = Rule("rebase/neutral", "5.1 Rebase Air and Naval Units", FATAL)
REBASE_RANGE = Rule("rebase/range", "5.1 Rebase Air and Naval Units", FATAL)
REBASE_STACKING = Rule("rebase/stacking", "1.3 The Map and Stacking", FATAL)
BOMB = Rule("rebase/a-bomb", "7.8 Spend your Resources", FATAL)
WAY = Rule("rebase/way", "5.1 Rebase Air and Naval Units", FATAL)
CARRY = Rule("rebase/carry", "5.1 Rebase Air and Naval Units", FATAL)
RIDER = Rule("rebase/rider", "1.3 The Map and Stacking", FATAL)
UNIT = Rule("move/unit", "5.2 Move Land Units", FATAL)
MOVE_MOVED = Rule("move/moved", "5.2 Move Land Units", FATAL)
SUPPLY = Rule("move/supply", "1.7 Supply Lines", FATAL)
LANDING = Rule("move/landing", "5.2 Move Land Units", FATAL)
ADJACENT = Rule("move/adjacent", "5.2 Move Land Units", FATAL)
MOVE_ROUTE = Rule("move/route", "5.2 Move Land Units", FATAL)
MOVE_RANGE = Rule("move/range", "5.2 Move Land Units", FATAL)
KEPT = Rule("move/kept", "5.2 Move Land Units", FATAL)
MOVE_STACKING = Rule("move/stacking", "1.3 The Map and Stacking", FATAL)
MOVE_NEUTRAL = Rule("move/neutral", "1.6 Neutral Territory", FATAL)
CHINA = Rule("move/china", "5.2 Move Land Units", FATAL)
NEUTRAL_POWER = Rule("move/neutral-power", "5.2 Move Land Units", FATAL)
PEACE = Rule("move/peace", "3.2 Declare War", FATAL)
MOVE_CLOSED = Rule("move/closed", "5.2 Move Land Units", FATAL)
DEFENDED = Rule("move/defended", "5.2 Move Land Units", FATAL)
MOVE_FREE = Rule("move/free", "2.2 Blitz Phases", FATAL)


class Rebasing(phases.Activity):
    """1.D: air and naval units, and PARAs by air, rebase (5.1)."""

    slug = "rebase"
    adds = (Rebase,)
    section = "5.1 Rebase Air and Naval Units"

    def judge(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with a rebase."""
        assert isinstance(order, Rebase)
        key, wrong = phases.the_unit(position, order.unit, self.section)
        if key is None:
            return wrong
        wrong = phases.check_path(order.way, key.area, self.section)
        return wrong or self._judge(position, key, order)

    def _judge(self, position: Position, key: Stack, order: Rebase) -> list[Problem]:
        title = position.title
        kind, goal = board.kind_of(title, key.unit), order.way[-1]
        if kind == "land" and not ways.air_range(position, key):
            return [LAND.broken("land units move, only a PARA rebases", order.unit, "an air or naval unit")]
        if title.areas[key.area].kind != "land" or title.areas[goal].kind != "land":
            return [GOAL.broken("a rebase leads from a land area to a land area", goal, "a land area")]
        goes_on = board.type_of(title, key.unit) == "TRS"
        moved = {SAILED, MOVED, RETURNED} if kind == "land" else {SAILED, MOVED}
        if moved & set(board.words(key)) or (board.has(key, REBASED) and not goes_on):
            return [REBASE_MOVED.broken(f"{order.unit} has moved in this turn", "moved", "not yet moved")]
        if wrong := phases.check_actor(position, key, self.slug):
            return wrong
        if phases.blitz_of(position, key.power) == "free" and kind == "sea":
            return [REBASE_FREE.broken("naval units do not rebase in a Free Blitz", order.unit, "an air unit")]
        if wrong := self._judge_home(position, key, goal):
            return wrong
        return self._judge_ship(position, key, order, goal) if kind == "sea" else self._judge_flight(position, key, order, goal)

    def _judge_home(self, position: Position, key: Stack, goal: str) -> list[Problem]:
        home = position.title.regions.get(board.home_of(position, key.unit), ())
        if not board.is_neutral_major(position, key.power) or (key.area in home and goal in home):
            return []
        return [REBASE_NEUTRAL.broken("units of a neutral power rebase at home", goal, ", ".join(home))]

    def _judge_flight(self, position: Position, key: Stack, order: Rebase, goal: str) -> list[Problem]:
        most = figure(position.title, "rebase-movement") * ways.air_range(position, key)
        if goal == key.area or goal not in ways.flights(position, key, most):
            return [REBASE_RANGE.broken(f"{goal} is out of reach of {key.unit}", goal, f"within {most}")]
        if not board.can_stack(position, key, goal):
            return [REBASE_STACKING.broken(f"{key.unit} cannot base there", goal, "a friendly area with room")]
        bombs, wrong = phases.find_all(position, order, "carry", self.section)
        if wrong or not bombs:
            return wrong
        if len(bombs) < 2 and _picks_up(position, key, bombs[0], order.way, most):
            size = key.strength + bombs[0].strength  # both are air units that base there (1.3)
            room = bombs[0].area == goal or board.has_room(position, key, goal, None, size)
            return [] if room else [REBASE_STACKING.broken(f"{key.unit} and its A-Bomb cannot base there", goal, "an area with room")]
        return [BOMB.broken(f"{key.unit} cannot carry that", order.carry, "an A-Bomb on its way, 4 Strategic Factors")]

    def _judge_ship(self, position: Position, key: Stack, order: Rebase, goal: str) -> list[Problem]:
        most = _left(position, key)
        found = rebase_way(position, key, order.way, order.port, most)
        if not found:
            return [WAY.broken(f"{key.unit} cannot rebase there", goal, f"a port within {most}, no armed enemies on the way")]
        riders, wrong = phases.find_all(position, order, "carry", self.section)
        if wrong or not riders:
            return wrong
        size = sum(rider.strength for rider in riders)
        if board.type_of(position.title, key.unit) != "TRS" or size > board.capacity(position, key) or not in_supply(position, key):
            return [CARRY.broken(f"{key.unit} cannot carry that", str(size), "a TRS in supply, twice its Size")]
        again = [rider.unit for rider in riders if board.has(rider, REBASED)]
        if again and position.options["land-rebases"] == "one":
            return [CARRY.broken(f"a TRS has carried {again[0]} in this phase", again[0], "a unit not yet carried")]
        wrong = [item for rider in riders for item in sea.check_rider(position, key, rider, key.area, goal, self.section)]
        if not wrong and not ways.fit_ashore(position, riders, goal):
            return [RIDER.broken("what it carries cannot land there", order.carry, "land units that may")]
        return wrong

    def do(self, play: Play, order: Order) -> None:
        """Rebase the unit, and what a TRS carries."""
        assert isinstance(order, Rebase)
        key = board.find(play.position, order.unit)
        assert key is not None
        phases.spend_free(play, key)
        goal = order.way[-1]
        if board.kind_of(play.title, key.unit) != "sea":
            changes.move(play, key, goal, changes.with_words(key.condition, REBASED), cause="rebase")
            for name in phases.named(order, "carry"):
                bomb = board.find(play.position, name)
                assert bomb is not None
                changes.move(play, bomb, goal, changes.with_words(bomb.condition, REBASED), cause="rebase")
            control.make_way(play, goal, key.power)
            return
        way = rebase_way(play.position, key, order.way, order.port, _left(play.position, key))
        word = changes.port_word(play, goal, way[-2])
        riders = board.find_all(play.position, phases.named(order, "carry"))
        passed = passage.run(play, key, way[:-1], riders)
        if passed is None:
            return
        key, riders = passed
        told = parse_condition(control.strip(key))
        condition = changes.with_words(told._replace(used=told.used + len(way) - 1).text, REBASED, word)
        changes.move(play, key, goal, condition, way, "rebase")
        for rider in riders:
            once = ways.air_range(play.position, rider) or play.position.options["land-rebases"] == "one"
            becomes = changes.with_words(rider.condition, REBASED) if once else rider.condition
            changes.move(play, rider, goal, becomes, cause="rebase")
        control.make_way(play, goal, key.power)


def _left(position: Position, key: Stack) -> int:
    """Return the movement that a ship has left to rebase with: a TRS may go on from port to port, with other loads (5.1)."""
    return figure(position.title, "rebase-movement") * ways.steps(position, key) - parse_condition(key.condition).used


def _picks_up(position: Position, key: Stack, bomb: Stack, way: tuple[str, ...], most: int) -> bool:
    """Return whether an air unit can take an A-Bomb along: one of its power where it is or passes, within its range (7.8)."""
    if not a_bomb.is_bomb(position, bomb) or bomb.power != key.power or not a_bomb.carries(position, key):
        return False
    if bomb.area not in way[:-1] or board.has(bomb, REBASED):
        return False
    spent = ways.flights(position, key, most).get(bomb.area)
    return spent is not None and way[-1] in ways.flights(position, key._replace(area=bomb.area), most - spent)


def rebase_way(position: Position, key: Stack, points: tuple[str, ...], port: str, most: int) -> tuple[str, ...]:
    """Return the way of a ship that rebases to a port; empty without one (5.1)."""
    goal = points[-1]
    found = [way for (area, _), way in ways.havens(position, key, most, shy=True).items() if area == goal and port in ("", way[-2])]
    if not found:  # through narrows that are closed, by an optional rule (9.8)
        forced = ways.havens(position, key, most, shy=True, force=True)
        found = [way for (area, _), way in forced.items() if area == goal and port in ("", way[-2])]
    return min(found, key=lambda way: (len(way), way)) if found else ()


class Marching(phases.Activity):
    """1.E: land units move (5.2)."""

    slug = "move"
    adds = (MoveUnit,)
    section = "5.2 Move Land Units"

    def judge(self, position: Position, order: Order) -> list[Problem]:
        """Return what is wrong with a move overland."""
        assert isinstance(order, MoveUnit)
        key, wrong = phases.the_unit(position, order.unit, self.section)
        if key is None:
            return wrong
        wrong = phases.check_path(order.way, key.area, self.section)
        return wrong or check_march(position, key, order.way)

    def do(self, play: Play, order: Order) -> None:
        """Move the unit, area by area; it takes control of empty enemy land on the way."""
        assert isinstance(order, MoveUnit)
        key = board.find(play.position, order.unit)
        assert key is not None
        march(play, key, order.way)


def check_march(position: Position, key: Stack, path: tuple[str, ...]) -> list[Problem]:
    """Return what hinders a land unit from moving along a path of adjacent areas (5.2)."""
    title = position.title
    if board.kind_of(title, key.unit) != "land" or board.type_of(title, key.unit) == "FORT":
        return [UNIT.broken(f"{key.unit} does not move overland", board.type_of(title, key.unit), "a land unit, no FORT")]
    if {MOVED, FOUGHT} & set(board.words(key)):
        return [MOVE_MOVED.broken(f"{key.unit} has moved in this turn", "moved", "not yet moved")]
    if wrong := phases.check_actor(position, key, "move"):
        return wrong
    if board.is_aboard(key):
        return _check_landing(position, key, path)
    if not in_supply(position, key):
        return [SUPPLY.broken(f"{key.unit} is out of supply", key.area, "a supplied area")]
    return _check_steps(position, key, path)


def _check_landing(position: Position, key: Stack, path: tuple[str, ...]) -> list[Problem]:
    goal = path[-1]
    fits = len(path) == 2 and goal in ways.shore(position, key.area) and board.can_stack(position, key, goal)
    if fits:
        return []
    return [LANDING.broken(f"{key.unit} lands in a friendly area on its sea, and stays there", goal, "one friendly land area")]


def _check_steps(position: Position, key: Stack, path: tuple[str, ...]) -> list[Problem]:
    if wrong := _check_kept(position, key):
        return wrong
    left, stop = ways.steps(position, key), False
    for one, two in pairwise(path):
        ferry = (one, two) in board.rules_of(position).ferries
        near = neighbours(position.title, "land")[one]
        if (two not in near and not ferry) or position.title.areas[two].kind != "land" or not board.is_in_play(position, two):
            return [ADJACENT.broken(f"{two} is not beside {one}", two, ", ".join(control.adjacent_land(position, one)))]
        if stop:
            return [MOVE_ROUTE.broken(f"{key.unit} stops after a Land Route", two, one)]
        left -= board.terrain(position, two).move
        if left < 0:
            return [MOVE_RANGE.broken(f"{key.unit} cannot move so far", " > ".join(path), f"movement {ways.steps(position, key)}")]
        if wrong := check_entry(position, key, two):
            return wrong
        stop = ferry or frozenset((one, two)) in land_routes(position.title)
    goal = path[-1]
    if not board.is_ours(position, board.side_of(position, key.power), goal):
        return [] if _fits_island(position, key, goal) else [_no_room(key, goal)]
    return [] if board.can_stack(position, key, goal) else [_no_room(key, goal)]


def _check_kept(position: Position, key: Stack) -> list[Problem]:
    """A land area that must be garrisoned is not left by its last land unit (A.5)."""
    there = board.stands_in(position, key.area, board.side_of(position, key.power), "land")
    if key.area not in board.rules_of(position).kept or len(there) > 1:
        return []
    return [KEPT.broken(f"a land unit must stay in {key.area}", key.unit, "another unit that stays")]


def _fits_island(position: Position, key: Stack, area: str) -> bool:
    return not board.is_island(position, area) or key.strength <= figure(position.title, "island-sizes")


def _no_room(key: Stack, area: str) -> Problem:
    return MOVE_STACKING.broken(f"{key.unit} cannot stay there", area, "an area that it may be in, with room")


def _defended(position: Position, key: Stack, area: str) -> bool:
    side = board.side_of(position, key.power)
    return any(
        board.kind_of(position.title, k.unit) == "land" and board.side_of(position, k.power) != side for k, _ in position.stacks(area)
    )


def check_entry(position: Position, key: Stack, area: str) -> list[Problem]:
    """Return why a land unit may not enter a land area: neutrals, enemies, China, neutral powers (1.6, 3.2, 5.2)."""
    owner, side = board.holder(position, area), board.side_of(position, key.power)
    if not owner:
        return [MOVE_NEUTRAL.broken(f"{area} is neutral", area, "a declaration of war first")]
    if not board.may_be_in_china(position, key) and board.country_at(position, area) == china(position.title):
        return [CHINA.broken(f"{key.unit} may not enter China yet", area, "an area outside of China")]
    if board.is_confined(position, key, area):
        home = position.title.regions.get(board.home_of(position, key.unit), ())
        return [NEUTRAL_POWER.broken("only GARs of a neutral power leave their home country", area, ", ".join(home))]
    if board.side_of(position, owner) == side:
        return [] if board.may_enter(position, key, area) else [_no_room(key, area)]
    if not board.is_hostile_land(position, key.power, area, key.unit):
        return [PEACE.broken(f"{key.power} is not at war with {owner}", area, "an enemy at war")]
    if board.is_closed(position, key, area):
        return [_no_room(key, area)]
    if CLOSED.read(position.state, area):
        return [MOVE_CLOSED.broken(f"{area} may not be attacked any more", area, "another area")]
    if _defended(position, key, area):
        return [DEFENDED.broken(f"enemy land units are in {area}", area, "an attack")]
    if phases.blitz_of(position, key.power) == "free":
        return [MOVE_FREE.broken("a Free Blitz enters no enemy land", area, "a friendly area")]
    return []


def march(play: Play, key: Stack, path: tuple[str, ...]) -> None:
    """Move a land unit along a path; it takes what enemy land it enters (5.2)."""
    phases.spend_free(play, key)
    phases.note_foot(play, key)
    if board.is_aboard(key):
        results.land(play, key, path[-1], "landed")
        there = board.find(play.position, key.unit)
        assert there is not None
        changes.mark(play, there, MOVED)
        control.make_way(play, there.area, key.power)
        return
    _walk(play, key, path[1:])


def _walk(play: Play, key: Stack, way: tuple[str, ...], *, took: bool = False) -> None:
    """Move a land unit into one area after the other; where it takes one, the rest of its way waits for what that asks (3., 5.2)."""
    for number, area in enumerate(way, start=1):
        if took and check_entry(play.position, key, area):  # what it took has changed who may go on (1.6, 3.4)
            key = changes.mark(play, key, MOVED)
            break
        condition = changes.with_words(key.condition, MOVED) if number == len(way) else key.condition
        key = changes.move(play, key, area, condition)
        if not board.is_ours(play.position, board.side_of(play.position, key.power), area):
            results.note_clean(play, area, key.power, 0)
            control.take_control(play, area, key.power, "blitzed", takers=(key.unit,))
            _put_off(play, key.unit, key.area, *way[number:])
            return
    control.make_way(play, key.area, key.power)


def _put_off(play: Play, *march: str) -> None:
    """Put a march (the unit, where it is, the rest of its way) behind all that is to be settled first."""
    agenda.after(play, " ".join(("march", *march)))


def _march_on(play: Play, arguments: agenda.Arguments) -> None:
    """Go on with a march from where it took an area, when all that followed is settled, unless the unit is there no more (3.)."""
    unit, area, *way = arguments
    if agenda.tasks(play.position):
        _put_off(play, *arguments)
        return
    key = board.find(play.position, unit)
    if key is None or board.is_boxed(play.position, key):
        return
    if key.area != area:  # it had to leave, and one move is all that it has (3.4, 5.2)
        if way:
            changes.mark(play, key, MOVED)
        return
    _walk(play, key, tuple(way), took=True)


TASKS = {"march": agenda.Task(_march_on)}
