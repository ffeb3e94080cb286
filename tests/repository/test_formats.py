"""docs/formats.md says what the tests show: it is current, and each test that it names is there and run with its games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.formats import HERE, PAGE, Row, functions_of, page, rows


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.formats > docs/formats.md"


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.format} {row.version}")
def test_the_tests_that_a_row_names_are_there(row: Row) -> None:
    for test in row.tests.split():
        path, _, name = test.partition("::")
        known = functions_of(HERE.parent / path)
        assert name in known, f"{path} has no test {name}"
    assert row.named and len(set(row.named)) == len(row.named)


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.format} {row.version}")
def test_the_first_test_of_a_row_is_run_with_each_of_its_games(row: Row) -> None:
    """By the list that it is run with: the row's own, or one that holds it whole."""
    path, _, name = row.tests.split()[0].partition("::")
    decorators = functions_of(HERE.parent / path)[name]
    module = __import__(path.removesuffix(".py").replace("/", "."), fromlist=[name])
    lists = [getattr(module, word) for word in _names(decorators) if isinstance(getattr(module, word, None), (tuple, list))]
    assert any(set(row.named) <= set(held) for held in lists), f"{name} is run with {decorators}"


def _names(text: str) -> list[str]:
    return [word for word in "".join(c if c.isidentifier() or c.isdigit() else " " for c in text).split() if word.isupper()]


def test_every_save_of_the_reference_material_stands_in_a_row() -> None:
    from tests.triplea.saves import ALL

    listed = {game for row in rows() if row.format == "TripleA save" for game in row.named}
    assert listed == set(ALL)
    assert Path(PAGE).exists()
