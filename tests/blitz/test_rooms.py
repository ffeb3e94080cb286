"""The title's modules lie in rooms, and imports lead down alone: from a room to those below it and to what all rules share."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.blitz.table import TITLE

ROOT = "engine.titles.blitz"
SHARED = {"agenda", "dates", "orders", "politics_tables", "settings", "tables", "vocabulary"}
"""Modules beside the rooms that all of them may import, and that import none of them."""
FLOORS = ("position", "politics", "combat", "sea", "land", "scenarios", "turn_end")
"""Rooms, the lowest first; the title's rules, family, checks and bots are above them all."""


def imports(path: Path) -> set[str]:
    """The rooms, or modules beside them, that a module of the title imports from the title."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and (node.module + ".").startswith(ROOT + "."):
            first = node.module.removeprefix(ROOT).strip(".").split(".")[0]
            found |= {first} if first else {alias.name for alias in node.names}
    return found


def wrong_ways(folder: Path) -> list[str]:
    """Every import that leads up, or past what rooms share."""
    wrong = []
    for path in sorted(folder.rglob("*.py")):
        place = path.relative_to(folder).parts[0].removesuffix(".py")
        open_ = {*SHARED, *FLOORS[: FLOORS.index(place) + 1]} if place in FLOORS else SHARED
        if place in FLOORS or place in SHARED:
            wrong += [f"{path.relative_to(folder).as_posix()} imports {name}" for name in sorted(imports(path) - open_)]
    return wrong


def test_imports_lead_down_alone() -> None:
    assert wrong_ways(TITLE.folder) == []


def test_every_room_is_on_a_floor() -> None:
    rooms = {path.parent.name for path in TITLE.folder.glob("*/*.py")}
    assert rooms == {*FLOORS, "bots"}


def test_an_import_that_leads_up_is_found(tmp_path: Path) -> None:
    (tmp_path / "sea").mkdir()
    (tmp_path / "sea" / "new.py").write_text(f"from {ROOT}.land import combat\nfrom {ROOT}.position.board import x\n")
    (tmp_path / "tables.py").write_text(f"from {ROOT} import rules\n")
    assert wrong_ways(tmp_path) == ["sea/new.py imports land", "tables.py imports rules"]
