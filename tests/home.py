"""What of the code that titles of a family share is run for one title alone: it belongs in that title's folder.

    .venv/bin/python -m tests.home                         the family axis_allies, by the tests of its three titles
    .venv/bin/python -m tests.home --modules               the same of each module

Statements inside functions are counted, without bots. Some minutes for each title: its tests are run, and each line noted that they reach.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
FAMILY = ROOT / "engine" / "families" / "axis_allies"
TITLES = {"aa1942": "tests/aa1942", "global-1939": "tests/global1939", "global-war-1936": "tests/global_war_1936"}
"""Title to the folder of its tests."""


def modules() -> list[Path]:
    """Return the modules of the family that are asked about."""
    return [path for path in sorted(FAMILY.rglob("*.py")) if "bots" not in path.parts]


def statements(path: Path) -> Iterator[int]:
    """Yield the first line of each statement inside the functions of a module; docstrings are none."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            for inner in (one for part in node.body for one in ast.walk(part) if isinstance(one, ast.stmt)):
                if not (isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant)) and not isinstance(inner, ast.FunctionDef):
                    yield inner.lineno


class Reached:
    """A plugin of pytest that notes which lines of the family are reached."""

    def __init__(self) -> None:
        self.lines: dict[str, set[int]] = {str(path): set() for path in modules()}

    def pytest_runtest_protocol(self) -> None:
        """Begin with the first test, and anew where a test has ended it."""
        sys.settrace(self._call)

    def _call(self, frame: FrameType, event: str, _: object) -> Any:
        code: CodeType = frame.f_code
        return self._line if code.co_filename in self.lines else None

    def _line(self, frame: FrameType, event: str, _: object) -> Any:
        self.lines[frame.f_code.co_filename].add(frame.f_lineno)
        return self._line


def reached_by(title: str) -> dict[str, set[int]]:
    """Return module to the lines that the tests of a title reach, in a process of its own.

    Raises:
        SystemExit: its tests fail.
    """
    with TemporaryDirectory() as folder:
        out = Path(folder, "lines.json")
        subprocess.run([sys.executable, "-m", "tests.home", title, str(out)], cwd=ROOT, check=True, stdout=sys.stderr)
        found: dict[str, list[int]] = json.loads(out.read_text(encoding="utf-8"))
    return {path: set(lines) for path, lines in found.items()}


def run(title: str, out: Path) -> int:
    """Run the tests of a title; write the lines that they reach."""
    noted = Reached()
    done = pytest.main(["-q", "-p", "no:cacheprovider", TITLES[title]], plugins=[noted])
    sys.settrace(None)
    out.write_text(json.dumps({path: sorted(lines) for path, lines in noted.lines.items()}), encoding="utf-8")
    return int(done)


def shares(counts: Sequence[str], of: int) -> str:
    """Return so many statements, and their share, as text."""
    return f"{len(counts):6,} {len(counts) / max(of, 1):6.1%}"


def report(lines: dict[str, dict[str, set[int]]], by_module: bool) -> Iterator[str]:
    """Yield what is run for no, one, several and all titles."""
    of: dict[Path, list[tuple[str, ...]]] = {
        path: [tuple(title for title in TITLES if at in lines[title].get(str(path), ())) for at in set(statements(path))]
        for path in modules()
    }
    every = [titles for found in of.values() for titles in found]
    kinds = {"all titles": len(TITLES), "some": 2, "one title": 1, "none": 0}
    yield f"{len(every):,} statements inside functions of {FAMILY.relative_to(ROOT)}, without bots, by the tests of {', '.join(TITLES)}:"
    for name, number in kinds.items():
        yield f"  {name:16}{shares([' '.join(one) for one in every if len(one) == number], len(every))}"
    for title in TITLES:
        yield f"  {title + ' alone':24}{shares([title for one in every if one == (title,)], len(every))}"
    if by_module:
        rows = [(sum(len(one) == 1 for one in found), len(found), path) for path, found in of.items()]
        for alone, whole, path in sorted(rows, key=lambda row: (-row[0], str(row[2]))):
            titles = {one[0] for one in of[path] if len(one) == 1}
            yield f"  {alone:4} of {whole:4}  {path.relative_to(FAMILY)}  {' '.join(sorted(titles))}"


def main(words: Sequence[str]) -> int:
    """Run the tests of one title for `reached_by`, or print the report."""
    if len(words) == 2:
        return run(words[0], Path(words[1]))
    lines = {title: reached_by(title) for title in TITLES}
    print("\n".join(report(lines, "--modules" in words)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
