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

from tests.triplea.mechanisms_seen import mechanisms
from tests.triplea.mechanisms_seen import table as seen_in_saves
from tests.triplea.refereed import NUMBERS, table

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "formats.md"

HEAD = """# Supported formats and the tests that prove them

`python -m tests.formats > docs/formats.md` writes this page from `tests/formats.csv` and the tests themselves; do not edit it. The games
are in the reference material. Without that, these tests are skipped and only small made-up games are tested (`tests/triplea/minigame.py`,
`tests/vassal/module.py`).

| format | version | what is read | games | tests |
|---|---|---|---|---|
"""

ORDERS = """
## Orders out of saves

The orders of a save are found in its changes and history and put to the rules of its title, with its own dice
(`ingest/triplea/orders`, `sitrep log SAVE`). A step is a phase whose end is compared with the save's own state: units, hits, owners,
stores, technologies, damage. A turn is found when its last step is the same without a correction. A difference is any place where the
rules refuse what the program let, roll otherwise or end otherwise: `tests/triplea/referee/differences.csv` lists each, `rules.toml` says
why. `python -m tests.triplea.refereed` makes both tables again.

| save | map | turns found | steps equal | orders | battles | dice | differences |
|---|---|---|---|---|---|---|---|
"""

MECHANISMS = """
## What the saves show of each mechanism

Counted from the events of the saves above (`tests/triplea/referee/seen.csv`, by the same command). Where no save shows a mechanism, its
rules are proven by tests alone.

| mechanism | times | saves | first seen | tests of its rules |
|---|--:|--:|---|---|
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
    return HEAD + "".join(row.line() for row in rows()) + orders() + mechanisms_shown()


def orders() -> str:
    """The section on orders out of saves: how much of each was put to the rules, and how often rules and program differ."""
    found = list(table().values())
    total = {key: str(sum(int(row[key]) for row in found)) for key in (*NUMBERS, "differences")}
    lines = [ORDERS]
    for row in [*found, {"save": "**all**", "title": "", "map": "", **total}]:
        shown = (f"{row['equal']} of {row['turns']}", f"{row['even']} of {row['steps']}")
        lines.append(
            " | ".join(("|", row["save"], row["map"], *shown, row["orders"], row["battles"], row["dice"], row["differences"]))[2:] + " |\n"
        )
    return "".join(lines)


def mechanisms_shown() -> str:
    """The section on mechanisms: how often and where the saves show each."""
    lines = [MECHANISMS]
    for one in mechanisms():
        found = [row for row in seen_in_saves() if row.mechanism == one.mechanism]
        times, first = sum(int(row.times) for row in found), f"{found[0].save}, round {found[0].round}" if found else "not in these saves"
        lines.append(f"| {one.mechanism} | {times:,} | {len(found)} | {first} | `{one.tests.removeprefix('tests/')}` |\n")
    return "".join(lines)


def functions_of(path: Path) -> dict[str, str]:
    """The functions of a file, tests among them: name -> its decorators as written."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return {node.name: " ".join(map(ast.unparse, node.decorator_list)) for node in functions}


if __name__ == "__main__":
    sys.stdout.write(page())
