"""A dashboard that is really served, and what visitors may do to it: whatever they do, it answers the next one.

One server for all rounds; one that no longer answers is a finding, and another takes its place.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from websockets.exceptions import WebSocketException

from tests.attack.part import Row, Tally
from tests.dashboard.server import served
from tests.dashboard.visitors import crowd, healthy, retold_lake

PAGES = ("", "games", "league", "quality", "economy", "battles", "races", "control", "titles", "player", "ask")
VISITORS = 20


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Try one thing a round; see the module."""
    tally = Tally("visitors", seed, KINDS)
    with TemporaryDirectory(prefix="sitrep-attack-") as folder:
        lake, kinds = retold_lake(Path(folder, "lake")), [*KINDS]
        left = iter(rounds)
        while (number := next(left, None)) is not None:
            with served(lake) as (address, _):
                while number is not None and healthy(address):
                    kind = kinds[number % len(kinds)]
                    found = KINDS[kind](address, random.Random(f"{seed} {number}"))
                    alive = healthy(address)
                    tally.note(kind, number, found if alive else [*found, "the server does not answer any more"])
                    number = next(left, None) if alive else None
    return tally.rows()


def _crowd(address: str, dice: random.Random) -> list[str]:
    """Many visitors at once, each with a few pages."""
    with _answered() as wrong:
        wrong += crowd(address, [dice.choices(PAGES, k=4) for _ in range(VISITORS)])
    return wrong


@contextmanager
def _answered() -> Iterator[list[str]]:
    """Take note of a server that does not answer a visitor."""
    wrong: list[str] = []
    try:
        yield wrong
    except (OSError, WebSocketException) as error:  # a TimeoutError is an OSError
        wrong.append(f"a visitor was not answered: {error!r}")


KINDS: dict[str, Callable[[str, random.Random], list[str]]] = {f"{VISITORS} visitors at once": _crowd}
"""What is tried, by its row of the table: a function of the server's address that returns what went wrong."""
