"""A short recorded game, and a lake that holds it, for the tests of the front door."""

from __future__ import annotations

from pathlib import Path

import pytest

import sitrep
from ingest.log.writer import write_log


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of two rounds between bots."""
    recording, _ = sitrep.simulate(sitrep.load_title("aa1942"), 5, round_limit=2, game="short")
    path = tmp_path_factory.mktemp("records") / "short.jsonl"
    path.write_bytes(write_log(recording))
    return path


@pytest.fixture(scope="session")
def lake_path(record: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake that holds the short game."""
    path = tmp_path_factory.mktemp("front") / "lake"
    assert sitrep.ingest([record], sitrep.Lake.create(path)).ok
    return path
