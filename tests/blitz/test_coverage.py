"""The table of sections holds every heading of the text; tests/coverage holds it to the tests there are."""

from __future__ import annotations

import re
from pathlib import Path

from engine.title.coverage import load_coverage

SECTIONS = load_coverage("blitz").sections


def test_every_section_of_the_contents_has_its_row(shared: Path) -> None:
    """The text runs its headings into its sentences: those that it lists or refers to are looked for, and their words after them."""
    text = (shared / "rulebooks" / "blitz.txt").read_text(encoding="utf-8")
    names = {section.name for section in SECTIONS}
    assert set(re.findall(r"see (\d\.\d+)", text)) - {"5.6"} <= names, "5.6 is a slip of the text for 7.5"
    for section in SECTIONS:
        words = section.heading.partition(" ")[2] if section.heading[0].isdigit() else section.heading
        assert words.replace(" ", "") in text.replace(" ", ""), section.heading
    optional = set(re.findall(r"(9\.\d) ?Option", text))
    assert {section.name for section in SECTIONS if section.name.startswith("9.")} == optional
