"""A dashboard that is really served, in a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

SERVE = "import sys; from dashboard.serve import serve; sys.exit(serve(sys.argv[1], int(sys.argv[2])))"


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.create_server(("localhost", 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def served(lake: Path, errors: Path | None = None, code: str = SERVE) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Serve a lake; the address it says, and the process, which is ended if the test has not ended it.

    What it says on standard error goes to a file, `errors` where the test wants to read it: a full pipe would stop the server.
    `code` is what the process runs, with the lake and the port as its arguments.
    """
    command = [sys.executable, "-c", code, str(lake), str(free_port())]
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    with (
        TemporaryDirectory() as folder,
        (errors or Path(folder, "errors")).open("w+") as said,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True, env=environment) as process,
    ):
        try:
            line = process.stdout.readline() if process.stdout else ""
            assert line.startswith("Dashboard: http://localhost:"), line + Path(said.name).read_text()
            yield line.split()[1], process
        finally:
            if process.poll() is None:
                process.terminate()
                process.communicate(timeout=300)


def children(process: subprocess.Popen[str]) -> list[int]:
    """Return the numbers of the processes that a process has started, and those of theirs; Linux knows them."""
    parents = {int(path.name): _parent(path) for path in Path("/proc").iterdir() if path.name.isdecimal()}
    found = [process.pid]
    for number in found:
        found += [one for one, parent in parents.items() if parent == number]
    return found[1:]


def _parent(path: Path) -> int:
    try:
        return int(Path(path, "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:  # it has ended
        return 0
