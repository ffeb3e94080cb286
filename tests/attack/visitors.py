"""A dashboard that is really served, and what visitors may do to it: whatever they do, it answers the next one.

One server for all rounds; one that no longer answers is a finding, and another takes its place.
"""

from __future__ import annotations

import random
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from dashboard.shares import PAGES as SHARE
from tests.attack.part import Row, Tally
from tests.dashboard.server import served
from tests.dashboard.visitors import (
    LIMIT,
    begun,
    crowd,
    form,
    healthy,
    page_line,
    retold_lake,
    status,
    uploading,
)
from warehouse import LakeError
from warehouse.sandbox import ask_apart

PAGES = ("", "games", "league", "quality", "economy", "battles", "races", "control", "titles", "player", "ask")
VISITORS = 20
FOLDERS = "questions about the server"


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Try one thing a round; see the module."""
    tally = Tally("visitors", seed, [*KINDS, FOLDERS])
    with TemporaryDirectory(prefix="sitrep-attack-") as folder:
        lake, kinds = retold_lake(Path(folder, "lake")), [*KINDS, FOLDERS]
        left = iter(rounds)
        while (number := next(left, None)) is not None:
            errors = Path(folder, "errors")
            with served(lake, errors) as (address, _):
                while number is not None and healthy(address):
                    kind = kinds[number % len(kinds)]
                    dice = random.Random(f"{seed} {number}")
                    found = _folders(lake, dice) if kind == FOLDERS else KINDS[kind](address, dice)
                    alive = healthy(address)
                    if "Traceback" in (said := errors.read_text()):
                        found += [f"the server printed {said[-500:]}"]
                        errors.write_text("")
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


def _stalled(address: str, dice: random.Random) -> list[str]:
    """Uploads that announce much and stall, and halves of requests, of one address; another visitor's upload must be taken meanwhile."""
    hog, other = ({"X-Forwarded-For": f"{net}.{dice.randrange(1, 255)}"} for net in ("198.51.100", "203.0.113"))
    own, lines, wrong = urlsplit(address), list[socket.socket](), list[str]()
    with _answered() as unanswered, ExitStack() as stack:
        pages = [stack.enter_context(uploading(address)) for _ in range(8)]
        for at in range(dice.randrange(16, 40)):
            path, headers = dice.choice(pages)
            lines.append(begun(address, f"{path}/{at}", headers | hog, 64 << 20, form(b"x" * dice.randrange(2000))[:-20]))
        for _ in range(dice.randrange(50, 300)):
            line = socket.create_connection((own.hostname or "", own.port or 0), timeout=LIMIT)
            line.sendall(f"GET / HTTP/1.1\r\nHost: {own.netloc}\r\nX-".encode()[: dice.randrange(60)])
            lines.append(line)
        (path, headers), content = stack.enter_context(uploading(address)), form(b"x" * 3_000_000)
        with closing(begun(address, f"{path}/other", headers | other, len(content), content)) as line:
            if (told := status(line)) != 204:
                wrong.append(f"another visitor's upload was answered with {told}")
        for line in lines:  # each ends within LIMIT seconds, or this raises
            line.settimeout(LIMIT)
            with closing(line), suppress(ConnectionError):
                while line.recv(4096):
                    pass
    return wrong + unanswered


def _many_pages(address: str, dice: random.Random) -> list[str]:
    """One address opens pages beyond its share, each of which may begin a message that never ends, and asks for answers that it never
    reads; another's pages must open meanwhile."""
    hog, other = (f"{net}.{dice.randrange(1, 255)}" for net in ("198.51.100", "203.0.113"))
    own, opened, wrong = urlsplit(address), 0, list[str]()
    with _answered() as unanswered, ExitStack() as stack:
        for _ in range(SHARE + dice.randrange(1, 30)):
            try:
                line = stack.enter_context(page_line(address, hog))
            except InvalidStatus as refused:
                if refused.response.status_code != 403:
                    wrong.append(f"a page too many is answered with {refused.response.status_code}; expected 403")
                continue
            opened += 1
            if dice.random() < 0.2:
                with suppress(ConnectionClosed):
                    line.send(iter([dice.choice((b"x", "x")) * dice.randrange(1, 9_000_000)]))
        for _ in range(dice.randrange(10, 100)):
            unread = stack.enter_context(socket.create_connection((own.hostname or "", own.port or 0), timeout=LIMIT))
            told = f"GET /league HTTP/1.1\r\nHost: {own.netloc}\r\nX-Forwarded-For: {hog}\r\n\r\n".encode()
            unread.sendall(told * dice.randrange(1, 60))
        if not SHARE <= opened <= SHARE * 2:  # one that was ended for its message makes room for another
            wrong.append(f"{opened} pages were opened from one address; expected {SHARE} at a time")
        stack.enter_context(page_line(address, other))
        wrong += crowd(address, [["league", "games"]])
    return wrong + unanswered


def _folders(lake: Path, dice: random.Random) -> list[str]:
    """Questions about DuckDB's own names, in spellings of the dice: no answer and no refusal may have the lake's folder in it."""
    wrong = []
    for _ in range(6):
        name = dice.choice(
            (
                "duckdb_settings()",
                "duckdb_views()",
                "duckdb_databases()",
                "sqlite_master",
                "pg_catalog.pg_views",
                "pg_settings",
                "duckdb_external_file_cache()",
                "information_schema.views",
                "query('FROM duckdb_' || 'settings()')",
            )
        )
        spelt = "".join(dice.choice((letter.lower(), letter.upper())) for letter in name)
        query = dice.choice(
            (
                "FROM {}",
                "SELECT * FROM {}",
                "SELECT t::VARCHAR AS x FROM {} t",
                "EXPLAIN ANALYZE FROM {}",
                "DESCRIBE FROM {}",
            )
        )
        try:
            said = str(ask_apart(str(lake), query.format(spelt)).frame.to_dicts())
        except LakeError as error:
            said = str(error)
        if str(lake) in said or str(Path.home()) in said:
            wrong.append(f"{query.format(spelt)} tells a folder of the server: {said[:200]}")
    return wrong


def _broken_off(address: str, dice: random.Random) -> list[str]:
    """Uploads that end in the middle; what the server prints of it is looked at after each round."""
    with _answered() as wrong, uploading(address) as (path, headers):
        for at in range(20):
            body = form(b"x" * dice.randrange(100_000))
            begun(address, f"{path}/{at}", headers, len(body), body[: dice.randrange(len(body))]).close()
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
    "stalled uploads and halves of requests": _stalled,
    "uploads that are broken off": _broken_off,
    "pages beyond the share of an address": _many_pages,
}
"""What is tried, by its row of the table: a function of the server's address that returns what went wrong."""
