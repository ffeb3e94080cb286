"""HTML is made by templates, which escape: no tag is written in Python, and nothing is escaped by hand."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "dashboard"
SERVER = {
    "asgi.py": "puts a script into the head of Streamlit's own page, which no template makes",
    "access.py": "finds the scripts of that page, for its policy",
    "preload.py": "is that script",
}
"""Modules with tags that stay, and why."""
TAG = re.compile(r"</?[a-zA-Z][\w-]*(?:[\s>/]|\Z)|<!(?:--|doctype)", re.I)
BY_HAND = re.compile(r"\bsafe\(|\bhtml\.escape\b|from html import .*\bescape\b|\bxml\.sax\.saxutils\b|\.replace\([\"']<[\"'], ?[\"']&lt;")
TRUSTED = {
    "notebook/displays.py": "style of pages",
    "player/fragment.py": "style and program of the player, with data in which `<` is written as a code",
    "review/export.py": "style, programs and policy of the page, and what the chart library drew",
    "site/charts.py": "a specification in which `<` is written as a code",
    "site/review.py": "style and policy",
    "site/shell.py": "style, program and policy",
    "player/still.py": "style",
}
"""Modules that call text HTML, and what text."""


def strings(source: str) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module that are no docstrings, with their lines; parts of an f-string one by one."""
    tree = ast.parse(source)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def tags(source: str) -> list[str]:
    return [f"{line}: {text.strip()[:60]}" for line, text in strings(source) if TAG.search(text)]


def modules() -> list[str]:
    return sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py"))


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("f'<p>{x}'", 1), ("'<p class=\"a\">' + x", 1), ("y = 'x</p>'", 1), ("y = '\\n<br>'", 1), ("y = '<!doctype html>'", 1),
        ("f'{a}<b>'", 1),
        ("y = 'a < b'", 0), ("y = 'a <= b'", 0), ("x < y", 0), ("def f():\n    \"\"\"A <b>.\"\"\"", 0), ("y = 'p.key <> q.key'", 0),
    ],
)  # fmt: skip
def test_what_counts_as_a_tag(code: str, found: int) -> None:
    assert len(tags(code)) == found


def test_no_tag_is_written_in_python() -> None:
    found = {name: told for name in modules() if (told := tags((ROOT / name).read_text(encoding="utf-8")))}
    assert set(found) >= set(SERVER), "no tags there: take them out of SERVER"
    assert {name: told for name, told in found.items() if name not in SERVER} == {}


def test_nothing_is_escaped_by_hand() -> None:
    assert [name for name in modules() if BY_HAND.search((ROOT / name).read_text(encoding="utf-8"))] == []


def test_text_is_called_html_only_where_it_is_known_to_be() -> None:
    called = re.compile(r"\btrusted\(|\bMarkup\(")
    found = [name for name in modules() if called.search((ROOT / name).read_text(encoding="utf-8"))]
    assert [name for name in found if name != "ui/templates.py"] == sorted(TRUSTED)


def test_no_template_turns_escaping_off() -> None:
    for path in ROOT.rglob("*.html"):
        assert not re.search(r"autoescape|\|\s*safe\b", path.read_text(encoding="utf-8")), path
