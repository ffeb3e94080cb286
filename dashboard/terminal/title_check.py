"""What `sitrep title check` prints."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from dashboard.terminal.output import print_json, say
from dashboard.terminal.printed_tables import print_table
from dashboard.terminal.rows import frame_table
from dashboard.ui.text import counted
from engine.title.published_figures import Contradiction, Verdict
from engine.titles import load_title

KINDS = {
    "link": "the link",
    "land": "the sum of",
    "rows": "the number of rows",
    "sum": "the sum of",
    "setting": "title.toml:",
}
"""How a fact that is no single cell is named."""
MOST = 40
"""Contradictions that are printed in full."""


def print_title_check(slug: str, folder: Path | None, verdict: Verdict, *, as_json: bool = False) -> None:
    """Print what is still reconstructed, file by file, and each proven fact that is contradicted."""
    files = [row._asdict() for row in verdict.files]
    if as_json:
        wrong = [{**item.fact._asdict(), "found": item.found, "lines": _lines(item)} for item in verdict.wrong]
        print_json({"title": slug, "files": files, "facts": verdict.known, "contradicted": wrong, "strange": verdict.strange})
        return
    title = load_title(slug, [folder] if folder else [])
    say(f"{title.name}{f' with {folder}' if folder else ''}")
    print_table("", frame_table(pl.DataFrame([_row(file) for file in files])))
    left = sum(row.reconstructed for row in verdict.files)
    say(f"{left:,} of {sum(row.rows for row in verdict.files):,} rows are still reconstructed.")
    for item in verdict.wrong[:MOST]:
        say(sentence(item))
    if len(verdict.wrong) > MOST:
        say(f"... and {len(verdict.wrong) - MOST:,} more (all of them with --json)")
    for file in verdict.strange:
        say(f"{file}: no table of this title has that name, so nothing reads it; rename it, or take it away")
    say(f"{counted(verdict.known, 'proven fact')}, {len(verdict.wrong) or 'none'} of them contradicted")


def sentence(item: Contradiction) -> str:
    """Return a contradiction in words: where, both values, what proves it, the cure."""
    fact = item.fact
    what = f"{KINDS[fact.what]} {fact.where}" if fact.what in KINDS else fact.where
    where = "".join(f"{line}: " for line in _lines(item)[:1])
    cure = "change the row, or take it out to keep the title's own" if item.rows else "put it back"
    return f"{where}{what} is {item.found}; proven is {fact.value} ({fact.section}): {cure}"


def _lines(item: Contradiction) -> list[str]:
    return [f"{row.file}:{row.line}" for row in item.rows]


def _row(file: dict[str, object]) -> dict[str, object]:
    return {
        "file": file["file"],
        "what": file["what"],
        "rows": file["rows"],
        "yours": file["owners"],
        "still reconstructed": file["reconstructed"],
    }
