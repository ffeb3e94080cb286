"""The engine stands on floors of its own: no import runs in a circle, families know no title, titles and families know no other."""

from __future__ import annotations

import ast
from collections.abc import Set as AbstractSet
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def dotted(path: Path) -> str:
    """The name of a module by its file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {dotted(path): path for path in (ROOT / "engine").rglob("*.py")}


def imports(path: Path) -> set[str]:
    """The modules of the engine that a file imports when it is run: those for type checkers alone are left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            node.body = []
    found = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module)
    named = ((node.module, f"{node.module}.{alias.name}") for node in found for alias in node.names)
    return {whole if whole in MODULES else module for module, whole in named if module.split(".")[0] == "engine"}


def room(module: str) -> str:
    """The room of a module: a family, a title, a folder of the engine, or a file at its root."""
    parts = module.split(".")
    return ".".join(parts[: 3 if parts[1:2] in (["families"], ["titles"]) else 2])


@cache
def arrows() -> frozenset[tuple[str, str]]:
    """Who imports whom in the engine. Read when a test asks: every process that collects the tests would pay for it."""
    return frozenset((one, two) for one, path in MODULES.items() for two in imports(path))


def graph(arrows: AbstractSet[tuple[str, str]]) -> TopologicalSorter[str]:
    """Who imports whom, to be put in order; an arrow from a room to itself is none."""
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for one, two in arrows:
        if one != two:
            sorter.add(one, two)
    return sorter


def cycle(arrows: AbstractSet[tuple[str, str]]) -> list[str]:
    """Return a circle of imports, empty where there is none."""
    try:
        graph(arrows).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert cycle(arrows()) == []
    assert cycle({("one", "two"), ("two", "one")})


def test_rooms_stand_on_each_other_one_way() -> None:
    assert cycle({(room(one), room(two)) for one, two in arrows()}) == []


@pytest.mark.parametrize("kind", ["families", "titles"])
def test_one_family_or_title_does_not_import_another(kind: str) -> None:
    rooms = {(room(one), room(two)) for one, two in arrows()}
    inside = {pair for pair in rooms if all(name.startswith(f"engine.{kind}.") for name in pair)}
    assert [pair for pair in inside if pair[0] != pair[1]] == []


def test_nothing_below_the_titles_imports_one() -> None:
    wrong = [(one, two) for one, two in arrows() if two.startswith("engine.titles.") and room(one) != room(two)]
    assert wrong == []


def test_an_import_for_type_checkers_is_no_arrow(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text("from engine.play import Play\nif TYPE_CHECKING:\n    from engine.rules import Rules\n")
    assert imports(file) == {"engine.play"}
