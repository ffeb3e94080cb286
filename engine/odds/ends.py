"""The odds of a battle as the shares of the ends of many that were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from engine.events import BattleEnded
from engine.forces import parse_units
from engine.odds.outcome import winner_of
from engine.odds.result import Result, Survivors, Z, mean_error, rare, share_error
from engine.title.model import Title


class Ended(NamedTuple):
    """The end of a battle, and what its survivors have left of their steps or hits (see `steps_left`)."""

    end: BattleEnded
    attackers: str = ""
    defenders: str = ""


def result_of_ends(title: Title, ended: Sequence[Ended], at_sea: bool, planes: tuple[int, int]) -> Result:
    """Return the shares of some ends of one battle.

    Args:
        planes: how many aircraft the attacker and the defender have at its start.
    """
    ends, games = [one.end for one in ended], len(ended)
    share = fmean(end.winner == "attacker" for end in ends)
    took = [end.winner == "attacker" and not at_sea and _has(title, end.attackers, "land") for end in ends]
    away = fmean(end.how == "retreat" and end.winner != "attacker" for end in ends)
    lose = fmean(winner_of(end) == "defender" and end.how != "retreat" for end in ends)
    lengths = Counter(end.rounds for end in ends)
    swings = Counter(end.defender_lost - end.attacker_lost for end in ends)
    return Result(
        share,
        fmean(took),
        lose,
        max(0.0, 1.0 - share - lose - away),
        away,
        fmean(end.attacker_lost for end in ends),
        fmean(end.defender_lost for end in ends),
        fmean(end.rounds for end in ends),
        _left(Counter((one.end.attackers, one.attackers) for one in ended), games),
        _left(Counter((one.end.defenders, one.defenders) for one in ended), games),
        tuple((float(swing), n / games) for swing, n in sorted(swings.items())),
        tuple(lengths[number] / games for number in range(max(lengths) + 1)),
        fmean(aircraft_in(title, end.attackers) < planes[0] for end in ends),
        fmean(aircraft_in(title, end.defenders) < planes[1] for end in ends),
        games,
        share_error(share, games),
        errors=(
            _error((end.attacker_lost for end in ends), _worth(title, ends[0].attackers)),
            _error((end.defender_lost for end in ends), _worth(title, ends[0].defenders)),
            _error(end.rounds for end in ends),
        ),
    )


def _error(values: Iterable[float], left: float = 0.0) -> float:
    """Return the standard error of a mean; where all are alike, Z times it is how far it is off if as many as stay unseen differ.

    Args:
        left: what more might have been lost.
    """
    counts = Counter(values)
    if len(counts) == 1:
        return rare(counts.total()) * max(*counts, left) / Z if left else 0.0
    return mean_error(((value, n / counts.total()) for value, n in counts.items()), counts.total())


def _worth(title: Title, units: str) -> float:
    return float(sum(title.units[item.unit].worth(title.units[item.unit].strength) * item.count for item in parse_units(units)))


def _left(ends: Counter[tuple[str, str]], games: int) -> tuple[Survivors, ...]:
    return tuple(Survivors(units, 0.0, n / games, steps) for (units, steps), n in ends.most_common())


def _has(title: Title, units: str, cls: str) -> bool:
    return any(title.units[item.unit].cls == cls for item in parse_units(units))


def aircraft_in(title: Title, units: str) -> int:
    """Return how many aircraft are among units as text."""
    return sum(item.count for item in parse_units(units) if title.units[item.unit].cls == "air")
