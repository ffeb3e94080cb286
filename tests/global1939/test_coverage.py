"""The title's README covers the text: every heading once, in order, each with code and tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.axisallies.coverage import Readme, options_of
from tests.global1939.tables import TITLE

README = Readme("global_1939", Path(__file__).parent)
SECTIONS = [row[0] for row in README.coverage]

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
    assert len(set(SECTIONS)) == len(SECTIONS)


@pytest.mark.parametrize("row", README.coverage, ids=lambda row: row[0])
def test_a_section_names_tests_that_exist_or_says_why_not(row: list[str]) -> None:
    README.check_tests(row)


@pytest.mark.parametrize("row", README.coverage, ids=lambda row: row[0])
def test_a_section_names_files_that_exist(row: list[str]) -> None:
    README.check_files(row)


def test_every_test_file_of_rules_is_named() -> None:
    assert README.unnamed_tests() == [], f"say in {README.path} which sections these test"


def test_every_technology_has_its_row() -> None:
    rows = [f"{row.category.title()} Technology / {row.name}" for row in TITLE.technologies.values()]
    assert [section for section in SECTIONS if " Technology / " in section] == rows


def test_nothing_is_left_open() -> None:
    assert [row[0] for row in README.coverage if row[1].startswith("not yet")] == []


def test_every_option_is_listed_with_its_values() -> None:
    assert README.options() == options_of(TITLE)


def test_options_named_by_a_reading_exist() -> None:
    for row in README.table("Readings"):
        for slug, values in re.findall(r"`([a-z-]+)` = ([a-z0-9, ]+)", row[3] if len(row) > 3 else ""):
            assert list(TITLE.options[slug].values) == values.strip().split(", ")
