"""A file that is not the one it is named for is refused by name: a copy of another commit, an old one, one that fits no neighbour."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copyfile, copytree

import pytest

from tests.warehouse.commits import MANY, filled, one_more, unchain
from tests.warehouse.games import game
from warehouse import Lake, LakeError, checkpoints
from warehouse.checkpoints import EVERY
from warehouse.log import Log, key_of
from warehouse.stores import store_of
from warehouse.upkeep import backup
from warehouse.upkeep.mend import mend_from
from warehouse.verify import verify


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a lake of four commits: none, one, two and three games."""
    lake = Lake.create(tmp_path_factory.mktemp("sound") / "lake")
    for name in "abc":
        lake.write([game(name)])
    return lake.path


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a log of many commits, with checkpoints."""
    folder = tmp_path_factory.mktemp("long") / "lake"
    filled(folder)
    return folder


PAIRS = [(1, 2), (2, 1), (2, 3), (3, 4), (4, 3), (1, 4), (4, 2)]


@pytest.mark.parametrize(("one", "other"), PAIRS)
@pytest.mark.parametrize("chained", [True, False])
def test_a_commit_copied_over_another_is_refused_everywhere(sound: Path, tmp_path: Path, one: int, other: int, chained: bool) -> None:
    place = Path(copytree(sound, tmp_path / "lake"))
    lake = Lake.open(place)
    if not chained:
        unchain(place)
    copyfile(place / key_of(one), place / key_of(other))
    for read in (
        lambda: Lake.open(place),
        lambda: Lake.open(place).games(),
        lambda: backup(Lake.open(place), tmp_path / "copy"),
    ):
        with pytest.raises(LakeError, match=rf"{key_of(other)}: damaged: .*put it back from a copy"):
            read()
    if other < 4:
        with pytest.raises(LakeError, match=rf"{key_of(other)}: damaged: "):
            list(lake.history())  # of a process that had the lake open before


def files_of(place: Path) -> dict[str, bytes]:
    return {str(path.relative_to(place)): path.read_bytes() for path in place.rglob("*") if path.is_file()}


def test_a_backup_puts_back_an_exchanged_commit(sound: Path, tmp_path: Path) -> None:
    for one, other in PAIRS:
        place = Path(copytree(sound, tmp_path / f"lake-{one}-{other}"))
        copyfile(place / key_of(one), place / key_of(other))
        assert mend_from(place, sound) == (1, 0)
        assert files_of(place) == files_of(sound)
    assert verify(Lake.open(sound)) == []


def changed(text: bytes) -> bytes:
    return text.replace(b'"at": "2026-01-01T00:', b'"at": "2026-01-01T02:')


@pytest.mark.parametrize(
    "harm", [lambda path: copyfile(path.with_name("00000010.json"), path), lambda path: path.write_bytes(changed(path.read_bytes()))]
)
@pytest.mark.parametrize("number", [15, 40])
def test_an_older_commit_that_the_newest_version_does_not_need_gives_no_wrong_version(
    long: Path, tmp_path: Path, harm: Callable[[Path], object], number: int
) -> None:
    log = Log(store_of(copytree(long, tmp_path, dirs_exist_ok=True)))
    newest, time = log.state(), next(one.at for one in log.history() if one.version == number)
    harm(tmp_path / key_of(number))
    assert Log(log.store).state() == newest
    named = rf"{number:08}\.json: damaged: "
    for read in (
        lambda log: log.state(number),
        lambda log: log.state(number + 5 if number < EVERY else number + 3),
        lambda log: list(log.history()),
    ):
        with pytest.raises(LakeError, match=named):
            read(Log(log.store))
    try:
        assert Log(log.store).version_at(time) == number
    except LakeError as error:
        assert f"{number:08}.json: damaged: " in str(error)


def test_a_commit_that_fits_its_name_and_not_its_neighbours_is_refused(long: Path, tmp_path: Path) -> None:
    filled(tmp_path / "short", 3)
    other = Log(store_of(tmp_path / "short"))
    while other.state().version < MANY:
        other.commit(lambda state, version: one_more(state, version + (version == 4) * 100).__class__(version, state.at))
    for number in (15, EVERY, MANY - 2, MANY):
        place = Path(copytree(long, tmp_path / f"lake-{number}"))
        copyfile(tmp_path / "short" / key_of(number), place / key_of(number))
        with pytest.raises(LakeError, match=r"damaged: its SHA-256 is .* as recorded by "):
            list(Log(store_of(place)).history())
        with pytest.raises(LakeError, match=r"damaged: its SHA-256 is .* as recorded by "):
            Log(store_of(place)).state(number)


def test_the_newest_commit_is_held_against_its_second_record_also_where_a_checkpoint_stands_for_it(
    tmp_path: Path,
) -> None:
    filled(tmp_path / "lake", EVERY)
    other = filled(tmp_path / "other", 3)
    while other.state().version < EVERY:
        other.commit(lambda state, version: one_more(state, version).__class__(version, state.at))
    for key in (key_of(EVERY), checkpoints.key_of(EVERY)):
        copyfile(tmp_path / "other" / key, tmp_path / "lake" / key)
    with pytest.raises(LakeError, match=rf"{EVERY:08}\.json: damaged: .* as recorded by _head/"):
        Log(store_of(tmp_path / "lake")).state()


def test_a_checkpoint_copied_over_another_is_passed_over(long: Path, tmp_path: Path) -> None:
    log = Log(store_of(copytree(long, tmp_path, dirs_exist_ok=True)))
    state = log.state()
    for one, other in ((1, 2), (2, 1)):
        kept = (tmp_path / checkpoints.key_of(other * EVERY)).read_bytes()
        copyfile(tmp_path / checkpoints.key_of(one * EVERY), tmp_path / checkpoints.key_of(other * EVERY))
        assert Log(log.store).state() == state
        assert Log(log.store).state(MANY - 3) == log.state(MANY - 3)
        (tmp_path / checkpoints.key_of(other * EVERY)).write_bytes(kept)
