"""What is otherwise than in the record before a game is played on: in sentences, and examples of how to say it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import polars as pl

from dashboard.review.reader import Reader
from dashboard.review.story.wording import there, whose
from engine.simulation.log_lines import words
from engine.simulation.play_on import unsettled
from engine.title.model import Title
from ingest.play_on import Plan


def changed(plan: Plan) -> Iterator[str]:
    """Yield what is otherwise than in the record, a line each.

    Raises:
        SitrepError: a change cannot be made (see `engine.simulation.play_on`).
    """
    title = plan.start.title
    if plan.flip:
        battle = plan.flip.start
        whose_attack = f"{whose(_name(title, battle.attacker))} attack on {there(title.areas[battle.area].name)}"
        was = {"attacker": "which succeeded", "defender": "which failed"}.get(plan.flip.winner, "which nobody won")
        yield f"As if battle {battle.battle} had gone the other way: {whose_attack}, {was}."
    for number, one in enumerate(plan.changes, 1):
        yield f"Change {number}: {words([one])}"
    for broken in unsettled(plan.start, plan.changes):
        yield f"Note: after the changes {broken}; no turn ends so. An 'owner' line gives the area to whom you mean to hold it."
    for name, value in plan.options.items():
        yield f"Option {name}: {value}"


def examples(of: Reader) -> list[str]:
    """Return lines of a log that change the board of a game: more money for the first power that had any, more of its first units."""
    banks = of.frame("resource_changed").filter(pl.col("delta") > 0).sort("seq").head(1)
    placed = of.frame("units_placed").sort("seq").head(1)
    lines = [
        {"set": "bank", "power": row["power"], "resource": row["resource"], "amount": row["balance"] + row["delta"]}
        for row in banks.iter_rows(named=True)
    ] + [
        {"set": "units", "power": row["power"], "area": row["area"], "units": f"{2 * row['count']} {row['unit']}"}
        for row in placed.iter_rows(named=True)
    ]
    return [json.dumps(line, separators=(",", ":")) for line in lines]


def _name(title: Title, slug: str) -> str:
    """Return the printed name of a power or side that attacks."""
    row = title.powers.get(slug) or title.sides.get(slug)
    return row.name if row else slug
