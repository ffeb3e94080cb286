"""The story of a turn as HTML: a list of sentences for each phase."""

from __future__ import annotations

import polars as pl

from dashboard.words import printed, safe

NOTHING = "Nothing is told of this turn."


def turn_html(told: pl.DataFrame) -> str:
    """Return the sentences of one turn (rows of `story`) under the names of their phases, shown letter by letter."""
    if told.is_empty():
        return f'<p class="sitrep-told">{NOTHING}</p>'
    made = []
    for (phase,), rows in told.group_by("phase", maintain_order=True):
        head = f"<h4>{safe(printed(str(phase)).capitalize())}</h4>" if phase else ""
        items = "".join(f'<li class="{row["table"]}">{safe(row["text"])}</li>' for row in rows.iter_rows(named=True))
        made.append(f"{head}<ul>{items}</ul>")
    return f'<div class="sitrep-told">{"".join(made)}</div>'
