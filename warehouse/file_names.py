"""Names of files without their folders, as they are shown: those of Windows and of all others."""

from __future__ import annotations

import re

_FOLDERS = re.compile(r".*[/\\]", re.DOTALL)


def file_name(path: str) -> str:
    r"""Return a file's name without its folders: `game.tsvg` of `C:\saves\game.tsvg`; empty of a folder's name that ends with a slash."""
    return _FOLDERS.sub("", path)
