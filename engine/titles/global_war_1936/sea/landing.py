"""Amphibious assaults: infantry lands first, the rest in the second round, and casualties are double (sections 9.2, 9.8, 1.23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from engine.condition import Condition
from engine.events import BattleEnded, UnitsMoved, UnitsRemoved
from engine.families.axis_allies.board import Stacks, condition_of, friendly_stacks, is_sea, own_stacks
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle, sort_forces, standing
from engine.families.axis_allies.combat.casualties import Kind, check_which, hit
from engine.families.axis_allies.combat.fire import Pools
from engine.families.axis_allies.combat.steps.firing import FireStep
from engine.families.axis_allies.combat.steps.step import IDLE, ON, ROUGHLY, UNCHAINED, Step, wait
from engine.families.axis_allies.combat.which import differ
from engine.families.axis_allies.transports import change, fits
from engine.families.axis_allies.vocabulary import ASSAULTED, HANDY, OWED, STEP, WAITING
from engine.forces import show_units
from engine.mechanics.orders import Lose
from engine.mechanics.profile import profile_of
from engine.orders import Order
from engine.problems import Problem, Rule
from engine.rules import Pending, Position
from engine.state import Stack
from engine.titles.global_war_1936.land import modifiers
from engine.titles.global_war_1936.sea.hulls import RolledFire, RolledRank, plain_fire
from engine.titles.global_war_1936.tables import figure
from engine.vocabulary import show_pairs

if TYPE_CHECKING:
    from engine.play import Play

NOT_THERE = Rule("casualties/not-there", "9.8 Amphibious Assaults")
NUMBER = Rule("casualties/number", "9.2 Double casualties")


def seaborne(position: Position, area: str, stacks: Stacks) -> Stacks:
    """Return the land units among stacks that have come from the sea."""
    found = []
    for key, n in stacks:
        origin = condition_of(key).origin if key.condition else ""
        if origin and is_sea(position.title, origin) and position.title.units[key.unit].cls == "land":
            found.append((key, n))
    return found if not is_sea(position.title, area) else []


def is_handy(key: Stack) -> bool:
    """Return whether units have landed from an attack transport: all of them attack at once, and without double losses (section 7.8)."""
    return HANDY in condition_of(key).words


class LandFirst(Step):
    """Only infantry attacks in the first round of an assault from the sea (section 9.8)."""

    slug = "land-first"
    odds = ROUGHLY

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Let the others wait; those with no infantry before them stay aboard."""
        if fight.kind != "amphibious":
            return ON
        landed = seaborne(play.position, fight.area, standing(play.position, fight.area, ATTACKER))
        for key, n in landed:
            if not play.title.units[key.unit].has("infantry") and not is_handy(key):
                change(play, key, n, condition_of(key).having(WAITING), "waiting")
        if not _infantry(play, fight):
            go_back(play, fight.area)
        return ON


