"""What won the game: the area or the points that did, or how things stood where nobody won."""

from __future__ import annotations

from typing import Any

import polars as pl

from dashboard.review.reader import Reader
from dashboard.review.story.balance import shares
from dashboard.review.story.sentence import Clause, Sentence
from dashboard.review.story.wording import nth, sentence, the, their, there, whose
from dashboard.ui.text import counted, listed, printed
from warehouse.races import ALL_OF, ONE_OF

AHEAD = 0.55
"""Share of all strength from which on a side is said to be ahead."""
REASONS = 2
"""Reasons for points that are named."""


def ended(of: Reader) -> Sentence:
    """Return what won the game, or how it stood when its record or its time ended; empty where nothing can be told."""
    winners = _winners(of)
    if of.game["ended"] and winners:
        row = _met(of, winners)
        return _score(of, row, row["held_since"]) if row else _led(of, winners)
    if not of.game["rounds"]:
        return ()
    standing = _nearest(of) or _stronger(of)
    when, turn = of.when(of.game["rounds"]), of.last_turn
    if of.game["ended"]:
        return (Clause(f"When time ran out in {when}", turn), Clause(f" {standing}.")) if standing else ()
    return (Clause(f"The record stops in {when}", turn), Clause(f"; {standing}.")) if standing else ()


def winning_area(of: Reader) -> str:
    """Return the area (slug) that won the game when it was taken; empty where none did."""
    row = _met(of, _winners(of)) if of.game["ended"] else None
    area = _prize(of, row, row["held_since"]) if row else None
    return str(area["area"]) if area else ""


def _winners(of: Reader) -> list[str]:
    return [side for side in of.game["winner"].split(", ") if side]


def _met(of: Reader, winners: list[str]) -> dict[str, Any] | None:
    """Return the condition that a winner met, as a row of `races`; None where it never met one, or had from the start.

    Of conditions that must all be met it is the one that was met last; of those that win alone the one the game was won by.
    """
    ours = pl.col("side").is_in(winners) | pl.col("contender").is_in(winners)
    met = of.frame("races").filter(
        ours, pl.col("turn") == pl.col("turn").max(), pl.col("threshold") > 0, pl.col("total") >= pl.col("threshold")
    )
    named = pl.lit(of.game["how"]).str.contains(pl.col("measure"), literal=True) & pl.col("alone")
    ranked = met.sort(named, "held_since", descending=True, maintain_order=True)
    row = ranked.row(0, named=True) if ranked.height else None
    return row if row and row["held_since"] > 0 else None


def _score(of: Reader, row: dict[str, Any], turn: int) -> Sentence:
    """Return what met a contender's condition in a turn: an area that was taken, else what points were scored for."""
    then = of.frame("races").filter(turn=turn, contender=row["contender"], measure=row["measure"])["total"]
    total = int(then[0]) if len(then) else row["total"]
    when, whom = of.when(of.rounds.get(turn, of.game["rounds"])), the(row["name"])
    area, last = _prize(of, row, turn), _won(of, row, turn)
    if area and row["measure"] in (ONE_OF, ALL_OF):
        head = f"With {_place(area)}, which {the(of.names.get(area['after'], area['after']))} took in {when}"
        return (Clause(head, turn), Clause(f", {whom} had everything needed to win{last}."))
    given = f"{nth(total)} {counted_in(of, row['measure'], 1)}"
    if area:
        itself = of.names.get(area["after"]) == row["name"]
        gave = f"gave it its {given}" if itself else f"gave {whom} {their(row['name'])} {given}"
        head = f"{whose(of.names.get(area['after'], printed(area['after'])))} capture of {_place(area)} in {when}"
        return (Clause(sentence(head), turn), Clause(f" {gave}{last}."))
    if reasons := _reasons(of, row, turn):
        head = f"{listed(reasons)} gave {whom} {their(row['name'])} {given} in {when}"
        return (Clause(sentence(head), turn), Clause(f"{last}."))
    head = f"{whom} reached {total} {counted_in(of, row['measure'], total)} in {when}"
    return (Clause(sentence(head), turn), Clause(f"{last}."))


