"""The same ingest on a Dask cluster: nothing is lost when a worker dies, and what is missing is said in one line."""

from __future__ import annotations

import os
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from engine.errors import SitrepError
from ingest import workers as ingest_workers
from ingest.pipeline import ingest
from tests.ingest.lake import MemoryLake
from tests.ingest.test_kills import differing, tables
from tests.ingest.test_pipeline import TURN, write
from tests.one_of_each import soonest_read
from tests.warehouse.s3 import BUCKET, server
from warehouse import Lake

dask = pytest.importorskip("dask", reason="the extra `cluster` is not installed")
distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


@pytest.fixture(scope="module")
def workers():
    """Two worker processes on this machine; one that dies is replaced."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        yield cluster


SHORT = soonest_read()[:3]
"""Real games beside the small ones: three that are soon read, since what a worker reads makes no difference to the cluster."""


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    for number in range(20):
        write(folder / f"g{number:02}.jsonl", *TURN, *['{"do":"end"}'] * (number % 5), game=f"g{number:02}")
    write(folder / "g10.jsonl", '{"do":"bye"}', game="g10")
    for path in SHORT:
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


def run(*words: object):
    return CliRunner().invoke(sitrep.main, [str(word) for word in words])


def test_a_cluster_gives_the_same_lake(workers, records: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    here = run("ingest", records, "--lake", one, "--jobs", 1)
    there = run("ingest", records, "--lake", other, "--scheduler", workers.scheduler_address)
    assert (
        there.stderr == ""
        and here.exit_code == there.exit_code == 1
        and f"{19 + len(SHORT)} new" in here.stdout
        and "1 refused" in here.stdout
    )
    assert here.stdout == there.stdout
    assert differing(tables(Lake.open(one)), tables(Lake.open(other))) == []


@pytest.mark.slow
def test_a_cluster_fills_a_lake_in_a_bucket(workers, records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("ingest", records, "--lake", tmp_path / "one", "--jobs", 1).exit_code == 1
    with server() as environment:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        url = f"s3://{BUCKET}/league"
        there = run("ingest", records, "--lake", url, "--scheduler", workers.scheduler_address)
        assert there.exit_code == 1 and f"{19 + len(SHORT)} new" in there.stdout and "1 refused" in there.stdout
        assert differing(tables(Lake.open(tmp_path / "one")), tables(Lake.open(url))) == []


@pytest.mark.slow
def test_a_worker_killed_on_the_way_loses_nothing(workers, records: Path, tmp_path: Path) -> None:
    whole = MemoryLake()
    expected = ingest([records], whole)
    pids = {name: worker["pid"] for name, worker in _workers(workers).items()}
    killed: list[int] = []

    def kill_one(done: int, total: int, path: Path) -> None:
        if done == 3 and not killed:
            killed.append(next(iter(pids.values())))
            os.kill(killed[0], signal.SIGKILL)

    lake = MemoryLake()
    with ingest_workers.cluster(workers.scheduler_address) as readers:
        report = ingest([records], lake, on_progress=kill_one, workers=readers)
    assert killed and report == expected
    assert lake.kept == whole.kept
    end = time.monotonic() + 300
    while killed[0] in (now := [worker["pid"] for worker in _workers(workers).values()]) and time.monotonic() < end:
        time.sleep(0.05)
    assert killed[0] not in now


def _workers(cluster) -> dict:
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        return {name: {"pid": pid} for name, pid in client.run(os.getpid).items()}


@pytest.mark.slow
def test_a_file_that_kills_every_worker_is_read_here_at_last(records: Path) -> None:
    class Deadly(ingest_workers.Workers):
        """Kills the worker that is given one of the files."""

        def submit(self, work, paths, *args):
            return super().submit(os._exit, 9) if any(path.stem == "g05" for path in paths) else super().submit(work, paths, *args)

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0") as fragile,
        ingest_workers.cluster(fragile.scheduler_address) as readers,
    ):
        lake = MemoryLake()
        report = ingest([records], lake, workers=Deadly(readers.executor, readers.hands))
    assert report == ingest([records], MemoryLake())
    assert "g05" in lake.kept


@pytest.mark.slow
def test_any_executor_will_do(records: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        assert ingest([records], MemoryLake(), jobs=2, workers=pool) == ingest([records], MemoryLake())


def test_no_scheduler_is_one_line(records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingest_workers, "SECONDS_TO_ANSWER", 1)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    for wrong in (address, "nonsense", "http://127.0.0.1:1", "tcp://no-such-host.invalid:8786"):
        result = run("ingest", records, "--lake", tmp_path / "lake", "--scheduler", wrong)
        assert result.exit_code == 1 and result.stdout == ""
        assert result.stderr.startswith(f"sitrep: no scheduler answers at {wrong!r} (")
        assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("wrong", ["nonsense", "http://127.0.0.1:1", "tcp://host", "host:8786"])
def test_what_is_no_address_is_not_tried(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setattr(distributed, "Client", lambda *_, **__: pytest.fail("its end is waited for, for 40 seconds"))
    with (
        pytest.raises(SitrepError, match=r"no address of one\); expected an address such as tcp://"),
        ingest_workers.cluster(wrong),
    ):
        pass


def test_a_scheduler_without_workers_is_one_line(records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingest_workers, "SECONDS_TO_ANSWER", 1)
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as idle:
        result = run("ingest", records, "--lake", tmp_path / "lake", "--scheduler", idle.scheduler_address)
        assert (result.exit_code, result.stderr) == (
            1,
            f"sitrep: the scheduler at {idle.scheduler_address} has no workers; start some with: dask worker {idle.scheduler_address}\n",
        )


def test_a_missing_package_is_one_line(records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingest_workers, "find_spec", lambda name: None)
    result = run("ingest", records, "--lake", tmp_path / "lake", "--scheduler", "tcp://127.0.0.1:1")
    assert result.exit_code == 1
    assert result.stderr == ("sitrep: a scheduler needs the package distributed; install it with: pip install distributed\n")
