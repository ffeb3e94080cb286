"""The title's README covers the text: every heading once, in order, each with code and tests that exist, or with why not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.families.blocks.turn_sequence import BlocksRules
from engine.rules import load_rules
from tests.axisallies.coverage import Readme, options_of
from tests.black_swan.tables import TITLE, rows

README = Readme("black_swan", Path(__file__).parent)
SECTIONS = [row[0] for row in README.coverage]


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


@pytest.mark.parametrize("row", README.coverage, ids=lambda row: row[0])
def test_a_section_names_tests_that_exist_or_says_why_not(row: list[str]) -> None:
    README.check_tests(row)


@pytest.mark.parametrize("row", README.coverage, ids=lambda row: row[0])
def test_a_section_names_files_that_exist(row: list[str]) -> None:
    README.check_files(row)


def test_every_test_file_of_the_title_is_named() -> None:
    assert README.unnamed_tests() == [], f"say in {README.path} which sections these test"


def test_every_option_is_listed_with_its_values() -> None:
    assert README.options() == options_of(TITLE)


def test_the_table_does_not_boast() -> None:
    """A section that is "not yet" says what there is of it, and one that names code names a module of the rules."""
    for section, code, _ in README.coverage:
        modules = re.findall(r"[\w/]+\.(?:py|csv|toml)", code)
        assert code.startswith("not yet: ") or modules, f"{section}: no file"
    assert isinstance(load_rules(TITLE), BlocksRules)


def test_figures_of_the_readme_are_those_of_the_tables() -> None:
    text = README.path.read_text(encoding="utf-8")
    kinds = [row.kind for row in TITLE.areas.values()]
    proved = sum(row["source"].startswith("rulebook: ") for row in rows("links"))
    for said in (f"{kinds.count('land')} land areas, {kinds.count('sea')} sea zones", f"{len(TITLE.links)} links",
                 f"{proved} proved by the text"):  # fmt: skip
        assert said in text, said
