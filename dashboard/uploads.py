"""How much may be uploaded: Streamlit bounds one file, this the files of one session and those of all.

Streamlit keeps in memory whatever is sent to its address for uploads, also what no page has asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ingest.files import MAX_BYTES

OF_SESSION = 2 * MAX_BYTES
"""Bytes that the uploads of a session may have together: the one that is shown, and the one that takes its place."""
OF_ALL = 16 * MAX_BYTES
"""Bytes that the uploads of all sessions may have together."""
FILES = 8
"""Uploads that a session may have at a time, however small."""
FRAME = 2**20
"""Bytes that a form may have around its file."""

_PLACE = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)$")

Kept = Mapping[str, Mapping[str, int]]
"""Session to file to bytes."""


def kept_by_streamlit() -> Kept:
    """Return what Streamlit's server keeps of uploads now."""
    from streamlit.runtime import get_instance

    stored = getattr(get_instance().uploaded_file_mgr, "file_storage", {})
    return {
        session: {file: len(record.data) for file, record in list(files.items())}
        for session, files in list(stored.items())
    }


class Uploads:
    """Refuses uploads past the bounds of a session or of all, and those that do not say how long they are.

    Args:
        app: what is guarded. kept: tells what is kept already.
    """

    def __init__(self, app: ASGIApp, kept: Callable[[], Kept] = kept_by_streamlit) -> None:
        self.app, self.kept = app, kept
        self._under_way: dict[str, list[int]] = {}

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
        if why := self._refused(place[1], place[2], int(length)):
            await PlainTextResponse(f"{why}\n", status_code=413)(scope, receive, send)
            return
        with self._counted(place[1], int(length)):
            await self.app(scope, receive, send)

    def _refused(self, session: str, file: str, length: int) -> str:
        """Return why an upload is refused, empty when it is not."""
        kept = self.kept()
        coming = self._under_way.get(session, [])
        own = {name: size for name, size in kept.get(session, {}).items() if name != file}
        everything = sum(sum(files.values()) for files in kept.values())
        everything += sum(sum(sizes) for sizes in self._under_way.values())
        if sum(own.values()) + sum(coming) + length > OF_SESSION + FRAME or len(own) + len(coming) >= FILES:
            return f"A session may keep {FILES} files of {OF_SESSION >> 20} MiB in total; remove one first."
        if everything + length > OF_ALL + FRAME:
            return "Too many uploads at the moment; try again in a few minutes."
        return ""

    @contextmanager
    def _counted(self, session: str, length: int) -> Iterator[None]:
        """Count an upload that is under way."""
        coming = self._under_way.setdefault(session, [])
        coming.append(length)
        try:
            yield
        finally:
            coming.remove(length)
            if not coming:
                self._under_way.pop(session, None)
