"""The table of sections holds every heading of the text once; tests/coverage holds it to the tests there are."""

from __future__ import annotations

import re
from pathlib import Path

from engine.title.coverage import load_coverage
from engine.title.loader import HOME
from tests.black_swan.tables import TITLE, rows

SECTIONS = [section.heading for section in load_coverage("black-swan").sections]


def test_every_heading_of_the_rules_has_its_row(shared: Path) -> None:
    text = (shared / "rulebooks" / "black-swan.txt").read_text(encoding="utf-8")
    found = re.findall(r"^\d\.\d(?:\.\d)? [A-Z0-9][^.:;]{4,75}$", text, re.MULTILINE)
    headings = {line.strip() for line in found} - {
        "2.0 NAVAL PHASE",
        "3.0 LAND PHASE",
        "5.0 FINAL PHASE",
        "6.0 SPECIAL RULES",
    }
    unnumbered = {heading for heading in ("INTRODUCTION", "Sequence of Play") if f"\n{heading}\n" in text}
    assert len(unnumbered) == 2 and set(SECTIONS) == headings | unnumbered
    assert len(set(SECTIONS)) == len(SECTIONS)


def test_figures_of_the_readme_are_those_of_the_tables() -> None:
    text = (HOME / "black_swan" / "README.md").read_text(encoding="utf-8")
    kinds = [row.kind for row in TITLE.areas.values()]
    proved = sum(row["source"].startswith("rulebook: ") for row in rows("links"))
    for said in (
        f"{kinds.count('land')} land areas, {kinds.count('sea')} sea zones",
        f"{len(TITLE.links)} links",
        f"{proved} proved by the text",
    ):
        assert said in text, said