class LandRest(Step):
    """In the second round the others land where an infantry has survived; else they stay aboard (section 9.8)."""

    slug = "land-rest"
    odds = ROUGHLY

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """Who waits has come from the sea."""
        return UNCHAINED if fight.kind == "amphibious" else IDLE

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Let them land, or send them back."""
        if fight.kind != "amphibious" or fight.round != 2:
            return ON
        if not _infantry(play, fight):
            go_back(play, fight.area)
            return ON
        _land(play, fight.area, fight.attacker)
        return ON


def _waiting(position: Position, area: str, power: str) -> Stacks:
    """The units of a nation that wait to land in an area."""
    return [(key, n) for key, n in own_stacks(position, area, power) if WAITING in condition_of(key).words]


def _land(play: Play, area: str, power: str) -> None:
    for key, n in _waiting(play.position, area, power):
        change(play, key, n, condition_of(key).without(WAITING), "landed")


def _infantry(play: Play, fight: OpenBattle) -> bool:
    landed = seaborne(play.position, fight.area, standing(play.position, fight.area, ATTACKER))
    return any(play.title.units[key.unit].has("infantry") or is_handy(key) for key, _ in landed)


def order_over(play: Play) -> None:
    """Those that still wait when an assault is over stay aboard, unless it was won and infantry that landed has survived."""
    for event in play.events[play.ordered :]:
        if not isinstance(event, BattleEnded) or event.kind != "amphibious":
            continue
        landed = seaborne(play.position, event.area, own_stacks(play.position, event.area, event.attacker))
        ashore = any(play.title.units[key.unit].has("infantry") for key, _ in landed)
        if event.winner != ATTACKER or not ashore:
            go_back(play, event.area)
        else:
            _land(play, event.area, event.attacker)


def go_back(play: Play, area: str) -> None:
    """Take the units that could not land aboard again, for the rest of the turn; those whose ship is gone are lost."""
    for key, n in _waiting(play.position, area, play.position.power):
        zone = condition_of(key).origin
        for _ in range(n):
            _aboard(play, key, zone)


def _aboard(play: Play, key: Stack, zone: str) -> None:
    area, power, unit, strength, text = key
    for ship, _ in friendly_stacks(play.position, zone, power):
        condition = condition_of(ship)
        if ASSAULTED not in condition:
            continue  # Only the ships that brought them have them back: another could put them ashore again in this turn.
        if profile_of(play.position, ship).has("carries-land") and fits(play.title, condition.cargo, unit):
            aboard = Condition(words=(ASSAULTED,), aboard=True).text
            play.emit(UnitsMoved(power, unit, 1, area, zone, strength, "called-off", text, aboard, (area, zone)))
            change(play, ship, 1, condition.loading((power, unit)), "called-off")
            return
    play.emit(UnitsRemoved(power, unit, 1, area, strength, "cargo-lost", text))


LANDED = "landing-losses"
"""The step in which the attacker chooses among those of whom a hit may cost two."""


class Doubled(FireStep):
    """In the first round each hit on troops that land costs two of them; so does each on those that cross the Maginot line.

    Troops that land are lost before those that came overland, also in later rounds. The attacker chooses who. So it is with all fire of
    the defender: first strikes, the shots of fortifications, and what follows. Hits on aircraft are aircraft's; of a unit that the
    defender picks the attacker chooses the second (section 9.3).

    Attributes:
        over_works: whether the hits fall on those alone that have crossed the Maginot line, where it is crossed.
    """

    over_works = False

    @property
    def landed(self) -> str:
        """The name under which the step waits for the losses of who lands."""
        return LANDED if self.slug == "defence" else f"{LANDED}-{self.slug}"

    @property
    def waits(self) -> tuple[str, ...]:
        """Waits for the losses of who lands under a name of their own."""
        return (*super().waits, self.landed)

    def _struck(self, play: Play, fight: OpenBattle, chosen: Counter[Kind], others: Pools) -> Pools:
        """Give picked units their hits; for each of whom a hit costs two another is owed."""
        bill = bill_of(play.position, fight, self.over_works, {})
        seconds = sum(min(n, bill.first[kind]) for kind, n in chosen.items() if kind in bill.twice)
        others = super()._struck(play, fight, chosen, others)
        return others | {SECOND: seconds} if seconds else others

    def _suffer_others(self, play: Play, fight: OpenBattle, pools: Pools) -> str:
        """Let those who land take the hits first; wait where there is a choice among them."""
        bill = bill_of(play.position, fight, self.over_works, pools)
        if not bill.binds:
            return super()._suffer_others(play, fight, _of_others(pools))
        if bill.spares and bill.hits >= bill.bearable:
            self._lose(play, fight, bill.first)
            return self._suffer_others(play, fight, _of_others(pools, bill))
        if bill.hits >= bill.bearable:
            self._lose(play, fight, bill.first)
            return super()._suffer_others(play, fight, _of_others(pools, bill))
        usual = usual_of(play.position, bill)
        if len(bill.room) > 1 or differ(play.position, _those(play.position, fight, self.over_works, bill), usual):
            OWED.set(play, show_pairs(sorted(pools.items())))
            return wait(play, self.landed)
        self._lose(play, fight, usual)
        return ON

    def _lose(self, play: Play, fight: OpenBattle, chosen: Counter[Kind], which: str = "") -> None:
        """Of units of a type that have come by several ways those are lost that must bear the hits."""
        chosen = chosen.copy()
        over, others = _ways(play.position, fight)
        for key, n in (over if self.over_works else others) if over else ():
            taken = min(n, chosen[key.unit, key.power])
            if taken:
                hit(play, fight, key, taken, self.word)
                chosen[key.unit, key.power] -= taken
        super()._lose(play, fight, +chosen, which)

    def _is_landing(self, position: Position) -> bool:
        return STEP.read(position.state) == self.landed

    def _bill(self, position: Position, fight: OpenBattle) -> Bill:
        return bill_of(position, fight, self.over_works, OWED.pairs(position.state))

    def _usual(self, position: Position, fight: OpenBattle) -> Lose:
        return Lose(_show(position, usual_of(position, self._bill(position, fight))))

    def pending(self, position: Position, fight: OpenBattle) -> Pending:
        """Return the choice among those who land, or the ordinary one."""
        if not self._is_landing(position):
            return super().pending(position, fight)
        usual = self._usual(position, fight)
        return Pending("casualties", fight.attacker, (Lose,), usual, usual, ATTACKER)

    def check(self, position: Position, fight: OpenBattle, order: Order) -> list[Problem]:
        """Return what is wrong with a choice."""
        if not self._is_landing(position) or not isinstance(order, Lose):
            return super().check(position, fight, order)
        bill, usual = self._bill(position, fight), self._usual(position, fight).units
        chosen = _read(fight, order)
        if any(n > bill.room[kind] for kind, n in chosen.items()):
            return [
                NOT_THERE.broken(
                    "those that land are lost first, and those that come round the Maginot line", found=order.units, expected=usual
                )
            ]
        if not bill.is_paid(chosen):
            message = f"{bill.hits + bill.in_air} hits are to be taken, two units for one of those that it counts double for"
            return [NUMBER.broken(message, found=order.units, expected=usual)]
        return check_which(position, order, chosen, _those(position, fight, self.over_works, bill))

    def salvage(self, position: Position, fight: OpenBattle, order: Order) -> Order:
        """Return the usual choice."""
        return self._usual(position, fight) if self._is_landing(position) else super().salvage(position, fight, order)

    def answer(self, play: Play, fight: OpenBattle, order: Order) -> str:
        """Lose the chosen."""
        if not self._is_landing(play.position) or not isinstance(order, Lose):
            return super().answer(play, fight, order)
        self._lose(play, fight, _read(fight, order), order.which)
        return ON

    def _settle(self, play: Play, fight: OpenBattle, pools: Pools) -> None:
        bill = bill_of(play.position, fight, self.over_works, pools)
        if bill.binds and bill.hits < bill.bearable:
            self._lose(play, fight, usual_of(play.position, bill))
            return
        if bill.binds:
            self._lose(play, fight, bill.first)
        if bill.binds and bill.spares:
            self._settle(play, fight, _of_others(pools, bill))
            return
        super()._settle(play, fight, _of_others(pools, bill if bill.binds else None))


class DefendersFire(Doubled, RolledFire):
    """The ordinary fire of the defender."""

    odds = ROUGHLY

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """As the attacker, where nobody takes hits before others."""
        return UNCHAINED if first_lost(position, fight, self.over_works) else plain_fire(position, fight)

    def __init__(self) -> None:
        super().__init__(DEFENDER)


class DefendersRank(Doubled, RolledRank):
    """First strikes of the defender."""

    odds = ROUGHLY

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """As the attacker, where nobody takes hits before others."""
        return UNCHAINED if first_lost(position, fight, self.over_works) else plain_fire(position, fight)

    def __init__(self) -> None:
        super().__init__(DEFENDER)


def first_lost(position: Position, fight: OpenBattle, works: bool) -> Stacks:
    """Return the attackers that take hits before others: who has landed, who comes round the Maginot line, or whom a hit costs two."""
    landed = seaborne(position, fight.area, standing(position, fight.area, ATTACKER))
    return landed or _spared(position, fight, works) or _doubled(position, fight, works, landed)


SECOND = "second"
"""Among hits that are owed: the second of a unit that was picked, one more of those of whom a hit costs two."""


class Bill(NamedTuple):
    """What attackers who are lost before others owe.

    `hits` fall on those that are lost `first`, or, where they `may_fly`, on `planes`, all the attacker's aircraft; `in_air` on aircraft
    alone; `seconds` on one each of those of whom a hit costs two, `twice`. Where the first come round the Maginot line, that `spares`
    those that cross it as long as they can bear the hits.
    """

    hits: int
    in_air: int
    seconds: int
    first: Counter[Kind]
    twice: frozenset[Kind]
    planes: Counter[Kind]
    may_fly: bool
    overland: bool
    spares: bool = False

    @property
    def binds(self) -> bool:
        """Whether the ordinary choice of losses is not right: two are owed for a hit, or some are lost before others."""
        return bool(self.first and (self.hits or self.seconds) and (self.twice or self.overland))

    @property
    def room(self) -> Counter[Kind]:
        """Return how many of each may be lost."""
        return self.first + (self.planes if self.may_fly or self.in_air else Counter())

    @property
    def bearable(self) -> int:
        """Return how many hits they can take, beside those that aircraft must."""
        if self.spares:
            return self.paid(self.first) + (self.may_fly and bool(self.planes))
        return self.paid(self.room) if self.may_fly else self.paid(self.first)

    def paid(self, chosen: Counter[Kind]) -> int:
        """Return how many hits these losses are, beside those that aircraft must take and the seconds."""
        flown = sum(chosen[kind] for kind in self.planes)
        single = sum(n for kind, n in chosen.items() if kind not in self.twice and kind not in self.planes)
        pairs = sum(chosen[kind] for kind in self.twice) - self.seconds
        return single + max(0, pairs + 1) // 2 + max(0, flown - self.in_air)

    def is_paid(self, chosen: Counter[Kind]) -> bool:
        """Return whether these losses are what is owed: an odd number of those of whom two are lost only when it is all of them."""
        flown, double = sum(chosen[kind] for kind in self.planes), sum(chosen[kind] for kind in self.twice)
        everyone = sum(self.first[kind] for kind in self.twice)
        fits = flown >= self.in_air if self.may_fly else flown == self.in_air
        even = double >= self.seconds and (not (double - self.seconds) % 2 or double == everyone)
        return fits and even and self.paid(chosen) == self.hits


def bill_of(position: Position, fight: OpenBattle, works: bool, pools: Pools) -> Bill:
    """Return what hits mean for those that are lost before others.

    Aircraft may be lost for those that have landed, not where others have come overland: there who has landed is lost first (9.8).
    """
    units, there = position.title.units, standing(position, fight.area, ATTACKER)
    stacks, double = first_lost(position, fight, works), _twice(position, fight, works)
    first, planes = _count(stacks), _count([item for item in there if units[item[0].unit].cls == "air"])
    overland = sum(n for key, n in there if units[key.unit].cls == "land") > first.total()
    in_air = min(pools.get("air", 0), planes.total())
    seconds = min(pools.get(SECOND, 0), sum(first[kind] for kind in double))
    hits = sum(n for pool, n in pools.items() if pool != SECOND) - in_air
    spares = bool(_spared(position, fight, works))
    return Bill(hits, in_air, seconds, first, double, planes, "any" in pools and (spares or not overland), overland, spares)


def _count(stacks: Stacks) -> Counter[Kind]:
    counts: Counter[Kind] = Counter()
    for key, n in stacks:
        counts[key.unit, key.power] += n
    return counts


def _of_others(pools: Pools, bill: Bill | None = None) -> Pools:
    """Return the hits that the ordinary choice is left with: all, or those that a bill's first cannot bear."""
    if bill is None:
        return {pool: n for pool, n in pools.items() if pool != SECOND}
    borne = bill.paid(bill.first)
    left = {"air": bill.in_air, "any" if "any" in pools else "land": bill.hits - borne}
    return {pool: n for pool, n in left.items() if n}


