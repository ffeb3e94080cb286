"""Each address has a share of the pages and requests: whoever opens more is told so, and nobody else is kept out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, InvalidStatus

from dashboard.messages import UNFIT
from dashboard.shares import PAGES, REQUESTS, Shares
from tests.dashboard.server import served
from tests.dashboard.visitors import LIMIT, healthy, page_line

HOG, OTHER = "198.51.100.7", "203.0.113.9"
DOCUMENT = {"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none"}


def request(address: str, path: str = "/", dest: str = "script") -> Scope:
    headers = [(b"sec-fetch-dest", dest.encode())]
    return {"type": "http", "method": "GET", "path": path, "headers": headers, "client": (address, 1)}


class Held:
    """An app whose answers wait until the test lets them go."""

    def __init__(self) -> None:
        self.go, self.reached = asyncio.Event(), 0

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        self.reached += 1
        await self.go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})


async def answer(shares: Shares, scope: Scope) -> int:
    said: list[Message] = []

    async def send(message: Message) -> None:
        said.append(message)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    await shares(scope, receive, send)
    return int(said[0].get("status", said[0].get("code", 0)))


def run(work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    with asyncio.Runner() as runner:
        return runner.run(work())


def test_requests_beyond_the_share_of_an_address_are_refused_until_one_is_answered() -> None:
    async def tried() -> list[int]:
        shares = Shares(held := Held())
        under_way = [asyncio.ensure_future(answer(shares, request(HOG))) for _ in range(REQUESTS)]
        await asyncio.sleep(0)
        told = [await answer(shares, request(HOG))]
        others = [asyncio.ensure_future(answer(shares, one)) for one in (request(OTHER), request(HOG, "/_stcore/health"))]
        await asyncio.sleep(0)
        assert held.reached == REQUESTS + 2
        held.go.set()
        await asyncio.gather(*under_way)
        return [*told, *await asyncio.gather(*others), await answer(shares, request(HOG))]

    assert run(tried) == [429, 200, 200, 200]


def test_the_houses_of_a_network_share() -> None:
    async def tried() -> list[int]:
        shares = Shares(held := Held())
        houses = [request(f"2001:db8:1:2::{at:x}") for at in range(REQUESTS)]
        under_way = [asyncio.ensure_future(answer(shares, one)) for one in houses]
        await asyncio.sleep(0)
        told = [await answer(shares, request("2001:db8:1:2:ffff::1"))]
        other = asyncio.ensure_future(answer(shares, request("2001:db8:1:3::1")))
        held.go.set()
        told.append(await other)
        await asyncio.gather(*under_way)
        return told

    assert run(tried) == [429, 200]


def test_websockets_beyond_the_share_of_an_address_are_closed() -> None:
    async def tried() -> int:
        shares, one = Shares(held := Held()), {**request(HOG), "type": "websocket"}
        under_way = [asyncio.ensure_future(answer(shares, one)) for _ in range(PAGES)]
        await asyncio.sleep(0)
        told = await answer(shares, one)
        held.go.set()
        await asyncio.gather(*under_way)
        return told

    assert run(tried) == 1013


@pytest.fixture(scope="module")
def served_with_errors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of a dashboard, and the file with what it says on standard error."""
    folder: Path = tmp_path_factory.mktemp("lake")
    with served(folder / "lake", folder / "errors") as (address, _):
        yield address, folder / "errors"


@pytest.fixture
def address(served_with_errors: tuple[str, Path]) -> str:
    return served_with_errors[0]


def page(address: str, who: str) -> tuple[int, str]:
    line = HTTPConnection(urlsplit(address).netloc, timeout=LIMIT)
    line.request("GET", "/league", headers={"X-Forwarded-For": who, **DOCUMENT})
    answer = line.getresponse()
    return answer.status, answer.read().decode()


def test_one_visitor_cannot_open_all_pages(address: str) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(page_line(address, HOG)) for _ in range(PAGES)]
        with pytest.raises(InvalidStatus) as refused, page_line(address, HOG):
            pass
        assert refused.value.response.status_code == 403
        status, told = page(address, HOG)
        assert status == 429 and f"{PAGES} pages of this dashboard are open from your address" in told
        stack.enter_context(page_line(address, OTHER))
        assert page(address, OTHER)[0] == 200 and healthy(address)
        for line in lines[:2]:
            line.close()
        assert page(address, HOG)[0] == 200
        stack.enter_context(page_line(address, HOG))


def test_a_page_says_no_more_at_a_time_than_its_reader_could_type(address: str) -> None:
    """What has come of a message is kept until its end: one that never ends is not waited for."""
    sent = []

    def parts() -> Iterator[bytes]:
        for at in range(1_000):
            sent.append(at)
            yield b"x" * 50_000

    with pytest.raises(ConnectionClosedError), page_line(address, HOG) as line:
        line.send(parts())
    assert len(sent) < 900
    assert healthy(address)


NO_TEXT = b"\xff\xfe"


def of_tests() -> bytes:
    said = BackMsg()
    said.debug_shutdown_runtime = True
    return said.SerializeToString()


@pytest.mark.parametrize("said", [b"xyz", NO_TEXT, b"", "text", of_tests()], ids=str)
def test_what_no_page_says_ends_its_line_and_prints_nothing(served_with_errors: tuple[str, Path], said: bytes | str) -> None:
    address, errors = served_with_errors
    with page_line(address, HOG) as line, pytest.raises(ConnectionClosed) as ended:
        line.send(said, text=isinstance(said, str) or said == NO_TEXT)
        while True:
            line.recv(timeout=LIMIT)
    assert ended.value.rcvd is not None and ended.value.rcvd.code == (1007 if said == NO_TEXT else UNFIT)
    assert healthy(address) and errors.read_text() == ""
