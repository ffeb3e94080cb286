"""A lake with the small game in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from shutil import copytree

import pytest

from ingest.samples import samples
from tests.kept import rows_of
from tests.one_of_each import one_of_each_title
from tests.slow import slow_after
from tests.warehouse.games import game
from tests.warehouse.league import GAMES
from warehouse import Lake
from warehouse.game_rows import Packed


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    """An empty lake."""
    return Lake.create(tmp_path / "lake")


Fill = Callable[[Lake], object]
"""Writes games to an empty lake."""


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Fill], Path]:
    """Return a maker of folders of lakes: each function fills one lake for all tests, which must not be written to."""

    @cache
    def made(fill: Fill) -> Path:
        lake = Lake.create(tmp_path_factory.mktemp("filled") / "lake")
        fill(lake)
        return lake.path

    return made


@pytest.fixture
def copied(filled: Callable[[Fill], Path], tmp_path: Path) -> Callable[[Fill], Lake]:
    """Return a maker of lakes for one test, to do with as it likes: writing a game takes longer than copying its files."""

    def copy(fill: Fill) -> Lake:
        return Lake.open(Path(copytree(filled(fill), tmp_path / "lake")))

    return copy


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake with the small game, and another beside it; not to be written to."""
    lake = Lake.create(tmp_path_factory.mktemp("small") / "lake")
    lake.write([game("small"), game("other")])
    return lake


@pytest.fixture(scope="session", params=slow_after(1, [one_of_each_title, samples]), ids=lambda which: which.__name__)
def sample_games(request: pytest.FixtureRequest) -> tuple[Packed, ...]:
    """The rows of sample games, each replayed once for all tests: one game of each title, and in slow tests all of them."""
    return tuple(rows_of(path) for path in request.param())


@pytest.fixture(scope="session")
def sampled(sample_games: tuple[Packed, ...], tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake of the sample games; not to be written to."""
    lake = Lake.create(tmp_path_factory.mktemp("sampled") / "lake")
    lake.write(sample_games)
    return lake


@pytest.fixture(scope="session")
def league(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake with the eight games of a league; not to be written to."""
    lake = Lake.create(tmp_path_factory.mktemp("league") / "lake")
    lake.write(GAMES)
    return lake
