"""Chances from few plays are told as bounds."""

from __future__ import annotations

import re
from math import comb

import pytest

from dashboard.ui.sampled import sampled


@pytest.mark.parametrize("samples", [20, 100, 2000])
def test_what_always_happened_is_a_bound_that_chance_seldom_breaks(samples: int) -> None:
    bound = re.fullmatch(r"over (\d+)%", sampled(1.0, samples))
    assert bound is not None
    assert (int(bound[1]) / 100) ** samples <= 0.07, "a chance as low would seldom give as many"
    assert sampled(0.0, samples) == f"under {100 - int(bound[1])}%"


@pytest.mark.parametrize("true", [0.1, 0.35, 0.5, 0.8])
def test_a_range_holds_the_true_chance_in_nine_cases_of_ten(true: float) -> None:
    """Counted over all results of 20 games, each weighed by the binomial distribution."""
    held = 0.0
    for won in range(21):
        said = [int(number) / 100 for number in re.findall(r"(\d+)%", sampled(won / 20, 20))]
        low, high = (0.0, said[0]) if won == 0 else (said[0], 1.0) if won == 20 else said
        held += comb(20, won) * true**won * (1 - true) ** (20 - won) * (low <= true <= high)
    assert held >= 0.9


def test_many_plays_are_a_figure() -> None:
    assert sampled(0.5, 100_000) == "50%" and sampled(0.5, 20) == "30% to 70%"
