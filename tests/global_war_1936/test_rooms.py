"""The title's rooms stand on each other: what is in one imports its own room and those below it."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from engine.title.title_modules import part
from tests.global_war_1936.positions import FOLDER, TITLE
from tests.repository.test_floors import imported

TITLE_PACKAGE = "engine.titles.global_war_1936"
GROUND = ("bot_tables", "tables", "settings", "vocabulary", "orders", "nations", "calendar", "dates")
"""Modules at the root below all rooms: records of the tables, orders, and who and when."""
ROOMS = ("treaties", "economy", "air", "land", "sea", "politics", "lend_lease", "facilities")
TOP = ("production", "moves", "combat", "placing", "rules")
"""Modules at the root above all rooms: the phases, and the rules that list them."""
ASKED = (
    *("airdrops", "bases", "bots", "dates", "landing_places", "modifiers", "nations", "reach", "retreating", "rules"),
    *("seas", "skies", "straits", "unclaimed"),
)
"""Parts that the family looks for, wherever they are."""


def floor_of(name: str) -> int:
    """The number of the floor that a module's path inside the title, `sea.convoys` or `moves`, is on: all of GROUND and of TOP are one."""
    first = name.split(".")[0]
    if first in GROUND:
        return 0
    if first in ROOMS:
        return 1 + ROOMS.index(first)
    return 1 + len(ROOMS) + (first in ("bots",))


def files() -> list[Path]:
    """The title's Python files, without those that say only what a package is."""
    return sorted(path for path in FOLDER.rglob("*.py") if path.name != "__init__.py" or path.parent.name == "bots")


def upward(path: Path, source: str) -> list[str]:
    """What a file imports from a floor above its own."""
    own = floor_of(path.relative_to(FOLDER).with_suffix("").as_posix().replace("/", "."))
    names = modules(source)
    return [name for name in names if floor_of(name) > own]


def modules(source: str) -> list[str]:
    """The modules of the title that a file imports, as paths inside it."""
    tree, found = ast.parse(source), []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == TITLE_PACKAGE:
            found += [alias.name for alias in node.names]
    found += [name.removeprefix(f"{TITLE_PACKAGE}.") for _, name in imported(tree) if name.startswith(f"{TITLE_PACKAGE}.")]
    return found


def test_every_module_stands_in_a_room_or_is_named_as_one_of_the_root() -> None:
    root = {path.stem for path in FOLDER.glob("*.py")} - {"__init__"}
    assert root == {*GROUND, *TOP}
    rooms = {path.parent.name for path in FOLDER.glob("*/*.py")}
    assert rooms == {*ROOMS, "bots"}


@pytest.mark.parametrize("path", files(), ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_imports_go_down_only(path: Path) -> None:
    assert upward(path, path.read_text(encoding="utf-8")) == []


def test_an_import_that_goes_up_is_found() -> None:
    below = FOLDER / "economy" / "income.py"
    assert upward(below, f"from {TITLE_PACKAGE}.politics import war\n") == ["politics"]
    assert upward(below, f"def f():\n    from {TITLE_PACKAGE} import moves\n") == ["moves"]
    assert upward(below, f"from {TITLE_PACKAGE} import nations\nfrom {TITLE_PACKAGE}.treaties import pacts\n") == []


def test_modules_of_one_floor_do_not_import_each_other_in_a_circle() -> None:
    uses = {path.relative_to(FOLDER).with_suffix("").as_posix().replace("/", "."): path.read_text(encoding="utf-8") for path in files()}
    left = {name: _deep(source, uses) - {name} for name, source in uses.items()}
    while left:
        free = {name for name, needs in left.items() if not needs & set(left)}
        assert free, f"these import each other in a circle: {sorted(left)}"
        left = {name: needs for name, needs in left.items() if name not in free}


def _deep(source: str, known: dict[str, str]) -> set[str]:
    """The modules that a file imports, those inside rooms by their whole paths."""
    found = set(modules(source))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{TITLE_PACKAGE}."):
            room = (node.module or "").removeprefix(f"{TITLE_PACKAGE}.")
            found |= {f"{room}.{alias.name}" for alias in node.names}
    return found & set(known)


@pytest.mark.parametrize("name", ASKED)
def test_the_family_finds_a_part_in_its_room(name: str) -> None:
    found = part(TITLE, name)
    assert found is not None and found.__name__.startswith(TITLE_PACKAGE), name
    places = Counter(path.stem for path in FOLDER.rglob("*.py") if path.parent.name != "bots")
    assert places[name] <= 1, f"several modules are called {name}: which does the family ask?"
