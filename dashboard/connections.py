"""The server's connections: one on which nobody asks anything is ended, and they never use up the process's descriptors.

uvicorn waits for the rest of a request for ever, and when no descriptor is left, nobody is answered any more.
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import socket
import sys
import threading
from collections.abc import Awaitable, Callable
from io import FileIO, RawIOBase
from typing import TYPE_CHECKING, Any

from dashboard import serve
from engine.machine import descriptors, end_with_parent

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as Protocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as Protocol

Startup = Callable[..., Awaitable[None]]
"""Begins to listen: a method of uvicorn's server."""
PATIENCE = 30.0
"""Seconds in which the head of a request must have arrived."""
OWN = 200
"""Descriptors that are kept free for the lake's files, processes and what libraries open; of few, two thirds."""
MANY = 65_536
"""Descriptors that are asked of the system at most."""
SAID = serve.SAID * 10**6
"""Bytes of a page's message over its WebSocket; what has come of one is kept until the rest of it has."""
NO_TEXT = "Invalid UTF-8 sequence received from client."
"""What uvicorn prints with a traceback, though all that is wrong is what a visitor sent."""
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 30\r\nConnection: close\r\n"
    b"Content-Length: 58\r\n\r\nThe server has too many visitors now; try again in a while"
)


def room(all_: int) -> int:
    """Return how many of a process's descriptors connections may have."""
    return max(1, all_ - min(OWN, all_ * 2 // 3))


class Listening(socket.socket):
    """A socket at which no more connections are accepted than there are descriptors for; the others wait until one has ended.

    What accepts takes all that have come, before any of them is looked at; out of descriptors, it says so 2,048 times a second. Somewhat
    more are accepted than may stay, so that those beyond get an answer.
    """

    most = room(descriptors(MANY)) + min(OWN, descriptors(MANY)) // 4

    def __init__(self, of: socket.socket) -> None:
        super().__init__(of.family, of.type, of.proto, fileno=of.detach())
        self._accepted: list[socket.socket] = []

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection.

        Raises:
            BlockingIOError: there is none, or none may be accepted now.
        """
        if len(self._accepted) >= self.most:
            self._accepted = [one for one in self._accepted if one.fileno() != -1]
        if len(self._accepted) >= self.most:
            raise BlockingIOError
        line, sender = super().accept()
        self._accepted.append(line)
        return line, sender


class Bounded(Protocol):
    """A connection that is ended when no whole head of a request arrives on it in time, or nobody reads its answer.

    There are at most `most` connections at a time; for one more, the one that has waited longest with half a request is ended, and where
    all are in use the new one is told that the server is busy.
    """

    most = room(descriptors(MANY))
    patience = PATIENCE
    _timer: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:  # asyncio's or uvloop's, which have no class in common
        """Begin to wait for a request, or refuse it."""
        super().connection_made(transport)
        if len(self.connections) > self.most and not self._displaces():
            transport.write(BUSY)
            transport.close()
            return
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what has arrived; only a whole head ends the waiting."""
        super().data_received(data)
        self._wait()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        super().connection_lost(exc)
        self._stop()
        self._is_read()

    def pause_writing(self) -> None:
        """Wait until what was sent is read: not for ever, or lines on which nobody reads an answer could be all there are."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(self.patience, self.transport.abort)

    def resume_writing(self) -> None:
        """Send on."""
        super().resume_writing()
        self._is_read()

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _wait(self) -> None:
        if self._is_asked() or self.transport.is_closing():
            self._stop()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.patience, self._end)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _is_asked(self) -> bool:
        """Return whether a request is being answered, or the connection has become a WebSocket's."""
        other: Any = self.transport.get_protocol()
        return other is not self or (self.cycle is not None and not self.cycle.response_complete)

    def _end(self) -> None:
        self._timer = None
        if not self._is_asked():
            self.transport.abort()

    def _displaces(self) -> bool:
        """End the connection that has waited longest; return whether there was one."""
        waiting = [one for one in self.connections if isinstance(one, Bounded) and one._timer is not None]
        if not waiting:
            return False
        first = min(waiting, key=lambda one: one._timer.when() if one._timer else 0)
        first._stop()
        first.transport.abort()
        return True


def _end_with(pipe: RawIOBase) -> None:
    """End this process with the one at the other end of its standard input; a process that hangs only Linux ends."""
    while pipe.read(1):
        pass
    os._exit(1)


def _bounded(startup: Startup) -> Startup:
    """Let a server of uvicorn's begin with sockets that accept no more than there is room for, and with short messages of pages."""

    async def bounded(self: Any, sockets: list[socket.socket] | None = None) -> None:
        self.config.ws_max_size = SAID
        await startup(self, [Listening(one) for one in sockets] if sockets else sockets)

    return bounded


def main() -> None:
    """Run Streamlit's command, with such connections, until the process that started it ends."""
    faulthandler.enable()  # where a library crashes it, nothing else would say what it was doing
    end_with_parent()
    threading.Thread(target=_end_with, args=(FileIO(sys.stdin.fileno(), closefd=False),), name="sitrep-parent", daemon=True).start()
    from streamlit.web import cli
    from uvicorn import Server
    from uvicorn.protocols.http import auto

    logging.getLogger("uvicorn.error").addFilter(lambda line: line.msg != NO_TEXT)
    auto.AutoHTTPProtocol = Bounded
    setattr(Server, Server.startup.__name__, _bounded(Server.startup))  # it has no setting for either
    sys.exit(cli.main(prog_name="streamlit"))


if __name__ == "__main__":
    from dashboard import connections  # the class must not be one of __main__

    connections.main()
