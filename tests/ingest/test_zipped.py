"""Saves as they are attached to issues and mails: a zip with one recorded game in it is read in every door, within the usual bounds."""

from __future__ import annotations

import gzip
import io
import random
import struct
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import zstandard

import sitrep
from engine.errors import RecordError
from ingest import check, ingest
from ingest.formats import format_of, read_record
from ingest.sandbox import ingest_apart
from ingest.watch import WatchedFolder
from tests.ingest.example import example
from tests.vassal.module import whole
from tests.vassal.test_chains import ONE, TWO, begun, game_id, position
from tests.vassal.writer import container, game
from warehouse import Lake

LOG = "\n".join(example()).encode() + b"\n"


def zipped(way: int = zipfile.ZIP_DEFLATED, **files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", way) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), content)
    return out.getvalue()


@cache
def long() -> bytes:
    """Return a log that no packing makes so short that its first bytes come of the first packed ones."""
    return LOG + b"".join(b"# %s\n" % random.Random(at).randbytes(40).hex().encode() for at in range(9_000))


def with_a_long_head(content: bytes) -> bytes:
    """Content in gzip, with as much beside the name in its head as RFC 1952 allows."""
    packed = gzip.compress(content)
    return packed[:3] + bytes([packed[3] | 4]) + packed[4:10] + b"\xff\xff" + b"x" * 0xFFFF + packed[10:]


ARCHIVES = {
    "deflate": zipped(game_jsonl=LOG),
    "stored, of gzip": zipped(zipfile.ZIP_STORED, game_jsonl_gz=gzip.compress(LOG)),
    "lzma, in a folder": zipped(zipfile.ZIP_LZMA, saves__game_jsonl=LOG),
    "with other files": zipped(README_txt=b"my game", board_png=b"\x89PNG", game_jsonl=LOG, a__b_txt=b""),
    "in gzip": gzip.compress(zipped(game_jsonl=LOG)),
}
WAYS = tuple(ARCHIVES)


PACKED: dict[str, Callable[[], bytes]] = {
    "zstd": lambda: zstandard.compress(long(), 19),
    "short zstd": lambda: zstandard.compress(LOG),
    "gzip": lambda: with_a_long_head(long()),
}


@pytest.mark.parametrize("way", PACKED)
def test_a_long_packed_log_in_an_archive_is_read(tmp_path: Path, way: str) -> None:
    packed = PACKED[way]()
    (tmp_path / "game.zip").write_bytes(zipped(zipfile.ZIP_STORED, game_jsonl=packed))
    (tmp_path / "game.packed").write_bytes(packed)
    assert read_record(tmp_path / "game.zip").recording.header == read_record(tmp_path / "game.packed").recording.header
    kinds = [format_of(tmp_path / name) for name in ("game.packed", "game.zip")]
    assert [kind and kind.name for kind in kinds] == ["log", "log"]


@pytest.mark.parametrize("way", WAYS)
def test_the_one_record_of_an_archive_is_read_as_if_it_lay_there_itself(tmp_path: Path, way: str) -> None:
    (tmp_path / "game.jsonl").write_bytes(LOG)
    (tmp_path / "game.jsonl.zip").write_bytes(ARCHIVES[way])
    plain, packed = (read_record(tmp_path / name).recording for name in ("game.jsonl", "game.jsonl.zip"))
    assert packed.header == plain.header
    assert packed.digest == plain.digest
    assert packed.name.endswith("game.jsonl.zip")


def test_folders_of_an_operating_system_play_no_part(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in ("__MACOSX/._game.jsonl", "game.jsonl", ".hidden.jsonl"):
            archive.writestr(name, LOG)
    (tmp_path / "a.zip").write_bytes(out.getvalue())
    assert read_record(tmp_path / "a.zip").format == "log"


def test_every_door_reads_it(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "game.jsonl.zip"
    path.write_bytes(zipped(game_jsonl=LOG))
    lake = Lake.create(tmp_path / "lake")
    assert [row.status for row in ingest([path.parent], lake).rows] == ["new"]
    assert [row.status for row in ingest([path.parent], lake).rows] == ["unchanged"]
    assert not [one for one in check(path).defects if one.rule == "unreadable"]
    assert sitrep.replay(path).events
    assert ingest_apart(path, tmp_path / "apart").status == "new"
    watched = WatchedFolder(path.parent, 0)
    assert watched.whole() == [path]


def test_a_log_of_vassal_in_an_archive_goes_on_from_one_beside_it(tmp_path: Path) -> None:
    first = begun(ONE)
    (tmp_path / "a.vlog").write_bytes(container(first))
    (tmp_path / "b.vlog.zip").write_bytes(zipped(b_vlog=container(game(position(first), [TWO]))))
    assert game_id(tmp_path / "a.vlog") == game_id(tmp_path / "b.vlog.zip")
    (tmp_path / "b.vlog.zip").write_bytes(gzip.compress(container(game(position(first), [TWO]))))
    assert game_id(tmp_path / "a.vlog") == game_id(tmp_path / "b.vlog.zip")


def test_a_game_of_vassal_which_is_an_archive_itself_is_no_packed_record(tmp_path: Path) -> None:
    (tmp_path / "a.vsav").write_bytes(whole().content())
    assert read_record(tmp_path / "a.vsav").format == "vassal"


def test_a_module_packed_with_its_log_is_no_second_record(tmp_path: Path) -> None:
    """Modules begin with their pictures, their build file or what they say of themselves, as they were written."""
    module = zipped(moduledata=b"<data/>", buildFile_xml=b"<a/>")
    for name, beside in {"a.zip": "Mini.vmod", "b.zip": "Extra.VMDX"}.items():
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr(beside, module)
            archive.writestr("game.vlog", whole().content())
        assert read_record(tmp_path / name).format == "vassal"


def test_a_log_packed_with_many_pictures_goes_on_from_one_beside_it(tmp_path: Path) -> None:
    first = begun(ONE)
    (tmp_path / "a.vlog").write_bytes(container(first))
    pictures = {f"shot-{number}_png": b"\x89PNG" for number in range(40)}
    (tmp_path / "b.zip").write_bytes(zipped(**pictures, b_vlog=container(game(position(first), [TWO]))))
    assert game_id(tmp_path / "a.vlog") == game_id(tmp_path / "b.zip")


def lying(content: bytes) -> bytes:
    """An archive whose entry tells a size of one byte."""
    packed = bytearray(zipped(game_jsonl=content))
    at = packed.index(b"PK\x01\x02")
    packed[at + 24 : at + 28] = packed[22:26] = struct.pack("<I", 1)
    return bytes(packed)


def encrypted() -> bytes:
    packed = bytearray(zipped(game_jsonl=LOG))
    packed[6] |= 1
    packed[packed.index(b"PK\x01\x02") + 8] |= 1
    return bytes(packed)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            zipped(a_jsonl=LOG, b_jsonl=LOG),
            "2 recorded games in it ('a.jsonl', 'b.jsonl'); expected one: unpack it into a folder",
        ),
        (zipped(a_txt=b"hello", b_png=b"\x89PNG"), "without a recorded game in it (it holds 'a.txt', 'b.png')"),
        (zipped(a_zip=zipped(game_jsonl=LOG)), "without a recorded game in it"),
        (zipped(**{f"n{number}_txt": b"" for number in range(1_100)}), "more than 1,000 files"),
        (zipped(game_jsonl=LOG.splitlines()[0] + b"\n" + b" " * (65 << 20)), "has more than 64 MiB"),
        (zipped(game_jsonl=gzip.compress(LOG + bytes(65 << 20))), "more than 64 MiB"),
        (zipped(game_jsonl=LOG)[:-30], "copy it again"),
        (encrypted(), "unpack it"),
    ],
)
def test_other_archives_are_refused_with_the_cure(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(RecordError, match=r"a\.zip: ") as refused:
        read_record(tmp_path / "a.zip")
    assert said in str(refused.value)


def test_an_entry_that_lies_about_its_size_is_refused_and_keeps_no_other_out(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.zip").write_bytes(lying(LOG))
    (tmp_path / "in" / "b.jsonl").write_bytes(LOG)
    rows = ingest([tmp_path / "in"], Lake.create(tmp_path / "lake")).rows
    assert [row.status for row in rows] == ["refused", "new"]
