"""The lab's statistics: intervals that hold as often as they say, and pairs that see what they should."""

from __future__ import annotations

from random import Random

import pytest

from warehouse.lab.intervals import (
    paired_interval,
    pairs_needed,
    sequence,
    sequence_interval,
    smallest_seen,
    student,
    student_chance,
    unlike_share,
)


def pairs(rng: Random, n: int, one: float = 0.4, two: float = 0.4) -> list[int]:
    return [(rng.random() < two) - (rng.random() < one) for _ in range(n)]


def test_the_paired_interval_is_bonett_and_prices() -> None:
    # 36 and 11 unlike pairs of 100: (37 - 12) / 102 with a deviation of sqrt((49/102 - (25/102)^2) / 102)
    found = paired_interval([1] * 36 + [-1] * 11 + [0] * 53)
    assert found.value == pytest.approx(0.25)
    assert (found.low, found.high) == pytest.approx((0.11927, 0.37093), abs=1e-4)
    assert found.clear and not paired_interval([0] * 50).clear


def test_an_interval_of_a_fixed_number_misses_the_truth_about_one_time_in_twenty() -> None:
    rng = Random(1)
    missed = sum(paired_interval(pairs(rng, 120)).clear for _ in range(400)) / 400
    assert 0.02 < missed < 0.08


def test_an_interval_for_any_time_holds_however_often_one_looks_and_a_fixed_one_does_not() -> None:
    rng, always, fixed = Random(2), 0, 0
    for _ in range(120):
        values = pairs(rng, 200)
        always += any(one.clear for one in sequence(values))
        fixed += any(paired_interval(values[:n]).clear for n in range(20, 201, 5))
    assert always / 120 <= 0.05 < 0.15 < fixed / 120


def test_an_interval_for_any_time_becomes_narrow_and_finds_a_difference_that_is_there() -> None:
    values = pairs(Random(3), 400, 0.3, 0.6)
    found = sequence(values)
    assert not found[0].clear and found[-1].low > 0.1 and found[-1].high < 0.5
    widths = [one.high - one.low for one in found]
    assert widths == sorted(widths, reverse=True)
    assert sequence_interval(values) == found[-1] and sequence_interval([]).low == -1.0


def test_pairs_are_counted_by_connors_formula_and_do_see_the_difference() -> None:
    # Connor (1987): (1.95996 * sqrt(.5) + .84162 * sqrt(.5 - .1^2))^2 / .1^2 = 390.1
    n = pairs_needed(0.1, 0.5)
    assert n == 391
    rng = Random(4)
    seen = sum(paired_interval(pairs(rng, n, 0.45, 0.55)).clear for _ in range(200)) / 200
    assert 0.72 < seen < 0.88
    assert smallest_seen(n, 0.5) == pytest.approx(0.1) and smallest_seen(3, 0.5) > 0.5


def test_the_share_of_unlike_pairs_is_never_quite_none() -> None:
    assert unlike_share([0, 0, 0]) == 0.2 and unlike_share([1, -1, 0, 0]) == 0.5


def test_students_quantiles_are_those_of_the_tables() -> None:
    for freedom, known in ((1, 12.706), (2, 4.303), (3, 3.182), (7, 2.365), (30, 2.042)):
        assert student(freedom) == pytest.approx(known, abs=0.004)


def test_students_chances_are_those_of_the_tables() -> None:
    for t, freedom, known in (
        (2.093, 19, 0.05),
        (2.861, 19, 0.01),
        (2.023, 39, 0.05),
        (0.0, 19, 1.0),
        (float("inf"), 19, 0.0),
    ):
        assert student_chance(t, freedom) == pytest.approx(known, abs=0.001)
