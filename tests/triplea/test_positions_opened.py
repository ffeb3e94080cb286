"""The table of positions that TripleA itself has opened and played (`engine_positions.py` writes it): all is there that a file can say."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from ingest import replay_file
from tests.triplea.engine_positions import COLUMNS, SAVES, TABLE, moments, row_of
from tests.triplea.saves import path_of

SMALL = "ai-classic-g1"


def table() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_positions_of_six_maps_are_opened_with_all_that_stood_on_the_board_and_played_on() -> None:
    rows = table()
    assert Counter(row["save"] for row in rows) == SAVES and len({row["title"] for row in rows}) == 6
    assert {row["played"] for row in rows} == {"yes"}
    assert sum(not row["differs"] for row in rows) == 34 >= 30
    for row in rows:
        for found in filter(None, row["differs"].split("; ")):
            what, technology = found.partition(":")[0].split()[::2]
            assert what == "technologies" and f"has {technology}" in row["not_said"], found
    told = Counter[str]()
    for row in rows:
        told.update({name: int(row[name]) for name in ("units", "hits", "damage", "technologies", "relations", "waiting", "prices")})
    assert min(told.values()) > 0 and len(told) == 7, "something was never there to be compared"


@pytest.mark.shared
def test_what_there_was_to_compare_is_what_stands_on_the_board(shared: Path) -> None:
    game = replay_file(path_of(shared, SMALL))
    found = [row_of(SMALL, game, at) for at in moments(game, SAVES[SMALL])]
    expected = [{name: row[name] for name in COLUMNS[:-3]} for row in table() if row["save"] == SMALL]
    assert [{name: str(value) for name, value in row.items()} for row in found] == expected
