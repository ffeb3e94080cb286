"""Atomic writes: a file or folder is written next to its place and moved there when complete.

Whoever writes one holds a shared lock on the folder, which ends with the process and leaves no file: what lies there while nobody
holds it is of a killed one, and the next one removes it.
"""

from __future__ import annotations

import errno
import re
import shutil
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from engine.machine import locked, put_in_place
from warehouse.errors import LakeError

_TRIES = 100
"""Times that an export tries to take a place which others take from it."""

_LOOKS = 20
"""Times that a place is looked at again which seems to hold something else."""


@contextmanager
def whole(target: Path, form: str, own: Callable[[Path], bool] | None = None) -> Iterator[Path]:
    """Yield a path next to `target`, or next to what a link there leads to; it takes its place only on success.

    Args:
        form: its name, for the errors. own: as of `Form`.

    Raises:
        LakeError: the target is there and is not of this form.
    """
    target = target.resolve() if target.is_symlink() else target
    _check_replaceable(target, form, own)
    target.parent.mkdir(parents=True, exist_ok=True)
    place = target.with_name(f".{target.name}.{uuid.uuid4().hex[:8]}.tmp")
    try:
        with _tidied(target):
            yield place
            _move(place, target)
    finally:
        remove(place)
        remove(place.with_name(f"{place.name}.wal"))  # files that DuckDB leaves beside an unfinished one


def drafts_of(target: Path) -> list[Path]:
    """Return the drafts for a target, including those of killed writers and DuckDB's companion files."""
    return _beside(target, r"tmp(\.wal)?")


def _beside(target: Path, ending: str) -> list[Path]:
    ours = re.compile(rf"\.{re.escape(target.name)}\.[0-9a-f]{{8}}\.{ending}")
    return sorted(path for path in target.parent.iterdir() if ours.fullmatch(path.name))


@contextmanager
def _tidied(target: Path) -> Iterator[None]:
    """Remove what killed processes left of a target, unless somebody writes there now; hold the lock that says so."""
    with ExitStack() as held:
        with suppress(OSError):  # a folder that may not be listed: drafts stay
            with locked(target.parent) as alone:
                if alone:
                    _tidy(target)
            held.enter_context(locked(target.parent, shared=True, wait=True))  # until another has tidied up
        yield


def _tidy(target: Path) -> None:
    for old in _beside(target, "old"):  # killed while one took the place of another
        remove(old) if target.exists() else old.rename(target)
    for draft in drafts_of(target):
        remove(draft)


def _check_replaceable(target: Path, form: str, own: Callable[[Path], bool] | None) -> None:
    for last in (*[False] * _LOOKS, True):
        try:
            return _check(target, form, own)
        except (LakeError, FileNotFoundError):  # perhaps another export was just taking this place
            if last:
                raise
    return None


def _check(target: Path, form: str, own: Callable[[Path], bool] | None) -> None:
    if not target.exists():
        return
    if target.is_dir() != bool(own):
        raise LakeError(
            f"{target}: is a {'folder' if target.is_dir() else 'file'}; {form} writes a {'folder' if own else 'file'}; choose another name"
        )
    strange = next((entry.name for entry in sorted(target.iterdir()) if not own(entry)), "") if own else ""
    if strange:
        raise LakeError(f"{target}: has {strange!r} in it, which is not of an export to {form}; choose an empty or a new folder")


def _move(place: Path, target: Path) -> None:
    if not place.is_dir():
        put_in_place(place, target)
        return
    for _ in range(_TRIES):
        old = place.with_name(f"{place.name.removesuffix('.tmp')}.old")
        with suppress(FileNotFoundError):  # there was none, or another export has just put it aside
            target.rename(old)
        try:
            place.rename(target)
        except OSError as error:
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
            remove(old)  # another export has put its own there in between: this one takes its place
        else:
            remove(old)
            return
    raise LakeError(f"{target}: other exports take this place again and again; choose another, or wait for them")


def remove(place: Path) -> None:
    """Delete a file or folder, if it exists."""
    if place.is_dir():
        shutil.rmtree(place, ignore_errors=True)
    else:
        place.unlink(missing_ok=True)
