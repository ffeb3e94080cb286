"""What a title's README must say of the book's sections: every heading once, in order, with code and tests that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from engine.titles.model import Title

ROOT = Path(__file__).parents[2]
MECHANICS = ROOT / "engine" / "mechanics"
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
        places = (MECHANICS, self.path.parent, self.path.parents[1], ROOT)
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


@cache
def names_in(path: Path) -> frozenset[str]:
    """The names of the test functions of a test file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )
