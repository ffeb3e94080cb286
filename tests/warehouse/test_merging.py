"""Rows of many batches are merged in parts, and make the same file as if all of them were sorted in memory."""

from __future__ import annotations

import random

import polars as pl
import pytest

from warehouse import merging, parquet
from warehouse.merging import sorted_by_game
from warehouse.parquet import encoded, encoded_parts, read_groups

CHANCE = random.Random(43)
GAMES = [f"{CHANCE.randrange(1 << 64):016x}" for _ in range(40)]


def frames(batches: int) -> list[pl.DataFrame]:
    """Rows of games in batches, in an order of their own: each game in one of them, with text, lists and gaps."""
    found = []
    for number in range(batches):
        rows = [
            (game, seq, CHANCE.choice(("tank", "infantry", None)), [CHANCE.randrange(6)] * CHANCE.randrange(3))
            for game in GAMES[number::batches]
            for seq in range(CHANCE.randrange(90))
        ]
        found.append(pl.DataFrame(rows, schema=["game_id", "seq", "unit", "faces"], orient="row"))
    return [frame for frame in found if frame.height]


@pytest.mark.parametrize("batches", [1, 3, 40])
@pytest.mark.parametrize(("at_once", "group"), [(100, 70), (333, 1000), (10**9, 64)])
def test_the_file_is_that_of_all_rows_sorted_at_once(monkeypatch: pytest.MonkeyPatch, batches: int, at_once: int, group: int) -> None:
    monkeypatch.setattr(merging, "AT_ONCE", at_once)
    monkeypatch.setattr(parquet, "ROW_GROUP", group)
    monkeypatch.setitem(parquet._WRITING, "row_group_size", group)
    given = frames(batches)
    whole = pl.concat(given).sort("game_id", maintain_order=True)
    rows, content = encoded_parts(sorted_by_game(iter(given), whole.height, GAMES))
    assert (rows, content) == (whole.height, encoded(whole))
    assert [part.height for part in read_groups(content)][:-1] == [group] * ((whole.height - 1) // group)
    assert pl.concat(read_groups(content)).equals(whole)


def test_a_range_at_a_time_is_handed_on_and_as_many_rows_as_are_sorted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "AT_ONCE", 100)
    given = frames(3)
    rows = sum(frame.height for frame in given)
    parts = list(sorted_by_game(iter(given), rows, GAMES))
    assert len(parts) > rows / 100 / 2 and max(part.height for part in parts) < 500
    assert sum(part.height for part in parts) == rows
