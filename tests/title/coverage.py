"""What a title's README must say of the book's sections: every heading once, in order, with code and tests that exist.

class TestCoverage(Coverage):
    readme, title = README, TITLE
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import ClassVar

import pytest

from engine.title.model import Title

ROOT = Path(__file__).parents[2]
MECHANICS = ROOT / "engine" / "mechanics"
FAMILIES = ROOT / "engine" / "families"
SCHEMA = ROOT / "engine" / "title"
HEADER_CELLS = ("section of the book", "section", "option")


class Readme:
    """A title's README and the folder of its tests."""

    def __init__(self, folder: str, tests: Path) -> None:
        self.path = ROOT / "engine" / "titles" / folder / "README.md"
        self.tests = tests
        self.coverage = self.table("Coverage")

    def table(self, heading: str) -> list[list[str]]:
        """Return the cells of every row of the tables under a heading, header rows left out."""
        part = self.path.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
        rows = [line.strip("|").split(" | ") for line in part.splitlines() if line.startswith("| ")]
        return [[cell.strip() for cell in row] for row in rows if row[0].strip() not in HEADER_CELLS]

    def check_tests(self, row: list[str]) -> None:
        """A section names tests that exist, or says why it has none."""
        section, code, tested = row
        words = re.findall(r"`(test_\w+(?:\.py)?)`", tested)
        if not words:
            assert code.startswith(("presentation: ", "not yet: ")), f"{section} names no test and gives no reason"
        file = ""
        for word in words:
            if word.endswith(".py"):
                file = word
                assert names_in(self.find(file)), f"{section}: {file} holds no tests"
            else:
                assert word in names_in(self.find(file)), f"{section}: {file} has no {word}"

    def find(self, file: str) -> Path:
        """Return a test file: of the title's own folder, or the only one of its name."""
        own = self.tests / file
        if own.exists():
            return own
        (path,) = (ROOT / "tests").rglob(file)
        return path

    def check_files(self, row: list[str]) -> None:
        """A section names files that exist."""
        section, code, _ = row
        places = (*FAMILIES.iterdir(), MECHANICS, SCHEMA, self.path.parent, self.path.parents[1], ROOT)
        for name in re.findall(r"[\w/]+\.(?:py|csv|toml)|\w+/(?= |,|$)", code):
            assert any((place / name).exists() for place in places), f"{section}: no file {name}"

    def unnamed_tests(self) -> list[str]:
        """Return the test files of the title's folder that the README does not name; that of the coverage left out."""
        text = self.path.read_text(encoding="utf-8")
        files = {path.name for path in self.tests.glob("test_*.py")} - {"test_coverage.py"}
        return sorted(file for file in files if file not in text)

    def options(self) -> dict[str, list[str]]:
        """Return the options listed, each with its values, the default first."""
        return {row[0].strip("`"): row[1].split(", ") for row in self.table("Options")}


def options_of(title: Title) -> dict[str, list[str]]:
    """Return a title's options, each with its values, the default first."""
    return {
        slug: [option.default, *(value for value in option.values if value != option.default)]
        for slug, option in title.options.items()
    }


class Coverage:
    """Tests of every title's README."""

    readme: ClassVar[Readme]
    title: ClassVar[Title]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Ask for each section by itself."""
        if "row" in metafunc.fixturenames:
            metafunc.parametrize("row", self.readme.coverage, ids=lambda row: row[0])

    def test_a_section_names_tests_that_exist_or_says_why_not(self, row: list[str]) -> None:
        self.readme.check_tests(row)

    def test_a_section_names_files_that_exist(self, row: list[str]) -> None:
        self.readme.check_files(row)

    def test_a_section_has_one_row(self) -> None:
        sections = [row[0] for row in self.readme.coverage]
        assert [section for section in sections if sections.count(section) > 1] == []

    def test_every_test_file_of_rules_is_named(self) -> None:
        assert self.readme.unnamed_tests() == [], f"say in {self.readme.path} which sections these test"

    def test_every_option_is_listed_with_its_values(self) -> None:
        assert self.readme.options() == options_of(self.title)

    def test_options_named_by_a_reading_exist(self) -> None:
        for row in self.readme.table("Readings"):
            for slug, values in re.findall(r"`([a-z-]+)` = ([a-z0-9, -]+)", row[3] if len(row) > 3 else ""):
                assert list(self.title.options[slug].values) == values.strip().split(", ")


@cache
def names_in(path: Path) -> frozenset[str]:
    """The names of the test functions of a test file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )
