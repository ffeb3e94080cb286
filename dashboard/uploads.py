"""How much may be uploaded: Streamlit bounds one file, this the files of one session, those of one address and those of all.

Streamlit keeps in memory whatever is sent to its address for uploads, also what no page has asked for.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ingest.files import MAX_BYTES

OF_SESSION = 2 * MAX_BYTES
"""Bytes that the uploads of a session may have together: the one that is shown, and the one that takes its place."""
OF_ALL = 16 * MAX_BYTES
"""Bytes that the uploads of all sessions may have together."""
OF_ADDRESS = 4 * MAX_BYTES
"""Bytes that the uploads of all sessions of one address may have together."""
FILES = 8
"""Uploads that a session may have at a time, however small."""
AT_A_TIME = 8
"""Uploads that may be under way from one address."""
STALL, LEAST = 30.0, 2**15
"""Seconds in which so many bytes of an upload must arrive: a kibibyte a second."""
FRAME = 2**20
"""Bytes that a form may have around its file."""

_PLACE = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)$")


@dataclass(eq=False)
class Coming:
    """An upload: its session, its file, who sends it, and the bytes that have arrived."""

    session: str
    file: str
    sender: str
    size: int = 0


Kept = Mapping[str, Mapping[str, int]]
"""Session to file to bytes."""


def kept_by_streamlit() -> Kept:
    """Return what Streamlit's server keeps of uploads now."""
    from streamlit.runtime import get_instance

    stored = getattr(get_instance().uploaded_file_mgr, "file_storage", {})
    return {session: {file: len(record.data) for file, record in list(files.items())} for session, files in list(stored.items())}


class Uploads:
    """Refuses uploads past the bounds of a session, an address or all, those that do not say how long they are, and those that stall.

    What is under way counts by the bytes that have arrived: an announcement costs its sender nothing.

    Args:
        app: what is guarded. kept: tells what is kept already. clock: tells seconds.
    """

    def __init__(
        self,
        app: ASGIApp,
        kept: Callable[[], Kept] = kept_by_streamlit,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.app, self.kept, self.clock = app, kept, clock
        self._coming: list[Coming] = []
        self._senders: dict[str, str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        place = _PLACE.search(scope["path"]) if scope["type"] == "http" and scope["method"] == "PUT" else None
        if place is None:
            await self.app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "")
        if not (length.isascii() and length.isdigit() and len(length) < 16):
            await PlainTextResponse("An upload must state its length.\n", status_code=411)(scope, receive, send)
            return
        coming = Coming(place[1], place[2], sender(scope))
        if why := self._refused(coming, int(length)):
            await PlainTextResponse(f"{why}\n", status_code=413)(scope, receive, send)
            return
        with self._counted(coming), suppress(ClientDisconnect):  # whoever has left needs no answer
            await self.app(scope, Body(receive, partial(self._arrived, coming), self.clock), send)

    def _arrived(self, coming: Coming, size: int) -> None:
        """Count bytes of an upload.

        Raises:
            HTTPException: with them, it is past the bounds.
        """
        coming.size += size
        if why := self._refused(coming, 0):
            raise HTTPException(413, why)

    def _refused(self, coming: Coming, length: int) -> str:
        """Return why an upload is refused, empty when it is not.

        Args:
            coming: the upload, which may be among those under way. length: bytes that are still to come.
        """
        others = [one for one in self._coming if one is not coming]
        kept = self._kept(but=coming)
        told = [*kept, *others]
        own = [one for one in told if one.session == coming.session]
        if len(own) >= FILES or _sum(own) + coming.size + length > OF_SESSION + FRAME:
            return f"A session may keep {FILES} files of {OF_SESSION >> 20} MiB in total; remove one first."
        if sum(one.sender == coming.sender for one in others) >= AT_A_TIME:
            return f"Only {AT_A_TIME} uploads at a time from one address; wait until one has ended."
        if _sum(one for one in told if one.sender == coming.sender) + coming.size + length > OF_ADDRESS + FRAME:
            return f"All pages opened from one address may keep {OF_ADDRESS >> 20} MiB in total; remove a file first."
        if _sum(told) + coming.size + length > OF_ALL + FRAME:
            return "Too many uploads at the moment; try again in a few minutes."
        return ""

    def _kept(self, but: Coming) -> list[Coming]:
        """Return what is kept already, without the file whose place an upload takes."""
        kept = self.kept()
        live = {*kept, *(one.session for one in self._coming)}
        self._senders = {session: who for session, who in self._senders.items() if session in live}
        return [
            Coming(session, file, self._senders.get(session, ""), size)
            for session, files in kept.items()
            for file, size in files.items()
            if (session, file) != (but.session, but.file)
        ]

    @contextmanager
    def _counted(self, coming: Coming) -> Iterator[None]:
        """Count an upload that is under way."""
        self._coming.append(coming)
        self._senders[coming.session] = coming.sender
        try:
            yield
        finally:
            self._coming.remove(coming)


class Body:
    """The body of a request as it arrives: its bytes are counted, and it may not stall.

    Args:
        receive: what brings the messages. arrived: is told of bytes. clock: tells seconds.
    """

    def __init__(self, receive: Receive, arrived: Callable[[int], None], clock: Callable[[], float]) -> None:
        self._receive, self._arrived, self._clock = receive, arrived, clock
        self._since, self._of_late, self._whole = clock(), 0, False

    async def __call__(self) -> Message:
        """Return the next message.

        Raises:
            HTTPException: fewer than LEAST bytes came within STALL seconds, or too many in all.
        """
        if self._whole:
            return await self._receive()
        left = self._since + STALL - self._clock()
        try:
            if left <= 0:
                raise TimeoutError
            message = await asyncio.wait_for(self._receive(), left)
        except TimeoutError:
            raise HTTPException(408, "The upload has stalled; send it again.", {"Connection": "close"}) from None
        size = len(message.get("body", b""))
        self._whole = not message.get("more_body", False)
        self._of_late += size
        if self._of_late >= LEAST:
            self._since, self._of_late = self._clock(), 0
        self._arrived(size)
        return message


def sender(scope: Scope) -> str:
    """Return who sends a request: the address that the proxy tells where one is trusted; of IPv6 the network, which is one house's."""
    host = str((scope.get("client") or ("",))[0])
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    return host if address.version == 4 else str(ipaddress.ip_network((host.partition("%")[0], 64), strict=False))


def _sum(uploads: Iterable[Coming]) -> int:
    return sum(one.size for one in uploads)
