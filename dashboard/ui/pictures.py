"""Pictures of charts, drawn in a process of its own: the drawing program ends its whole process on text that it cannot take.

One process draws for all, waits for the next chart, and is started anew when it died or took too long. It is a program of its own:
a process that multiprocessing starts runs the main module of the one that asks once more, and that may be the script of a page.
"""

from __future__ import annotations

import atexit
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any

from engine.errors import SitrepError

SECONDS = 60.0
"""Time that a picture may take; the largest chart of a review takes three."""

MEMORY = 2 * 2**30
"""Bytes of data that the process may hold."""

WORDS = 200
"""Letters of the drawing program's own complaint that are told."""


class PictureError(SitrepError):
    """A chart cannot be drawn as a picture; its rows can still be had."""


def svg(spec: dict[str, Any]) -> str:
    """Return a Vega-Lite specification drawn as SVG; PictureError when it cannot be drawn."""
    return str(_DRAWER.draw("vegalite_to_svg", spec, {}))


def png(spec: dict[str, Any], scale: float) -> bytes:
    """Return a Vega-Lite specification drawn as PNG, `scale` pixels a unit; PictureError when it cannot be drawn."""
    return bytes(_DRAWER.draw("vegalite_to_png", spec, {"scale": scale}))


class Drawer:
    """A process that draws one picture after the other, and the way to it."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None

    def draw(self, how: str, spec: dict[str, Any], options: dict[str, Any]) -> str | bytes:
        """Return what the function `how` of vl-convert makes of a specification.

        Raises:
            PictureError: it refuses the chart, dies of it, or takes too long.
        """
        with self._lock:
            line = self._waiting()
            try:
                line.send((how, spec, options))
                if not line.poll(self.seconds):
                    raise PictureError(f"{_FAILED}: it took more than {self.seconds:g} seconds{_CURE}")
                made, why = line.recv()
            except (EOFError, OSError):
                self.end()
                raise PictureError(f"{_FAILED}: the process that draws pictures crashed{_CURE}") from None
            except PictureError:
                self.end()
                raise
        if made is None:
            raise PictureError(f"{_FAILED}: {why}{_CURE}")
        return made

    def end(self) -> None:
        """End the process; the next picture starts another one."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None

    def _waiting(self) -> Connection:
        if self._line is None or self._process is None or self._process.poll() is not None:
            self.end()
            self._line, theirs = Pipe()
            with theirs:  # closed here, so that its end is seen
                handle = theirs.fileno()
                command = [sys.executable, "-m", __name__, str(handle)]
                # what it says when it dies helps nobody
                quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
                self._process = subprocess.Popen(command, pass_fds=(handle,), **quiet)
        return self._line


_BEYOND = re.compile("[\U00010000-\U0010ffff]")
"""Characters beyond the first 65,536: most emoji, rare Chinese characters."""

_FAILED, _CURE = "this chart cannot be saved as a picture", "; you can download its rows as CSV or Parquet"
_DRAWER = Drawer()
atexit.register(_DRAWER.end)


def _serve(line: Connection) -> None:
    """Draw what comes along the line until its other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asks
    _limit()
    import vl_convert  # only here: it takes its time to import

    with suppress(EOFError, OSError):
        while True:
            how, spec, options = line.recv()
            draw = partial(getattr(vl_convert, how), allowed_base_urls=[], **options)  # no rows from elsewhere
            try:
                line.send((_drawn(draw, spec), ""))
            except (ValueError, TypeError, OverflowError) as error:
                line.send((None, " ".join(str(error).split())[:WORDS]))


def _drawn(draw: Callable[[Any], str | bytes], spec: dict[str, Any]) -> str | bytes:
    """Return a picture of a specification; where that fails, without the characters that Vega takes for two.

    It cuts long text between their halves, and half a character is no text.
    """
    try:
        return draw(spec)
    except ValueError:
        text = json.dumps(spec, ensure_ascii=False)
        plain = _BEYOND.sub("\ufffd", text)
        if plain == text:
            raise
        return draw(json.loads(plain))


def _limit() -> None:
    """Bound this process; where the system knows no such bounds (Windows), the clock is the only one."""
    try:
        import resource
    except ImportError:
        return
    for what, most in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(what)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, hard))


if __name__ == "__main__":
    _serve(Connection(int(sys.argv[1])))
