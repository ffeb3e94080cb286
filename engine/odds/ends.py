"""The odds of a battle as the shares of the ends of many that were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from engine.events import BattleEnded
from engine.forces import parse_units
from engine.odds.result import Result, Survivors
from engine.title.model import Title


def result_of_ends(title: Title, ends: Sequence[BattleEnded], at_sea: bool, planes: tuple[int, int]) -> Result:
    """Return the shares of some ends of one battle.

    Args:
        planes: how many aircraft the attacker and the defender have at its start.
    """
    games = len(ends)
    share = fmean(end.winner == "attacker" for end in ends)
    took = [end.winner == "attacker" and not at_sea and _has(title, end.attackers, "land") for end in ends]
    away = fmean(end.how == "retreat" and end.winner != "attacker" for end in ends)
    lose = fmean(end.winner == "defender" and end.how != "retreat" for end in ends)
    lengths = Counter(end.rounds for end in ends)
    swings = Counter(end.defender_lost - end.attacker_lost for end in ends)
    return Result(
        share, fmean(took), lose, max(0.0, 1.0 - share - lose - away), away,
        fmean(end.attacker_lost for end in ends), fmean(end.defender_lost for end in ends), fmean(end.rounds for end in ends),
        _left(Counter(end.attackers for end in ends), games), _left(Counter(end.defenders for end in ends), games),
        tuple((float(swing), n / games) for swing, n in sorted(swings.items())),
        tuple(lengths[number] / games for number in range(max(lengths) + 1)),
        fmean(aircraft_in(title, end.attackers) < planes[0] for end in ends),
        fmean(aircraft_in(title, end.defenders) < planes[1] for end in ends),
        games, (share * (1 - share) / games) ** 0.5,
    )  # fmt: skip


def _left(ends: Counter[str], games: int) -> tuple[Survivors, ...]:
    return tuple(Survivors(units, 0.0, n / games) for units, n in ends.most_common())


def _has(title: Title, units: str, cls: str) -> bool:
    return any(title.units[item.unit].cls == cls for item in parse_units(units))


def aircraft_in(title: Title, units: str) -> int:
    """Return how many aircraft are among units as text."""
    return sum(item.count for item in parse_units(units) if title.units[item.unit].cls == "air")
