"""The demo, run once for all tests, whichever process asks first: reading all sample games takes half a minute."""

from __future__ import annotations

import fcntl
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]


class Demo(NamedTuple):
    """What `sitrep demo` with SERVE=0 did: its lake (copy it before writing into it), its exit code and what it printed."""

    lake: Path
    returncode: int
    stdout: str
    stderr: str


def sitrep(*words: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command and return what it did."""
    command = [sys.executable, "-m", "sitrep", *words]
    return subprocess.run(command, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False)


def demo_of(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """Return the demo of this run of the tests; processes that run side by side (pytest-xdist) share one."""
    base = tmp_path_factory.getbasetemp()
    base = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    told = base / "demo.pickle"
    with (base / "demo.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.exists():
            lake = base / "demo" / "lake"
            made = sitrep("demo", "--lake", str(lake), cwd=ROOT, SERVE="0")
            told.write_bytes(pickle.dumps(Demo(lake, made.returncode, made.stdout, made.stderr)))
    return pickle.loads(told.read_bytes())
