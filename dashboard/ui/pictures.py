"""Pictures of charts, drawn in a process of its own: the drawing program ends its whole process on text that it cannot take.

One process draws for all, waits for the next chart, and is started anew when it died or took too long. It is a program of its own:
a process that multiprocessing starts runs the main module of the one that asks once more, and that may be the script of a page.
"""

from __future__ import annotations

import atexit
import json
import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, Queue
from threading import Lock, Thread
from typing import Any

from engine.errors import SitrepError
from engine.machine import bound

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
    made = _DRAWER.draw("vegalite_to_png", spec, {"scale": scale})
    return made if isinstance(made, bytes) else made.encode()


class Drawer:
    """A process that draws one picture after the other, and the way to it."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def draw(self, how: str, spec: dict[str, Any], options: dict[str, Any]) -> str | bytes:
        """Return what the function `how` of vl-convert makes of a specification.

        Raises:
            PictureError: it refuses the chart, dies of it, or takes too long.
        """
        with self._lock:
            # Pipes cannot be waited for on every system, so a thread does; it ends with the process.
            answer: Queue[tuple[str | bytes | None, str] | None] = Queue()
            Thread(target=_asked, args=(self._waiting(), (how, spec, options), answer), daemon=True).start()
            try:
                found = answer.get(timeout=self.seconds)
            except Empty:
                self.end()
                raise PictureError(f"{_FAILED}: it took more than {self.seconds:g} seconds{_CURE}") from None
            if found is None:
                self.end()
                raise PictureError(f"{_FAILED}: the process that draws pictures crashed{_CURE}")
        made, why = found
        if made is None:
            raise PictureError(f"{_FAILED}: {why}{_CURE}")
        return made

    def end(self) -> None:
        """End the process; the next picture starts another one."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                with suppress(OSError):  # what was still to be sent
                    if pipe is not None:
                        pipe.close()
        self._process = None

    def _waiting(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.end()
            pipe, quiet = subprocess.PIPE, subprocess.DEVNULL  # what it says when it dies helps nobody
            command = [sys.executable, "-m", __name__]
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=quiet)
        return self._process


def _asked(process: subprocess.Popen[bytes], question: tuple[str, dict[str, Any], dict[str, Any]], answer: Queue[Any]) -> None:
    """Put what a process answers into a queue; None when it dies of the question."""
    assert process.stdin is not None and process.stdout is not None
    try:
        pickle.dump(question, process.stdin)
        process.stdin.flush()
        answer.put(pickle.load(process.stdout))
    except (EOFError, OSError, ValueError, pickle.UnpicklingError):
        answer.put(None)


_BEYOND = re.compile("[\U00010000-\U0010ffff]")
"""Characters beyond the first 65,536: most emoji, rare Chinese characters."""

_FAILED, _CURE = "this chart cannot be saved as a picture", "; you can download its rows as CSV or Parquet"
_DRAWER = Drawer()
atexit.register(_DRAWER.end)


def _serve() -> None:
    """Draw what comes along standard input until its other end is closed; the answers go out along standard output."""
    asked, told = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with open(os.devnull, "wb") as nowhere:  # what the drawing program prints is no answer
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asks
    bound(DATA=MEMORY, CORE=0)
    import vl_convert  # only here: it takes its time to import

    with suppress(EOFError, OSError):
        while True:
            how, spec, options = pickle.load(asked)
            draw = partial(getattr(vl_convert, how), allowed_base_urls=[], **options)  # no rows from elsewhere
            answer: tuple[str | bytes | None, str]
            try:
                answer = _drawn(draw, spec), ""
            except (ValueError, TypeError, OverflowError) as error:
                answer = None, " ".join(str(error).split())[:WORDS]
            pickle.dump(answer, told)
            told.flush()


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


if __name__ == "__main__":
    _serve()
