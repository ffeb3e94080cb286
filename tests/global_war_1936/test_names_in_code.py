"""The title's Python names no area, nation, unit, technology or passage: they stand in its tables, where a wrong one is an error."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from engine.titles.global_war_1936 import tables
from tests.global_war_1936.positions import FOLDER, TITLE

NAMES = {*TITLE.areas, *TITLE.powers, *TITLE.units, *TITLE.technologies, *TITLE.passages}
ASKING = {"has", "number", "get", "working"}
"""Methods and functions whose text is an ability of units: some units are called as what they are able to do."""

ALLOWED = {
    "the schema of an order lists the passages that somebody opens and closes": {
        ("orders.py", "panama-canal"),
        ("orders.py", "kaiser-wilhelm-canal"),
        ("orders.py", "baltic-white-sea-canal"),
        ("orders.py", "saint-lawrence-seaway"),
        ("orders.py", "northern-sea-route"),
    },
    "an ability, kept in a constant or field": {
        ("bots/__init__.py", "destroyer"),
        ("land/rails.py", "submarine-base"),
        ("land/surrounded.py", "submarine-base"),
        ("land/surrounded.py", "seaplane-base"),
    },
    "a kind of passage or border": {
        ("sea/canals.py", "canal"),
        ("air/skies.py", "canal"),
        ("land/rails.py", "railroad"),
        ("economy/supply.py", "railroad"),
    },
    "why something is lost, or who fires, in the event": {
        ("air/airdrops.py", "airborne"),
        ("sea/coast.py", "coastal-artillery"),
        ("combat.py", "fortification"),
    },
}
"""Reason to (file, text): words that are called as something of the title, and are nothing of it."""


def texts(tree: ast.AST) -> Iterator[str]:
    """The texts of a module, without those that ask for an ability."""
    asked = {id(arg) for node in ast.walk(tree) if isinstance(node, ast.Call) for arg in node.args if _asks(node.func)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in asked:
            yield node.value


def _asks(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in ASKING


def named(folder: Path) -> set[tuple[str, str]]:
    """File and name of all that a folder's Python names of the title."""
    return {
        (path.relative_to(folder).as_posix(), text)
        for path in folder.rglob("*.py")
        for text in texts(ast.parse(path.read_text(encoding="utf-8")))
        if text in NAMES
    }


NUMBERS = {
    "what a die is": {"economy/collecting.py ECONOMY", "facilities/docks.py PRICE", "lend_lease/lending.py RAID", "sea/raiding.py DIE"},
    "a number without an upper limit": {"facilities/docks.py ANY"},
    "the months between two rounds": {"calendar.py HALF"},
    "the least of abilities: shore fire": {"sea/duties.py SMALL"},
}
"""Reason to the numbers that stand in the rules' code; other figures are in figures.csv. Bots' own are how they play, and no rule's."""


def constants(folder: Path) -> set[str]:
    """File and name of the whole numbers that modules outside `bots` give a name to."""
    found = set()
    for path in folder.rglob("*.py"):
        name = path.relative_to(folder).as_posix()
        for node in ast.parse(path.read_text(encoding="utf-8")).body if not name.startswith("bots/") else ():
            if isinstance(node, ast.Assign):
                found |= {f"{name} {one}" for one in _numbers(node)}
    return found


def _numbers(node: ast.Assign) -> Iterator[str]:
    for target in node.targets:
        pairs = [(target, node.value)]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = list(zip(target.elts, node.value.elts, strict=True))
        for name, value in pairs:
            if isinstance(name, ast.Name) and isinstance(value, ast.Constant) and type(value.value) is int:
                yield name.id


def test_figures_of_rules_stand_in_a_table() -> None:
    allowed = set[str]().union(*NUMBERS.values())
    assert constants(FOLDER) - allowed == set(), "put these into figures.csv, with their source"
    assert allowed - constants(FOLDER) == set(), "these are numbers no more: take them off the list"


def test_a_number_in_code_is_found(tmp_path: Path) -> None:
    (tmp_path / "new.py").write_text("FEW, MANY = 2, 9\nSOME = 3\nTEXT = 'a'\n")
    assert constants(tmp_path) == {"new.py FEW", "new.py MANY", "new.py SOME"}


def test_the_code_names_nothing_of_the_title() -> None:
    allowed = set[tuple[str, str]]().union(*ALLOWED.values())
    found = named(FOLDER)
    assert found - allowed == set(), "put these into a table, with their source"
    assert allowed - found == set(), "these are named no more: take them off the list"


def test_a_name_in_code_is_found(tmp_path: Path) -> None:
    (tmp_path / "new.py").write_text('WHERE = ("berlin",)\nif unit.has("submarine") or unit == "submarine":\n    pass\n')
    assert named(tmp_path) == {("new.py", "berlin"), ("new.py", "submarine")}


@pytest.mark.parametrize("name", get_args(tables.RoleName))
def test_every_role_has_a_row(name: tables.RoleName) -> None:
    row = tables.role(TITLE, name)
    assert row.powers or row.areas or row.units or row.techs, name


@pytest.mark.parametrize("use", get_args(tables.BotUse))
def test_every_use_of_bots_has_units(use: tables.BotUse) -> None:
    assert tables.bot_units(TITLE, use), use


@pytest.mark.parametrize("name", get_args(tables.FigureName))
def test_every_figure_has_a_row(name: tables.FigureName) -> None:
    assert tables.figure(TITLE, name) > 0, name
