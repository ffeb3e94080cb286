"""What only some systems have is asked for in one module; text is read and written the same on all; the list of portable tests is whole."""

from __future__ import annotations

import ast
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.other_systems import OURS
from tests.other_systems.names import FUNCTIONS, MODULES, SIGNALS
from tests.repository.test_floors import FLOORS, files_of, imported

ROOT = Path(__file__).parents[2]
MACHINE = ROOT / "engine" / "machine.py"
NOWHERE = {*SIGNALS, *FUNCTIONS, "geteuid", "getuid", "get_blocking", "set_blocking", "posix_spawn", "sync", "wait3", "wait4"}
"""Names of os and signal that Windows does not have."""
ARGUMENTS = {"pass_fds", "preexec_fn", "start_new_session", "process_group", "dir_fd"}
FILES = [path for floor in FLOORS for path in files_of(floor)]


def asks(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and name of everything in a file that only some systems have."""
    tree = ast.parse(source)
    yield from ((line, name) for line, name in imported(tree) if name in {*MODULES, "msvcrt", "winreg", "ctypes"})
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="os" | "signal"), attr=name) if name in NOWHERE:
                yield node.lineno, name
            case ast.keyword(arg=str(name)) if name in ARGUMENTS:
                yield node.value.lineno, name


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and what is missing of every text that is written or read: its encoding, and how its lines end."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        given = {word.arg for word in node.keywords}
        named = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""
        if named == "write_text":
            yield from ((node.lineno, word) for word in ("encoding", "newline") if word not in given)
        elif named == "read_text" and isinstance(node.func, ast.Attribute) and not node.args and "encoding" not in given:
            yield node.lineno, "encoding"


def test_only_one_module_asks_for_what_some_systems_lack() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in FILES
        if path != MACHINE
        for line, name in asks(path.read_text(encoding="utf-8"))
    ]
    assert found == [], "engine/machine.py has, or takes, a way for each system"


def test_texts_are_the_same_on_every_system() -> None:
    found = [f"{path.relative_to(ROOT)}:{line} {name}" for path in FILES for line, name in texts(path.read_text(encoding="utf-8"))]
    assert found == [], 'expected encoding="utf-8" and, where text is written, newline="\\n"'


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import fcntl", ["fcntl"]),
        ("def f():\n    import resource", ["resource"]),
        ("os.kill(1, signal.SIGKILL)", ["SIGKILL"]),
        ("subprocess.Popen(x, pass_fds=[3])", ["pass_fds"]),
        ("os.open(x, os.O_RDONLY | os.O_DIRECTORY)", ["O_DIRECTORY"]),
        ("signal.signal(signal.SIGINT, f); os.replace(a, b)", []),
    ],
)
def test_it_is_found(source: str, said: list[str]) -> None:
    assert [name for _, name in asks(source)] == said


def test_a_text_without_its_encoding_is_found() -> None:
    assert [name for _, name in texts("p.write_text(x); p.read_text(); p.write_text(x, encoding='utf-8', newline='')")] == [
        "encoding", "newline", "encoding",
    ]  # fmt: skip


def test_what_is_hidden_exists_here() -> None:
    """A misspelt name would hide nothing."""
    if os.name == "posix":
        assert [name for name in FUNCTIONS if not hasattr(os, name)] == []
        assert [name for name in SIGNALS if not hasattr(signal, name)] == []


def test_every_file_of_the_portable_run_is_there() -> None:
    assert [name for name in OURS if not (ROOT / name).is_file()] == [] and len(OURS) == len(set(OURS))
