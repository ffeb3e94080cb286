"""Every reader holds a file against the log's checksum before it reads it: damage is an error that names the file, never another value."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.warehouse.games import game, random_game
from warehouse import Lake, LakeError, checksums
from warehouse.errors import FROM_A_COPY
from warehouse.export import Selection, export
from warehouse.sandbox import ask_apart
from warehouse.state import data_key

READERS: dict[str, Callable[[Lake, Path], object]] = {
    "frame": lambda lake, _: lake.frame("units_placed"),
    "frame of a game": lambda lake, _: lake.frame("units_placed", "a"),
    "scan": lambda lake, _: lake.scan("units_placed").select("unit").collect(),
    "events": lambda lake, _: lake.events("a"),
    "SQL": lambda lake, _: lake.sql("SELECT unit FROM units_placed"),
    "SQL of a game": lambda lake, _: lake.sql("SELECT unit FROM units_placed", games=["a"]),
    "a connection": lambda lake, _: lake.connect().sql("SELECT unit FROM units_placed").pl(),
    "SQL apart": lambda lake, _: ask_apart(str(lake.path), "SELECT unit FROM units_placed"),
    "export": lambda lake, folder: export(lake, "csv", folder / "csv", Selection()),
}


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lake:
    """A lake that this process has asked nothing yet."""
    monkeypatch.setattr(checksums, "_SOUND", set())
    made = Lake.create(tmp_path / "lake")
    made.write([game("a"), random_game(1)])
    return made


def file_of(lake: Lake, table: str) -> Path:
    (batch,) = lake.state().batches
    return lake.path / data_key(table, batch)


def flip(path: Path, at: int, bit: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1 << bit
    path.write_bytes(data)


@pytest.mark.parametrize("ask", READERS.values(), ids=READERS)
def test_no_reader_takes_a_flipped_bit(ask: Callable[[Lake, Path], object], lake: Lake, tmp_path: Path) -> None:
    path = file_of(lake, "units_placed")
    flip(path, path.stat().st_size // 3, 2)
    with pytest.raises(LakeError) as said:
        ask(lake, tmp_path)
    # What a stranger asks is told the file by its place in the lake alone.
    assert str(path.relative_to(tmp_path)) in str(said.value) and "its SHA-256 is not" in str(said.value) and FROM_A_COPY in str(said.value)


def test_a_flip_anywhere_in_a_file_is_an_error(lake: Lake) -> None:
    path, dice = file_of(lake, "units_placed"), random.Random(1)
    whole = path.read_bytes()
    for _ in range(80):
        path.write_bytes(whole)
        flip(path, dice.randrange(len(whole)), dice.randrange(8))
        with pytest.raises(LakeError, match="damaged: its SHA-256"):
            lake.frame("units_placed")


@pytest.mark.parametrize("harm", [lambda p: p.unlink(), lambda p: p.write_bytes(p.read_bytes()[:-9])])
def test_a_file_that_is_gone_or_cut_off_is_named(harm: Callable[[Path], object], lake: Lake) -> None:
    path = file_of(lake, "stacks")
    harm(path)
    with pytest.raises(LakeError, match=f"{path}: (damaged: it has|cannot be read: No such file)"):
        lake.sql("FROM stacks")


def test_a_file_is_checked_once_in_a_process_and_one_that_is_not_asked_of_not_at_all(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real = checksums._trouble
    monkeypatch.setattr(checksums, "_trouble", lambda one: read.append(one[0].parent.name) or real(one))
    for _ in range(3):
        lake.frame("stacks")
        lake.sql("SELECT count(*) FROM stacks")
    assert read == ["stacks"]


def test_pages_have_checksums_of_their_own(lake: Lake) -> None:
    path = file_of(lake, "stacks")
    flip(path, pq.ParquetFile(path).metadata.row_group(0).column(6).data_page_offset + 40, 0)
    with pytest.raises(OSError, match="CRC checksum"):
        pq.read_table(path, page_checksum_verification=True)
