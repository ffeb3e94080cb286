"""Text of a record that would steer a terminal, turn text around or break a drawing is written out as the record is read."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.text import all_plain, is_plain, one_line, plain, visible
from ingest import check, ingest
from ingest.formats import read_record
from ingest.report import REFUSED
from tests.hostile import FORMATS, TEXTS, UNSEEN
from tests.slow import slow_among
from warehouse import Lake
from warehouse.schema import TABLES

UNREADABLE = {("summary.txt", "other control characters")}
"""Content that is no text at all."""


PAIRS = [(name, kind) for name in FORMATS for kind in TEXTS]


@pytest.mark.parametrize(("name", "kind"), slow_among([pair for number, pair in enumerate(PAIRS) if number % 4], PAIRS))
def test_no_such_character_gets_into_a_lake(name: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(FORMATS[name](TEXTS[kind]))
    lake = Lake.create(tmp_path / "lake")
    report = ingest([path], lake)
    refused = (name, kind) in UNREADABLE
    assert [row.status == REFUSED for row in report.rows] == [refused], report.rows[0].message
    for row in report.rows:
        assert not UNSEEN & set(row.message)
    if not refused:
        told = " UNION ALL ".join(f"SELECT '{table}', CAST(t AS VARCHAR) FROM {table} t" for table in TABLES)
        for table, row in lake.sql(told).iter_rows():
            assert not (UNSEEN | set("\n\r\t")) & set(row), table


def test_what_was_there_is_still_told(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(FORMATS["log.jsonl"]("A\x1b[2J\u202e"))
    assert read_record(path).recording.header.players["germany"] == "A\\x1b[2J\\u202e 1"


def test_an_error_that_tells_what_was_found_tells_it_written_out(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text('{"sitrep":1,"title":"aa1942"}\n{"do":"buy","units":"3 \u009b2J\u202einfantri"}\n')
    row = ingest([path], Lake.create(tmp_path / "lake")).rows[0]
    assert row.status == REFUSED and "\\x9b2J\\u202e" in row.message and not UNSEEN & set(row.message)
    assert check(path).defects


def test_names_that_cannot_be_told_apart_when_written_out_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text('{"sitrep":1,"title":"aa1942","players":{"germany":"A"},"options":{"victory":"minor"}}\n{"note":"\\u001b"}\n')
    assert read_record(path).recording.entries[0].text == "\\x1b"
    with pytest.raises(ValueError, match="two names differ only"):
        all_plain({"a\x1b": 1, "a\\x1b": 2})


@pytest.mark.parametrize(("text", "shown"), [("a\tb\nc é 日本 👍🏽", None), ("\x1b", "\\x1b"), ("\u2028\r", "\\u2028\\r")])
def test_what_can_be_seen_stays_as_it_is(text: str, shown: str | None) -> None:
    assert visible(text) == (shown or text)
    assert one_line("a\tb\nc") == "a\\tb\\nc"
    assert plain("a\tb\r\nc\x1b") == "a b c\\x1b"


@given(st.text(st.characters(exclude_categories=())))
@example("\\n \\\n").via("a backslash before a letter, and before an end of line")
@example("\x7f")
def test_searching_the_whole_finds_what_writing_out_would_change(text: str) -> None:
    held = ({text: 1}, (msgspec.structs.replace(_Held("x"), text=text),))
    assert is_plain(held) == (plain(text) == text)
    assert is_plain(all_plain(held))


class _Held(msgspec.Struct):
    text: str
