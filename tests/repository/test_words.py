"""One word for one thing: what CONTRIBUTING's list of words says not to write stands in no code, doc or page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
PLACES = ("README.md", "CONTRIBUTING.md", "Makefile", "pyproject.toml", "sitrep.py", "docs", "engine", "warehouse", "ingest", "dashboard")
KINDS = {".py", ".md", ".sql", ".toml", ".js", ".css", ".html", ".json", ""}
"""Kinds of files that people of the project write; data (CSV, maps, records) has words of its own."""


def words() -> dict[str, str]:
    """Return each word that is not written to the one that is."""
    table = CONTRIBUTING.read_text(encoding="utf-8").partition("\n## Words\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines() if line.startswith("| ")]
    return {wrong: row[0] for row in rows[1:] for wrong in row[2].split(", ")}


def texts() -> dict[Path, str]:
    """Return the text of every file that is looked at; CONTRIBUTING.md without the list itself."""
    found = {}
    for place in PLACES:
        start = ROOT / place
        for path in [start] if start.is_file() else sorted(start.rglob("*")):
            if path.is_file() and path.suffix in KINDS and "node_modules" not in path.parts:
                found[path] = path.read_text(encoding="utf-8")
    before, _, rest = found[CONTRIBUTING].partition("\n## Words\n")
    found[CONTRIBUTING] = before + "\n## " + rest.partition("\n## ")[2]
    return found


def standing(word: str, text: str) -> list[int]:
    """Return the lines on which a word stands whole, in any case; a name in code holds words too (`lake_sweep`)."""
    found = re.finditer(rf"(?<![a-z]){re.escape(word)}(?![a-z])", text, re.IGNORECASE)
    return [text.count("\n", 0, one.start()) + 1 for one in found]


@pytest.mark.parametrize(("wrong", "right"), words().items())
def test_a_word_that_is_not_ours_stands_nowhere(wrong: str, right: str) -> None:
    places = [f"{path.relative_to(ROOT)}:{line}" for path, text in TEXTS.items() for line in standing(wrong, text)]
    assert places == [], f"write {right!r} for {wrong!r}"


def test_the_list_is_found_and_words_are_found_whole_in_any_case() -> None:
    assert len(words()) > 20 and "sweep" in words()
    assert standing("sweep", "Sweep\nlake_sweep\nsweeper, Sweeping") == [1, 2]
    assert len(TEXTS) > 500


TEXTS = texts()
