"""SeaweedFS, a server of S3 that communities run, on this machine: its master, one volume, one filer and its gateway in one program."""

from __future__ import annotations

import json
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

PARTS = ("master", "volume", "filer", "s3")
PATIENCE = 300.0
"""Seconds within which the server must answer."""


@contextmanager
def seaweedfs(program: str, key: str, secret: str) -> Iterator[str]:
    """Run `weed server` on free ports with an empty store that only these keys may change; yield the gateway's address."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "data").mkdir()
        (place / "s3.json").write_text(json.dumps(_identities(key, secret)))
        ports = _free_ports(2 * len(PARTS))
        address = f"http://127.0.0.1:{ports[2 * PARTS.index('s3')]}"
        with (place / "log").open("wb") as log:
            running = subprocess.Popen([program, "server", *_options(place, ports)], stdout=log, stderr=log, cwd=place)
            try:
                _wait(address, running, place / "log")
                yield address
            finally:
                running.kill()  # it would take ten seconds and more to end by itself, and nobody needs the store again
                running.wait()


def _identities(key: str, secret: str) -> dict[str, object]:
    credentials = [{"accessKey": key, "secretKey": secret}]
    return {"identities": [{"name": key, "credentials": credentials, "actions": ["Admin", "Read", "Write", "List"]}]}


def _options(place: Path, ports: list[int]) -> list[str]:
    listening = [
        option
        for number, part in enumerate(PARTS)
        for option in (f"-{part}.port={ports[2 * number]}", f"-{part}.port.grpc={ports[2 * number + 1]}")
    ]
    sockets = [f"-{part}.localSocket={place / part}.sock" for part in ("filer", "s3")]
    small = ["-volume.max=0", "-master.volumeSizeLimitMB=64", "-s3.port.iceberg=0", "-s3.port.lance=0", "-s3.iam=false"]
    quiet = ["-master.telemetry=false", "-ip=127.0.0.1", "-s3", f"-s3.config={place / 's3.json'}"]
    return [f"-dir={place / 'data'}", *quiet, *small, *listening, *sockets]


def _free_ports(count: int) -> list[int]:
    with ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def _wait(address: str, running: subprocess.Popen[bytes], log: Path) -> None:
    """Wait for the gateway's answer to somebody without keys: forbidden."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and running.poll() is None:
        try:
            urlopen(address, timeout=5).close()
        except HTTPError as error:
            if error.code == 403:
                return
        except (URLError, OSError):
            pass
        time.sleep(0.1)
    raise AssertionError(f"{running.args} did not answer at {address} within {PATIENCE:.0f} s:\n{log.read_text()[-2000:]}")
