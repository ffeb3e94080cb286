"""Verifying a lake: every file read again by readers that are not ours, every stored state made again from its events.

    findings = verify(lake)          # an empty list: the lake is whole
    print(findings[0].text)

Files of older versions that can be read are held against the checksums in the log.

`files.py` holds each file against the log, `states.py` each game's snapshots against its events, `rounds.py` its rounds against
both, `auxiliary_files.py` the cache and the checkpoints against them; `tasks.py` gives the work to one process or to many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec

from warehouse.lake import Lake
from warehouse.state import Batch
from warehouse.verify import tasks
from warehouse.verify.auxiliary_files import check_beside, check_older
from warehouse.verify.files import FASTPARQUET
from warehouse.verify.findings import Finding
from warehouse.verify.tasks import Hands

__all__ = ["Finding", "verify"]

_NO_FASTPARQUET = Finding(
    "sitrep verify",
    FASTPARQUET,
    "a reader that shares no code with the others",
    "none",
    "pip install fastparquet",
    True,
)

Progress = Callable[[int, int], None]
"""Called after each step with (steps done, steps in all); a step is a batch of files or a game."""


def verify(lake: Lake, games: Sequence[str] = (), on_progress: Progress | None = None, hands: Hands | None = None) -> list[Finding]:
    """Return everything in which a lake is not what its log and its events say.

    Args:
        lake: at the version to verify. games: ids of the games to verify, with the files that hold them; all when empty.
        on_progress: see Progress. hands: processes that do it, such as `ingest.workers.Workers`; None for this one.

    Raises:
        LakeError: a game is not in the lake.
    """
    state = lake.state()
    chosen = [lake.find(game) for game in games] or sorted(state.holder)
    batches = list({state.holder[game].batch: state.holder[game] for game in chosen}.values())
    whole = list(state.batches.values()) if not games else batches
    findings = [] if find_spec(FASTPARQUET) else [_NO_FASTPARQUET]
    told = _Told(on_progress, len(whole) + len(chosen))
    with tasks.spread(lake, hands) as each:
        of_files, broken = _files(each, whole, told)
        findings += of_files
        # of a game whose files are damaged it is known already; its events could not be trusted
        sound = [game for game in chosen if game not in broken]
        told.steps(len(chosen) - len(sound))
        for found in each(tasks.of_game, ((game,) for game in sound)):
            findings += found
            told.steps(1)
    if not games and lake.version is None:
        findings += check_older(lake)
    if not games and not broken and lake.version is None:
        findings += check_beside(lake)
    return findings


def _files(each: tasks.Each, batches: Sequence[Batch], told: _Told) -> tuple[list[Finding], set[str]]:
    """Return what is wrong with the files of batches, and the games of those that are damaged."""
    findings: list[Finding] = []
    broken: set[str] = set()
    wanted = [(batch, sorted({*batch.files, "games"})) for batch in batches]
    results = each(tasks.of_file, ((batch.batch, table) for batch, tables in wanted for table in tables))
    for batch, tables in wanted:
        found = [finding for _ in tables for finding in next(results)]
        findings += found
        broken |= set(batch.games) if any(not one.remark for one in found) else set()
        told.steps(1)
    return findings, broken


class _Told:
    """Tells how far it is."""

    def __init__(self, on_progress: Progress | None, of: int) -> None:
        self._on_progress, self._of, self._done = on_progress, of, 0

    def steps(self, count: int) -> None:
        for _ in range(count):
            self._done += 1
            if self._on_progress:
                self._on_progress(self._done, self._of)
