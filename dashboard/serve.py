"""Serving the dashboard: Streamlit in a process of its own, quiet, with one line that says where."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

from ingest.files import MAX_BYTES
from warehouse.stores import place_of

APP = Path(__file__).with_name("asgi.py")
LAKE = "SITREP_LAKE"
"""Environment variable that tells the app the folder, or URL, of the lake."""
MAPS = "SITREP_MAPS"
"""Environment variable that names folders of TripleA maps, parted as in PATH; empty: none, not even those that TripleA keeps."""
KEEP = "SITREP_KEEP"
"""Environment variable that tells the app who may keep dropped records in the lake: one of KEEPERS."""
ANYONE, ADMINS, NOBODY = KEEPERS = ("anyone", "admins", "nobody")
TOKEN = "SITREP_ADMIN_TOKEN"
"""Environment variable with the token that tells admins; never in an address or on a command line, where others see it."""
SHORTEST = 16
"""Letters that a token has at least."""
HOST = "localhost"
HERE = (HOST, "127.0.0.1", "::1")
"""Addresses at which nobody but this machine can ask."""
NAMES = "STREAMLIT_SERVER_ALLOWED_HOSTS"
"""Environment variable with the names under which others reach the server, `["league.example.org"]`."""
PATIENCE = 60.0
"""Seconds that the server may take to answer for the first time."""
OPTIONS = {
    "server.headless": "true",
    "server.fileWatcherType": "none",
    "server.showEmailPrompt": "false",
    "browser.gatherUsageStats": "false",
    "client.toolbarMode": "viewer",
    "client.disableDataExport": "true",  # the button over a table writes what a spreadsheet takes for formulas; ours does not
    "server.maxUploadSize": str(MAX_BYTES >> 20),
    "server.maxMessageSize": "64",
}


def serve(lake_path: Path | str, port: int = 8501, maps: Sequence[Path] | None = (), keep: str = "") -> int:
    """Serve the dashboard over a lake until Ctrl-C, and return the exit code for the command.

    It listens on this machine only; the environment variable STREAMLIT_SERVER_ADDRESS (0.0.0.0) opens it to others, and
    STREAMLIT_SERVER_ALLOWED_HOSTS says under which names (docs/security.md).

    Args:
        lake_path: the lake's folder or URL; where there is none yet the pages say so.
        port: 1 to 65535. maps: folders of TripleA maps; without any, those that the environment names, or that TripleA keeps on
            this machine; None for no such maps.
        keep: who may keep dropped records in the lake: anyone, admins or nobody. When it is empty: anyone where only this
            machine is served, else those who show the token SITREP_ADMIN_TOKEN, nobody without one.

    Returns:
        0 after Ctrl-C; 1 when the port is taken or the server cannot start, with the reason on standard error.
    """
    address = os.environ.get("STREAMLIT_SERVER_ADDRESS", HOST)
    if not _free(address, port):
        return _fail(f"port {port} is in use by another program; stop it, or choose another port: --port {port + 1}")
    token, keep = os.environ.get(TOKEN, ""), keep or (ANYONE if _is_private(address) else ADMINS)
    if keep == ADMINS and len(token) < SHORTEST and (token or _is_private(address)):
        return _fail(f"the token in {TOKEN} has {len(token)} characters; expected {SHORTEST} or more, such as "
                     "`python3 -c 'import secrets; print(secrets.token_urlsafe())'` makes")  # fmt: skip
    server = _start(place_of(lake_path), address, port, maps, keep)
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        if not _answers(server, address, port):
            return _fail(f"the dashboard did not start on port {port}; see Streamlit's messages above")
        print(f"Dashboard: http://{HOST}:{port} (Ctrl-C stops it)", flush=True)
        code = _ended(server)
        return _fail(f"the dashboard stopped with exit code {code}") if code else 0
    except KeyboardInterrupt:
        return 0
    finally:
        signal.signal(signal.SIGTERM, before)
        _stop(server)


def _start(
    lake: Path | str, address: str, port: int, maps: Sequence[Path] | None, keep: str
) -> subprocess.Popen[bytes]:
    flags = [part for name, value in _options(address, port) for part in (f"--{name}", value)]
    command = [sys.executable, "-m", "streamlit", "run", str(APP), *flags]
    told = {LAKE: str(lake.resolve() if isinstance(lake, Path) else lake), KEEP: keep}
    if maps is None or maps:
        told[MAPS] = os.pathsep.join(str(folder.resolve()) for folder in maps or ())
    # Its greeting on standard output would bury our one line; errors come on standard error, which stays.
    return subprocess.Popen(
        command,
        env={**os.environ, **told},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def _options(address: str, port: int) -> Iterator[tuple[str, str]]:
    """Yield Streamlit's settings; one that is a list has a row for each of its values."""
    yield from OPTIONS.items()
    yield from (("server.port", str(port)), ("server.address", address))
    yield "client.allowedOrigins", f"http://{HOST}:{port}"  # else pages of Streamlit's own hosts may steer ours
    if _is_private(address):
        yield from (
            ("server.allowedHosts", name) for name in HERE
        )  # else a name that is led here could be asked by its pages
    else:
        yield "client.showErrorDetails", "none"


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


def _answers(server: subprocess.Popen[bytes], address: str, port: int) -> bool:
    """Wait until the server answers; return whether it does."""
    url = f"http://{HOST if address in ('', '0.0.0.0', '::') else address}:{port}/_stcore/health"
    until = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < until:
        try:
            with urlopen(url, timeout=2) as answer:
                return bool(answer.status == 200)
        except (OSError, HTTPException):
            time.sleep(0.1)
    return False


def _ended(server: subprocess.Popen[bytes]) -> int:
    """Wait for the server's end and return its exit code.

    A wait without an end would not notice Ctrl-C: polars, once imported, has system calls go on after the signal.
    """
    while True:
        try:
            return server.wait(timeout=60)
        except subprocess.TimeoutExpired:
            continue


def _stop(server: subprocess.Popen[bytes]) -> None:
    if server.poll() is None:
        server.terminate()
        try:
            server.wait(timeout=5)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            server.kill()
            server.wait()


def _interrupt(_signal: int, _frame: object) -> None:
    """End on SIGTERM as on Ctrl-C, so that the server ends too."""
    raise KeyboardInterrupt


def _fail(message: str) -> int:
    print(f"sitrep: {message}", file=sys.stderr)
    return 1
