"""Questions that only some games can answer, each with its charts: a game without such data is not asked.

Their words stand in occasional.toml.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl

from dashboard.charts.bombing import bombing_chart
from dashboard.charts.convoy_losses import convoy_chart, convoy_lines_chart, with_lines
from dashboard.charts.lend_lease import lend_lease_chart
from dashboard.charts.luck_of_powers import power_luck_chart
from dashboard.charts.luck_of_sides import side_luck_chart
from dashboard.charts.objectives import objectives_chart
from dashboard.review import optional_questions_answers as answers
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing, Section, meaning
from dashboard.ui.figures import last_round
from dashboard.ui.text import counted, played

WORDS = Path(__file__).with_name("occasional.toml")

Drawn = tuple[alt.TopLevelMixin, pl.DataFrame]
"""A chart and the rows that it was drawn from."""


@lru_cache
def _words() -> dict[str, Any]:
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


def _section(of: Reader, measure: str, answer: str, count: str, *drawn: Drawn) -> Section:
    """Return the question that a measure answers, with its charts; the last of its names are left over where a game has fewer."""
    words = _words()[measure]
    drawings = tuple(Drawing(chart, name, rows) for (chart, rows), name in zip(drawn, words["charts"][: len(drawn)], strict=True))
    note = words["note"].replace("{unit}", of.unit)
    return Section(words["question"], meaning(measure), answer, count, note, drawings)


def luck(of: Reader) -> Section | None:
    """Return hits against expectation by side and by power, of a game with dice."""
    frame, rollers = of.telling(of.by_side("luck_by_round"), "dice")
    # of dozens of nations that only ever defend, each rolls a few dice: lines are drawn of those that had turns
    lines = rollers.filter(pl.col("power").is_in(of.frame("seats")["power"].to_list()))
    drawn = frame.filter(pl.col("power").is_in(lines["power"].to_list()))
    dice = int(frame["dice"].sum())
    if not dice:
        return None
    sides = answers.luck_of_sides(frame)
    names = [name for name in of.side_names if name in set(sides["side_name"])]
    charts = (side_luck_chart(sides, names), sides), (power_luck_chart(drawn, lines), frame)
    count = counted(dice, "die").replace("dies", "dice")
    return _section(of, "luck_by_round", answers.luck_answer(sides), count, *charts)


def convoys(of: Reader) -> Section | None:
    """Return what convoy raids cost, of a game that has any."""
    frame = with_lines(of.measure("convoy_losses").filter(resource=of.game["resource"]), of.words)
    raids = frame.filter(pl.col("raids") > 0)
    if raids.is_empty():
        return None
    count = f"{counted(int(raids['raids'].sum()), 'raid')} on {counted(raids['victim'].n_unique(), 'power')}"
    drawn = [(convoy_chart(frame, of.all_powers, of.unit), frame)]
    lines = with_lines(of.measure("convoy_lines").filter(resource=of.game["resource"]), of.words)
    if not lines.is_empty():
        drawn.append((convoy_lines_chart(lines, of.all_powers, of.unit, last_round(frame)), lines))
    return _section(of, "convoy_losses", answers.convoy_answer(frame, of.unit), count, *drawn)


def lend_lease(of: Reader) -> Section | None:
    """Return what became of aid from one power to another, of a game that has any."""
    frame = of.measure("lend_lease")
    if not frame["sent"].sum():
        return None
    fates = frame.filter((pl.col("delivered") > 0) | (pl.col("interdicted") > 0))
    count = f"Aid of {int(frame['sent'].sum()):,} sent to {counted(frame['receiver'].n_unique(), 'power')}"
    drawn = lend_lease_chart(frame, of.all_powers), fates
    return _section(of, "lend_lease", answers.lend_lease_answer(frame), count, drawn)


def objectives(of: Reader) -> Section | None:
    """Return what national objectives paid round by round, of a game that has any."""
    frame = of.by_side("objectives_by_round")
    paid = frame.filter(pl.col("round") > 0, (pl.col("objectives") > 0) | (pl.col("amount") != 0))
    if paid.is_empty():
        return None
    count = f"{counted(int(paid['objectives'].sum()), 'payment')} to {counted(paid['power'].n_unique(), 'power')}"
    drawn = objectives_chart(frame, of.powers, of.unit), frame
    return _section(of, "objectives_by_round", answers.objectives_answer(frame, of.unit), count, drawn)


def bombing(of: Reader) -> Section | None:
    """Return what bombing did and what was repaired, of a game that has any."""
    frame = of.measure("bombing_by_round")
    told = frame.filter(pl.any_horizontal(pl.col("raids", "damage", "repaired") > 0))
    if told.is_empty():
        return None
    involved = of.all_powers.filter(pl.col("power").is_in([*told["victim"], *told["raider"]]))
    count = f"{counted(int(told['raids'].sum()), 'raid')} in {played(range(1, last_round(frame) + 1), of.game['finished_rounds'])}"
    drawn = bombing_chart(frame, involved), frame
    section = _section(of, "bombing_by_round", answers.bombing_answer(frame, of.unit), count, drawn)
    has_bars = told.select(pl.any_horizontal(pl.col("damage", "repaired") > 0).any()).item()
    return section if has_bars else section._replace(note="", drawings=())
