"""A battle from its first die to its end: anti-aircraft fire, bombardment, rounds, retreat (sections Combat Sequence of the books)."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from engine.mechanics.profile import profile_in
from engine.odds.chain import Chain
from engine.odds.fighters import ATTACKER, DEFENDER, Profile, Side, Units, side_of
from engine.odds.rearguard import with_rearguard
from engine.odds.result import Ends, Result
from engine.odds.states import ALL, BOATS, FIRE, OTHERS, Army, TooLarge, binomial, cut
from engine.state import GameState
from engine.title.model import Title, Unit

__all__ = ["Forces", "Retreat", "TooLarge", "odds", "prepare"]

MOST_PAIRS = 400_000
MOST_WORK = 1.2e10
"""Pairs of states, and multiplications, above which a battle is sampled."""


class Retreat(NamedTuple):
    """When the attacker breaks off, after a round; 0 or None: never.

    Attributes:
        rounds: after so many rounds. units: with fewer units left than this. chance: with less than this chance of winning,
        fought to the end. value: with less than this expected swing still to come, fought to the end. aircraft: with only aircraft left.
    """

    rounds: int = 0
    units: int = 0
    chance: float = 0.0
    value: float | None = None
    aircraft: bool = False

    @property
    def never(self) -> bool:
        """Whether the battle is fought to the end."""
        return self == Retreat()


FIGHT_ON = Retreat()
"""The battle is fought to the end."""
NONE: Units = MappingProxyType({})
"""No units."""


class Forces(NamedTuple):
    """The two sides of a battle, and what fires before its first round.

    Attributes:
        attackers, defenders: (unit, power) to how many. bombard: ships that fire once at land units as troops land.
        guns: anti-aircraft guns of the defender among units that never fight; those that fight are among the defenders.
        attack_order, defend_order: order of loss, first lost first: unit types, or numbers of them (`2 infantry`); what is left out
            follows in the usual order.
        keep_land: whether the attacker keeps one land unit to take the area (None: on land, unless an order of loss is told).
        attack_damaged, defend_damaged: how many units of several hits have taken one.
        attack_cargo, defend_cargo: the value of what their transports carry, lost with them. attack_load,
            defend_load: what that is, where it is known, for battles that are played.
        round: rounds fought already; 0: nothing has been fired.
        seaborne: those of the attackers that come ashore in the battle. They cannot retreat: when others do, they fight on.
    """

    attackers: Units
    defenders: Units
    at_sea: bool = False
    bombard: Units = NONE
    guns: Units = NONE
    attack_order: tuple[str, ...] = ()
    defend_order: tuple[str, ...] = ()
    keep_land: bool | None = None
    attack_damaged: Units = NONE
    defend_damaged: Units = NONE
    attack_cargo: float = 0.0
    defend_cargo: float = 0.0
    round: int = 0
    seaborne: Units = NONE
    attack_load: Units = NONE
    defend_load: Units = NONE


class Prepared(NamedTuple):
    """A battle with all its states, before its first round: `begin` is the chance of each state of the attacker."""

    chain: Chain
    begin: np.ndarray
    shelled: np.ndarray | None
    """The chance of each state of the defender after bombardment; units hit still fire once, unless they are silenced. None without it."""
    defend: int
    silenced: bool = False
    """Whether what bombardment hits is removed before it can fire."""
    struck: tuple[bool, ...] = ()
    """Which slots of the defender bombardment strikes."""


def prepare(
    title: Title,
    forces: Forces,
    *,
    profile: Profile | None = None,
    low_luck: bool = False,
    also: tuple[np.ndarray, np.ndarray] | None = None,
) -> Prepared:
    """Work out the states of a battle, and what anti-aircraft fire and bombardment do.

    Args:
        also: states of the attacker, and of the defender, that the battle may begin in, too; at sea.

    Raises:
        TooLarge: there are more states than are worth working out.
    """
    known = _ashore(profile or plain(title), forces)
    sea, sides = forces.at_sea, title.dice_sides
    attack = side_of(
        title,
        ATTACKER,
        forces.attackers,
        at_sea=sea,
        order=forces.attack_order,
        profile=known,
        keep_land=forces.keep_land,
        damaged=forces.attack_damaged,
        cargo=forces.attack_cargo,
        seaborne=forces.seaborne,
    )
    defend = side_of(
        title,
        DEFENDER,
        forces.defenders,
        at_sea=sea,
        order=forces.defend_order,
        profile=known,
        damaged=forces.defend_damaged,
        cargo=forces.defend_cargo,
    )
    mine, theirs = Army(attack, defend, sides, sea, low_luck), Army(defend, attack, sides, sea, low_luck)
    shot = None if sea or forces.round else _shot_down(attack, forces, known, sides, low_luck)
    _spread(mine, theirs, also[0] if also else None if shot is None else shot[0])
    shelled = None if forces.round else _shelled(theirs, forces, known, sides, low_luck)
    _spread(theirs, mine, also[1] if also else None if shelled is None else shelled[0])
    n, m = len(mine.counts), len(theirs.counts)
    outcomes = prod(most + 1 for _, most in theirs.pools(ALL))
    if n * m > MOST_PAIRS or n * m * m * (m / 3 + min(n, outcomes)) > MOST_WORK:
        raise TooLarge(f"{n} x {m} states")
    begin = np.zeros(n)
    if shot is None:
        begin[mine.start] = 1.0
    else:
        np.add.at(begin, mine.find(shot[0]), shot[1])
    chain = Chain(mine, theirs)
    struck = _struck(theirs.side, forces, known)
    silenced = any(n and known(power, unit).has("silences") for (unit, power), n in forces.bombard.items())
    return Prepared(chain, begin, None if shelled is None else _chances(theirs, *shelled), theirs.start, silenced, struck)


def _ashore(known: Profile, forces: Forces) -> Profile:
    """Return the figures of units where those that attack better as they come ashore (`landing-attack`) do so, all of a kind."""

    def figures(power: str, unit: str) -> Unit:
        row = known(power, unit)
        if not row.has("landing-attack") or not forces.seaborne.get((unit, power)):
            return row
        return replace(row, attack=row.attack + row.number("landing-attack"))

    return figures if any(forces.seaborne.values()) else known


def plain(title: Title, options: Mapping[str, str] = MappingProxyType({})) -> Profile:
    """Return the figures of units without technologies, under the default options but for these."""
    if not title.revisions:
        return lambda power, unit: title.units[unit]
    state = GameState(options=dict(options))
    return lambda power, unit: profile_in(title, state, power, unit)


def odds(
    title: Title,
    forces: Forces,
    *,
    retreat: Retreat = FIGHT_ON,
    profile: Profile | None = None,
    low_luck: bool = False,
    rounds: bool = False,
) -> Result:
    """Return the odds of a battle.

    Args:
        rounds: also work out the chance of each number of rounds.

    Raises:
        TooLarge: there are more states than are worth working out.
    """
    ready = prepare(title, forces, profile=profile, low_luck=low_luck)
    chain = ready.chain
    mass, fought = first_round(ready)
    stop, lengths = stops(chain, retreat), [0.0] * int(fought > 0)
    if stop is not None and not fought and mass[stop].any():
        # Nobody retreats before the first round.
        fought = float(mass[chain.alive].sum())
        lengths = [1.0 - fought]
        mass = chain.round(mass)
    if rounds or retreat.rounds:
        going = _going_on(chain, stop)
        mass, told, more = _by_round(chain, mass, lengths, retreat, going)
        stop = _either(stop, going) if retreat.rounds else stop
    else:
        mass, more = chain.finish(mass, stop)
        told = ()
    return with_rearguard(Ends(chain, mass, fought + more, told, stop, ready.begin, forces.at_sea))


def _going_on(chain: Chain, stop: np.ndarray | None) -> np.ndarray:
    """Return the pairs of states at which there is another round: not those at which neither side can ever hit the other."""
    alive = chain.alive & ~chain.blind
    found: np.ndarray = alive if stop is None else alive & ~stop
    return found


def _either(some: np.ndarray | None, others: np.ndarray) -> np.ndarray:
    return others if some is None else some | others


def first_round(ready: Prepared) -> tuple[np.ndarray, float]:
    """Return the chance of each pair of states after the opening, and the rounds fought so far.

    Where ships have bombarded, that is after the first round: the units that they hit fire in it, unless they are silenced. Attackers
    that cannot fight (transports) face a round, too.
    """
    chain, mass = ready.chain, np.zeros(ready.chain.shape)
    if ready.shelled is not None and ready.silenced:
        return np.outer(ready.begin, ready.shelled), 0.0
    if ready.shelled is None:
        mass[:, ready.defend] = ready.begin
        if chain.attack.able[ready.begin > 0].any() or not chain.defend.able[ready.defend]:
            return mass, 0.0
        faces = chain.attack.any[:, None] & chain.defend.able[None, :]
        return chain.round(mass, faces), float(ready.begin @ chain.attack.any)
    for a in np.flatnonzero(ready.begin):
        if not chain.attack.able[a] or not chain.defend.able[ready.defend]:
            mass[a] += ready.begin[a] * ready.shelled
            continue
        hit = ready.shelled @ chain.by_attack[FIRE].where(slice(a, a + 1), np.arange(chain.shape[1]))[0]
        back = chain.by_defend[FIRE]
        np.add.at(mass, back.after[a], ready.begin[a] * back.chance[ready.defend][:, None] * hit[None, :])
    return mass, 1.0


def _by_round(
    chain: Chain, mass: np.ndarray, done: list[float], retreat: Retreat, alive: np.ndarray
) -> tuple[np.ndarray, tuple[float, ...], float]:
    """Fight round by round; return the chances of the ends, the chance of each number of rounds, and the expected rounds.

    Args:
        done: the chance of each number of rounds below those fought already.
    """
    lengths, before, expected = list(done), sum(done), 0.0
    for number in range(len(done), 200):
        going = float(mass[alive].sum()) if not retreat.rounds or number < retreat.rounds else 0.0
        lengths.append(1.0 - going - before)
        before = 1.0 - going
        if going < 1e-9:
            break
        mass, expected = chain.round(mass, alive), expected + going
    return mass, tuple(lengths), expected


def stops(chain: Chain, retreat: Retreat) -> np.ndarray | None:
    """Return the pairs of states at which the attacker breaks off, None if there are none."""
    if not (retreat.units or retreat.chance or retreat.value is not None or retreat.aircraft):
        return None
    stop = np.zeros(chain.shape, dtype=bool)
    if retreat.aircraft:
        stop |= ~chain.attack.has(lambda slot: slot.unit.cls != "air")[:, None]
    if retreat.units:
        stop |= (chain.attack.units < retreat.units)[:, None]
    if retreat.chance:
        won = chain.attack.able[:, None] & ~chain.defend.able[None, :]
        stop |= chain.value(won) < retreat.chance
    if retreat.value is not None:
        swing = swing_of(chain)
        stop |= chain.value(swing) - swing < retreat.value
    found: np.ndarray = stop & chain.alive
    return found


def swing_of(chain: Chain) -> np.ndarray:
    """Return the swing (value destroyed less value lost) if the battle ends at each pair of states; those who cannot fight are lost."""
    mine, theirs = chain.attack, chain.defend
    gone = mine.able[:, None] & ~theirs.able[None, :]
    found: np.ndarray = theirs.lost[None, :] - mine.lost[:, None] + np.where(gone, theirs.value[None, :], 0.0)
    return found


def _spread(army: Army, foes: Army, also: np.ndarray | None) -> None:
    pools = dict.fromkeys(foes.pools(ALL) + (foes.pools(BOATS) + foes.pools(OTHERS) if army.at_sea else []))
    most: dict[tuple[bool, ...], int] = {}
    for mask, n in pools:
        most[mask] = max(most.get(mask, 0), n)
    army.spread([(mask, n) for mask, n in most.items()], also)


def _chances(army: Army, states: np.ndarray, chances: np.ndarray) -> np.ndarray:
    out = np.zeros(len(army.counts))
    np.add.at(out, army.find(states), chances)
    return out


def _shot_down(side: Side, forces: Forces, known: Profile, sides: int, low_luck: bool) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the attacker's states after anti-aircraft fire with their chances; None if there is none.

    A gun without a number of shots fires once at every aircraft; guns with shots fire so many, at most one an aircraft, and the
    attacker chooses the losses, as he does where the gun that fires at all lets him.
    """
    planes = [at for at, slot in enumerate(side.slots) if slot.unit.cls == "air"]
    rows = [(known(power, unit), n) for (unit, power), n in {**forces.defenders, **forces.guns}.items() if n > 0]
    guns = [(row, n) for row, n in rows if row.has("anti-air") and row.number("anti-air")]
    if not planes or not guns or not sum(side.counts[at] for at in planes):
        return None
    states, chances = np.array([side.counts], dtype=np.int64), np.ones(1)
    alone = [row for row, _ in guns if not row.has("anti-air-shots")]
    best = max((row.number("anti-air") for row in alone), default=0)
    if any(row.has("losses-chosen") for row in alone):
        states, chances = _volley(states, chances, planes, best, sum(side.counts), sides, low_luck)
    elif alone:
        for at in planes:
            table = _one_roll(side.counts[at], best, sides, low_luck)
            hits = np.arange(len(table))
            states = np.repeat(states, len(table), axis=0)
            states[:, at] -= np.tile(hits, len(chances))
            chances = (chances[:, None] * table[None, :]).ravel()
    for row, n in guns:
        if row.has("anti-air-shots"):
            shots = n * row.number("anti-air-shots")
            states, chances = _volley(states, chances, planes, row.number("anti-air"), shots, sides, low_luck)
    some = chances > 0
    return states[some], chances[some]