def _those(position: Position, fight: OpenBattle, works: bool, bill: Bill) -> Stacks:
    """Return the stacks that a bill may be paid with."""
    flying = [item for item in standing(position, fight.area, ATTACKER) if position.title.units[item[0].unit].cls == "air"]
    return first_lost(position, fight, works) + (flying if bill.may_fly or bill.in_air else [])


def _twice(position: Position, fight: OpenBattle, works: bool) -> frozenset[Kind]:
    """The (unit, power) of whom a hit costs two."""
    landed = seaborne(position, fight.area, standing(position, fight.area, ATTACKER))
    return frozenset((key.unit, key.power) for key, _ in _doubled(position, fight, works, landed))


def usual_of(position: Position, bill: Bill) -> Counter[Kind]:
    """Return the usual losses: hit by hit the cheapest, with the cheapest other of whom it counts double.

    A hit that would leave nobody to take the land goes to an aircraft, where it may.
    """
    left, lost = bill.room, Counter[Kind]()

    def lose(*groups: Collection[Kind]) -> None:
        for kinds in groups:
            able = [kind for kind, n in left.items() if n and kind in kinds]
            if able:
                kind = min(able, key=lambda kind: (position.title.units[kind[0]].cost, kind))
                left[kind] -= 1
                lost[kind] += 1

    for _ in range(bill.seconds):
        lose(bill.twice)
    for _ in range(bill.in_air):
        lose(bill.planes)
    for _ in range(bill.hits):
        ashore = {kind: left[kind] for kind in bill.first if left[kind]}
        one = min(ashore, key=lambda kind: (position.title.units[kind[0]].cost, kind), default=None)
        pair = one in bill.twice
        if bill.may_fly and not bill.spares and any(left[kind] for kind in bill.planes) and sum(ashore.values()) <= 1 + pair:
            lose(bill.planes)
        elif one:
            lose({one}, bill.twice if pair else ())
    return lost


