"""What takes the place of limits, timers and signals where the system has none: tried here with those of Linux hidden."""

from __future__ import annotations

import codecs
import os
import subprocess
import sys
import time
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from engine import machine
from engine.errors import RecordError
from ingest.limits import OutOfTime, timed
from tests.other_systems import hidden

EATS = """
import time
import engine.machine as m
m.bound(AS=400 << 20)
held = []
while len(held) < 100:
    held.append(b"x" * (10 << 20))
    time.sleep(0.02)
print("ate", len(held))
"""
SPINS = """
import engine.machine as m
m.bound(CPU=1)
import time
end = time.monotonic() + 120
while time.monotonic() < end: pass
print("span")
"""
WAITS = "import engine.machine as m, time; m.end_with_parent(); print('up', flush=True); time.sleep(600)"
LEFT = f"""
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {WAITS!r}], stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid, flush=True)
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], env=hidden(), capture_output=True, text=True, timeout=300)


def test_a_process_that_takes_more_memory_than_it_may_ends() -> None:
    done = run(EATS)
    assert (done.returncode, done.stdout) == (1, ""), done.stderr


def test_a_process_that_takes_more_time_than_it_may_ends() -> None:
    began = time.monotonic()
    done = run(SPINS)
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    assert time.monotonic() - began < 110


def test_a_process_ends_after_the_one_that_started_it() -> None:
    number = int(run(LEFT).stdout)
    until = time.monotonic() + 60
    while Path(f"/proc/{number}/cmdline").is_file() and Path(f"/proc/{number}/cmdline").read_bytes() and time.monotonic() < until:
        time.sleep(0.05)
    assert time.monotonic() < until


def spin() -> None:
    until = time.process_time() + 60
    while time.process_time() < until:
        pass


def test_without_a_timer_a_block_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "HAS_TIMER", False)
    began = time.process_time()
    with pytest.raises(RecordError, match=r"not read within 0\.2 seconds of a processor"), timed(0.2, "not read", "wait"):
        spin()
    assert 0.2 <= time.process_time() - began < 30


def test_without_a_timer_a_block_that_does_not_let_go_is_ended_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "HAS_TIMER", False)
    heard = 0
    with pytest.raises(RecordError), timed(0.1, "not read", "wait"):
        for _ in range(2):
            try:
                spin()
            except OutOfTime:  # as where Python only prints it
                heard += 1
        raise OutOfTime
    assert heard == 2


def test_without_a_timer_a_block_in_time_hears_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "HAS_TIMER", False)
    for _ in range(200):
        with timed(0.001, "not read", "wait"):
            pass
    time.sleep(0.2)


@pytest.mark.parametrize("alphabet", ["cp1252", "cp437", "ascii", "utf-8"])
def test_a_pipe_of_a_console_with_few_characters_takes_all(alphabet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    stream = TextIOWrapper(pipe := BytesIO(), encoding=alphabet)
    machine.say_everything(stream)
    stream.write("Kiev \u2192 \u0412\u044f\u0437\u044c\u043c\u0430")
    stream.flush()
    assert pipe.getvalue() == "Kiev → Вязьма".encode()


def test_whoever_sets_an_alphabet_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    stream = TextIOWrapper(pipe := BytesIO(), encoding="cp1252")
    machine.say_everything(stream)
    stream.write("Köln \u2192")
    stream.flush()
    assert pipe.getvalue() == codecs.encode("Köln ", "cp1252") + b"\\u2192"


def test_what_a_system_lacks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform.startswith("linux") and machine.resource is not None:  # else it is hidden
        assert machine.lacking() == []
    monkeypatch.setattr(machine, "resource", None)
    monkeypatch.setattr(machine, "KEEPS_MEMORY", False)
    assert [line for line in machine.lacking() if "size of the files" in line]
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert [line for line in machine.lacking() if "pip install psutil" in line]


def test_a_lock_file_goes_with_its_last_holder(tmp_path: Path) -> None:
    code = f"""
from pathlib import Path
import engine.machine as m
place = Path({str(tmp_path)!r})
with m.locked(place, shared=True) as one:
    with m.locked(place, shared=True) as two:
        print(one, two, (place / m.LOCK).exists())
    with m.locked(place) as alone:
        print(alone)
print((place / m.LOCK).exists())
"""
    assert run(code).stdout.splitlines() == ["True True True", "False", "False"]
    assert os.listdir(tmp_path) == []
