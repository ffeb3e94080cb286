"""What comes out of a battle: chances, survivors, the swing in value, rounds, aircraft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import NormalDist
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from engine.forces import show_units
from engine.odds.chain import Chain
from engine.odds.states import Army

DIGITS = 9
"""Digits kept of odds, so that rounding differences between machines never decide between two plans."""

Z = NormalDist().inv_cdf(0.975)
"""Standard errors on either side of a share within which it lies with 95% certainty."""
CERTAIN = 0.05
"""Chance of a bound to be wrong that is told of what never happened."""
SAME = 1e-6
"""Swings that differ by less are the same."""
SHARE_SAME = 1e-9
"""Shares of all battles that differ by less are the same."""

Swings = tuple[tuple[float, float], ...]
"""(swing, chance), lowest swing first."""


def rare(samples: int) -> float:
    """Return what a chance is at most, but for CERTAIN of all cases, of which nothing was seen in so many battles."""
    found: float = 1 - CERTAIN ** (1 / samples)
    return found


def share_error(share: float, samples: int) -> float:
    """Return the standard error of a share of battles played; where all ended alike, Z times it is the bound of what never did."""
    return (share * (1 - share) / samples) ** 0.5 if 0 < share < 1 else rare(samples) / Z


class Survivors(NamedTuple):
    """Units left of a side at the end of a battle: as text, empty if none are; their value; and the chance of exactly these.

    `steps` is what they have left of their steps or hits (`9 of 12 steps`), where battles were played and units have several.
    """

    units: str
    value: float
    chance: float
    steps: str = ""


class Result(NamedTuple):
    """The odds of a battle.

    Attributes:
        win: only the attacker has units left that can fight. take: and it has a unit on land to take the area with.
        lose: only the defender has. draw: neither has, or nobody can hit what is left (aircraft over submarines).
        retreat: the attacker broke off. Win, lose, draw and retreat add up to 1.
        attacker_lost, defender_lost: expected losses in value. swing: the defender's less the attacker's.
        rounds: expected rounds. by_round: chance of exactly 0, 1, 2, ... rounds; empty if not asked for.
        attackers, defenders: survivors, likeliest first. swings: (swing, chance), lowest first.
        attacker_aircraft, defender_aircraft: chance to lose any; 0 for a side without.
        samples: 0 for an exact result, else how many battles were played; error: the standard error of `win` then (see `share_error`).
        played: how many battles were played where chances and swings are exact, but survivors, losses and rounds are of battles played.
        errors: the standard errors of `attacker_lost`, `defender_lost` and `rounds` where these are of battles played.
    """

    win: float
    take: float
    lose: float
    draw: float
    retreat: float
    attacker_lost: float
    defender_lost: float
    rounds: float
    attackers: tuple[Survivors, ...] = ()
    defenders: tuple[Survivors, ...] = ()
    swings: Swings = ()
    by_round: tuple[float, ...] = ()
    attacker_aircraft: float = 0.0
    defender_aircraft: float = 0.0
    samples: int = 0
    error: float = 0.0
    played: int = 0
    errors: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def swing(self) -> float:
        """Value destroyed less value lost by the attacker, expected; exact where `swings` are, even if losses are of battles played."""
        if self.played:
            return sum(swing * chance for swing, chance in self.swings)
        return self.defender_lost - self.attacker_lost

    @property
    def swing_error(self) -> float:
        """The standard error of the expected swing: 0 where `swings` are exact."""
        return mean_error(self.swings, self.samples) if self.samples else 0.0

    def swing_at(self, part: float) -> tuple[float, float]:
        """Return between what the swing lies that a part of all battles do not exceed: of battles played its 95% interval."""
        off = Z * (part * (1 - part) / self.samples) ** 0.5 if self.samples else 0.0
        return at_share(self.swings, part - off), at_share(self.swings, part + off)

    def within(self, chance: float) -> tuple[float, float]:
        """Return between what a chance lies: Wilson's 95% interval of a share of the battles played; an exact chance twice."""
        if not self.samples:
            return chance, chance
        n, z = self.samples, Z
        middle, half = chance + z * z / (2 * n), z * (chance * (1 - chance) / n + z * z / (4 * n * n)) ** 0.5
        low, high = ((middle + end) / (1 + z * z / n) for end in (-half, half))
        return round(low, DIGITS), round(high, DIGITS)

    def percentile(self, swing: float) -> float:
        """Return how far along the distribution a swing lies; see `how_far`."""
        return how_far(self.swings, swing)


