"""What every test may use: the reference material, and bounded, repeatable property tests."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.reference import reference_folder
from tests.workers import Workers, allowed, workers

# Derandomized, so that a failure on one machine is a failure on all; no deadline, because machines differ in speed.
settings.register_profile("sitrep", max_examples=50, deadline=None, derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "sitrep"))

# No test cuts the power: what it writes need not be on the disk before it goes on.
os.fsync = lambda file: None

# A machine on which somebody plays TripleA draws other maps: tests name theirs.
os.environ.setdefault("SITREP_MAPS", "")


def pytest_xdist_auto_num_workers() -> int:
    """Answer `-n auto`: as many processes as the machine can bear."""
    return workers(*allowed())


def pytest_configure(config: pytest.Config) -> None:
    """Share the tests among processes, unless this is one of them."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Workers(config))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for garbage, a sixth of the time, and never look through the thousands of tests again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_unconfigure() -> None:
    """Let Python clean up at its very end, since libraries complain of what is left; pytest before would look through all of it twice."""
    atexit.register(gc.unfreeze)


MAIN = sys.modules["__main__"]


@pytest.fixture(autouse=True)
def main_module() -> Iterator[None]:
    """Give `__main__` back after each test: Streamlit's leave a page's script there, which every spawned process would run."""
    yield
    sys.modules["__main__"] = MAIN


@pytest.fixture(scope="session")
def shared() -> Path:
    """Directory of the reference material (rule books, map data, saved games), which is not part of the repository.

    It is named by the environment variable SITREP_SHARED, or else lies beside the checkout as `shared`.
    A test that asks for it is skipped where it is absent.
    """
    path = reference_folder()
    if not path.is_dir():
        pytest.skip(f"no reference material: {path} is not a directory (SITREP_SHARED names another)")
    return path
