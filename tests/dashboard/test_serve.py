"""Serving: one line that says where, one that says why not, and a quiet end."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from dashboard.serve import serve
from tests.dashboard.server import free_port, served


def test_a_port_in_use_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("localhost", 0)) as other:
        port = other.getsockname()[1]
        assert serve(tmp_path, port) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert (
        err == f"sitrep: port {port} is in use by another program; stop it, or choose another port: --port {port + 1}\n"
    )


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_one_line_says_where_and_the_end_is_quiet(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path) as (address, process):
        with urlopen(f"{address}/_stcore/health") as answer:
            assert answer.read() == b"ok"
        process.send_signal(how)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 0
    assert out == "", "the one line was read before"
    assert "Traceback" not in err and "Welcome" not in err and "sitrep:" not in err
    with pytest.raises(OSError):
        urlopen(f"{address}/_stcore/health", timeout=2)


def test_importing_it_starts_no_streamlit() -> None:
    code = "import sys, dashboard.serve; sys.exit('streamlit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_free_port_is_free() -> None:
    with socket.create_server(("localhost", free_port())):
        pass