class Ends(NamedTuple):
    """The chances of all ends of a battle: `mass` by (attacker's state, defender's state); `stop` are ends by retreat."""

    chain: Chain
    mass: np.ndarray
    rounds: float
    by_round: tuple[float, ...]
    stop: np.ndarray | None
    begin: np.ndarray
    at_sea: bool


class Saved(NamedTuple):
    """What of a side is out of the battle, and alive: its units, their value, the value lost of their kinds; and the side's sequence."""

    units: Mapping[tuple[str, str], int] = MappingProxyType({})
    value: float = 0.0
    lost: float = 0.0
    sequence: tuple[tuple[str, str], ...] = ()


NOBODY = Saved()


def brief(mine: Army, theirs: Army, mass: np.ndarray, at_sea: bool, *, rounds: float = 0.0, stop: np.ndarray | None = None) -> Result:
    """Return the chances and expected losses of a battle alone, from the chances of its ends; see Ends."""
    told = mine.tells @ mass @ theirs.told
    ends = told if stop is None else mine.tells @ np.where(stop, 0.0, mass) @ theirs.told
    # Who can no longer fight has lost, and is destroyed by whoever can if it defends.
    fit, all_, ground, _ = ends.tolist()
    numbers = (
        fit[1],
        0.0 if at_sea else ground[1],
        all_[0] - all_[1] - fit[0] + fit[1],
        fit[0] + all_[1] - 2 * fit[1],
        0.0 if stop is None else float(mass[stop].sum()),
        float(told[3, 0]),
        float(told[1, 2] + told[0, 3]),
        rounds,
    )
    win, take, lose, draw, retreat, lost, gained, fought = (round(max(number, 0.0), DIGITS) for number in numbers)
    return Result(win, take, lose, draw, retreat, lost, gained, fought)


def result_of(ends: Ends, mine_saved: Saved = NOBODY, theirs_saved: Saved = NOBODY) -> Result:
    """Return all that is asked of a battle, or of a part of it, with what has left it alive."""
    mine, theirs, mass = ends.chain.attack, ends.chain.defend, ends.mass
    beaten = mine.able[:, None] & ~theirs.able[None, :]
    swing = theirs.lost[None, :] - mine.lost[:, None] + np.where(beaten, theirs.value[None, :], 0.0)
    swing = swing + (theirs_saved.lost - mine_saved.lost)
    gone = np.where(beaten, mass, 0.0).sum()
    left = np.where(beaten, 0.0, mass).sum(axis=0)
    defenders = _survivors(theirs, left, theirs_saved)
    none = sum((one.chance for one in defenders if not one.units), 0.0) + float(gone)
    defenders = [one for one in defenders if one.units]
    if none > 1e-12:
        defenders.append(Survivors(_text(dict(theirs_saved.units), theirs, theirs_saved), theirs_saved.value, none))
    found = brief(mine, theirs, mass, ends.at_sea, rounds=ends.rounds, stop=ends.stop)
    return found._replace(
        attacker_lost=found.attacker_lost + mine_saved.lost * float(mass.sum()),
        defender_lost=found.defender_lost + theirs_saved.lost * float(mass.sum()),
        attackers=tuple(_ranked(_survivors(mine, mass.sum(axis=1), mine_saved))),
        defenders=tuple(_ranked(defenders)),
        swings=distribution(swing, mass),
        by_round=ends.by_round,
        attacker_aircraft=_lost_any(mine, mass.sum(axis=1)),
        defender_aircraft=_lost_any(theirs, left) + (float(gone) if theirs.planes[theirs.start] else 0.0),
    )