def _won(of: Reader, row: dict[str, Any], turn: int) -> str:
    """Return what meeting the condition brought: the game, at once or after it had been held."""
    if row["hold"]:
        return f" and held it for {counted(row['hold'], 'round') if row['hold'] > 1 else 'a round'}"
    return ", and the game" if of.rounds.get(turn, 0) >= of.game["rounds"] - 1 else " and kept it to the end"


def _place(area: dict[str, Any]) -> str:
    return there(str(area["victory_city"] or area["area_name"]))


def _prize(of: Reader, row: dict[str, Any], turn: int) -> dict[str, Any] | None:
    """Return the area that a contender's side took in a turn and that its condition counts; None where it counts none.

    Where points tell what they are for, it is that; else a capital, or a city.
    """
    changes = of.measure("changes_of_hand").filter(pl.col("turn") == turn, pl.col("after_side") != pl.col("before_side"))
    scored = of.frame("victory_points_scored").filter(pl.col("delta") > 0, measure=row["measure"], contender=row["contender"], turn=turn)
    capitals = of.all_powers["capital"].to_list()
    city = (pl.col("victory_city") != "") | pl.col("area").is_in(capitals)
    told = scored.filter(pl.col("reason").is_in(of.frame("title_areas")["area"].to_list()))
    counts = pl.col("area").is_in(told["reason"].to_list()) if told.height else city & pl.lit(scored.is_empty())
    mine = changes.filter(counts, pl.col("after_side") == row["side"]).sort(pl.col("area").is_in(capitals), "seq")
    return mine.row(-1, named=True) if mine.height else None


def _reasons(of: Reader, row: dict[str, Any], turn: int) -> list[str]:
    """Return what points were scored for in a turn, in the title's own names; a reason without one says nothing to a reader."""
    scored = of.frame("victory_points_scored").filter(pl.col("delta") > 0, measure=row["measure"], contender=row["contender"], turn=turn)
    named = [of.words[reason] for reason in scored["reason"].unique(maintain_order=True) if reason in of.words]
    return named[:REASONS]


def counted_in(of: Reader, measure: str, count: int) -> str:
    """Return what is counted, as it follows a number: `victory city`, `victory points`."""
    name = of.words.get(measure) or printed(measure)
    if count != 1:
        return name
    head, of_, rest = name.partition(" of ")
    return (f"{head[:-3]}y" if head.endswith("ies") else head.removesuffix("s")) + of_ + rest


def _led(of: Reader, winners: list[str]) -> Sentence:
    """Return by how much the winner led in what is counted when the game ended; empty where nothing is, or others led."""
    last = of.frame("races").filter(pl.col("turn") == pl.col("turn").max())
    measures = sorted(last["measure"].unique(), key=lambda measure: (measure not in of.game["how"], measure))
    for measure in measures:
        ranked = last.filter(measure=measure).sort("total", descending=True)
        if ranked.height > 1 and ranked["total"][0] > ranked["total"][1] and ranked["side"][0] in winners:
            turn = int(ranked["turn"][0])
            one, two = ranked.row(0, named=True), ranked.row(1, named=True)
            head = f"When the game ended in {of.when(of.rounds.get(turn, of.game['rounds']))}"
            lead = f"{the(one['name'])} led {the(two['name'])} {one['total']} to {two['total']} in {counted_in(of, measure, 2)}"
            return (Clause(head, turn), Clause(f" {lead}."))
    return ()


def _stronger(of: Reader) -> str:
    """Return which side has most of all strength at the end, if it is clearly ahead."""
    ranked = shares(of)
    if len(ranked) < 2 or ranked[0][1] < AHEAD:
        return ""
    side, part = ranked[0]
    return f"{the(side)} had {part:.0%} of all units and production"


def _nearest(of: Reader) -> str:
    """Return who is nearest to winning where one total wins; empty where nobody has come nearer than others."""
    last = of.frame("races").filter(pl.col("turn") == pl.col("turn").max())
    one = last.filter(pl.len().over("contender") == 1, pl.col("threshold") > 0).sort("total", descending=True)
    if one.height < 2 or one["total"][0] == one["total"][1] or one["total"][0] >= one["threshold"][0]:
        return ""
    row = one.row(0, named=True)
    return f"{the(row['name'])} had {row['total']} of the {row['threshold']} {counted_in(of, row['measure'], 2)} needed to win"
