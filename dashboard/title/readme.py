"""What a title's folder says of itself: which sections of its rules are done, how what is unclear is read, and what is reconstructed."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from engine.title.coverage import load_coverage
from engine.titles import load_title

_COLUMNS = dict.fromkeys(("part", "section", "status", "implemented", "reading"), pl.String)


def readme(slug: str) -> str:
    """Return the text of a shipped title's README.md; empty where it has none. A variant has its base's, if none of its own."""
    folder = load_title(slug).folder
    for one in (folder.parent / slug, folder) if folder else ():
        if (path := Path(one) / "README.md").is_file():
            return path.read_text(encoding="utf-8")
    return ""


def coverage(slug: str) -> pl.DataFrame:
    """Return a shipped title's sections: part, section, status (done, presentation, not yet), implemented (files), reading.

    A variant has its base's, if none of its own. A reading is a question and its answer, several are on lines of their own.
    """
    folder = load_title(slug).folder
    found = load_coverage(slug)
    if not found.sections and folder:
        found = load_coverage(Path(folder).name.replace("_", "-"))
    rows = [
        (
            section.part,
            section.heading,
            section.state,
            "; ".join(part for part in (", ".join(section.code), section.note) if part),
            "\n".join(f"{reading.question} {reading.reading}" for reading in found.readings_of(section)),
        )
        for section in found.sections
    ]
    return pl.DataFrame(rows, schema=_COLUMNS, orient="row")


def said_of_reconstruction(text: str) -> str:
    """Return the paragraph that begins with the word Reconstructed, as it stands; empty where there is none."""
    paragraphs = (part.strip() for part in text.split("\n\n"))
    return next((part for part in paragraphs if part.lstrip("*").startswith("Reconstructed")), "")
