"""The search for the decisions of a recorded game that cost or won most, kept in a lake: `python -m ingest.decisions RECORD LAKE GAME`.

Run so, it writes a line `DONE TOTAL` for each game played, and at last one that begins with `kept` or with what is wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from msgspec import structs

from engine.errors import SitrepError
from engine.machine import cores, give_way
from engine.replay import Game
from engine.simulation.log_lines import apart, words
from engine.simulation.regret import decisions
from ingest.files import shown
from ingest.formats import read_record
from ingest.ordered import replay_orders
from ingest.read import blame
from ingest.regret import DECISIONS, Plan, Regret, regrets
from ingest.workers import Workers, local
from warehouse import Lake
from warehouse.decisions import Decision, Kept

TEXT = 600
"""Characters of orders that are kept of each way."""
KEPT = "kept"


def search(game: Game, plan: Plan, most: int, workers: Workers, on_game: Callable[[int, int], None] = lambda *_: None) -> Kept:
    """Play the largest decisions of a game on and return what was found, of no game of a lake yet.

    Raises:
        LookupError, SitrepError: as `engine.simulation.regret.decisions` and `regrets`.
    """
    differing = decisions(game, plan.bot, plan.seed)
    found = regrets(differing[:most], plan, workers, on_game)
    return told(found, len(differing), plan)


def told(found: list[Regret], differing: int, plan: Plan) -> Kept:
    """Return decisions that were played on as a lake keeps them."""
    return Kept("", "", plan.bot, plan.games, plan.rounds, str(plan.seed), differing, tuple(map(_decision, found)))


def _decision(one: Regret) -> Decision:
    of = one.decision
    own, other = (_cut(words(orders)) for orders in apart(of.played, of.instead))
    return Decision(of.round, of.turn, of.power, of.kind, own, other, one.played, one.instead, one.cost, one.low, one.high)


def _cut(text: str) -> str:
    return text if len(text) <= TEXT else f"{text[: TEXT - 4].rpartition(' ')[0]} ..."


def game_in(lake: Lake, record: Path) -> str:
    """Return the game of a lake that was made from a record, by its content.

    Raises:
        SitrepError: there is none.
    """
    digest = digest_of(record)
    found = [game for game, other in lake.digests().items() if other == digest]
    if not found:
        raise SitrepError(f"{lake.path} has no game of this record (SHA-256 {digest}); read it into the lake first: sitrep ingest")
    return min(found)


def digest_of(record: Path) -> str:
    """Return the digest of a record's content, as a lake has it; RecordError where the record cannot be read."""
    return read_record(record).recording.digest


def keep(lake: Lake, game: str, found: Kept, digest: str) -> None:
    """Keep what was found in a game of a lake.

    Args:
        digest: of the content of the record that was looked at.

    Raises:
        SitrepError: there is no such game, the lake has it from another content, or the disk or the store refuses.
    """
    name = lake.find(game)
    if (there := lake.digests()[name]) != digest:
        raise SitrepError(
            f"{lake.path} has the game {name} from another content of its record (SHA-256 {there}) than was looked at ({digest}); "
            "nothing is kept: read the record into the lake again, and look again"
        )
    lake.keep_decisions(structs.replace(found, game=name, digest=digest))


def main(record: str, path: str, game: str) -> int:
    """Search a record and keep what is found in a lake; return the exit code."""
    give_way()  # pages are answered first
    try:
        digest = digest_of(Path(record))
        with local(cores()) as workers:
            found = search(replay_orders(Path(record)), Plan(), DECISIONS, workers, lambda done, total: print(done, total, flush=True))
        if digest_of(Path(record)) != digest:
            raise SitrepError(f"{shown(record)} was changed meanwhile; nothing is kept: look again")
        keep(Lake.open(path), game, found, digest)
    except (SitrepError, LookupError, OSError) as error:
        print(str(error) or type(error).__name__, flush=True)
        return 1
    except Exception as error:  # whoever follows is told what it was, not the last line of progress
        print(blame(error), flush=True)
        return 1
    print(KEPT, flush=True)
    return 0


if __name__ == "__main__":
    from engine.machine import end_with_parent

    end_with_parent()
    sys.exit(main(*sys.argv[1:]))
