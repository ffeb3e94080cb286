"""The table of sections holds every heading of the text; tests/coverage holds it to the tests there are."""

from __future__ import annotations

import re
from pathlib import Path

from engine.title.coverage import DONE, load_coverage
from tests.global1939.tables import TITLE

SECTIONS = [section.heading for section in load_coverage("global-1939").sections]

# Lines of the text that end like headings and are none of their own: what they head belongs to the section before.
INNER = {
    "axis requirements", "allied requirements", "tier #1", "tier #2", "tier #3", "tier #4", "tier #5",
    "armor", "this aid may then be interdicted by german and italian naval units as follows", "with", "note",
}  # fmt: skip


def test_every_heading_of_the_text_has_its_row(shared: Path) -> None:
    lines = (shared / "rulebooks" / "global-1939.txt").read_text(encoding="utf-8").splitlines()
    headings = [line.strip().rstrip(":").casefold() for line in lines if re.fullmatch(r"[A-Z][^.•]{2,60}:\s*", line)]
    sections = [section.casefold() for section in SECTIONS]
    assert [heading for heading in headings if heading not in INNER and heading not in sections] == []


def test_every_technology_has_its_row() -> None:
    rows = [f"{row.category.title()} Technology / {row.name}" for row in TITLE.technologies.values()]
    assert [section for section in SECTIONS if " Technology / " in section] == rows


def test_nothing_is_left_open() -> None:
    assert [row.heading for row in load_coverage("global-1939").sections if row.state != DONE] == []
