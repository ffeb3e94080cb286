"""Files of tests are short: a file of more than 400 lines is split by what is proven."""

from __future__ import annotations

from pathlib import Path

MOST = 400


def test_no_file_of_tests_is_long() -> None:
    home = Path(__file__).parents[1]
    lines = {path.relative_to(home).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in home.rglob("*.py")}
    assert len(lines) > 500 and {name: n for name, n in lines.items() if n > MOST} == {}
