"""The rooms stand on each other, imports go down only, and no file outside the tests is a giant."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FLOORS = ("engine", "warehouse", "ingest", "dashboard", "sitrep")
MAX_LINES = 600


def files_of(room: str) -> list[Path]:
    """All Python files of a room, which is a package or, for `sitrep`, one module."""
    return sorted([*ROOT.glob(f"{room}.py"), *(ROOT / room).rglob("*.py")])


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and dotted name of every absolute import in `tree`, those inside functions and `import_module` included."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield node.lineno, module
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(module)), *_],
            ):
                yield node.lineno, module


def upward_imports(source: str, room: str) -> list[tuple[int, str]]:
    """Line and name of every import in `source`, a file of `room`, that reaches a higher floor."""
    higher = FLOORS[FLOORS.index(room) + 1 :]
    return [(line, name) for line, name in imported(ast.parse(source)) if name.split(".")[0] in higher]


@pytest.mark.parametrize("room", FLOORS)
def test_room_imports_only_its_own_floor_and_lower_ones(room: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}, but {room} may import only {', '.join(allowed(room))}"
        for path in files_of(room)
        for line, name in upward_imports(path.read_text(encoding="utf-8"), room)
    ]
    assert not wrong, "imports go down one way, sitrep -> dashboard -> ingest -> warehouse -> engine:\n" + "\n".join(wrong)


def allowed(room: str) -> tuple[str, ...]:
    """The rooms that a file of `room` may import."""
    return FLOORS[: FLOORS.index(room) + 1]


@pytest.mark.parametrize("room", FLOORS)
def test_no_file_is_a_giant(room: str) -> None:
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files_of(room)}
    giants = [f"{path.relative_to(ROOT)} has {n} lines" for path, n in lines.items() if n > MAX_LINES]
    assert not giants, f"no file outside the tests may have more than {MAX_LINES} lines; split:\n" + "\n".join(giants)


def test_rooms_that_are_looked_at_exist() -> None:
    assert files_of("engine") and files_of("warehouse") and files_of("ingest") and files_of("sitrep")


@pytest.mark.parametrize(
    "source",
    [
        "import warehouse.lake",
        "from ingest import read",
        "def late():\n    from dashboard.screens import home",
        "import os, sitrep",
        "import importlib\nimportlib.import_module('warehouse')",
    ],
)
def test_an_upward_import_is_found(source: str) -> None:
    assert len(upward_imports(source, "engine")) == 1


@pytest.mark.parametrize("source", ["import engine.state", "from . import lake", "import polars", "import ingestion"])
def test_other_imports_are_let_through(source: str) -> None:
    assert upward_imports(source, "warehouse") == []
