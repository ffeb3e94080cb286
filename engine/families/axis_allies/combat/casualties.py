"""The casualties a side owes for hits, its choice, and the usual order of loss (General Combat Sequence, steps 2 to 5).

A hit may strike only some units: hits by aircraft without a destroyer no submarines, hits by submarines only sea units.
A choice of casualties is right when every hit can be given to a chosen unit that it may strike, as many hits as
possible are given, and transports are chosen only for hits that nothing else could have taken.

The usual order of loss, which is also the default: first hits that destroy nothing (battleships), then by cost, the
cheapest first, transports last of all; an attacker of a territory keeps its best land unit to take it. Among units of
one type: the sound before the damaged, ships with the least cargo, units put ashore (they cannot retreat) before
those that came overland, aircraft with the least range left; `which.py` says how an order names others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.condition import has_word
from engine.derived import derived_from
from engine.families.axis_allies.board import Stacks, condition_of, is_sea
from engine.families.axis_allies.combat.battle import ATTACKER, OpenBattle, remove, sort_forces, standing
from engine.families.axis_allies.combat.fire import Pools
from engine.families.axis_allies.combat.which import FORM, differ, parse_marks, take, traits
from engine.families.axis_allies.vocabulary import AIRBORNE, ELITE, MARINE, SHOT
from engine.forces import UnitCount, show_units
from engine.mechanics.changes import changed
from engine.mechanics.orders import Lose
from engine.mechanics.profile import profile, profile_of
from engine.mechanics.targets import may_strike
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title, Unit

if TYPE_CHECKING:
    from engine.play import Play

Kind = tuple[str, str]
"""(unit, power): the key of a choice of casualties."""

_PRECIOUS = frozenset({ELITE, AIRBORNE, MARINE})
"""Words of units that are lost last among their type."""

SECTION = "General Combat Sequence"

NOT_THERE = Rule("casualties/not-there", SECTION)
NUMBER = Rule("casualties/number", SECTION)
TRANSPORTS_LAST = Rule("casualties/transports-last", "Transports")
CANNOT_BE_HIT = Rule("casualties/cannot-be-hit", SECTION)
WHICH = Rule("casualties/which", SECTION)

NONE_SUCH = "no such units are there to be lost"
OTHERS_LOST = "others of their type were lost; a line that says which are lost stands right after the dice that hit them"


class Toll(NamedTuple):
    """A side's debt of hits by pool, the hits each kind of unit can take, and the usual choice.

    `warships` hits go on units that are not transports, `transports` on transports; `free`: whether there is a choice.
    `last` are the kinds of transports: they are chosen only for hits that nothing else could have taken.
    """

    pools: Pools
    room: Counter[Kind]
    usual: Counter[Kind]
    warships: int
    transports: int
    free: bool
    last: frozenset[Kind] = frozenset()


def toll_of(position: Position, area: str, side: str, pools: Pools) -> Toll:
    """Return the casualties a side owes in an area for hits; nobody may change them: they are kept until the next event."""
    return _toll_of(position, area, side, tuple(sorted(pools.items())))


@derived_from("moment")
def _toll_of(position: Position, area: str, side: str, hits_by_pool: tuple[tuple[str, int], ...]) -> Toll:
    pools = dict(hits_by_pool)
    title, hits = position.title, sum(pools.values())
    stacks = [item for item in standing(position, area, side) if _strikers(title, item[0].unit, pools) and _in_reach(title, item[0], pools)]
    room: Counter[Kind] = Counter()
    for key, count in stacks:
        room[key.unit, key.power] += count * key.strength
    usual: Counter[Kind] = Counter()
    ashore = side == ATTACKER and not is_sea(title, area)
    last = frozenset((key.unit, key.power) for key, _ in stacks if _is_last(title.units[key.unit], ashore))
    for kind in _order_of_loss(position, stacks, last, ashore):
        if not hits:
            break
        usual[kind] += 1
        if possible(title, usual, pools):
            hits -= 1
        else:
            usual[kind] -= 1
    usual = +usual
    ships = sum(n for kind, n in usual.items() if kind in last)
    free = _has_choice(title, room, usual, pools, last) or differ(position, stacks, usual)
    return Toll(pools, room, usual, usual.total() - ships, ships, free, last)


def _in_reach(title: Title, key: Stack, pools: Pools) -> bool:
    """Return whether units are in the air where all hits are on what is there."""
    return set(pools) != {"aloft"} or title.units[key.unit].cls == "air" or has_word(key.condition, AIRBORNE)


def possible(title: Title, chosen: Counter[Kind], pools: Pools) -> bool:
    """Return whether the hits of the pools can be assigned so that each chosen unit gets one that may strike it.

    By Hall's theorem: for every set of pools, the units that only these pools can strike are no more than their hits.
    """
    if len(pools) == 1:
        ((pool, hits),) = pools.items()
        some = [kind for kind, n in chosen.items() if n]
        return all(may_strike(title.units[unit], pool) for unit, _ in some) and chosen.total() <= hits
    names = sorted(pools)
    needs = [(_strikers(title, unit, pools), n) for (unit, _), n in chosen.items()]
    subsets = (set(some) for size in range(len(names) + 1) for some in combinations(names, size))
    return all(sum(n for who, n in needs if who <= some) <= sum(pools[name] for name in some) for some in subsets)


def _strikers(title: Title, unit: str, pools: Pools) -> set[str]:
    return {pool for pool in pools if may_strike(title.units[unit], pool)}


def _is_last(unit: Unit, ashore: bool) -> bool:
    """Whether units are lost last: transports, but aircraft that drop somebody into an assault like the rest (12.2 of Global War)."""
    return unit.has("transport") or (unit.has("last-lost") and not (ashore and _drops(unit)))


def _drops(unit: Unit) -> bool:
    return unit.has("drops") and unit.has("last-lost")


def _order_of_loss(position: Position, stacks: Stacks, last: frozenset[Kind], keep_land: bool) -> Iterator[Kind]:
    """Yield the kind that takes each possible hit, in the usual order."""
    title = position.title
    units, order = list(title.units), title.order
    hits = []
    for key, count in stacks:
        rank = (
            (key.unit, key.power) in last,
            True,
            profile_of(position, key).cost,
            units.index(key.unit),
            order.index(key.power),
        )
        hits += [(rank, (key.unit, key.power))] * count
        hits += [((rank[0], False, *rank[2:]), (key.unit, key.power))] * (count * (key.strength - 1))
    hits.sort()
    if keep_land:
        best = max((n for n, (_, kind) in enumerate(hits) if title.units[kind[0]].cls == "land"), default=-1)
        if best >= 0:
            kept = hits.pop(best)
            falls = title.units[kept[1][0]].has("elite-assault")  # with the aircraft that dropped it, so these go after it
            before = [n for n, (rank, kind) in enumerate(hits) if rank[0] or (falls and _drops(title.units[kind[0]]))]
            end = min(before, default=len(hits))
            hits.insert(end, kept)
    return (kind for _, kind in hits)


def _has_choice(title: Title, room: Counter[Kind], usual: Counter[Kind], pools: Pools, last: frozenset[Kind]) -> bool:
    """Whether one unit of the usual choice could be swapped for another; if not, it is the only choice."""
    for mine in usual:
        for other in room:
            same = (mine in last) == (other in last)
            if other != mine and same and usual[other] < room[other]:
                swapped = usual.copy()
                swapped[mine] -= 1
                swapped[other] += 1
                if possible(title, swapped, pools):
                    return True
    return False


def show_choice(position: Position, chosen: Counter[Kind], toll: Toll) -> str:
    """Return casualties as the text of a Lose order; with powers if the side has several."""
    several = len({power for _, power in toll.room}) > 1
    return show_units((unit, n, power if several else "") for unit, n, power in sort_forces(position, chosen))


def usual_loss(position: Position, toll: Toll) -> Lose:
    """Return the order that loses the usual casualties."""
    return Lose(show_choice(position, toll.usual, toll))


def read_choice(position: Position, named: tuple[UnitCount, ...], toll: Toll, lead: str) -> tuple[Counter[Kind], list[str]]:
    """Return the casualties that a Lose order names, and the units it names that cannot be hit.

    Units named without a power are first the deciding power's, then the others' in the order of play.
    """
    chosen: Counter[Kind] = Counter()
    missing = []
    for unit, count, power in named:
        powers = [power] if power else sorted(position.title.order, key=lambda one: one != lead)
        for one in powers:
            taken = min(count, toll.room[unit, one] - chosen[unit, one])
            chosen[unit, one] += taken
            count -= taken
        if count:
            missing.append(f"{count} {unit}" + (f" ({power})" if power else ""))
    return +chosen, missing


def check_lose(position: Position, order: Lose, toll: Toll, lead: str, area: str, side: str) -> list[Problem]:
    """Return what is wrong with a choice of casualties; `area` and `side` say which units to tell apart."""
    return check_units(position, order, toll, lead) or check_which(
        position, order, read_choice(position, order.forces, toll, lead)[0], standing(position, area, side)
    )


def check_units(position: Position, order: Lose, toll: Toll, lead: str) -> list[Problem]:
    """Return what is wrong with the number and types of units chosen."""
    title = position.title
    chosen, missing = read_choice(position, order.forces, toll, lead)
    usual = usual_loss(position, toll).units
    if missing:
        message = "these units cannot be hit: they are not there, or no hit may strike them"
        return [NOT_THERE.broken(message, found=", ".join(missing), expected=usual)]
    owed = toll.warships + toll.transports
    if chosen.total() != owed:
        message = f"{owed} hits are to be taken"
        return [NUMBER.broken(message, found=str(chosen.total()), expected=str(owed))]
    ships = sum(n for kind, n in chosen.items() if kind in toll.last)
    if ships > toll.transports:
        message = "transports are chosen only when no other unit can take the hit"
        return [TRANSPORTS_LAST.broken(message, found=order.units, expected=usual)]
    if ships < toll.transports or not possible(title, chosen, toll.pools):
        owed_text = " ".join(f"{pool}={n}" for pool, n in toll.pools.items())
        message = f"the hits ({owed_text}) cannot be assigned this way"
        return [CANNOT_BE_HIT.broken(message, found=order.units, expected=usual)]
    return []


def check_which(position: Position, order: Lose, chosen: Counter[Kind], stacks: Stacks, missed: str = NONE_SUCH) -> list[Problem]:
    """Return what is wrong with how an order tells units of one type apart.

    `stacks` are those that may be lost, `missed` is said of what is not among them.
    """
    try:
        marks = parse_marks(order.which)
    except ValueError as error:
        return [WHICH.broken(str(error), found=order.which, expected=FORM)]
    taken, missing = take(position, stacks, marks)
    named = Counter({kind: 0 for kind in chosen})
    for key, n in taken:
        named[key.unit, key.power] += n
    there = ", ".join(f"{n} {key.unit} {min(traits(position, key))}" for key, n in stacks if any(key.unit == mark.unit for mark in marks))
    if missing:
        return [WHICH.broken(missed, found=order.which, expected=there or "other units")]
    if any(n > chosen[kind] for kind, n in named.items()):
        return [WHICH.broken("more units are told apart than are lost", found=order.which, expected=order.units)]
    return []


def salvage_choice(position: Position, order: Lose, toll: Toll, lead: str) -> Lose:
    """Return the nearest legal choice: the named units that may be lost, completed in the usual order."""
    title = position.title
    wanted, _ = read_choice(position, order.forces, toll, lead)
    fixed: Counter[Kind] = Counter()
    for transports, limit in ((False, toll.warships), (True, toll.transports)):
        for kind in [*wanted.elements(), *toll.usual.elements(), *toll.room.elements()]:
            if (kind in toll.last) != transports or fixed[kind] >= toll.room[kind]:
                continue
            done = sum(n for one, n in fixed.items() if (one in toll.last) == transports)
            trial = fixed + Counter([kind])
            if done < limit and possible(title, trial, toll.pools):
                fixed = trial
    return Lose(show_choice(position, fixed, toll), readable(order.which))


def readable(which: str) -> str:
    """Return how an order tells units apart; empty if it cannot be read."""
    try:
        parse_marks(which)
    except ValueError:
        return ""
    return which


def check_told(position: Position, order: Lose, named: Counter[Kind], hit: Counter[Stack]) -> list[Problem]:
    """Return what is wrong with how a line about losses tells units apart that nobody had to choose among: `hit` were hit."""
    return check_which(position, order, named, sorted(hit.items()), OTHERS_LOST)


def inflict(play: Play, fight: OpenBattle, side: str, chosen: Counter[Kind], word: str, which: str = "") -> None:
    """Give the chosen units their hits: units with strength left lose strength, the others get a word and are removed later.

    An empty word removes them at once. Units that `which` names go before others of their type.
    """
    chosen = chosen.copy()
    for key, count in take(play.position, standing(play.position, fight.area, side), parse_marks(which))[0]:
        n = min(count, chosen[key.unit, key.power])
        if n:
            hit(play, fight, key, n, word)
            chosen[key.unit, key.power] -= n
    for (unit, power), hits in sorted(chosen.items()):
        while hits:
            stacks = [item for item in standing(play.position, fight.area, side) if item[0][1:3] == (power, unit)]
            if not stacks:
                break
            # Fire at aircraft hits those of the type that came by air.
            key, count = min(
                stacks, key=lambda item: (word == SHOT and not has_word(item[0].condition, AIRBORNE), spare(play.position, item[0]))
            )
            n = min(hits, count)
            hit(play, fight, key, n, word)
            hits -= n


def spare(position: Position, key: Stack) -> tuple[Any, ...]:
    """Sort key of stacks of one type: the one to take a hit first comes first."""
    condition = condition_of(key)
    cargo = sum(profile(position, power, unit).cost for power, unit in condition.cargo)
    ashore = bool(condition.origin) and is_sea(position.title, condition.origin)
    return -key.strength, len(_PRECIOUS.intersection(condition.words)), cargo, not ashore, -condition.used, key


def hit(play: Play, fight: OpenBattle, key: Stack, count: int, word: str) -> None:
    """Give units of a stack a hit each: the strong lose strength, the others get a word; without one they are removed."""
    if key.strength > 1:
        play.emit(changed(key, count, "hit", to_strength=key.strength - 1, battle=fight.number))
    elif word:
        play.emit(changed(key, count, "hit", condition_of(key).having(word).text, battle=fight.number))
    else:
        remove(play, fight, key, count, "combat")
