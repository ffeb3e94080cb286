"""A question of a stranger does not outlive the server that asked it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.dashboard.server import children
from warehouse import Lake

ASK = "import sys; from warehouse.sandbox import ask_apart; ask_apart(sys.argv[1], sys.argv[2], seconds=600)"
ENDLESS = "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range % 7 = 8"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the system does not end it")
def test_a_question_ends_with_the_process_that_asked(tmp_path: Path) -> None:
    Lake.create(tmp_path / "lake")
    with subprocess.Popen([sys.executable, "-c", ASK, str(tmp_path / "lake"), ENDLESS]) as asking:
        until = time.monotonic() + 300
        while not any(_seconds(one) > 3 for one in children(asking)):  # it is past its imports, and asks
            assert time.monotonic() < until and asking.poll() is None
            time.sleep(0.1)
        (asked,) = children(asking)
        asking.kill()
    while _seconds(asked) >= 0:
        assert time.monotonic() < until
        time.sleep(0.1)


def _seconds(number: int) -> float:
    """Return the processor time of a process, -1 when it has ended."""
    try:
        words = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return -1
    return -1 if words[0] == "Z" else (int(words[11]) + int(words[12])) / 100
