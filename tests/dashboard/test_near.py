"""Who was within a turn of winning, from races written by hand."""

from __future__ import annotations

import polars as pl
import pytest

from dashboard.review.moment_links import anchor
from dashboard.review.reader import Reader
from dashboard.review.spine.drawing import spine_html
from dashboard.review.spine.near import near, near_told
from tests.dashboard.test_spine import found, read, told


def raced(of: Reader, *totals: int, win: int = 10) -> Reader:
    """Return a game in which the Axis has these points after its first turns."""
    row = {
        "seq": 1,
        "contender": "axis",
        "measure": "points",
        "threshold": win,
        "name": "Axis",
        "side": "axis",
        "alone": False,
    }
    rows = pl.DataFrame([{**row, "turn": turn, "total": total} for turn, total in enumerate(totals)])
    return Reader(of.game, lambda name: rows if name == "races" else of.frame(name), of.measure, of.chances)


@pytest.mark.parametrize(
    ("totals", "stretches"),
    [
        ((4, 6, 8, 9, 9), [(2, 3)]),  # gains of 2 and 2: 8 is within a turn; 9, too; the last turn is decided
        ((4, 6, 7, 9, 9), [(3, 3)]),  # the least gain is 1
        ((4, 9, 9, 9, 9), []),  # it gained once: nobody knows what it usually gains
        ((9, 9, 9, 9, 9), []),
        ((4, 6, 8, 6, 10), [(2, 2)]),
        ((10, 10, 8, 8, 8), [(0, 1)]),  # all that wins, not yet held for long enough
    ],
)
def test_a_race_within_a_turn_of_its_end_shows(make_lake, totals, stretches):
    of = raced(told(read(make_lake), 0.5, 0.4, 0.3, 0.2, 1.0), *totals)
    assert [(one.first, one.last) for one in near(of, found(of))] == stretches


def test_it_is_told_and_drawn_beside_a_line_that_does_not_know_it(make_lake):
    of = raced(told(read(make_lake), 0.5, 0.4, 0.3, 0.2, 1.0), 4, 6, 8, 9, 10)
    assert near_told(of, found(of), near(of, found(of))) == "The Axis had 8 of the 10 points that win from round 1 on."
    html = spine_html(of, anchor)
    assert html.count('<i class="near"') == 1 and html.count("; Axis within a turn of winning") == 2 * 2
    assert "20% chance of winning before the last turn. The Axis had 8 of the 10 points that win" in html


def test_a_race_without_a_number_that_wins_is_none(make_lake):
    of = raced(told(read(make_lake), 0.5, 0.4, 0.3, 0.2, 1.0), 4, 6, 8, 9, 10, win=0)
    assert near(of, found(of)) == [] and 'class="near"' not in spine_html(of, anchor)


def led(of: Reader, *totals: tuple[int, int]) -> Reader:
    """Return a game whose winner is who has most points at its end, with the points of Axis and Allies after its first turns."""
    row = {"seq": 1, "measure": "points", "threshold": 0, "alone": False, "most": True}
    rows = [
        {**row, "turn": turn, "total": total, "contender": side, "side": side, "name": side.title()}
        for turn, both in enumerate(totals)
        for side, total in zip(("axis", "allies"), both, strict=True)
    ]
    frame = pl.DataFrame(rows)
    return Reader(of.game, lambda name: frame if name == "races" else of.frame(name), of.measure, of.chances)


def test_a_race_that_is_decided_by_the_lead_shows_how_it_stood_a_turn_before_the_end(make_lake):
    of = led(told(read(make_lake), 0.5, 0.4, 0.3, 0.2, 1.0), (4, 6), (6, 6), (8, 9), (9, 8), (9, 11))
    assert near_told(of, found(of), near(of, found(of))) == (
        "Before the last turn the Axis led the Allies 9 to 8 in points, of which most win."
    )
    html = spine_html(of, anchor)
    assert html.count('<i class="near"') == 1 and "9 to 8 in points, of which most win." in html
    level = led(told(read(make_lake), 0.5, 0.4, 0.3, 0.2, 1.0), (4, 6), (6, 6), (8, 9), (8, 8), (9, 11))
    assert near(level, found(level)) == [], "nobody led"


def test_a_lead_of_a_game_that_goes_on_is_none_yet(make_lake):
    of = led(told(read(make_lake, ended=False), 0.5, 0.4, 0.3, 0.2, 0.3), (4, 6), (6, 6), (8, 9), (9, 8), (9, 11))
    assert near(of, found(of)) == []
