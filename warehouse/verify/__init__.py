"""Verifying a lake: every file read again by readers that are not ours, every stored state made again from its events.

    findings = verify(lake)          # an empty list: the lake is whole
    print(findings[0].text)

Files of older versions that can be read are held against the checksums in the log.

`files.py` holds each file against the log, `states.py` each game's snapshots against its events, `rounds.py` its rounds against
both, `beside.py` the cache and the checkpoints against them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec

from warehouse.errors import FROM_A_COPY
from warehouse.lake import Lake
from warehouse.verify.auxiliary_files import check_beside, check_older
from warehouse.verify.files import FASTPARQUET, check_batch
from warehouse.verify.findings import Finding, cured
from warehouse.verify.rounds import check_rounds
from warehouse.verify.states import check_game

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


def verify(lake: Lake, games: Sequence[str] = (), on_progress: Progress | None = None) -> list[Finding]:
    """Return everything in which a lake is not what its log and its events say.

    Args:
        lake: at the version to verify. games: ids of the games to verify, with the files that hold them; all when empty.
        on_progress: see Progress.

    Raises:
        LakeError: a game is not in the lake.
    """
    state = lake.state()
    chosen = [lake.find(game) for game in games] or sorted(state.holder)
    batches = list({state.holder[game].batch: state.holder[game] for game in chosen}.values())
    whole = list(state.batches.values()) if not games else batches
    findings = [] if find_spec(FASTPARQUET) else [_NO_FASTPARQUET]
    steps = len(whole) + len(chosen)
    broken: set[str] = set()
    for done, batch in enumerate(whole, start=1):
        found = cured(check_batch(lake, batch), FROM_A_COPY)
        findings += found
        broken |= set(batch.games) if any(not one.remark for one in found) else set()
        if on_progress:
            on_progress(done, steps)
    for done, game in enumerate(chosen, start=len(whole) + 1):
        # of a game whose files are damaged it is known already; its events could not be trusted
        if game not in broken:
            findings += cured(
                check_game(lake, game) or check_rounds(lake, game), "ingest its record again, with --again"
            )
        if on_progress:
            on_progress(done, steps)
    if not games and lake.version is None:
        findings += check_older(lake)
    if not games and not broken and lake.version is None:
        findings += check_beside(lake)
    return findings
