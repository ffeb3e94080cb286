"""The share of each address: how many pages it may have open, and how many requests under way, at a time.

An open page is a WebSocket, which may stay as long as its visitor likes: without a share, one visitor could keep the memory and the
descriptors of all.
"""

from __future__ import annotations

from collections import Counter

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from dashboard import serve
from dashboard.uploads import sender

PAGES = 60
"""Pages that may be open from one address: a club's evening at one router, not what a program can open."""
REQUESTS = 256
"""Requests that may be under way from one address."""
AGAIN = {"Retry-After": "30"}
"""Says when it is worth another try, in seconds."""
TOO_MANY_PAGES = f"{PAGES} pages of this dashboard are open from your address, and no more may be: close one and load this page again.\n"
TOO_MANY_REQUESTS = f"{REQUESTS} requests from your address are being answered, and no more may be at a time; try again in a while.\n"


class Shares:
    """Refuses what is beyond the share of an address, in words where a person reads the answer.

    Whether the server is there may always be asked: the command that started it would end one that does not say so.

    Args:
        app: what is guarded.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._pages, self._requests = Counter[str](), Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket") or scope["path"] == serve.HEALTH:
            await self.app(scope, receive, send)
            return
        who = sender(scope)
        if why := self._refused(scope, who):
            await _refuse(why, scope, receive, send)
            return
        under_way = self._pages if scope["type"] == "websocket" else self._requests
        under_way[who] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            under_way[who] -= 1
            if not under_way[who]:
                del under_way[who]

    def _refused(self, scope: Scope, who: str) -> str:
        """Return why a request is refused, empty when it is not: a page that could not be opened is not begun."""
        if self._pages[who] >= PAGES and (scope["type"] == "websocket" or _is_a_page(scope)):
            return TOO_MANY_PAGES
        return TOO_MANY_REQUESTS if scope["type"] == "http" and self._requests[who] >= REQUESTS else ""


def _is_a_page(scope: Scope) -> bool:
    return scope["method"] == "GET" and Headers(scope=scope).get("sec-fetch-dest") == "document"


async def _refuse(why: str, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":  # nobody reads what it would be answered; uvicorn prints a line of each answer
        await WebSocketClose(code=1013, reason="too many pages")(scope, receive, send)
    else:
        await PlainTextResponse(why, status_code=429, headers=AGAIN)(scope, receive, send)
