"""The title's Python names no area, power, unit, country, card, Convoy or Commander: they stand in its tables."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from engine.titles.blitz.politics_tables import RoleName, role
from tests.blitz.table import TITLE

NAMES = {
    *TITLE.areas, *TITLE.powers, *TITLE.units, *TITLE.regions, *TITLE.scenarios,
    *(getattr(row, table.removesuffix("s").replace("countrie", "country"))
      for table in ("countries", "cards", "commanders", "convoys", "trades") for row in TITLE.own[table]),
}  # fmt: skip

ALLOWED = {"the word of a marker in the event log": {("vocabulary.py", "vichy-france")}}
"""Reason to (file, text): words that are called as something of the title, and stand for themselves."""


def texts(tree: ast.AST) -> Iterator[str]:
    """The words of a module's texts, without its docstrings."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value
            yield from node.value.split() if node.value.islower() else ()


def named(folder: Path) -> set[tuple[str, str]]:
    """File and name of all that a folder's Python names of the title."""
    return {
        (path.relative_to(folder).as_posix(), text)
        for path in folder.rglob("*.py")
        for text in texts(ast.parse(path.read_text(encoding="utf-8")))
        if text in NAMES - {"neutral"}  # a side, and a word of its own
    }


def test_the_code_names_nothing_of_the_title() -> None:
    allowed = set[tuple[str, str]]().union(*ALLOWED.values())
    found = named(TITLE.folder)
    assert found - allowed == set(), "put these into a table, with their source"
    assert allowed - found == set(), "these are named no more: take them off the list"


def test_a_name_in_code_is_found(tmp_path: Path) -> None:
    (tmp_path / "new.py").write_text('"""The USSR: ussr."""\nWHERE = ("berlin",)\nTASK = "partisan axis china"\n')
    assert named(tmp_path) == {("new.py", "berlin"), ("new.py", "china")}


@pytest.mark.parametrize("name", get_args(RoleName))
def test_every_role_has_a_row(name: RoleName) -> None:
    assert role(TITLE, name)
