"""Overlays that a record or an experiment names: folders below its own, for a stranger's file must not make Sitrep read others."""

from __future__ import annotations

from pathlib import Path, PurePosixPath, PureWindowsPath

from engine.errors import SitrepError
from ingest.log.messages import brief


def overlay_of(name: str, folder: Path, what: str) -> Path:
    """Return the folder of an overlay.

    Args:
        name: as the file has it. folder: that of the file. what: the file in a word, such as `log`.

    Raises:
        SitrepError: it is not below the folder, a link leads out of it, or there is none.
    """
    parts = PurePosixPath(name).parts
    outside = PurePosixPath(name).is_absolute() or PureWindowsPath(name).drive or "\\" in name
    if not parts or outside or ".." in parts or "\0" in name:
        raise SitrepError(f'found {brief(name)}; expected a folder below the {what}\'s own, such as "house-rules"')
    path = folder / name
    if not all(_is_inside(one, folder) for one in (path, *_files(path))):
        raise SitrepError(f"found {brief(name)}, which leads out of the {what}'s folder; put the overlay below it")
    if not path.is_dir():
        raise SitrepError(f"found {brief(name)}; there is no such folder beside the {what}")
    return path


def _files(path: Path) -> list[Path]:
    try:
        return list(path.iterdir())
    except OSError:
        return []


def _is_inside(path: Path, folder: Path) -> bool:
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a loop of links, a name too long
        return False
