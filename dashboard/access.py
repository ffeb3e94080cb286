"""What stands before the dashboard's server: who may ask it, what a browser may do with its pages, and how much may be sent.

After OWASP's cheat sheets on headers, content policy, WebSockets and cross-site requests. Streamlit's own settings do the rest
(dashboard/serve.py).
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import re
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from dashboard import serve

_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "X-Permitted-Cross-Domain-Policies": "none",
}
"""What every answer says beside the content policy."""


def policy(*pages: str) -> str:
    """Return the content policy: a page loads from its own server only, and nobody puts it into a frame.

    Streamlit needs four things more. Vega makes functions of the expressions in charts, which counts as `unsafe-eval`. A
    component's script, such as the map's, is imported from a `blob:`. Styles are written into the page (`unsafe-inline`).
    Small pictures and letters stand in its own files as `data:`, and what is downloaded is a `blob:`.

    Args:
        pages: HTML of the server's own; the scripts that stand in it may run, known by their hash.
    """
    inline = dict.fromkeys(f"'sha256-{_sha256(code)}'" for page in pages for code in _INLINE.findall(page))
    told = {
        "default-src": "'none'",
        "script-src": f"'self' 'unsafe-eval' blob: {' '.join(inline)}",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-src": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{what} {where}" for what, where in told.items())


def _sha256(code: str) -> str:
    return base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()


class Answers:
    """Puts the headers of safety on every answer, and on those about its health the mark by which the command knows its own server."""

    def __init__(self, app: ASGIApp, policy: str, mark: str = "") -> None:
        self.app, self.headers = app, {**HEADERS, "Content-Security-Policy": policy}
        self.mark = {serve.HEADER: mark} if mark else {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through and mark its answer."""

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                mark = self.mark if scope["path"] == serve.HEALTH else {}
                MutableHeaders(scope=message).update(self.headers | mark)
            await send(message)

        await self.app(scope, receive, marked)


class Hosts:
    """Refuses requests under a foreign name, which somebody may have led to this machine (DNS rebinding).

    Args:
        app: what is guarded. names: those under which it may be asked, `*.example.org` for all below one, `*` for all at all.
            Without any, addresses in numbers, which nobody can lead elsewhere, and this machine's own names.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self.app, self.names = app, tuple(name.strip().lower().rstrip(".") for name in names)
        self._in_numbers = not self.names
        if self._in_numbers:
            own = socket.gethostname().lower()
            self.names = ("localhost", own, f"{own}.local")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket") or self.is_allowed(Headers(scope=scope).get("host", "")):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(code=1008, reason="another host")(scope, receive, send)
        else:
            told = "This server is not asked under this name; its admin says which (STREAMLIT_SERVER_ALLOWED_HOSTS).\n"
            await PlainTextResponse(told, status_code=400)(scope, receive, send)

    def is_allowed(self, host: str) -> bool:
        """Return whether the server may be asked as a host: a name or an address, with or without a port."""
        try:
            parts = urlsplit(f"//{host}")
            name, _port = (parts.hostname or "").rstrip("."), parts.port
        except ValueError:
            return False
        if not name or parts.netloc != host or "@" in host:
            return False
        return (self._in_numbers and _is_in_numbers(name)) or any(_fits(name, one) for one in self.names)


def _fits(name: str, pattern: str) -> bool:
    return pattern == "*" or name == pattern or (pattern.startswith("*.") and name.endswith(pattern[1:]))


def _is_in_numbers(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class OwnOrigin:
    """Refuses what another web page asks of this server, whatever page that is: another port of this machine is another page.

    Browsers say who asks: `Origin` on WebSockets and on what changes something, `Sec-Fetch-Site` on everything else.

    Args:
        app: what is guarded. allowed: other origins that may ask (`server.corsAllowedOrigins`).
    """

    def __init__(self, app: ASGIApp, allowed: Iterable[str] = ()) -> None:
        self.app, self.allowed = app, frozenset(origin.strip() for origin in allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket") or self._is_ours(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(code=1008, reason="another origin")(scope, receive, send)
        else:
            told = "Requests from other web pages are not allowed; open the address of this server directly.\n"
            await PlainTextResponse(told, status_code=403)(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is not None:
            return origin in self.allowed or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
        if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
            return True
        # a link on another page may lead here
        goes = scope.get("method") in ("GET", "HEAD") and headers.get("sec-fetch-mode") == "navigate"
        return goes and headers.get("sec-fetch-dest") == "document"
