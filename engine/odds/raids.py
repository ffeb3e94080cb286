"""What strategic bombing raids come to: damage, aircraft lost, and what is left of them."""

from __future__ import annotations

from typing import NamedTuple

from engine.odds.result import mean_error


class Raid(NamedTuple):
    """The shares of the ends of a raid that was played so many times.

    Attributes:
        damage: (points, chance), lowest first. left: (raiders that are left as text, chance), likeliest first.
        attacker_lost, defender_lost: expected losses in value, without the damage. samples: how often it was played.
        area, target: where, and what was bombed. errors: the standard errors of the losses.
    """

    damage: tuple[tuple[int, float], ...]
    left: tuple[tuple[str, float], ...]
    attacker_lost: float
    defender_lost: float
    samples: int
    area: str
    target: str
    errors: tuple[float, float] = (0.0, 0.0)

    @property
    def mean(self) -> float:
        """The expected damage."""
        return sum(points * chance for points, chance in self.damage)

    @property
    def error(self) -> float:
        """The standard error of the expected damage."""
        return mean_error(self.damage, self.samples)

    def at_least(self) -> list[tuple[int, float]]:
        """Return (points, the chance of so much damage or more), lowest first."""
        return [(points, sum(chance for more, chance in self.damage if more >= points)) for points, _ in self.damage]
