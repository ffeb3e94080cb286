"""What the spine of a review says: who led since when, what its line is, and what the dice and the players did."""

from __future__ import annotations

import polars as pl

from dashboard.review.reader import Reader
from dashboard.review.spine.course import CHANCE, Course
from dashboard.review.story.wording import sentence, the, whose

CLICK = "Click a turn to see it on the map."
LEVEL = 0.01
"""Two shares or chances that differ by less are about the same."""
NUMBERS = " The numbers mark the turns that moved the line most."


def answer(of: Reader, found: Course) -> str:
    """Return who led and since when, in a sentence."""
    others = found.rows.filter(pl.col("side_name") != found.focus).group_by("turn").agg(other=pl.col("value").max())
    led = (
        found.of(found.focus).join(others, on="turn").with_columns(ahead=pl.col("value") > pl.col("other")).sort("turn")
    )
    last, side = led.row(-1, named=True), the(found.focus)
    level = last["other"] is not None and abs(last["value"] - last["other"]) < LEVEL
    when = "at the end" if of.game["ended"] else "where the record stops"
    had = f"{last['value']:.0%} {'chance of winning' if found.kind == CHANCE else 'of all units and production'} {when}"
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


def note(found: Course, numbered: bool) -> str:
    """Return what the line is, and what one can do with it; `numbered`: whether it has key moments."""
    click = CLICK + NUMBERS * numbered
    if found.kind == CHANCE:
        what = "The line is the chance of winning after each turn"
        band = "; the band is its 90% range" if found.of(found.focus)["low"].null_count() == 0 else ""
        return f"{what}, learned from {found.basis}{band}. {click}"
    return f"The line is the share of all units (TUV) and production after each turn. {click}"


def signed_percent(part: float) -> str:
    """Return a change of a share with its sign: `+12%`, `−3%`; one that comes to 0 has none."""
    return f"{part:+.0%}".replace("-", "−") if round(100 * part) else "0%"


def split_told(found: Course, rows: pl.DataFrame) -> str:
    """Return what the dice of battles and the players did to a side's chance in the whole game.

    Args:
        rows: of `found`, the turns of its focus whose split is known.
    """
    dice, players = (signed_percent(rows[name].sum()) for name in ("by_dice", "by_players"))
    return f"{sentence(whose(found.focus))} chance over the game: {dice} by the dice of battles, {players} by what the players did"
