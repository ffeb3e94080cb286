"""What each chart says, in a sentence: the frames of the measures in, plain words out."""

from __future__ import annotations

import polars as pl

from dashboard.review.story.wording import sentence, the
from dashboard.ui.figures import last_round, lowest
from dashboard.ui.text import amount, counted, listed, played


def economy_answer(earned: pl.DataFrame, held: pl.DataFrame, unit: str, finished: int) -> str:
    """Say which side and which power collected most, and who has most in hand at the end.

    Args:
        earned: measure `income_by_turn` with `side_name`. held: measure `income_and_treasury`.
        unit: printed name of the resource. finished: the last round that was played to its end.
    """
    at_end = held.drop_nulls("treasury").sort("round", maintain_order=True).group_by("name", maintain_order=True).last()
    if at_end.is_empty():
        return "No income is recorded."
    richest = at_end.sort("treasury", descending=True).row(0, named=True)
    hand = f"Most in hand at the end: {the(richest['name'])}, {amount(richest['treasury'], unit)}."
    if not earned["income"].sum():
        return f"No income is recorded. {hand}"
    total, mean = pl.col("income").sum().alias("total"), pl.col("income").mean().alias("mean")
    sides = earned.group_by("side_name", maintain_order=True).agg(total).sort("total", descending=True)
    top = earned.group_by("name", maintain_order=True).agg(total, mean).sort("total", descending=True).row(0, named=True)
    said = listed([f"{name} {amount(sum_, unit)}" for name, sum_ in sides.iter_rows()])
    return (
        f"Collected in {played(earned['round'].unique().sort().to_list(), finished)}: {said}; most by {the(top['name'])}, "
        f"{amount(round(top['mean']), unit)} per turn. {hand}"
    )


def store_answer(rows: pl.DataFrame, unit: str) -> str:
    """Say which powers collected most of a resource in the whole game, and who has most in store at the end.

    Args:
        rows: round, name, income, treasury; one row a power and round. unit: printed name of the resource.
    """
    sums = rows.group_by("name", maintain_order=True).agg(pl.col("income").sum()).filter(pl.col("income") > 0)
    most = sums.sort("income", descending=True, maintain_order=True)
    said = listed([f"{name} {amount(income, unit)}" for name, income in most.iter_rows()])
    at_end = rows.filter(round=rows["round"].max()).sort("treasury", descending=True, maintain_order=True).row(0, named=True)
    left = f"{the(at_end['name'])}, {amount(at_end['treasury'], unit)}" if at_end["treasury"] else "nobody"
    return f"Collected: {said}. Most in store at the end: {left}."


def tuv_answer(frame: pl.DataFrame, unit: str, finished: int) -> str:
    """Say what the units of each side were worth at first and at the end, and from when on the stronger side led.

    Args:
        frame: measure `strength_by_round` with `side_name`. unit: printed name of the resource. finished: the last round that was
            played to its end.
    """
    if frame.is_empty() or not frame["tuv"].sum():
        return "No units are recorded."
    first, last = int(lowest(frame["round"])), last_round(frame)
    at_end = _at(frame, last, "tuv")
    before = _at(frame, first, "tuv")
    worth = [(name, before.get(name, 0), tuv) for name, tuv in at_end.items() if tuv or before.get(name, 0)]
    said = listed(
        [f"{name} {was:,} to {amount(now, unit)}" if was != now else f"{name} still {amount(now, unit)}" for name, was, now in worth]
    )
    since = _leads_since(frame, "tuv")
    if since is None:
        return f"From {_when(first, finished)} to {_when(last, finished)}: {said}."
    leader, round_ = since
    unfinished = f"where round {round_} stops"
    since_then = "throughout" if round_ == first else f"from {_when(round_, finished)} on"
    since_then = unfinished if round_ > finished else since_then
    return f"{sentence(the(leader))} led {since_then}. From {_when(first, finished)} to {_when(last, finished)}: {said}."


UNTOLD = "The record does not say who holds areas; the map shows where units stand."
"""Said of a record in which nobody ever holds an area."""


def control_answer(frame: pl.DataFrame, changes: pl.DataFrame, sides: dict[str, str], unit: str) -> str:
    """Say how many areas changed hands and how often, as it happened, and what each side holds at the end.

    Args:
        frame: measure `control_by_round`. changes: measure `changes_of_hand`, which knows too what came back within a round.
        sides: slug to printed name. unit: printed name of the resource.
    """
    if frame.is_empty():
        return "No control of areas is recorded."
    if changes.is_empty() and (frame["side"] == "").all():
        return UNTOLD
    last = frame.filter((pl.col("round") == pl.col("round").max()) & (pl.col("side") != ""))
    held = last.group_by("side").agg(pl.len().alias("areas"), pl.col("value").sum())
    held = held.sort("value", "areas", "side", descending=[True, True, False])
    worth = bool(held["value"].sum())  # a turn summary does not tell what areas are worth
    said = listed(
        [
            f"{sides.get(row['side'], row['side'])} {counted(row['areas'], 'area')}"
            + (f" worth {amount(row['value'], unit)}" if worth else "")
            for row in held.iter_rows(named=True)
        ]
    )
    moved = f"{counted(changes['area'].n_unique(), 'area')} changed hands{_times(changes)}" if changes.height else ""
    parts = ([moved] if moved else []) + ([f"Held at the end: {said}"] if said else [])
    return f"{'. '.join(parts)}." if parts else ""


def _times(changes: pl.DataFrame) -> str:
    """Say how often areas changed hands where some did more than once."""
    return f", {counted(changes.height, 'time')} in all" if changes.height > changes["area"].n_unique() else ""


def _at(frame: pl.DataFrame, round_: int, column: str) -> dict[str, int]:
    rows = frame.filter(pl.col("round") == round_)
    return dict(zip(rows["side_name"], rows[column], strict=True))


def _leads_since(frame: pl.DataFrame, column: str) -> tuple[str, int] | None:
    """Return the side that is ahead at the end and the round from which on it always was; None when it is a tie."""
    found: tuple[str, int] | None = None
    for (round_,), rows in frame.sort("round").group_by("round", maintain_order=True):
        ranked = rows.sort(column, descending=True)
        if rows.height > 1 and ranked[column][0] == ranked[column][1]:
            found = None
        elif found is None or found[0] != ranked["side_name"][0]:
            found = ranked["side_name"][0], int(round_)
    return found


def _when(round_: int, finished: int) -> str:
    if round_ > finished:
        return f"where round {round_} stops"
    return "the set-up" if round_ == 0 else f"the end of round {round_}"
