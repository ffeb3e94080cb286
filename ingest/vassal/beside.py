"""The saves and logs of a folder, read once: each is unpacked and taken in one time, however many games they are of."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine.errors import RecordError
from ingest.files import head_of, read_file, unpack
from ingest.vassal.chain import Game, games
from ingest.vassal.container import is_container
from ingest.vassal.errors import VassalError
from ingest.vassal.limits import DEFAULT
from ingest.vassal.steps import Log, read_log
from ingest.vassal.summary import Summary, summary_of
from ingest.zipped import ZIP, out_of_zip, zipped_head

Stamp = tuple[str, int, int, int]
"""Name, size, time of the last change and number of a file: another one where the file was changed."""


class Told(NamedTuple):
    """A log of a game, as its file holds it, and which of its steps are told: from `told` until `until`."""

    log: Log
    told: int
    until: int


class _Held(NamedTuple):
    """A log that was read: what it says, and itself, packed, as its table changes while it is told; empty when it was not kept."""

    summary: Summary
    packed: bytes


class Folder:
    """The saves and logs of a folder as it was at a time.

    Attributes:
        stamps: of the files that are compared. games: what they make, by the digest of a content.
    """

    def __init__(self, folder: Path, stamps: tuple[Stamp, ...]) -> None:
        self.folder, self.stamps = folder, stamps
        self._held: dict[str, _Held] = {}
        self._kept = 0
        self._names: dict[str, str] = {}
        text = 0
        for name, *_ in stamps:
            text += self._read(folder / name)
            if text > DEFAULT.max_beside_text:
                self._held.clear()
                break
        self.games: dict[str, Game] = games(held.summary for held in self._held.values())

    def _read(self, path: Path) -> int:
        """Read a file, and return how much text was in it; one that is damaged is left to who reads it for itself."""
        try:
            content = _content(path)
            digest = self._names[path.name] = hashlib.sha256(content).hexdigest()
            if digest in self._held:
                return 0
            log = read_log(content, path.name)
        except RecordError:
            return 0
        packed = pickle.dumps(log) if self._kept < DEFAULT.max_kept else b""
        self._kept += len(packed)
        self._held[digest] = _Held(summary_of(log, path, digest), packed)
        return log.size

    def game_of(self, path: Path) -> Game | None:
        """Return the game that a file is of; None of one that cannot be read."""
        return self.games.get(self._names.get(path.name, ""))

    @property
    def paths(self) -> dict[str, str]:
        """The digest of each content to its file."""
        return {digest: str(held.summary.path) for digest, held in self._held.items()}

    def summary(self, digest: str) -> Summary:
        """Return what the log of a content says."""
        return self._held[digest].summary

    def told(self, game: Game, name: str) -> Iterator[Told]:
        """Yield the logs of a game; `name` is the file for which it is told.

        Raises:
            VassalError: a file was changed meanwhile.
        """
        for member in game.members:
            held = self._held[member.digest]
            yield Told(
                pickle.loads(held.packed) if held.packed else _again(member.path, member.digest, name),
                member.told,
                member.until,
            )


def _content(path: Path) -> bytes:
    content = unpack(read_file(path), path.name)
    return content if is_container(content) else unpack(out_of_zip(content, path.name, is_container), path.name)


def _again(path: Path, digest: str, name: str) -> Log:
    content = _content(path)
    if hashlib.sha256(content).hexdigest() != digest:
        raise VassalError(f"{path.name} changed while it was read; read it again", file=name)
    return read_log(content, path.name)


_last: list[Folder] = []
"""The folder that was read last."""


def folder_of(path: Path) -> Folder | None:
    """Return what is known of the saves and logs beside a file; None when there are no others, or more than games are compared of."""
    stamps = _stamps(path)
    if len(stamps) < 2:
        return None
    if not _last or _last[0].folder != path.parent or _last[0].stamps != stamps:
        _last[:] = [Folder(path.parent, stamps)]
    return _last[0]


def too_many(path: Path) -> bool:
    """Return whether more saves and logs lie in a file's folder than are compared."""
    return not _stamps(path) and not stands_alone(path)


def stands_alone(path: Path) -> bool:
    """Return whether no other save or log lies in a file's folder."""
    try:
        return not any(one.name != path.name and one.is_file() and is_log(one) for one in path.parent.iterdir())
    except OSError:
        return True


def _stamps(path: Path) -> tuple[Stamp, ...]:
    """The saves and logs of a file's folder, itself among them; none where there are more than are compared."""
    found, size = [], 0
    try:
        for one in path.parent.iterdir():
            if one.is_file() and is_log(one):
                stat = one.stat()
                size += stat.st_size
                found.append((one.name, stat.st_size, stat.st_mtime_ns, stat.st_ino))
            if len(found) > DEFAULT.max_chain or size > DEFAULT.max_beside:
                return ()
    except OSError:
        return ()
    return tuple(sorted(found))


def is_log(path: Path) -> bool:
    """Return whether a file is a save or log, perhaps packed; hidden files are none."""
    if path.name.startswith("."):
        return False
    head = head_of(path)
    return is_container(head) or (head.startswith(ZIP) and is_container(zipped_head(path, is_container)))
