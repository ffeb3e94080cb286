"""Mending a lake: from a backup as it was, and what no backup has from the records that its games were read from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from engine.strictness import Strictness
from ingest.find import walk
from ingest.formats import format_of
from ingest.held import HeldRecords
from ingest.limits import ON_REQUEST, Limits
from ingest.read import Outcome, read_one, whole_digest
from ingest.results.places import in_table
from warehouse.errors import LakeError
from warehouse.game_rows import Packed
from warehouse.lake import Lake
from warehouse.record_parts import held_in
from warehouse.upkeep.mend import Damaged, damaged, give_up, mend_from


class Unmended(NamedTuple):
    """What is still damaged: a file, and the games that need it: id to why its record did not help."""

    path: str
    games: dict[str, str]


class Mended(NamedTuple):
    """What was mended: commits and data files put back from the backup, games read again, what is still damaged, and the oldest version
    that can be read, when older ones were given up."""

    commits: int
    files: int
    games: int
    left: tuple[Unmended, ...]
    oldest: int = 0


def mend(
    place: Path | str,
    backup: Path | str = "",
    records: Iterable[Path | str] = (),
    limits: Limits = ON_REQUEST,
    give_up_older: bool = False,
) -> Mended:
    """Put back a lake's damaged and missing files.

    What the backup has comes back byte for byte. Of a file that it lacks, all games of the batch are read again from their records, and
    written in one commit; if one is not found, the batch is left as it is. A record is known by its digest; a game by mail that has
    grown since by what it holds. Records are looked for where they were when they were read, too.
    What only older versions need, nothing but a backup can put back.

    Args:
        place: of the lake. backup: of a backup, none when empty. records: files and folders, besides those known to the lake.
        limits: of each record. Whether tables beside a record are read must be as it was when it came into the lake: else a game would
            come back as another, and one of strangers with its hidden pieces named.
        give_up_older: whether to give up the older versions that need a file which is still damaged.

    Raises:
        LakeError: the lake cannot be opened, the backup is of another lake, or the disk or network refuses.
    """
    commits, files = mend_from(place, backup) if backup else (0, 0)
    lake = Lake.open(place)
    everywhere = damaged(lake)
    broken = [one for one in everywhere if not one.until]
    older = [one for one in everywhere if one.until]
    found = _Records(lake, records, {digest for one in broken for digest in one.batch.games.values()}, limits)
    again, left = 0, []
    for one in broken:
        games, missing = _read(one, found)
        if missing:
            left += [Unmended(str(lake.store.path(key)), missing) for key in one.keys]
        else:
            older.append(one._replace(until=lake.write(games).version))
            again += len(games)
    oldest = max((one.until for one in older), default=0)
    if oldest and give_up_older:
        give_up(lake, oldest)
        return Mended(commits, files, again, tuple(left), oldest)
    return Mended(commits, files, again, (*left, *(_of_older(lake, one, key) for one in older for key in one.keys)))


def _of_older(lake: Lake, one: Damaged, key: str) -> Unmended:
    why = f"only versions before {one.until} need it: a backup alone can put it back, and --give-up gives them up"
    return Unmended(str(lake.store.path(key)), dict.fromkeys(one.batch.games, why))


class _Records:
    """The records of damaged games: among the files that are named, and where they lay when they were read into the lake."""

    def __init__(self, lake: Lake, records: Iterable[Path | str], wanted: set[str], limits: Limits) -> None:
        self.lake, self.limits = lake, limits
        self.files = list(walk(records)) if wanted else []
        found = ((whole_digest(path), path) for path in self.files)
        self.by_digest = {digest: path for digest, path in found if digest in wanted}
        self._by_mail: list[Outcome] | None = None

    def read(self, game: str, digest: str) -> Outcome | None:
        """Return a game as its record tells it; None if that is not found."""
        known = [path for path in self.lake.places(game) if path.is_file()]
        for path in (*([self.by_digest[digest]] if digest in self.by_digest else []), *known):
            if self.by_digest.get(digest) == path or whole_digest(path) == digest:
                return read_one(path, Strictness.COLLECT, self.limits)
        by_mail = [*self._named_by_mail(), *(self._one_by_mail(path) for path in known)]
        return next((one for one in by_mail if one is not None and self._holds(one, game)), None)

    def _named_by_mail(self) -> list[Outcome]:
        if self._by_mail is None:
            found = {one.digest: one for path in self.files if (one := self._one_by_mail(path)) is not None}
            self._by_mail = list(found.values())
        return self._by_mail

    def _one_by_mail(self, path: Path) -> Outcome | None:
        """Return the game of a file whose record is in several, as it is now; None of any other."""
        kind = None if in_table(path) else format_of(path)
        return read_one(path, Strictness.COLLECT, self.limits) if kind is not None and kind.prefix else None

    def _holds(self, one: Outcome, game: str) -> bool:
        """Whether a record tells all that the lake's game did, and more."""
        if one.game is None or game not in (one.game_id, *one.game.instead_of):
            return False
        try:
            found = HeldRecords(self.lake).judge(one.game, held_in(one.game.tables))
        except LakeError:  # what the game held is damaged as well
            return False
        return not (found.part_of or found.against)


def _read(one: Damaged, found: _Records) -> tuple[Sequence[Packed], dict[str, str]]:
    """Return the games of a batch, read again, and those that could not be, with the reason."""
    games: dict[str, Packed] = {}
    missing = {}
    for game, digest in one.batch.games.items():
        outcome = found.read(game, digest)
        if outcome is None:
            missing[game] = "its record is not among the files, nor where it was read from"
        elif outcome.game is None or game not in (outcome.game_id, *outcome.game.instead_of):
            missing[game] = outcome.message or f"{outcome.name} is now game {outcome.game_id}"
        else:
            games[outcome.game_id] = outcome.game
    return list(games.values()), missing
