"""What is read of each format, version by version, and by which tests that is shown: `python -m tests.formats > docs/formats.md`.

The rows are those of formats.csv; the numbers of games are those that the tests are run with.
"""

from __future__ import annotations

import ast
import csv
import sys
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "formats.md"

HEAD = """# Supported formats and the tests that prove them

`python -m tests.formats > docs/formats.md` writes this page from `tests/formats.csv` and the tests themselves; do not edit it. The games
are in the reference material. Without that, these tests are skipped and only small made-up games are tested (`tests/triplea/minigame.py`,
`tests/vassal/module.py`).

| format | version | what is read | games | tests |
|---|---|---|---|---|
"""


class Row(NamedTuple):
    """A row of formats.csv: `games` names the list of games as module:NAME, `tests` are paths with the test's name."""

    format: str
    version: str
    read: str
    games: str
    tests: str

    @property
    def named(self) -> list[str]:
        """The games that its tests are run with."""
        module, _, name = self.games.partition(":")
        return list(getattr(import_module(module), name))

    def line(self) -> str:
        """The row of the page."""
        tests = ", ".join(f"`{test.partition('::')[2]}` ({Path(test.partition('::')[0]).name})" for test in self.tests.split())
        return f"| {self.format} | {self.version} | {self.read} | {len(self.named)} | {tests} |\n"


def rows() -> list[Row]:
    """All rows."""
    with (HERE / "formats.csv").open(encoding="utf-8", newline="") as table:
        return [Row(**row) for row in csv.DictReader(table)]


def page() -> str:
    """The whole page."""
    return HEAD + "".join(row.line() for row in rows())


def functions_of(path: Path) -> dict[str, str]:
    """The functions of a file, tests among them: name -> its decorators as written."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return {node.name: " ".join(map(ast.unparse, node.decorator_list)) for node in functions}


if __name__ == "__main__":
    sys.stdout.write(page())
