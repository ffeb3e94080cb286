"""A title's README.md, read as data: which section of its rules is implemented where and tested by what, and what is reconstructed."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl

from engine.titles import load_title

COVERAGE = "## Coverage"
TESTED, SHOWN, LATER, OPEN = "tested", "presentation", "not yet", "no test named"
"""A section has a test; is about how the game is shown only; is not done; names no test."""

_COLUMNS = {"part": pl.String, "section": pl.String, "status": pl.String, "implemented": pl.String, "tested": pl.String}
_CELLS = re.compile(r"(?<!\\)\|")


def readme(slug: str) -> str:
    """Return the text of a shipped title's README.md; empty where it has none. A variant has its base's, if none of its own."""
    folder = load_title(slug).folder
    for one in (folder.parent / slug, folder) if folder else ():
        if (path := Path(one) / "README.md").is_file():
            return path.read_text(encoding="utf-8")
    return ""


def coverage(text: str) -> pl.DataFrame:
    """Return the tables below the heading Coverage: part (the heading over the table), section, status, implemented, tested."""
    rows, part, inside = [], "", False
    for line in text.splitlines():
        if line.startswith("## "):
            inside = line.strip() == COVERAGE
        elif line.startswith("### "):
            part = line.removeprefix("###").strip()
        elif inside and line.startswith("|") and (cells := _cells(line)):
            rows.append((part, cells[0], _status(cells[1], cells[2]), cells[1], cells[2]))
    return pl.DataFrame(rows, schema=_COLUMNS, orient="row")


def said_of_reconstruction(text: str) -> str:
    """Return the paragraph that begins with the word Reconstructed, as it stands; empty where there is none."""
    paragraphs = (part.strip() for part in text.split("\n\n"))
    return next((part for part in paragraphs if part.lstrip("*").startswith("Reconstructed")), "")


def _cells(line: str) -> list[str]:
    """Return the three cells of a row; nothing for heads, rules and tables of another width."""
    cells = [cell.strip().replace("`", "").replace("\\|", "|") for cell in _CELLS.split(line.strip().strip("|"))]
    if len(cells) != 3 or set(cells[0]) <= set("-: ") or cells[0].lower().startswith("section"):
        return []
    return cells


def _status(implemented: str, tested: str) -> str:
    if "test_" in tested:
        return TESTED
    told = implemented.lower()
    if told.startswith("presentation"):
        return SHOWN
    return LATER if told.startswith(("not yet", "—", "-")) or not told else OPEN
