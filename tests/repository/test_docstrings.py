"""Docstrings of the reader of TripleA saves: what returns something says `Return ...` or `Yield ...`, or what it does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HOME = Path(__file__).parents[2] / "ingest" / "triplea"
BEGINNINGS = {"Return", "Yield", "Parse", "Decode", "Share", "Take", "Make", "Count", "Keep"}


def returning() -> Iterator[tuple[str, str]]:
    """Yield place and first word of the docstring of each function that returns something; properties say what they are."""
    for path in HOME.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (said := ast.get_docstring(node)):
                is_property = any(getattr(one, "id", "") in ("property", "cached_property") for one in node.decorator_list)
                if not is_property and ast.unparse(node.returns or ast.Constant(None)) not in ("None", "NoReturn"):
                    yield f"{path.relative_to(HOME)}: {node.name}", said.split()[0]


def test_docstrings_say_what_is_returned() -> None:
    found = dict(returning())
    assert len(found) > 150 and {place: word for place, word in found.items() if word not in BEGINNINGS} == {}
