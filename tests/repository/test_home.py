"""The measure of what belongs to one title: statements are counted as they stand in the code, and told by whose tests reach them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import home

CODE = '''"""A module."""

TWO = 2


def both(yes):
    """Not counted."""
    if yes:
        return (
            TWO
        )
    return 0


class Unused:
    def never(self):
        pass
'''


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "module.py"
    path.write_text(CODE, encoding="utf-8")
    monkeypatch.setattr(home, "FAMILY", tmp_path)
    monkeypatch.setattr(home, "ROOT", tmp_path)
    return path


def reached(module: Path, yes: bool) -> dict[str, set[int]]:
    """The lines that are reached as the module's function is called."""
    spoken: dict[str, Callable[[bool], int]] = {}
    exec(compile(CODE, str(module), "exec"), spoken)
    noted, before = home.Reached(), sys.gettrace()
    noted.pytest_runtest_protocol()
    try:
        spoken["both"](yes)
    finally:
        sys.settrace(before)
    return noted.lines


def test_a_statement_is_told_by_the_titles_that_reach_it(module: Path) -> None:
    assert sorted(home.statements(module)) == [8, 9, 12, 17]
    no, yes = reached(module, False), reached(module, True)
    first, *lines = home.report(dict(zip(home.TITLES, (no, no, yes), strict=True)), by_module=True)
    assert first.startswith("4 statements inside functions of ., without bots")
    told = {line[:26].strip(): line[26:].strip() for line in lines}
    assert lines[:4] == [
        "  all titles           1  25.0%",
        "  some                 1  25.0%",
        "  one title            1  25.0%",
        "  none                 1  25.0%",
    ], told
    assert lines[-1] == "     1 of    4  module.py  global-war-1936"
