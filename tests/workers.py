"""How many processes share the tests, and which takes what: pytest-xdist's own files, the longest first, none longer than a share."""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from math import ceil
from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

from engine.machine import cores

EACH = 2 * 1024**3
"""Bytes of memory for one worker: itself, a dashboard that it serves, and a browser."""
FOR_TWO = 3
"""Workers for two cores: a fifth of the time of two on two cores is spent on waiting for browsers, servers and clocks."""
PARTS = 4
"""A file is dealt in parts when it takes longer than this part of what a worker has to do."""
LEAST = 10.0
"""Seconds that no part of a file goes below: each part makes its fixtures again."""
LONGEST = Path(__file__).with_name("longest.csv")
SECONDS = "sitrep/seconds"
"""Where pytest's cache keeps how long each file took in the last run of the whole suite here."""
WHOLE = ("", "not slow")
"""What may be said of marks where all files are run."""
CGROUP = Path("/sys/fs/cgroup")


def workers(count: float, memory: float) -> int:
    """Return how many workers fit on so many cores and into so many bytes; 0, none beside the first process, where it is one."""
    fitting = max(1, int(min(ceil(count * FOR_TWO / 2), memory // EACH))) if count > 1 else 1
    return fitting if fitting > 1 else 0


def allowed(cgroup: Path = CGROUP) -> tuple[float, float]:
    """Return the cores and the bytes of memory that these processes may use: a container may have less than its machine."""
    quota, _, period = _told(cgroup / "cpu.max").partition(" ")
    count = min(cores(), int(quota) / int(period)) if quota.isdecimal() and period.isdecimal() else cores()
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    limit = _told(cgroup / "memory.max")
    return count, min(memory, int(limit)) if limit.isdecimal() else memory


def _told(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except OSError:
        return ""


def file_of(test: str) -> str:
    """Return the file of a test, by its id."""
    return test.split("::", 1)[0]


def expected_seconds() -> dict[str, float]:
    """Return file to seconds of those files that take long: so a first run knows them."""
    with LONGEST.open(encoding="utf-8", newline="") as rows:
        return {row["file"]: float(row["seconds"]) for row in csv.DictReader(rows)}


def dealt(tests: Iterable[str], seconds: Mapping[str, float], count: int) -> dict[str, str]:
    """Return test to unit of work, which one worker does in one go: its file, or a part of a file that takes long.

    Args:
        tests: ids in the order of their collection. seconds: file to how long it takes; others take no time worth counting.
        count: how many workers there are.
    """
    sizes = Counter(map(file_of, tests := list(tests)))
    share = max(LEAST, sum(seconds.get(file, 0.0) for file in sizes) / max(count, 1) / PARTS)
    seen: Counter[str] = Counter()
    units = {}
    for test in tests:
        file = file_of(test)
        parts = min(sizes[file], max(1, ceil(seconds.get(file, 0.0) / share))) if count > 1 else 1
        units[test] = f"{file}#{seen[file] * parts // sizes[file]}"
        seen[file] += 1
    return units


class LongestFirst(LoadFileScheduling):
    """Whoever is free takes the longest unit that is left, so that at the end nobody waits for a long one."""

    seconds: Mapping[str, float] = {}
    units: Mapping[str, str] = {}

    def schedule(self) -> None:
        """Deal the tests, once they are known, and hand them out."""
        if self.collection is None:
            self.units = dealt(next(iter(self.registered_collections.values())), self.seconds, len(self.nodes))
            self._sizes = Counter(self.units.values())
            self._files = Counter(map(file_of, self.units))
        super().schedule()

    def _split_scope(self, nodeid: str) -> str:
        return self.units[nodeid]

    def _length(self, unit: str) -> float:
        file = unit.rpartition("#")[0]
        return self.seconds.get(file, 0.0) * self._sizes[unit] / self._files[file]

    def _assign_work_unit(self, node: WorkerController) -> None:
        self.workqueue.move_to_end(max(self.workqueue, key=self._length), last=False)
        super()._assign_work_unit(node)


class Workers:
    """The plug-in of the process that hands out the tests: how workers share them, and how long each file took."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.took: Counter[str] = Counter()

    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: object) -> LoadFileScheduling | None:
        """Answer `--dist loadfile`."""
        if config.getvalue("dist") != "loadfile":
            return None
        config.option.loadscopereorder = False
        made = LongestFirst(config, log)
        made.seconds = expected_seconds() | (config.cache.get(SECONDS, {}) if config.cache else {})
        return made

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the time of a file."""
        self.took[file_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Keep the time of all files, if all of them were run by workers."""
        config = session.config
        whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS and config.option.markexpr in WHOLE
        if whole and not config.option.keyword and not session.shouldstop and config.cache:
            known = config.cache.get(SECONDS, {})
            config.cache.set(SECONDS, known | {file: round(took, 1) for file, took in self.took.items() if took > 1})
