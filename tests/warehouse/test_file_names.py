"""Names of files without their folders."""

from __future__ import annotations

import pytest

from warehouse.file_names import file_name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("game.tsvg", "game.tsvg"),
        ("/home/ada/saves/game.tsvg", "game.tsvg"),
        ("C:\\saves\\my game.tsvg", "my game.tsvg"),
        ("saves/\n/game.tsvg", "game.tsvg"),
        ("saves/", ""),
        ("", ""),
    ],
)
def test_a_file_is_named_without_its_folders(path: str, name: str) -> None:
    assert file_name(path) == name