def _one_roll(dice: int, number: int, sides: int, low_luck: bool) -> np.ndarray:
    """Return the chance of each number of hits of some dice at one number."""
    if not low_luck:
        found: np.ndarray = binomial(dice, number, sides)[dice]
        return found
    whole, rest = divmod(dice * number, sides)
    table = np.zeros(dice + 1)
    table[min(whole, dice)] += 1 - rest / sides
    table[min(whole + 1, dice)] += rest / sides
    return table


def _volley(
    states: np.ndarray, chances: np.ndarray, planes: list[int], number: int, most: int, sides: int, low_luck: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Fire the shots of some guns, so many at most; the hits are taken in the order of loss."""
    out: dict[tuple[int, ...], float] = {}
    for state, chance in zip(states.tolist(), chances.tolist(), strict=True):
        shots = min(sum(state[at] for at in planes), most)
        for hits, part in enumerate(_one_roll(shots, number, sides, low_luck).tolist()):
            left, after = hits, list(state)
            for at in planes:
                gone = min(left, after[at])
                after[at] -= gone
                left -= gone
            out[tuple(after)] = out.get(tuple(after), 0.0) + chance * part
    return np.array(list(out), dtype=np.int64).reshape(len(out), states.shape[1]), np.array(list(out.values()))


def _struck(side: Side, forces: Forces, known: Profile) -> tuple[bool, ...]:
    """Return which slots of the defender the bombardment strikes: land units, or all where each of its ships shells all."""
    everything = all(known(power, unit).has("shells-all") for (unit, power), n in forces.bombard.items() if n > 0)
    return tuple(everything or slot.unit.cls == "land" for slot in side.slots)


def _shelled(army: Army, forces: Forces, known: Profile, sides: int, low_luck: bool) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the defender's states after bombardment with their chances; None if no ship fires or there is nothing to hit."""
    ships = [(known(power, unit), n) for (unit, power), n in forces.bombard.items() if n > 0]
    land = _struck(army.side, forces, known)
    if not ships or not any(land) or forces.at_sea:
        return None
    dice: dict[int, int] = {}
    for row, n in ships:
        number = min(row.number("shore-fire") or row.attack, sides)
        dice[number] = dice.get(number, 0) + n
    hits = np.ones(1)
    for number, n in dice.items():
        hits = np.convolve(hits, _one_roll(n, number, sides, low_luck))
    most = sum(slot.left * n for slot, n, hit in zip(army.side.slots, army.side.counts, land, strict=True) if hit)
    return army.losing(land, most), cut(hits[None, :], most)[0]
