"""The demo, run once for all tests, whichever process or run of the same code asks first: reading all sample games takes long."""

from __future__ import annotations

import fcntl
import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from tests.kept import kept

ROOT = Path(__file__).parents[1]


class Demo(NamedTuple):
    """What `sitrep demo` with SERVE=0 did: its lake (copy it before writing into it), its exit code and what it printed."""

    lake: Path
    returncode: int
    stdout: str
    stderr: str


class _Failed(Exception):
    """A demo that failed is not kept."""


def sitrep(*words: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command and return what it did."""
    return _ran("sitrep", *words, cwd=cwd, **env)


def _ran(module: str, *words: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", module, *words]
    return subprocess.run(command, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False)


def _run() -> tuple[Demo, bytes]:
    """Return what the demo did, and its lake as a tar file."""
    with TemporaryDirectory() as folder:
        # Its readers share the rows that they make with the tests; test_readme.py runs the demo again as it is.
        made = _ran("tests.keeping", "demo", "--lake", str(Path(folder, "lake")), cwd=ROOT, SERVE="0")
        demo = Demo(Path(folder, "lake"), made.returncode, made.stdout, made.stderr)
        if demo.returncode:
            raise _Failed(demo)
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as tar:
            tar.add(demo.lake, "lake")
    return demo, packed.getvalue()


def demo_of(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """Return the demo of this code; the lake is one for all processes of this run (pytest-xdist)."""
    base = tmp_path_factory.getbasetemp()
    base = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    try:
        demo, packed = kept("demo", _run)
    except _Failed as failed:
        return failed.args[0]
    place = base / "demo"
    with (base / "demo.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
                tar.extractall(place, filter="data")
    lake = place / "lake"
    return demo._replace(lake=lake, stdout=demo.stdout.replace(str(demo.lake), str(lake)))
