"""A plugin of pytest: which functions each test enters, and a run whose first tests are those that enter a mutant's function.

Most mutants are noticed by one of these within seconds; all other tests follow, so that the order changes no verdict.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Generator, Iterable
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

import pytest

REACHED, FIRST = "MUTANTS_REACHED", "MUTANTS_FIRST"
"""Variables that name the file to write what was reached to, and the file that lists the tests that come first."""

entered: dict[int, CodeType] = {}
tests_of: defaultdict[CodeType, list[str]] = defaultdict(list)


class Reach(NamedTuple):
    """Lines of a file that are one function, and the tests that enter it, the quickest first."""

    file: str
    first: int
    last: int
    tests: list[str]


def _enter(frame: FrameType, event: str, _: object) -> None:
    entered[id(frame.f_code)] = frame.f_code


def _last_line(code: CodeType) -> int:
    return max((line for _, _, line in code.co_lines() if line is not None), default=code.co_firstlineno)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None]:
    """Note which functions a test enters."""
    if REACHED not in os.environ:
        yield
        return
    entered.clear()
    sys.settrace(_enter)
    yield
    sys.settrace(None)
    for code in entered.values():
        tests_of[code].append(item.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write which tests enter which functions of the tree, those of few functions first."""
    if REACHED in os.environ:
        root = str(session.config.rootpath)
        here = [(code, tests) for code, tests in tests_of.items() if code.co_filename.startswith(root)]
        size = defaultdict(int)
        for _, tests in here:
            for test in tests:
                size[test] += 1
        rows = [
            Reach(os.path.relpath(code.co_filename, root), code.co_firstlineno, _last_line(code), sorted(tests, key=size.__getitem__))
            for code, tests in here
        ]
        Path(os.environ[REACHED]).write_text(json.dumps(rows), encoding="utf-8")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the listed tests first, as listed, and leave the others as they are."""
    if FIRST in os.environ:
        place = {test: n for n, test in enumerate(Path(os.environ[FIRST]).read_text(encoding="utf-8").splitlines())}
        items.sort(key=lambda item: place.get(item.nodeid, len(place)))


def first_tests(reached: Iterable[Reach], file: str, line: int) -> list[str]:
    """Return the tests that enter the function a line of a file stands in, those of the innermost function first."""
    around = sorted((one for one in reached if one.file == file and one.first <= line <= one.last), key=lambda one: one.last - one.first)
    return list(dict.fromkeys(test for one in around for test in one.tests))
