"""Serving the dashboard: Streamlit in a process of its own, quiet, with one line that says where; one that hangs is started again."""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from dashboard import systemd
from dashboard.supervisor import EVERY, GivenUp, keep_alive
from ingest.files import MAX_BYTES
from warehouse.stores import place_of

APP = Path(__file__).with_name("asgi.py")
LAKE = "SITREP_LAKE"
"""Environment variable that tells the app the folder, or URL, of the lake."""
MAPS = "SITREP_MAPS"
"""Environment variable that names folders of TripleA maps, parted as in PATH; empty: none, not even those that TripleA keeps."""
RULES = "SITREP_RULES"
"""Environment variable with the file of the league's own rules; without it, the one beside the lake."""
KEEP = "SITREP_KEEP"
"""Environment variable that tells the app who may keep dropped records in the lake: one of KEEPERS."""
RECORDS = "SITREP_RECORDS"
"""Environment variable that tells the app who may download the records that games were read from: one of KEEPERS."""
ANYONE, ADMINS, NOBODY = KEEPERS = ("anyone", "admins", "nobody")
TOKEN = "SITREP_ADMIN_TOKEN"
"""Environment variable with the token that tells admins; never in an address or on a command line, where others see it."""
MARK = "SITREP_MARK"
"""Environment variable that tells the app by which mark the command that started it knows its answers."""
HEADER = "X-Sitrep-Server"
"""Header of the answer with that mark. It is no secret."""
HEALTH = "/_stcore/health"
"""Address at which the server is asked whether it is there."""
SHORTEST = 16
"""Letters that a token has at least."""
HOST = "localhost"
HERE = (HOST, "127.0.0.1", "::1")
"""Addresses at which nobody but this machine can ask."""
ALL = ("", "0.0.0.0", "::")
"""Addresses that mean all of this machine's."""
NAMES = "STREAMLIT_SERVER_ALLOWED_HOSTS"
"""Environment variable with the names under which others reach the server: `["league.example.org"]`, or names parted by commas."""
PUBLIC = "STREAMLIT_BROWSER_SERVER_ADDRESS"
"""Environment variable of Streamlit's with the address that it would print."""
_HOST = re.compile(r"\*|(?:\*\.)?[A-Za-z0-9_][A-Za-z0-9_.-]*|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*")
PATIENCE = 60.0
"""Seconds that the server may take to answer for the first time."""
ANSWER = 10.0
"""Seconds that it may take to say later on that it is there; it shares the processor with its pages."""
ASKED = 0.05
"""Seconds after which its process is asked again whether it has ended."""
SAID = 4
"""Megabytes that a page may send at a time over its WebSocket: what is typed and chosen on it; files are sent elsewhere."""
OPTIONS = {
    "server.headless": "true",
    "server.fileWatcherType": "none",
    "server.showEmailPrompt": "false",
    "browser.gatherUsageStats": "false",
    "client.toolbarMode": "viewer",
    "client.disableDataExport": "true",  # the button over a table writes what a spreadsheet takes for formulas; ours does not
    "server.maxUploadSize": str(MAX_BYTES >> 20),
    "server.maxMessageSize": "64",
    "server.maxWidgetStateSize": str(SAID),
}


def serve(lake_path: Path | str, port: int = 8501, maps: Sequence[Path] | None = (), keep: str = "", records: str = "") -> int:
    """Serve the dashboard over a lake until Ctrl-C, and return the exit code for the command.

    It listens on this machine only; the environment variable STREAMLIT_SERVER_ADDRESS (0.0.0.0) opens it to others, and
    STREAMLIT_SERVER_ALLOWED_HOSTS says under which names (docs/security.md). A server that no longer answers is started again, and
    systemd's watchdog is told of one that does.

    Args:
        lake_path: the lake's folder or URL; where there is none yet the pages say so.
        port: 1 to 65535. maps: folders of TripleA maps; without any, those that the environment names, or that TripleA keeps on
            this machine; None for no such maps.
        keep: who may keep dropped records in the lake: anyone, admins or nobody. When it is empty: anyone where only this
            machine is served, else those who show the token SITREP_ADMIN_TOKEN, nobody without one.
        records: who may download the records that games were read from; when it is empty, as for `keep`.

    Returns:
        0 after Ctrl-C; 1 when the port is taken, the server cannot start, or ends again and again, with the reason on standard error.
    """
    address = os.environ.get("STREAMLIT_SERVER_ADDRESS", HOST)
    if not _free(address, port):
        return _fail(_in_use(port))
    usual = ANYONE if _is_private(address) else ADMINS
    token, allowed = os.environ.get(TOKEN, ""), {KEEP: keep or usual, RECORDS: records or usual}
    if ADMINS in allowed.values() and len(token) < SHORTEST and (token or _is_private(address)):
        return _fail(
            f"the token in {TOKEN} has {len(token)} characters; expected {SHORTEST} or more, such as "
            "`python3 -c 'import secrets; print(secrets.token_urlsafe())'` makes"
        )
    try:
        names = allowed_hosts(address, os.environ.get(NAMES))
    except ValueError as error:
        return _fail(str(error))
    mark = secrets.token_hex(8)
    command = _command(address, port, names)
    environment = _environment(place_of(lake_path), maps, allowed) | {MARK: mark}
    return _served(lambda: _Process(command, environment, address, port, mark), port)


