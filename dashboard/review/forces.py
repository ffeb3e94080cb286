"""Questions about strength: how it was shared, and what forces are worth."""

from __future__ import annotations

import polars as pl

from dashboard.charts.side_lines import side_lines
from dashboard.charts.tuv import tuv_chart
from dashboard.review import answers
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing, Section, meaning
from dashboard.review.story.wording import sentence, the
from dashboard.ui.text import counted, listed


def balance(of: Reader) -> Section | None:
    """Return each side's share of all strength over rounds; none where nothing stands on the board.

    When the game turned is said once on a page, above: by the line of who was winning.
    """
    frame = of.by_side("strength_by_round")
    if not frame["strength"].sum() or frame["round"].n_unique() < 2:
        return None
    return Section(
        "How was strength shared?",
        meaning("strength_by_round"),
        held(frame),
        ends(of, frame),
        "Strength is the value of a side's units (TUV) plus the production of its areas. The chart shows each side's share of the total; "
        "of two sides one is drawn.",
        (
            Drawing(
                side_lines(of.unmirrored(frame), of.side_names, "share", "Share of all strength", "%"), "Strength by side and round", frame
            ),
        ),
    )


def held(frame: pl.DataFrame) -> str:
    """Return what share of all strength the strongest side had at first and has at the end.

    Args:
        frame: round, side_name, share.
    """
    ends = (
        frame.sort("round").group_by("side_name", maintain_order=True).agg(pl.col("share").first().alias("first"), pl.col("share").last())
    )
    side, first, last = ends.sort("share", descending=True, maintain_order=True).row(0)
    strength, end = "of all strength (units and production)", f"{last or 0:.0%}"
    if f"{first or 0:.0%}" == end:
        return sentence(f"{the(side)} had {end} {strength} at the set-up and at the end.")
    return sentence(f"{the(side)} had {first or 0:.0%} {strength} at the set-up and {end} at the end.")


def units_value(of: Reader) -> Section | None:
    """Return TUV by side over rounds; none where no unit has a known cost."""
    frame = of.by_side("strength_by_round")
    if not frame["tuv"].sum():
        return None
    return Section(
        "Whose forces are worth more?",
        meaning("strength_by_round"),
        answers.tuv_answer(frame, of.unit, of.game["finished_rounds"]),
        ends(of, frame),
        f"TUV (total unit value) is the cost of all units of a side, in {of.unit}. It grows when units are built and "
        "shrinks when they are lost.",
        (Drawing(tuv_chart(frame, of.side_names, of.unit), "Units value by side and round", frame),),
    )


def ends(of: Reader, frame: pl.DataFrame) -> str:
    """Return which ends of rounds a frame has, in words; a round that was not finished has none."""
    rounds = frame["round"].unique().sort().to_list()
    done = [round_ for round_ in rounds if 0 < round_ <= of.game["finished_rounds"]]
    parts = ["the set-up", *([f"the end of {counted(len(done), 'round')}"] if done else [])]
    if rounds and rounds[-1] > of.game["finished_rounds"]:
        parts.append(f"where round {rounds[-1]} stops")
    return listed(parts)
