"""Questions about strength: what forces are worth, and when the balance turned."""

from __future__ import annotations

import polars as pl

from dashboard import answers
from dashboard.charts.side_lines import side_lines
from dashboard.charts.tuv import tuv_chart
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing, Section, meaning
from dashboard.turning import turning, upright
from dashboard.words import counted


def balance(of: Reader) -> Section | None:
    """Return each side's share of all strength over rounds, with the turning point; none where nothing stands on the board."""
    frame = of.by_side("strength_by_round")
    points = of.measure("turning_point")
    if not frame["strength"].sum() or points.is_empty():
        return None
    point = points.row(0, named=True)
    return Section(
        "When did it turn?",
        meaning("strength_by_round", "turning_point"),
        turning(point, of.sides),
        ends(frame),
        "Strength is what a side's units cost (TUV) and what its areas produce; the chart shows its share of all sides'. "
        + upright(point),
        (Drawing(side_lines(frame, of.side_names, "share", "Share of all strength", "%", mark=point["round"]),
                 "Strength by side and round", frame),),
    )  # fmt: skip


def units_value(of: Reader) -> Section | None:
    """Return TUV by side over rounds; none where no unit has a known cost."""
    frame = of.by_side("strength_by_round")
    if not frame["tuv"].sum():
        return None
    return Section(
        "Whose forces are worth more?",
        meaning("strength_by_round"),
        answers.tuv_answer(frame, of.unit),
        ends(frame),
        f"Units value (TUV) is what all units of a side cost, in {of.unit}; it grows by what is built and shrinks by what is lost.",
        (Drawing(tuv_chart(frame, of.side_names, of.unit), "Units value by side and round", frame),),
    )  # fmt: skip


def ends(frame: pl.DataFrame) -> str:
    """Return how many ends of rounds a frame has, in words."""
    count = frame["round"].n_unique()
    return f"{count}: the set-up" + (f" and the end of {counted(count - 1, 'round')}" if count > 1 else "")
