"""Files that are replaced whole or not at all."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine.machine import MOVES_LOCKED
from warehouse.whole_files import put_whole


def test_a_file_is_replaced_and_nothing_lies_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    if MOVES_LOCKED:  # else nothing tells that its writer was killed
        (tmp_path / ".page.html.part").write_bytes(b"of one that was killed")
    for content in (b"old", b"new"):
        put_whole(path, content)
        assert path.read_bytes() == content and [one.name for one in tmp_path.iterdir()] == ["page.html"]


def test_what_cannot_be_put_in_its_place_leaves_no_part(tmp_path: Path) -> None:
    place = tmp_path / "page.html"
    place.mkdir()
    with pytest.raises(OSError, match=r"page\.html"):
        put_whole(place, b"new")
    assert [one.name for one in tmp_path.iterdir()] == ["page.html"]


def test_of_two_who_write_a_file_at_once_each_writes_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one writes, and is done, while the first one has written half of its own."""
    path, write, begun = tmp_path / "page.html", Path.write_bytes, []

    def halves(part: Path, content: bytes) -> int:
        if begun:
            return write(part, content)
        begun.append(part)
        with part.open("wb") as file:
            file.write(content[: len(content) // 2])
            file.flush()
            put_whole(path, b"two" * 1000)
            assert path.read_bytes() == b"two" * 1000
            return file.write(content[len(content) // 2 :])

    monkeypatch.setattr(Path, "write_bytes", halves)
    put_whole(path, b"one" * 1000)
    assert path.read_bytes() == b"one" * 1000 and [one.name for one in tmp_path.iterdir()] == ["page.html"]


def test_many_who_write_a_file_at_once_never_mix(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    wanted = {bytes([65 + at]) * 300_000 for at in range(6)}

    def write(content: bytes) -> bool:
        for _ in range(20):
            put_whole(path, content)
            if path.read_bytes() not in wanted:
                return False
        return True

    with ThreadPoolExecutor(6) as executor:
        assert all(executor.map(write, wanted))
    assert [one.name for one in tmp_path.iterdir()] == ["log.jsonl"]


def test_a_file_is_nobody_elses_to_run(tmp_path: Path) -> None:
    put_whole(tmp_path / "page.html", b"new")
    assert not (tmp_path / "page.html").stat().st_mode & 0o111
