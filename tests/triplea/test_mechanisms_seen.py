"""The table of what saves show of each mechanism is current, and each mechanism has tests that are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.formats import functions_of
from tests.slow import slow_after
from tests.triplea.mechanisms_seen import events_of, mechanisms, seen, table
from tests.triplea.refereed import SAVES

ROOT = Path(__file__).parents[2]


@pytest.mark.shared
@pytest.mark.parametrize("name", slow_after(2, ["ai-global40-g2-tech", "ai-classic-g1", *SAVES]))
def test_the_table_says_what_the_events_of_a_save_show(shared: Path, name: str) -> None:
    assert seen(name, events_of(shared, name)) == [row for row in table() if row.save == name]


@pytest.mark.parametrize("one", mechanisms(), ids=lambda one: one.mechanism)
def test_each_mechanism_names_tests_that_are_there(one) -> None:
    path, _, name = one.tests.partition("::")
    assert (ROOT / path).is_file(), path
    assert not name or name in functions_of(ROOT / path), name


def test_what_no_save_shows_is_known() -> None:
    """Fighters that meet a raid in the air: the program's own players send none up."""
    assert {one.mechanism for one in mechanisms()} - {row.mechanism for row in table()} == {"raids that fighters meet in the air"}