def _lost_any(army: Army, chances: np.ndarray) -> float:
    """Return the chance that fewer aircraft are left than there were."""
    return round(float(chances[army.planes < army.planes[army.start]].sum()), DIGITS)


def _ranked(found: list[Survivors]) -> list[Survivors]:
    return sorted(found, key=lambda one: (-one.chance, -one.value, one.units))


def _survivors(army: Army, chances: np.ndarray, saved: Saved = NOBODY) -> list[Survivors]:
    """Return the units left, with kept, damaged and saved units added to others of their type."""
    kinds = saved.sequence or army.side.sequence
    slots = [kinds.index((slot.unit.unit, slot.power)) for slot in army.side.slots]
    some = (chances > 1e-12).nonzero()[0]
    counts = np.zeros((len(some), len(kinds)), dtype=np.int64)
    counts += np.array([dict(saved.units).get(kind, 0) for kind in kinds], dtype=np.int64)
    for slot, kind in enumerate(slots):
        counts[:, kind] += army.counts[some, slot]
    found: dict[tuple[int, ...], list[float]] = {}
    for key, value, chance in zip(map(tuple, counts.tolist()), army.value[some].tolist(), chances[some].tolist(), strict=True):
        found.setdefault(key, [value + saved.value, 0.0])[1] += chance
    several, words = len({power for _, power in kinds}) > 1, dict[tuple[int, int], str]()

    def word(kind: int, n: int) -> str:
        if (kind, n) not in words:
            unit, power = kinds[kind]
            words[kind, n] = show_units([(unit, n, power if several else "")])
        return words[kind, n]

    return [
        Survivors(", ".join([word(kind, n) for kind, n in enumerate(key) if n]), value, chance) for key, (value, chance) in found.items()
    ]


def _text(counts: dict[tuple[str, str], int], army: Army, saved: Saved) -> str:
    """Return units as text, in the side's order; their powers where the side has several."""
    sequence = saved.sequence or army.side.sequence
    several = len({power for _, power in sequence}) > 1
    return show_units((unit, counts[unit, power], power if several else "") for unit, power in sequence if counts.get((unit, power)))


def distribution(swing: np.ndarray, mass: np.ndarray) -> Swings:
    """Return the swings of the ends with their chances."""
    some = mass > 1e-14
    values, where = np.unique(np.round(swing[some], 6), return_inverse=True)
    return tuple(zip(values.tolist(), np.bincount(where, mass[some], len(values)).tolist(), strict=True))


def how_far(swings: Swings, swing: float) -> float:
    """Return how far along a distribution a swing lies: the chance of less, and half of the chance of just as much."""
    below = sum(chance for value, chance in swings if value < swing - SAME)
    same = sum(chance for value, chance in swings if abs(value - swing) <= SAME)
    return min(1.0, below + same / 2)


def at_share(swings: Swings, part: float) -> float:
    """Return the swing that a part of all battles do not exceed."""
    total = 0.0
    for swing, chance in swings:
        total += chance
        if total >= part - SHARE_SAME:
            return swing
    return swings[-1][0] if swings else 0.0


def mean_error(shares: Iterable[tuple[float, float]], samples: int) -> float:
    """Return the standard error of a mean, from the shares that values have of so many battles played."""
    listed = list(shares)
    mean = sum(value * share for value, share in listed)
    return float((max(0.0, sum(share * (value - mean) ** 2 for value, share in listed)) / samples) ** 0.5)


def swing_error(swings: Swings, samples: int, least: float, most: float) -> float:
    """Return the standard error of the expected swing, from the shares of so many battles played.

    Where all ended alike they have no spread, and yet others may end otherwise: then Z times it is the difference if as many as may have
    stayed unseen (`rare`) end at the further one of the bounds.

    Args:
        least, most: between what a swing lies: the attacker loses all for nothing, or the defender does.
    """
    if len(swings) > 1:
        return mean_error(swings, samples)
    mean = sum(swing * chance for swing, chance in swings)
    return rare(samples) * max(mean - least, most - mean, 0.0) / Z
