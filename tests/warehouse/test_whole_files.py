"""Files that are replaced whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from warehouse.whole_files import put_whole


def test_a_file_is_replaced_and_nothing_lies_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
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
