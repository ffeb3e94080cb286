"""A file is known by its content; one of the wrong kind is refused by name of what it is."""

from __future__ import annotations

import gzip
import os
from io import BytesIO
from pathlib import Path

import polars as pl
import pytest

from engine.errors import RecordError
from ingest import files
from ingest.filetypes import kind_of
from ingest.formats import FORMATS, read_recording, recognized
from tests.vassal.writer import archive

LOG = b'{"sitrep":1,"title":"aa1942"}\n{"do":"end"}\n'
EXPECTED = (
    'expected a Sitrep log, whose first line is like {"sitrep":1,"title":"aa1942"}, a TripleA save, a VASSAL save or log, or a table of '
    "results, whose first line is like date,title,sides,players,winner,bid,rounds,low luck"
)


def parquet() -> bytes:
    out = BytesIO()
    pl.DataFrame({"a": [1]}).write_parquet(out)
    return out.getvalue()


WRONG_KINDS = {
    "pdf": (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
    "png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG picture"),
    "zip": (archive({"[Content_Types].xml": b"<x/>"}), "a zip archive (perhaps an office document)"),
    "module": (archive({"buildFile.xml": b"<x/>"}), "a module of VASSAL (`sitrep vassal map` drafts its tables)"),
    "parquet": (parquet(), "a Parquet table"),
    "java": (gzip.compress(b"\xac\xed\x00\x05sr\0"), "saved Java objects (a TripleA save is this, packed)"),
    "twice": (gzip.compress(gzip.compress(LOG)), "gzip data packed twice"),
    "utf-16": (LOG.decode().encode("utf-16"), "text in UTF-16 (save it as UTF-8)"),
    "utf-16 without mark": (LOG.decode().encode("utf-16-le"), "text in UTF-16 (save it as UTF-8)"),
    "utf-16 big-endian": (LOG.decode().encode("utf-16-be"), "text in UTF-16 (save it as UTF-8)"),
    "utf-32": (LOG.decode().encode("utf-32"), "text in UTF-32 (save it as UTF-8)"),
    "list": (b'[{"do":"end"}]', "a JSON list (write one entry on each line, with no list around them)"),
    "web page": (b"<!DOCTYPE html><html>", "a web page"),
    "text": (b"Dear Ada,\nhere is the game", "text that begins 'Dear Ada,'"),
    "latin-1 text": ("Schöne Grüße".encode("latin-1"), "bytes that begin 53 63 68 f6 6e 65 20 47"),
    "bytes": (bytes(range(128, 255)), "bytes that begin 80 81 82 83 84 85 86 87"),
    "blanks": (b"\n \n", "nothing but blanks"),
    "tar": (b"a" * 257 + b"ustar\x0000", "a tar archive"),
}


@pytest.mark.parametrize(("data", "kind"), WRONG_KINDS.values(), ids=WRONG_KINDS)
def test_a_file_of_the_wrong_kind_is_told_apart(data: bytes, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    assert str(refusal(path)) == f"{path}: this is {kind}; {EXPECTED}"


def test_a_log_is_read_under_any_name(tmp_path: Path) -> None:
    path = tmp_path / "game.pdf"
    path.write_bytes(LOG)
    assert len(read_recording(path).entries) == 1


def test_what_is_no_file(tmp_path: Path) -> None:
    assert refusal(tmp_path).message == "this is a folder; expected the file of one recorded game"
    assert refusal(tmp_path / "game.jsonl").message == "no such file; check the path"
    (tmp_path / "empty").touch()
    assert refusal(tmp_path / "empty").message == "the file is empty; expected a recorded game"
    assert "cannot be read (embedded null byte)" in refusal(Path("a\0b")).message
    assert "cannot be read (File name too long)" in refusal(tmp_path / ("x" * 300)).message


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    message = "this is not a regular file (a pipe, device or socket); expected the file of one recorded game"
    assert refusal(tmp_path / "pipe").message == message


def test_a_file_too_large_is_not_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 2**20)
    with (tmp_path / "sparse").open("wb") as handle:
        handle.truncate(2**40)
    message = "the file has more than 1 MiB; expected one recorded game, which is far smaller"
    assert refusal(tmp_path / "sparse").message == message


def test_a_name_that_is_no_text_can_be_printed(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/g\xff.jsonl"
    try:
        with open(path, "wb") as handle:
            handle.write(b"nonsense")
    except OSError:
        pytest.skip("this file system has only names in UTF-8")
    error = refusal(Path(os.fsdecode(path)))
    assert str(error).encode("utf-8").startswith(os.fsencode(tmp_path) + b"/g\\udcff.jsonl: this is text")


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ("/etc", 'found "/etc"; expected a folder below the log\'s own, such as "house-rules"'),
        ("../other", 'found "../other"; expected a folder below the log\'s own, such as "house-rules"'),
        ("a/../../other", 'found "a/../../other"; expected a folder below the log\'s own, such as "house-rules"'),
        ("C:\\\\rules", 'found "C:\\\\rules"; expected a folder below the log\'s own, such as "house-rules"'),
        ("", 'found ""; expected a folder below the log\'s own, such as "house-rules"'),
        ("link", 'found "link", which leads out of the log\'s folder; put the overlay below it'),
        ("missing", 'found "missing"; there is no such folder beside the log'),
    ],
)
def test_an_overlay_never_leads_out_of_the_folder_of_the_log(overlay: str, message: str, tmp_path: Path) -> None:
    folder = tmp_path / "club"
    folder.mkdir()
    (tmp_path / "other").mkdir()
    (folder / "link").symlink_to(tmp_path / "other")
    log = folder / "game.jsonl"
    log.write_text(f'{{"sitrep":1,"title":"aa1942","overlays":["{overlay}"]}}\n')
    assert str(refusal(log)) == f"{log}:1 [overlays]: {message}"


def test_an_overlay_that_is_wrong_is_named_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    table = tmp_path / "house" / "control.csv"
    table.write_text("scenario,area,power,source\nstandard,russia,germania,house rule\n")
    log = tmp_path / "game.jsonl"
    log.write_text('{"sitrep":1,"title":"aa1942","overlays":["house"]}\n')
    assert str(refusal(log)) == (
        f"{log}:1 [overlays]: the title cannot be read: {table}:2 [power]: found 'germania'; "
        "expected a power of powers.csv; did you mean 'germany'?"
    )


def test_an_overlay_with_keys_of_the_wrong_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "title.toml").write_text("side = 3\n")
    log = tmp_path / "game.jsonl"
    log.write_text('{"sitrep":1,"title":"aa1942","overlays":["house"]}\n')
    assert str(refusal(log)).startswith(f"{log}:1 [overlays]: the title cannot be read: ")


def test_every_format_has_a_name_of_its_own() -> None:
    assert len({kind.name for kind in FORMATS}) == len(FORMATS)
    assert recognized(LOG, "").name == "log"


def test_a_cut_letter_at_the_end_of_a_beginning_is_still_text() -> None:
    assert kind_of(("x" * 39 + "é and more").encode()) == f"text that begins '{'x' * 39}'"


def refusal(path: Path) -> RecordError:
    """The error that a file ends in; a test fails when it is read."""
    with pytest.raises(RecordError) as caught:
        read_recording(path)
    return caught.value
