"""Visitors without a browser, and a lake for them: each asks for pages as Streamlit's own page does, over a WebSocket."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import msgspec
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from engine.recording import Fidelity
from tests.dashboard.conftest import DEEDS, hand_made
from warehouse import Lake

LIMIT = 120
"""Seconds after which a server that says nothing counts as dead; one that lives is asked for as long as it takes."""
QUIET = logging.getLogger("visitors")
"""Takes what the library for WebSockets has to say of a line that the server has ended."""
QUIET.setLevel(logging.CRITICAL)


def visit(address: str, pages: Sequence[str]) -> list[str]:
    """Open pages (`review?game=ID`) one after another as one visitor; return what went wrong, and where the server ended the line.

    Raises:
        TimeoutError: the server did not go on for LIMIT seconds.
    """
    wrong: list[str] = []
    with connect(
        f"ws://{urlsplit(address).netloc}/_stcore/stream",
        subprotocols=["streamlit"],  # type: ignore[list-item]
        open_timeout=LIMIT,
        max_size=None,
        ping_interval=None,
        close_timeout=1,
    ) as line:
        for page in pages:
            try:
                wrong += _opened(line, page)
            except ConnectionClosed as error:
                return [*wrong, f"{page}: {error}"]
    return wrong


def _opened(line: ClientConnection, page: str) -> list[str]:
    asked, told, wrong = BackMsg(), ForwardMsg(), list[str]()
    asked.rerun_script.page_name, _, asked.rerun_script.query_string = page.partition("?")
    line.send(asked.SerializeToString())
    while told.WhichOneof("type") != "script_finished":
        told.ParseFromString(line.recv(timeout=LIMIT))  # type: ignore[arg-type]
        if told.WhichOneof("type") == "delta" and told.delta.new_element.WhichOneof("type") == "exception":
            wrong.append(f"{page}: {told.delta.new_element.exception.message}")
        if told.WhichOneof("type") == "page_not_found":
            wrong.append(f"{page}: not found")
    return wrong


def page_line(address: str, who: str) -> ClientConnection:
    """Open the WebSocket of a page that asks for nothing, for a visitor at an address."""
    return connect(
        f"ws://{urlsplit(address).netloc}/_stcore/stream",
        subprotocols=["streamlit"],  # type: ignore[list-item]
        additional_headers={"X-Forwarded-For": who},
        open_timeout=LIMIT,
        close_timeout=1,
        ping_interval=None,
        logger=QUIET,
    )


@contextmanager
def uploading(address: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Have a page open; give the address below which it uploads, and the headers that show that it is a page."""
    with urlopen(f"{address}/_stcore/health", timeout=LIMIT) as answer:
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
    netloc = urlsplit(address).netloc
    with connect(
        f"ws://{netloc}/_stcore/stream",
        subprotocols=["streamlit"],
        open_timeout=LIMIT,
        max_size=None,
        close_timeout=1,
        ping_interval=None,
        logger=QUIET,
    ) as line:  # type: ignore[list-item]
        asked, told = BackMsg(), ForwardMsg()
        asked.rerun_script.page_name = "games"
        line.send(asked.SerializeToString())
        while told.WhichOneof("type") != "new_session":
            told.ParseFromString(line.recv(timeout=LIMIT))  # type: ignore[arg-type]
        yield (
            f"/_stcore/upload_file/{told.new_session.initialize.session_id}",
            {"Cookie": cookie, "X-Xsrftoken": cookie.partition("=")[2]},
        )


def begun(address: str, path: str, headers: Mapping[str, str], length: int, sent: bytes = b"") -> socket.socket:
    """Begin an upload that announces so many bytes, send some, and return its connection."""
    own = urlsplit(address)
    told = {
        "Host": own.netloc,
        "Content-Type": "multipart/form-data; boundary=part",
        "Content-Length": str(length),
        **headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    line = socket.create_connection((own.hostname or "", own.port or 0), timeout=LIMIT)
    line.sendall(f"PUT {path} HTTP/1.1\r\n{head}\r\n".encode() + sent)
    return line


def form(content: bytes) -> bytes:
    """Return the body of an upload of one file."""
    head = b'--part\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n'
    return head + content + b"\r\n--part--\r\n"


def status(line: socket.socket) -> int:
    """Return the status that an upload is answered with."""
    answer = HTTPResponse(line)
    answer.begin()
    return answer.status


def crowd(address: str, pages: Sequence[Sequence[str]]) -> list[str]:
    """Have many visitors at once, each with pages of its own; return what went wrong."""
    with ThreadPoolExecutor(len(pages)) as pool:
        return [one for wrong in pool.map(partial(visit, address), pages) for one in wrong]


def healthy(address: str) -> bool:
    """Whether a server says within LIMIT seconds that it is there."""
    try:
        with urlopen(f"{address}/_stcore/health", timeout=LIMIT) as answer:
            return bool(answer.read() == b"ok")
    except (OSError, HTTPException):
        return False


def retold_lake(folder: Path, others: int = 60) -> Path:
    """Make a lake of a hand-made game that as many other records tell too."""
    game = hand_made("whole", rounds=3, deeds=DEEDS)
    again = [
        replace(game, header=msgspec.structs.replace(game.header, game=name), fidelity=Fidelity.OBSERVED, name=f"{name}.txt", digest=name)
        for name in (f"again-{at}" for at in range(others))
    ]
    Lake.create(folder).write([game, *again])
    assert Lake.open(folder).sql("FROM retold").height == others
    return folder
