"""Mending a lake: from a backup as it was, and what no backup has from the records that its games were read from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from engine.strictness import Strictness
from ingest.find import walk
from ingest.limits import ON_REQUEST, Limits
from ingest.read import read_one, whole_digest
from warehouse.game_rows import Packed
from warehouse.lake import Lake
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

    What the backup has comes back byte for byte. Of a file that it lacks, all games of the batch are read again from
    their records, which are known by their digest, and written in one commit; if one is not found, the batch is left as it is.
    What only older versions need, nothing but a backup can put back.

    Args:
        place: of the lake. backup: of a backup, none when empty. records: files and folders.
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
    paths = _by_digest(records, {digest for one in broken for digest in one.batch.games.values()}) if broken else {}
    again, left = 0, []
    for one in broken:
        games, missing = _read(one, paths, limits)
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


def _by_digest(records: Iterable[Path | str], wanted: set[str]) -> dict[str, Path]:
    found = ((whole_digest(path), path) for path in walk(records))
    return {digest: path for digest, path in found if digest in wanted}


def _read(one: Damaged, paths: dict[str, Path], limits: Limits) -> tuple[Sequence[Packed], dict[str, str]]:
    """Return the games of a batch, read again, and those that could not be, with the reason."""
    games, missing = [], {}
    for game, digest in one.batch.games.items():
        outcome = read_one(paths[digest], Strictness.COLLECT, limits) if digest in paths else None
        if outcome is None:
            missing[game] = "its record is not among the files"
        elif outcome.game is None or outcome.game_id != game:
            missing[game] = outcome.message or f"{outcome.name} is now game {outcome.game_id}"
        else:
            games.append(outcome.game)
    return games, missing
