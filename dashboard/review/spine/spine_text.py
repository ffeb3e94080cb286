"""What the spine of a review says: who led since when, what its line is, and what the dice and the players did."""

from __future__ import annotations

from typing import Any

import polars as pl

from dashboard.review.reader import Reader
from dashboard.review.spine.course import CHANCE, Course
from dashboard.review.story.balance import shares
from dashboard.review.story.wording import sentence, the, whose
from dashboard.ui.rounding import whole_parts
from dashboard.ui.text import counted

CLICK = "Click a turn to see it on the map."
LEVEL = 0.01
"""Two shares or chances that differ by less are about the same."""
WIDE = 0.5
"""From how wide on the range of a chance is told with it: it says little."""
SPLIT = ("by_dice", "by_players", "not_told_apart")
NUMBERS = " The numbers mark the turns that moved the line most."


def answer(of: Reader, found: Course) -> str:
    """Return who led and since when, in a sentence; of a game that was won, by the chances before its last turn.

    Where another side had most strength at the end, which a story may tell, that is said, too.
    """
    return " ".join(part for part in (_led(of, found), _stronger(of, found)) if part)


def _stronger(of: Reader, found: Course) -> str:
    """Return which side had most of all units and production at the end, where by the chances another was ahead."""
    ranked = shares(of)
    if found.kind != CHANCE or len(ranked) < 2 or ranked[0][1] - ranked[1][1] < LEVEL:
        return ""
    last = found.open.filter(pl.col("turn") == pl.col("turn").max()).sort("value", descending=True, maintain_order=True)
    side, part = ranked[0]
    if last["side_name"][0] == side:
        return ""
    return f"Of all units and production {the(side)} had {part:.0%}: the chance goes by how other games went on from there."


def _led(of: Reader, found: Course) -> str:
    undecided = found.open
    others = undecided.filter(pl.col("side_name") != found.focus).group_by("turn").agg(other=pl.col("value").max())
    mine = undecided.filter(side_name=found.focus)
    led = mine.join(others, on="turn").with_columns(ahead=pl.col("value") > pl.col("other")).sort("turn")
    last, side = led.row(-1, named=True), the(found.focus)
    level = last["other"] is not None and abs(last["value"] - last["other"]) < LEVEL
    when = "before the last turn" if found.result else "at the end" if of.game["ended"] else "where the record stops"
    what = "chance of winning" if found.kind == CHANCE else "of all units and production"
    had = f"{share_told(last['value'])} {what} {when}{_range(last)}"
    behind = led.filter(~pl.col("ahead"))["turn"]
    if (level or not last["ahead"]) and not of.game["winner"]:
        return f"Nobody was ahead {when}."
    if not last["ahead"]:
        return sentence(f"{side} won from behind: {had}.")
    if behind.is_empty():
        return sentence(f"{side} led from the start: {had}.")
    since = of.when(led.filter(pl.col("turn") > behind[-1])["round"][0])
    took = f"took the lead for good in {since}" if of.game["ended"] else f"led from {since} on"
    return sentence(f"{side} {took}: {had}.")


def share_told(value: float) -> str:
    """Return a chance or share in per cent; what is not certain is not told as 0% or 100%."""
    return "<1%" if 0 < value < 0.005 else ">99%" if 0.995 <= value < 1 else f"{value:.0%}"


def _range(row: dict[str, Any]) -> str:
    """Return the range of a chance of which little is known; empty where it is narrow, or there is none."""
    if row["low"] is None or row["high"] - row["low"] < WIDE:
        return ""
    return f", anywhere from {row['low']:.0%} to {row['high']:.0%}"


def note(found: Course, numbered: bool) -> str:
    """Return what the line is, and what one can do with it; `numbered`: whether it has key moments."""
    click = CLICK + NUMBERS * numbered
    if found.kind == CHANCE:
        what = "The line is the chance of winning after each turn"
        band = "; the band is its 90% range" if found.of(found.focus)["low"].null_count() == 0 else ""
        end = "; the last point is how it ended" if found.result else ""
        return f"{what}, learned from {found.basis}{band}{end}. {click}"
    unknown = f" The chance of winning is not known: {found.basis}." if found.basis else ""
    return f"The line is the share of all units (TUV) and production after each turn.{unknown} {click}"


def signed_percent(part: float) -> str:
    """Return a change of a share with its sign: `+12%`, `−3%`; one that comes to 0 has none."""
    return f"{part:+.0%}".replace("-", "−") if round(100 * part) else "0%"


def split_told(found: Course) -> str:
    """Return what the dice of battles and the players did to a side's chance in the whole game, and what is not told apart.

    The parts add up to how far the chance went from the first turn to the last.
    """
    rows = found.of(found.focus)
    parts = [100 * float(rows[name].sum()) for name in SPLIT]
    went, (dice, players, rest) = round(sum(parts)), whole_parts(parts)
    untold = rows.filter(pl.col("by_dice").is_null(), pl.col("change").is_not_null()).height
    end = " and the last step to the result" if found.result else ""
    turns = f" ({counted(untold, 'turn')} of {rows['change'].drop_nulls().len()}{end})" if untold else ""
    last = found.result and not untold
    other = f", {_points(rest)} {'by the last step to the result' if last else f'not told apart{turns}'}" if rest or untold else ""
    return (
        f"{sentence(whose(found.focus))} chance over the game: {_points(went)}: {_points(dice)} by the dice of battles, "
        f"{_points(players)} by what the players did{other}"
    )


def moved(row: dict[str, Any]) -> str:
    """Return how far a turn moved a side's chance, and what did: `Axis +20%: dice +10%, players +10%`."""
    change = f"{row['side_name']} {signed_percent(row['change'])}"
    if row["by_dice"] is None or row["not_told_apart"] is None:
        return change
    parts = dict(zip(("dice", "players", "not told apart"), whole_parts([100 * row[name] for name in SPLIT]), strict=True))
    if not parts["dice"]:
        return change
    told = [f"{name} {_points(part)}" for name, part in parts.items() if part or name != "not told apart"]
    return f"{change}: {', '.join(told)}"


def _points(points: int) -> str:
    return f"{points:+d}%".replace("-", "−") if points else "0%"
