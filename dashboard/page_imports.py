"""Importing what a page needs, one thread at a time.

Each visitor's page runs in a thread of its own, and imports what it needs as its first lines. Two threads that first import modules of one
package in different orders can each wait for the other: Python then lets one of them go on with a module that is only half there.
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

_LOCK = threading.Lock()
_done: set[Path] = set()


def import_for(page: Path) -> None:
    """Import the modules that a page's file names, if that has not been done; other pages wait meanwhile."""
    if page in _done:
        return
    with _LOCK:
        if page not in _done:
            for module in modules_of(page):
                import_module(module)
            _done.add(page)


def modules_of(page: Path) -> Iterator[str]:
    """Yield the modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(page.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