def _show(position: Position, chosen: Counter[Kind]) -> str:
    return show_units((unit, n, power) for unit, n, power in sort_forces(position, chosen))


def _read(fight: OpenBattle, order: Lose) -> Counter[Kind]:
    """Return the losses that an order names."""
    chosen: Counter[Kind] = Counter()
    for unit, count, power in order.forces:
        chosen[unit, power or fight.attacker] += count
    return chosen


def _doubled(position: Position, fight: OpenBattle, works: bool, landed: Stacks) -> Stacks:
    """Return the attackers of whom two are lost for a hit in this round.

    Where some have come over the Maginot line and some another way, only its own shots are sure to hit the former: of other hits the
    latter bear what they can, and what is left costs two of the former.
    """
    if fight.round != 1:
        return []
    if landed:
        units = position.title.units
        return [item for item in landed if not units[item[0].unit].has("lands-fast") and not is_handy(item[0])]
    over, others = _ways(position, fight)
    return over if works or not others else []


def _ways(position: Position, fight: OpenBattle) -> tuple[Stacks, Stacks]:
    """Return the attacking land units that have come over the Maginot line, in the first round alone, and the others."""
    units, walls = position.title.units, figure(position.title, "maginot-walls")
    over: Stacks = []
    others: Stacks = []
    for item in standing(position, fight.area, ATTACKER):
        if units[item[0].unit].cls == "land":
            works = modifiers.works_between(position, fight.area, condition_of(item[0]).origin)
            (over if fight.round == 1 and works == walls else others).append(item)
    return over, others


def _spared(position: Position, fight: OpenBattle, works: bool) -> Stacks:
    """Return those that come another way and bear hits for those that cross the Maginot line (section 1.23)."""
    over, others = _ways(position, fight)
    return others if over and not works else []
