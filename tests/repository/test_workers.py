"""The tests share a machine as it is: how many workers there are, and that each test is handed out once, the longest first."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import workers as sharing
from tests.workers import SECONDS, LongestFirst, Workers, allowed, dealt, expected_seconds, workers

ROOT = Path(__file__).parents[2]
GIB = 1024**3


@pytest.mark.parametrize(
    ("count", "memory", "expected"),
    [
        (1, 64 * GIB, 0), (2, 24 * GIB, 3), (2, 5 * GIB, 2), (2, 3 * GIB, 0), (8, 32 * GIB, 12), (64, 16 * GIB, 8), (64, 256 * GIB, 96),
        (1.5, 8 * GIB, 3),
        (1, GIB // 2, 0),
    ],
)  # fmt: skip
def test_workers_follow_cores_and_memory(count: float, memory: int, expected: int) -> None:
    assert workers(count, memory) == expected


def test_a_container_has_what_it_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "cores", lambda: 64)
    whole = allowed(tmp_path)
    assert whole[0] == 64 and whole[1] > 0
    for quota, limit in (("max 100000", "max"), ("", "")):
        (tmp_path / "cpu.max").write_text(quota)
        (tmp_path / "memory.max").write_text(limit)
        assert allowed(tmp_path) == whole
    (tmp_path / "cpu.max").write_text("250000 100000\n")
    (tmp_path / "memory.max").write_text("1000000\n")
    assert allowed(tmp_path) == (2.5, 1_000_000)


def test_a_file_is_one_unit_unless_it_is_longer_than_a_workers_share() -> None:
    tests = [f"a.py::test_{n}" for n in range(10)] + ["b.py::test"] + [f"c.py::test_{n}" for n in range(3)]
    seconds = {"a.py": 60.0, "c.py": 20.0, "gone.py": 1000.0}
    assert Counter(dealt(tests, seconds | {"c.py": 340.0}, 2).values()) == {"a.py#0": 5, "a.py#1": 5, "b.py#0": 1} | {
        f"c.py#{n}": 1 for n in range(3)
    }
    few = dealt(tests, seconds, 64)
    assert {few[test] for test in tests} == {*(f"a.py#{n}" for n in range(6)), "b.py#0", "c.py#0", "c.py#1"}, "10 s each"
    assert list(few.values()) == sorted(few.values()), "parts are of tests that stand together"
    whole = {"a.py#0": 10, "b.py#0": 1, "c.py#0": 3}
    assert Counter(dealt(tests, seconds, 1).values()) == Counter(dealt(tests, {}, 4).values()) == whole


class Worker:
    """A worker that says what it was handed."""

    shutting_down = False
    gateway = SimpleNamespace(id="gw")

    def __init__(self) -> None:
        self.told: list[int] = []

    def send_runtest_some(self, indices: list[int]) -> None:
        self.told += indices

    def shutdown(self) -> None:
        self.shutting_down = True


def test_every_test_is_handed_out_once_and_the_longest_file_first() -> None:
    tests = [f"{file}.py::test_{n}" for file in ("brief", "long", "longest", "other") for n in range(6)]
    option = SimpleNamespace(loadscopereorder=False, maxprocesses=None, tx=["popen"] * 2)
    config = SimpleNamespace(option=option, getvalue=lambda name: getattr(option, name))
    scheduler = LongestFirst(config)
    scheduler.seconds = {"long.py": 9.0, "longest.py": 10.0, "other.py": 1.0}
    them = [Worker(), Worker()]
    for one in them:
        scheduler.add_node(one)
        scheduler.add_node_collection(one, tests)
    scheduler.schedule()
    assert [tests[one.told[0]] for one in them] == ["longest.py::test_0", "long.py::test_0"]
    done = [0, 0]
    while any(done[n] < len(one.told) for n, one in enumerate(them)):
        for n, one in enumerate(them):
            if done[n] < len(one.told):
                scheduler.mark_test_complete(one, one.told[done[n]])
                done[n] += 1
    assert sorted(them[0].told + them[1].told) == list(range(len(tests)))
    assert scheduler.tests_finished and not scheduler.has_pending
    assert [tests[index].split(".")[0] for one in them for index in one.told[6:7]] == ["other", "brief"]


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ({}, {"a.py": 5.0, "old.py": 9.0}),
        ({"keyword": "canals"}, {"old.py": 9.0}),
        ({"markexpr": "demo"}, {"old.py": 9.0}),
    ],
)
def test_how_long_files_take_is_kept_after_a_run_of_all(change: dict[str, str], kept: dict[str, float]) -> None:
    cache = {SECONDS: {"old.py": 9.0}}
    config = SimpleNamespace(
        option=SimpleNamespace(**({"keyword": "", "markexpr": "not slow"} | change)),
        cache=SimpleNamespace(get=cache.get, set=cache.__setitem__),
        args_source=pytest.Config.ArgsSource.TESTPATHS,
    )
    one = Workers(config)
    for name, took in (("a.py::test_1", 2.0), ("a.py::test_2", 3.0), ("b.py::test", 0.5)):
        one.pytest_runtest_logreport(SimpleNamespace(nodeid=name, duration=took))
    one.pytest_sessionfinish(SimpleNamespace(config=config, shouldstop=False))
    assert cache == {SECONDS: kept}


def test_files_said_to_be_long_are_there() -> None:
    assert [file for file in expected_seconds() if not (ROOT / file).is_file()] == []


def test_make_test_leaves_the_number_of_workers_to_the_machine() -> None:
    assert "pytest -n auto --dist loadfile" in (ROOT / "Makefile").read_text(encoding="utf-8")
