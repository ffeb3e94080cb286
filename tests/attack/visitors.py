"""A dashboard that is really served, and what visitors may do to it: whatever they do, it answers the next one.

One server for all rounds; one that no longer answers is a finding, and another takes its place.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException

from tests.attack.part import Row, Tally
from tests.dashboard.server import served
from tests.dashboard.visitors import LIMIT, crowd, healthy, retold_lake

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


def _foreign_hosts(address: str, dice: random.Random) -> list[str]:
    """Requests under names that are not this machine's."""
    own = urlsplit(address)
    names = ["elsewhere.example", "localhost.elsewhere.example", "xlocalhost", "localhost@elsewhere.example",
             "127.0.0.1.elsewhere.example",
             "[::1", "localhost:x", "", "*", "local host", "10.0.0.1", "localhost#.elsewhere.example",
             "localhost/.elsewhere.example"]  # fmt: skip
    letters = "".join(dice.choices("abcdefghij.-:[]@/#%0123456789", k=dice.randrange(1, 40)))
    wrong = []
    for name in (*names, letters, f"{letters}.localhost"):
        for path in ("/", "/_stcore/health", "/_stcore/stream"):
            line = HTTPConnection(own.netloc, timeout=LIMIT)
            with _answered() as unanswered, closing(line):
                line.putrequest("GET", path, skip_host=True)
                line.putheader("Host", name)
                line.endheaders()
                if (status := line.getresponse().status) != 400:
                    wrong.append(f"asked as {name!r}, {path} is answered with {status}; expected 400")
            wrong += unanswered
    return wrong


@contextmanager
def _answered() -> Iterator[list[str]]:
    """Take note of a server that does not answer a visitor."""
    wrong: list[str] = []
    try:
        yield wrong
    except (OSError, WebSocketException) as error:  # a TimeoutError is an OSError
        wrong.append(f"a visitor was not answered: {error!r}")


KINDS: dict[str, Callable[[str, random.Random], list[str]]] = {
    f"{VISITORS} visitors at once": _crowd,
    "foreign and broken names in Host": _foreign_hosts,
}
"""What is tried, by its row of the table: a function of the server's address that returns what went wrong."""
