"""Amphibious assaults: infantry lands first, the rest in the second round, and casualties are double (sections 9.2, 9.8, 1.23)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.condition import Condition
from engine.events import BattleEnded, UnitsMoved, UnitsRemoved
from engine.families.axis_allies.board import Stacks, condition_of, friendly_stacks, is_sea, own_stacks
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle, sort_forces, standing
from engine.families.axis_allies.combat.casualties import check_which
from engine.families.axis_allies.combat.fire import Pools
from engine.families.axis_allies.combat.steps.firing import FireStep
from engine.families.axis_allies.combat.steps.step import IDLE, ON, ROUGHLY, UNCHAINED, Step, wait
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
    the defender: first strikes, the shots of fortifications, and what follows.

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

    def suffer(self, play: Play, fight: OpenBattle, pools: Pools) -> str:
        """Let those who land take the hits first; wait where there is a choice among them."""
        first, hits = first_lost(play.position, fight, self.over_works), sum(pools.values())
        most = _bearable(play.position, fight, self.over_works, first)
        if not hits or not first:
            return super().suffer(play, fight, pools)
        kinds = Counter({(key.unit, key.power): n for key, n in first})
        if hits >= most:
            self._lose(play, fight, kinds)
            return super().suffer(play, fight, +Counter({"any": hits - most}))
        if len(kinds) > 1:
            OWED.set(play, show_pairs([("any", hits)]))
            return wait(play, self.landed)
        self._lose(play, fight, usual_of(play.position, fight, self.over_works, hits))
        return ON

    def _is_landing(self, position: Position) -> bool:
        return STEP.read(position.state) == self.landed

    def pending(self, position: Position, fight: OpenBattle) -> Pending:
        """Return the choice among those who land, or the ordinary one."""
        if not self._is_landing(position):
            return super().pending(position, fight)
        usual = Lose(_show(position, usual_of(position, fight, self.over_works, _hits(position))))
        return Pending("casualties", fight.attacker, (Lose,), usual, usual, ATTACKER)

    def check(self, position: Position, fight: OpenBattle, order: Order) -> list[Problem]:
        """Return what is wrong with a choice."""
        if not self._is_landing(position) or not isinstance(order, Lose):
            return super().check(position, fight, order)
        chosen, missing = _read(position, fight, self.over_works, order)
        usual, hits = _show(position, usual_of(position, fight, self.over_works, _hits(position))), _hits(position)
        if missing:
            return [NOT_THERE.broken("those that land are lost first", found=order.units, expected=usual)]
        if _cost(position, fight, self.over_works, chosen) != hits or not _is_even(position, fight, self.over_works, chosen):
            return [NUMBER.broken(f"{hits} hits are to be taken, two units for one", found=order.units, expected=usual)]
        return check_which(position, order, chosen, first_lost(position, fight, self.over_works))

    def salvage(self, position: Position, fight: OpenBattle, order: Order) -> Order:
        """Return the usual choice."""
        if not self._is_landing(position):
            return super().salvage(position, fight, order)
        return Lose(_show(position, usual_of(position, fight, self.over_works, _hits(position))))

    def break_off(self, play: Play, fight: OpenBattle) -> None:
        """Take what is owed in the usual way."""
        if not self._is_landing(play.position):
            super().break_off(play, fight)
            return
        self._lose(play, fight, usual_of(play.position, fight, self.over_works, _hits(play.position)))


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
    """Return the attackers that take hits before others: those that have landed, or those for whom a hit counts double."""
    landed = seaborne(position, fight.area, standing(position, fight.area, ATTACKER))
    return landed or _doubled(position, fight, works, landed)


def _twice(position: Position, fight: OpenBattle, works: bool) -> set[tuple[str, str]]:
    """The (unit, power) of whom a hit costs two."""
    landed = seaborne(position, fight.area, standing(position, fight.area, ATTACKER))
    return {(key.unit, key.power) for key, _ in _doubled(position, fight, works, landed)}


def _cost(position: Position, fight: OpenBattle, works: bool, chosen: Counter[tuple[str, str]]) -> int:
    """Return how many hits these losses are."""
    twice = _twice(position, fight, works)
    pairs = sum(n for kind, n in chosen.items() if kind in twice)
    return chosen.total() - pairs + (pairs + 1) // 2


def _is_even(position: Position, fight: OpenBattle, works: bool, chosen: Counter[tuple[str, str]]) -> bool:
    """Whether nobody of whom two are lost for a hit is spared: an odd number is right only when it is all of them."""
    twice = _twice(position, fight, works)
    pairs = sum(n for kind, n in chosen.items() if kind in twice)
    there = sum(n for key, n in first_lost(position, fight, works) if (key.unit, key.power) in twice)
    return pairs % 2 == 0 or pairs == there


def _bearable(position: Position, fight: OpenBattle, works: bool, first: Stacks) -> int:
    return _cost(position, fight, works, Counter({(key.unit, key.power): n for key, n in first}))


def usual_of(position: Position, fight: OpenBattle, works: bool, hits: int) -> Counter[tuple[str, str]]:
    """Return the usual losses: hit by hit the cheapest, with the cheapest other of whom it counts double."""
    left: Counter[tuple[str, str]] = Counter()
    for key, n in first_lost(position, fight, works):
        left[key.unit, key.power] += n
    twice, lost = _twice(position, fight, works), Counter[tuple[str, str]]()

    def cheapest(kinds: set[tuple[str, str]]) -> tuple[str, str] | None:
        able = [kind for kind, n in left.items() if n and kind in kinds]
        return min(able, key=lambda kind: (position.title.units[kind[0]].cost, kind), default=None)

    for _ in range(hits):
        one = cheapest(set(left))
        for kind in (one, cheapest(twice) if one in twice else None):
            kind = kind if kind is None or left[kind] else cheapest(twice)
            if kind:
                left[kind] -= 1
                lost[kind] += 1
    return lost


def _hits(position: Position) -> int:
    return sum(OWED.pairs(position.state).values())


def _show(position: Position, chosen: Counter[tuple[str, str]]) -> str:
    return show_units((unit, n, power) for unit, n, power in sort_forces(position, chosen))


def _read(position: Position, fight: OpenBattle, works: bool, order: Lose) -> tuple[Counter[tuple[str, str]], bool]:
    """Return the losses that an order names, and whether it names some that cannot be lost."""
    left: Counter[tuple[str, str]] = Counter()
    for key, n in first_lost(position, fight, works):
        left[key.unit, key.power] += n
    chosen: Counter[tuple[str, str]] = Counter()
    for unit, count, power in order.forces:
        kind = (unit, power or fight.attacker)
        chosen[kind] += count
    return chosen, any(n > left[kind] for kind, n in chosen.items())


def _doubled(position: Position, fight: OpenBattle, works: bool, landed: Stacks) -> Stacks:
    """Return the attackers of whom two are lost for a hit in this round.

    Where some have come over the Maginot line and some another way, only its own shots are sure to hit the former: of other hits the
    attacker lets the latter bear what they can.
    """
    if fight.round != 1:
        return []
    units = position.title.units
    if landed:
        return [item for item in landed if not units[item[0].unit].has("lands-fast") and not is_handy(item[0])]
    troops = [item for item in standing(position, fight.area, ATTACKER) if units[item[0].unit].cls == "land"]
    over = [
        item
        for item in troops
        if modifiers.works_between(position, fight.area, condition_of(item[0]).origin) == figure(position.title, "maginot-walls")
    ]
    return over if works or len(over) == len(troops) else []
