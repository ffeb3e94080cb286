"""The sections that tests carry: `@pytest.mark.section("3.6")` on a test, or as `pytestmark` of a file for all of its tests.

The sections are those of one title: its folder of tests has the title's name, as tests/black_swan has that of black-swan.
Files are read, not run, so that the page can be made without running a test.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parents[1]


class Marked(NamedTuple):
    """A test, and the names of the sections it is marked with."""

    path: Path
    name: str
    sections: tuple[str, ...]


def folder_of(slug: str) -> Path:
    """Return the folder of a title's tests; raise FileNotFoundError where it has none."""
    for folder in sorted(TESTS.iterdir()):
        if folder.is_dir() and folder.name.replace("_", "") == slug.replace("-", ""):
            return folder
    raise FileNotFoundError(f"no folder of tests for {slug}; make tests/{slug.replace('-', '_')}")


@cache
def marked(folder: Path) -> tuple[Marked, ...]:
    """Return every test of a folder's files, in order, with its sections; those without a mark too."""
    return tuple(test for path in sorted(folder.glob("test_*.py")) for test in _tests(path))


def _tests(path: Path) -> Iterator[Marked]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    everywhere = [section for node in tree.body if _is_pytestmark(node) for section in _sections(node.value)]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            own = [section for decorator in node.decorator_list for section in _sections(decorator)]
            yield Marked(path, node.name, tuple(dict.fromkeys([*everywhere, *own])))


def _is_pytestmark(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["pytestmark"]


def _sections(node: ast.expr) -> Iterator[str]:
    """The sections of a mark, or of a list of marks."""
    for mark in node.elts if isinstance(node, ast.List | ast.Tuple) else [node]:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.section":
            yield from (ast.literal_eval(argument) for argument in mark.args)
