"""Chances from few plays are told as bounds."""

from __future__ import annotations

import re
from math import comb

import pytest

from dashboard.ui.sampled import give, mean_told, sampled
from engine.odds.result import share_error, swing_error


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


@pytest.mark.parametrize("samples", [20, 200])
def test_what_always_ended_alike_is_good_to_no_more_than_a_bound(samples: int) -> None:
    """A battle that costs 30 one time in so many that it is seldom seen: what is told holds it, where the share alone would say ±0."""
    swings = ((6.0, 1.0),)
    off = give(swing_error(swings, samples, -24.0, 8.0))
    true = 0.05 ** (1 / samples)  # the least chance of the usual end that shows nothing else so often one time in twenty
    expected = true * 6 + (1 - true) * -24
    assert off == {20: 5, 200: 0}[samples], "by hand: 30 times 0.139 is 4.2, and 30 times 0.015 rounds to nothing"
    assert 6 - max(off, 0.5) <= expected
    assert share_error(1.0, samples) * 1.96 == pytest.approx(1 - true, rel=1e-4)
    assert share_error(0.0, samples) == share_error(1.0, samples)


def test_what_ended_in_several_ways_has_its_standard_error() -> None:
    assert swing_error(((0.0, 0.5), (10.0, 0.5)), 25, -100.0, 100.0) == pytest.approx(1.0)
    assert share_error(0.5, 25) == pytest.approx(0.1)


@pytest.mark.parametrize("samples", [200, 2000, 100_000])
def test_what_happened_once_is_not_told_as_never_and_what_failed_once_not_as_always(samples: int) -> None:
    assert sampled(1 / samples, samples).startswith("under ")
    assert sampled(1 - 1 / samples, samples).startswith("over ")


def test_an_average_is_told_to_the_digit_it_is_good_to_and_else_as_a_range() -> None:
    """By hand, with 1.96 standard errors on either side."""
    told = [mean_told(*one) for one in ((4.5, 0.0), (4.5, 0.02), (4.5, 0.1), (45.2, 0.2), (45.2, 1.0), (0.1, 0.2))]
    assert told == ["4.5", "4.5", "4.3 to 4.7", "45", "43 to 47", "0.0 to 0.5"]
    assert mean_told(-0.2, 0.3, sign=True) == "-0.8 to +0.4"
