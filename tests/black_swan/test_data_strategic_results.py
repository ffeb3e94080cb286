"""The table of strategic warfare (1.5): reconstructed, and under every worked example of the text."""

from __future__ import annotations

import pytest

from tests.black_swan.tables import TITLE

CELL = {
    (row.raiders, row.interceptors): (row.raider_losses, row.production_losses, row.interceptor_losses) for row in TITLE.strategic_results
}
MOST = TITLE.settings["strategic_warfare"]["most"]


def test_table_has_every_cell_up_to_sixteen() -> None:
    assert CELL.keys() == {(one, two) for one in range(MOST + 1) for two in range(MOST + 1)} and MOST == 16


@pytest.mark.section("1.5")
@pytest.mark.parametrize(
    ("raiders", "interceptors", "result"),
    [(4, 9, (3, 0, 0)), (6, 0, (0, 3, 0)), (2, 9, (2, 0, 0))],
    ids=["9 to 18 halved", "North Atlantic", "Central Atlantic"],
)
def test_1_5_examples(raiders: int, interceptors: int, result: tuple[int, int, int]) -> None:
    assert CELL[raiders, interceptors] == result


@pytest.mark.section("1.6")
def test_1_6_example_eight_pps_can_be_lost_in_one_season() -> None:
    """Germany loses 8 PPs in the example of Spring 1943."""
    assert 8 in {lost for _, lost, _ in CELL.values()}


def test_nobody_loses_more_steps_than_he_has() -> None:
    for (raiders, interceptors), (lost, _, shot) in CELL.items():
        assert 0 <= lost <= raiders and 0 <= shot <= interceptors


def test_nothing_happens_without_raiders() -> None:
    assert {CELL[0, interceptors] for interceptors in range(MOST + 1)} == {(0, 0, 0)}


def test_more_raiders_never_do_less_and_more_interceptors_never_stop_less() -> None:
    for (raiders, interceptors), (lost, production, shot) in CELL.items():
        if raiders < MOST:
            assert CELL[raiders + 1, interceptors][1] >= production
        if interceptors < MOST:
            fewer = CELL[raiders, interceptors + 1]
            assert fewer[0] >= lost and fewer[1] <= production
        assert production == 0 or raiders > interceptors, (raiders, interceptors, shot)