def _served(start: Callable[[], _Process], port: int) -> int:
    """Run a server, and others in its place should it hang or die, until Ctrl-C; return the exit code for the command."""
    running: list[_Process] = []

    def another() -> _Process:
        running[:] = [start()]
        if not running[0].begins():
            other = running[0].is_anothers()
            raise GivenUp(_in_use(port) if other else f"the dashboard did not start on port {port}; see Streamlit's messages above")
        return running[0]

    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        first = another()
        print(f"Dashboard: http://{HOST}:{port} (Ctrl-C stops it)", flush=True)
        systemd.notify(systemd.READY)
        return keep_alive(
            first,
            another,
            lambda why: print(f"sitrep: the dashboard is started again: {why}", file=sys.stderr, flush=True),
            lambda: systemd.notify(systemd.ALIVE),
            min(EVERY, (systemd.watchdog() or 3 * EVERY) / 3),
        )
    except GivenUp as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return 0
    finally:
        signal.signal(signal.SIGTERM, before)
        systemd.notify(systemd.STOPPING)
        for server in running:
            server.stop()


class _Process:
    """Streamlit's server as a process.

    Args:
        command, environment: as it is started. address, port: where it listens. mark: by which its answers are known: a server that
            another command has started at the same time may have the port.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], address: str, port: int, mark: str) -> None:
        self._mark = mark
        self._health = f"http://{_asked_at(address)}:{port}{HEALTH}"
        # Its greeting on standard output would bury our one line; errors come on standard error, which stays. Standard input is a pipe
        # on which nothing is ever said: it ends when this process does, and then the server must, too.
        self._process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)

    def begins(self) -> bool:
        """Wait until it answers for the first time; return whether it does."""
        until = time.monotonic() + PATIENCE
        while self.ended(0) is None and time.monotonic() < until:
            if self.answers(2):
                return True
            time.sleep(0.1)
        return False

    def answers(self, seconds: float = ANSWER) -> bool:
        """Return whether it says within some seconds that it is there."""
        return self._answering(seconds) == self._mark

    def is_anothers(self) -> bool:
        """Return whether another server answers in its place."""
        return self._answering(ANSWER) not in (None, self._mark)

    def _answering(self, seconds: float) -> str | None:
        """Return the mark of the server that answers, None where none does."""
        try:
            with _DIRECTLY.open(self._health, timeout=seconds) as answer:
                return (answer.headers.get(HEADER) or "") if answer.status == 200 else None
        except HTTPError:
            return ""
        except (OSError, HTTPException):
            return None

    def ended(self, seconds: float) -> int | None:
        """Return its exit code when it ends within some seconds.

        It is asked again and again: a wait without an end would not notice Ctrl-C, for polars, once imported, has system calls go on
        after the signal; and Ctrl-C in the middle of one of Popen's would leave its lock taken, and every later wait without an end.
        """
        until = time.monotonic() + seconds
        while (code := self._code()) is None and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, ASKED))
        return code

    def _code(self) -> int | None:
        with _undisturbed():
            return self._process.poll()

    def kill(self) -> None:
        """End it at once."""
        with _undisturbed():
            self._process.kill()
        self.ended(ANSWER)
        self._hang_up()

    def stop(self) -> None:
        """End it, at once only where it does not end by itself."""
        if self._code() is None:
            with _undisturbed():
                self._process.terminate()
            try:
                ended = self.ended(5)
            except KeyboardInterrupt:
                ended = None
            if ended is None:
                self.kill()
        self._hang_up()

    def _hang_up(self) -> None:
        if self._process.stdin:
            self._process.stdin.close()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Put Ctrl-C and SIGTERM off until something is done.

    Masking them for this thread is not enough: the system gives them to any other thread of the process, and Python to this one.
    """
    if threading.current_thread() is not threading.main_thread():  # no other has handlers
        yield
        return
    late: list[int] = []
    before = [signal.signal(one, lambda number, _: late.append(number)) or signal.SIG_DFL for one in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield
    finally:
        try:
            signal.signal(signal.SIGTERM, before[1])
        finally:
            signal.signal(signal.SIGINT, before[0])
    if late:
        signal.raise_signal(late[0])


_DIRECTLY = build_opener(ProxyHandler({}))
"""Asks without the proxy that the environment may name for the world outside."""


def _asked_at(address: str) -> str:
    """Return the host at which a server that listens at an address is asked from this machine."""
    host = HOST if address in ALL else address
    return f"[{host}]" if ":" in host else host


def _command(address: str, port: int, names: Sequence[str]) -> list[str]:
    flags = [part for name, value in _options(address, port, names) for part in (f"--{name}", value)]
    return [sys.executable, "-m", "dashboard.connections", "run", str(APP), *flags]


def _environment(lake: Path | str, maps: Sequence[Path] | None, allowed: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of the server: what it is told beside its flags, and nothing that is meant for this process alone."""
    told = {LAKE: str(lake.resolve() if isinstance(lake, Path) else lake), **allowed}
    if maps is None or maps:
        told[MAPS] = os.pathsep.join(str(folder.resolve()) for folder in maps or ())
    # Streamlit would take the list of names for one name
    return {name: value for name, value in os.environ.items() if name not in (NAMES, systemd.SOCKET)} | told


def allowed_hosts(address: str, told: str | None) -> list[str]:
    """Return the names under which the server may be asked; none: every address in numbers, and this machine's names.

    Args:
        address: where it listens. told: the environment variable NAMES, None where it is not set.

    Raises:
        ValueError: it is no list of names; the message says what was found and what is expected.
    """
    own = [*HERE, *([address] if address not in (*HERE, *ALL) else [])]
    if told is None:
        return [] if address in ALL else own
    try:
        names = json.loads(told) if told.lstrip().startswith("[") else told.replace(",", " ").split()
    except ValueError:
        names = []
    if not names or not all(isinstance(name, str) and _HOST.fullmatch(name) for name in names):
        raise ValueError(f'{NAMES} is {told!r}; expected names without port or scheme, such as ["league.example.org", "*.example.net"]')
    return [*own, *names]


def _options(address: str, port: int, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield Streamlit's settings; one that is a list has a row for each of its values."""
    yield from OPTIONS.items()
    yield from (("server.port", str(port)), ("server.address", address))
    yield "client.allowedOrigins", f"http://{HOST}:{port}"  # else pages of Streamlit's own hosts may steer ours
    # else a name that is led here could be asked by its pages
    yield from (("server.allowedHosts", name) for name in names)
    if not _is_private(address):
        yield "client.showErrorDetails", "none"
    if PUBLIC not in os.environ:  # else Streamlit asks a server on the internet which address this machine has
        yield "browser.serverAddress", HOST


def _is_private(address: str) -> bool:
    """Return whether only this machine is served, so that whoever asks is the one who started the server."""
    return address in HERE and NAMES not in os.environ


def _free(address: str, port: int) -> bool:
    """Return whether a server can listen there; nobody answering is not enough, another may have bound it."""
    family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0][0]
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError:
            return False
    return True


def _in_use(port: int) -> str:
    return f"port {port} is in use by another program; stop it, or choose another port: --port {port + 1}"


def _interrupt(_signal: int, _frame: object) -> None:
    """End on SIGTERM as on Ctrl-C, so that the server ends too."""
    raise KeyboardInterrupt


def _fail(message: str) -> int:
    print(f"sitrep: {message}", file=sys.stderr)
    return 1
