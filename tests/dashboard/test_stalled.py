"""Uploads that stall, requests that are never finished, and connections beyond number: they end, and others are served meanwhile."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from dashboard.connections import BUSY, MANY, PATIENCE, Bounded, Listening, room
from dashboard.uploads import AT_A_TIME, LEAST, OF_ADDRESS, OF_SESSION, STALL, Body, Uploads, sender
from engine.machine import descriptors
from ingest.files import MAX_BYTES
from tests.dashboard.server import SERVE, served
from tests.dashboard.visitors import begun, form, healthy, status, uploading


def run(work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run in a loop of its own."""
    with asyncio.Runner() as runner:
        return runner.run(work())


async def never() -> Message:
    """Wait for a message that does not come."""
    await asyncio.Event().wait()
    raise AssertionError


def chunk(size: int, *, last: bool = False) -> Message:
    return {"type": "http.request", "body": b"x" * size, "more_body": not last}


# ---- one body


def test_a_body_of_which_nothing_comes_is_ended() -> None:
    times = iter([0.0, STALL - 0.01])
    with pytest.raises(HTTPException) as caught:
        run(Body(never, lambda _: None, lambda: next(times)).__call__)
    assert caught.value.status_code == 408


@pytest.mark.parametrize(("size", "ends"), [(1, True), (LEAST // 3, True), (LEAST, False)])
def test_a_body_that_drips_is_ended_and_a_slow_one_is_not(size: int, ends: bool) -> None:
    """Something comes every 20 seconds, for ten minutes."""
    times = (20.0 * at for at in count())

    async def drips() -> Message:
        return chunk(size)

    async def taken() -> None:
        body = Body(drips, lambda _: None, lambda: next(times))
        for _ in range(30):
            await body()

    if ends:
        with pytest.raises(HTTPException, match="stalled"):
            run(taken)
    else:
        run(taken)


def test_after_its_end_a_body_is_waited_for_no_more() -> None:
    """Streamlit asks on, to know whether its visitor has left."""
    times, messages = iter([0.0, 1.0]), iter([chunk(1, last=True), {"type": "http.disconnect"}])

    async def receive() -> Message:
        return next(messages)

    async def taken() -> str:
        body = Body(receive, lambda _: None, lambda: next(times))
        await body()
        return str((await body())["type"])

    assert run(taken) == "http.disconnect"


# ---- shares


def upload(session: str, file: str, address: str, length: int = MAX_BYTES) -> Scope:
    headers = [(b"content-length", str(length).encode())]
    path = f"/_stcore/upload_file/{session}/{file}"
    return {"type": "http", "method": "PUT", "path": path, "headers": headers, "client": (address, 1)}


async def reads_all(_scope: Scope, receive: Receive, send: Send) -> None:
    """Take a body as Streamlit does."""
    code = 204
    try:
        while (await receive()).get("more_body"):
            pass
    except HTTPException as refused:
        code = refused.status_code
    await send({"type": "http.response.start", "status": code, "headers": []})


async def answered(uploads: Uploads, scope: Scope, receive: Receive) -> int:
    statuses: list[int] = []

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await uploads(scope, receive, send)
    return statuses[0]


async def whole() -> Message:
    """A body that comes at once."""
    return chunk(1000, last=True)


def test_what_is_only_announced_takes_nobodys_room() -> None:
    """Sixteen announcements of 64 MiB are all that all visitors may keep together."""

    async def tried() -> tuple[list[int], int]:
        uploads = Uploads(reads_all, dict)
        stalled = [asyncio.ensure_future(answered(uploads, upload(f"hog-{at // 2}", str(at), "198.51.100.7"), never)) for at in range(16)]
        await asyncio.sleep(0)
        refused = [one.result() for one in stalled if one.done()]
        other = await answered(uploads, upload("her", "a", "203.0.113.9"), whole)
        for one in stalled:
            one.cancel()
        return refused, other

    assert run(tried) == ([413] * (16 - AT_A_TIME), 204)


def test_what_has_arrived_counts_while_it_is_under_way() -> None:
    async def tried() -> list[int]:
        uploads = Uploads(reads_all, dict)
        sizes = iter([OF_SESSION - MAX_BYTES // 2])

        async def then_stalls() -> Message:
            for size in sizes:
                return chunk(size)
            return await never()

        first = asyncio.ensure_future(answered(uploads, upload("me", "a", "198.51.100.7"), then_stalls))
        for _ in range(4):
            await asyncio.sleep(0)
        told = [await answered(uploads, upload(session, "b", "198.51.100.7"), whole) for session in ("me", "her")]
        first.cancel()
        return told

    assert run(tried) == [413, 204]


def test_more_than_was_announced_is_not_taken() -> None:
    async def more() -> Message:
        return chunk(MAX_BYTES)

    assert run(lambda: answered(Uploads(reads_all, dict), upload("me", "a", "198.51.100.7", 1), more)) == 413


def test_the_pages_of_one_address_share_its_room() -> None:
    kept: dict[str, dict[str, int]] = {}

    async def tried() -> list[int]:
        uploads, told = Uploads(reads_all, lambda: kept), []
        for at in range(OF_ADDRESS // MAX_BYTES + 1):
            told.append(await answered(uploads, upload(f"hog-{at}", "a", "198.51.100.7"), whole))
            kept[f"hog-{at}"] = {"a": MAX_BYTES}
        return [*told, await answered(uploads, upload("her", "a", "203.0.113.9"), whole)]

    assert run(tried) == [204] * (OF_ADDRESS // MAX_BYTES) + [413, 204]


@pytest.mark.parametrize(
    ("client", "who"),
    [(("203.0.113.9", 5), "203.0.113.9"), (("2001:db8:1:2:3::4", 5), "2001:db8:1:2::/64"), (("fe80::1%eth0", 0), "fe80::/64"), (None, "")],
)
def test_who_sends(client: tuple[str, int] | None, who: str) -> None:
    assert sender({"type": "http", "client": client}) == who


# ---- connections


class Line:
    """A transport that remembers."""

    def __init__(self) -> None:
        self.said, self.ended, self.protocol = b"", "", None

    def write(self, data: bytes) -> None:
        self.said += data

    def close(self) -> None:
        self.ended = self.ended or "closed"

    def abort(self) -> None:
        self.ended = "aborted"

    def is_closing(self) -> bool:
        return bool(self.ended)

    def get_protocol(self) -> Any:
        return self.protocol

    def get_extra_info(self, _name: str) -> None:
        return None


NO_LOOP = SimpleNamespace(get_debug=lambda: False)


class Loop:
    """A loop whose time is told by the test."""

    def __init__(self) -> None:
        self.timers: list[Any] = []

    def call_later(self, seconds: float, what: Callable[[], None]) -> Any:
        timer = SimpleNamespace(seconds=seconds, what=what, cancelled=False, at=len(self.timers))
        timer.cancel = lambda: setattr(timer, "cancelled", True)
        timer.when = lambda: timer.at
        self.timers.append(timer)
        return timer

    def create_task(self, work: Coroutine[Any, Any, None]) -> Any:
        work.close()
        return asyncio.Future(loop=NO_LOOP)

    def pending(self) -> list[Any]:
        return [timer for timer in self.timers if not timer.cancelled]


@pytest.fixture
def connected() -> Iterator[Callable[[], tuple[Any, Line, Loop]]]:
    """Makes connections to one server."""
    config, state, loop = Config(reads_all), ServerState(), Loop()

    def one() -> tuple[Any, Line, Loop]:
        protocol, line = Bounded(config, state, {}, loop), Line()  # type: ignore[arg-type]
        line.protocol = protocol
        protocol.connection_made(line)
        return protocol, line, loop

    yield one


HALF, REST = b"GET / HTTP/1.1\r\nHost: x\r\n", b"\r\n"


def test_half_a_request_is_ended_however_it_drips(connected: Callable[[], tuple[Any, Line, Loop]]) -> None:
    protocol, line, loop = connected()
    for letter in HALF:
        protocol.data_received(bytes([letter]))
    (timer,) = loop.pending()
    assert timer.seconds == PATIENCE == 30 and not line.ended
    timer.what()
    assert line.ended == "aborted"


def test_a_request_that_is_being_answered_is_not(connected: Callable[[], tuple[Any, Line, Loop]]) -> None:
    protocol, line, loop = connected()
    protocol.data_received(HALF)
    protocol.data_received(REST)
    assert loop.pending() == [] and not line.ended


def test_an_answer_that_nobody_reads_is_ended_and_a_slow_reader_is_not(
    connected: Callable[[], tuple[Any, Line, Loop]],
) -> None:
    protocol, line, loop = connected()
    protocol.data_received(HALF + REST)
    for _ in range(3):
        protocol.pause_writing()
        protocol.resume_writing()
    assert loop.pending() == [] and not line.ended
    protocol.pause_writing()
    (timer,) = loop.pending()
    assert timer.seconds == PATIENCE
    timer.what()
    assert line.ended == "aborted"
    protocol.connection_lost(None)
    assert loop.pending() == []


def test_one_connection_too_many_ends_the_one_that_has_waited_longest(
    connected: Callable[[], tuple[Any, Line, Loop]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bounded, "most", 2)
    asks, second = connected(), connected()
    asks[0].data_received(HALF + REST)
    third = connected()
    assert (asks[1].ended, second[1].ended, third[1].ended) == ("", "aborted", "")
    second[0].connection_lost(None)
    third[0].data_received(HALF + REST)
    fourth = connected()
    assert (third[1].ended, fourth[1].ended, fourth[1].said) == ("", "closed", BUSY)
    head, body = BUSY.split(b"\r\n\r\n")
    assert f"Content-Length: {len(body)}".encode() in head


def test_there_are_descriptors_left_beside_connections() -> None:
    assert descriptors(MANY) > Bounded.most > 0
    assert [room(all_) for all_ in (1, 16, 64, 256, 300, 1024, 65_536)] == [1, 6, 22, 86, 100, 824, 65_336]


def test_no_more_connections_are_accepted_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Listening, "most", 2)
    with closing(Listening(socket.create_server(("localhost", 0)))) as here:
        here.setblocking(False)
        lines = [socket.create_connection(here.getsockname()) for _ in range(4)]
        taken = [here.accept()[0], here.accept()[0]]
        for _ in range(3):
            with pytest.raises(BlockingIOError):
                here.accept()
        taken.pop().close()
        taken.append(here.accept()[0])
        with pytest.raises(BlockingIOError):
            here.accept()
        for line in (*lines, *taken):
            line.close()


FEW = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)); "
"""What lets a process have no more descriptors than a small machine may give."""


@pytest.mark.skipif(sys.platform == "win32", reason="its processes have no such bound")
def test_where_descriptors_are_few_visitors_are_answered_while_somebody_holds_many_lines(tmp_path: Path) -> None:
    """A real server that may open 64, and three times as many halves of requests."""
    errors = tmp_path / "errors"
    with served(tmp_path / "lake", errors, FEW + SERVE) as (address, _):
        where = ("localhost", int(address.rpartition(":")[2]))
        halves = []
        for _ in range(200):
            halves.append(line := socket.create_connection(where, timeout=120))
            line.sendall(HALF)
        assert all(healthy(address) for _ in range(5))
        for line in halves:
            line.close()
        assert healthy(address)
    assert "Too many open files" not in errors.read_text() and "Traceback" not in errors.read_text()


# ---- a served dashboard


def test_an_upload_that_is_broken_off_is_no_error_of_the_servers(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with served(tmp_path / "lake", errors) as (address, _), uploading(address) as (path, headers):
        for sent in (b"", form(b"x" * 100_000)[:50_000]):
            begun(address, f"{path}/broken", headers, 200_000, sent).close()
        body = form(b"nothing")
        with closing(begun(address, f"{path}/whole", headers, len(body), body)) as line:
            assert status(line) == 204
        assert healthy(address)
    assert "Traceback" not in errors.read_text() and "Exception" not in errors.read_text(), errors.read_text()
