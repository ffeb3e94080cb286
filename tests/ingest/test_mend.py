"""A lake mended from the records of its games, where no backup has its damaged files."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree, rmtree

import pytest
from click.testing import CliRunner, Result

import sitrep
from ingest import ingest
from ingest.log.writer import write_log
from ingest.mend import mend
from tests.slow import slow_after
from tests.vassal.test_chains import ONE, TWO, begun, position, write
from tests.vassal.writer import game
from warehouse import Lake
from warehouse.places import FOLDER
from warehouse.upkeep import backup
from warehouse.verify import verify


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Two records in a folder of their own: logs of a round between bots, over in a moment."""
    folder = tmp_path_factory.mktemp("records")
    for seed in (1, 2):
        recording, _ = sitrep.simulate(sitrep.load_title("aa1942"), seed, round_limit=1, game=f"game {seed}")
        (folder / f"{seed}.jsonl").write_bytes(write_log(recording))
    return tuple(sorted(folder.iterdir()))


@pytest.fixture(scope="module")
def sound(records: tuple[Path, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a lake of both, in one batch."""
    lake = Lake.create(tmp_path_factory.mktemp("sound") / "lake")
    assert ingest(records, lake).ok and len(lake.state().batches) == 1
    return lake.path


@pytest.fixture
def lake(sound: Path, tmp_path: Path) -> Lake:
    """A copy of it, to be damaged, that does not know where its records are."""
    rmtree(copytree(sound, tmp_path / "lake") / FOLDER)
    return Lake.open(tmp_path / "lake")


def damage(lake: Lake) -> Path:
    (path,) = map(Path, lake.state().files("stacks"))
    path.write_bytes(path.read_bytes()[:-9])
    return path


def run(*words: object, code: int = 0) -> Result:
    result = CliRunner().invoke(sitrep.main, [str(word) for word in words])
    assert result.exit_code == code, result.output
    return result


def test_all_games_of_a_damaged_batch_are_read_again(lake: Lake, records: tuple[Path, ...]) -> None:
    before = lake.frame("stacks").sort(pl_all := lake.frame("stacks").columns)
    damage(lake)
    version = lake.state().version
    done = mend(lake.path, records=[records[0].parent], give_up_older=True)
    assert (done.commits, done.files, done.games, done.left, done.oldest) == (0, 0, 2, (), version + 1)
    again = Lake.open(lake.path)
    assert verify(again) == [] and again.frame("stacks").sort(pl_all).equals(before)


def test_records_bring_back_the_newest_version_alone(lake: Lake, records: tuple[Path, ...]) -> None:
    path = damage(lake)
    done = mend(lake.path, records=[records[0].parent])
    (left,) = done.left
    assert done.games == 2 and left.path == str(path) and "only versions before 3 need it" in next(iter(left.games.values()))
    (found,) = verify(Lake.open(lake.path))
    assert found.where == str(path) and "sitrep lake mend --give-up" in found.cure


def test_without_all_records_it_is_said_which_games_need_it(lake: Lake, records: tuple[Path, ...], tmp_path: Path) -> None:
    path, version = damage(lake), lake.state().version
    done = mend(lake.path, records=[records[0]])
    (left,) = done.left
    missing = next(game for game, digest in lake.digests().items() if game in left.games)
    assert left.path == str(path) and left.games == {missing: "its record is not among the files, nor where it was read from"}
    assert Lake.open(lake.path).state().version == version, "a batch is mended whole, or left"


def test_records_are_found_where_they_were_read_from(sound: Path, tmp_path: Path) -> None:
    lake = Lake.open(Path(copytree(sound, tmp_path / "lake")))
    before = lake.frame("stacks")
    damage(lake)
    done = mend(lake.path, give_up_older=True)
    assert (done.games, done.left) == (2, ())
    again = Lake.open(lake.path)
    assert verify(again) == [] and again.frame("stacks").sort(before.columns).equals(before.sort(before.columns))


@pytest.mark.parametrize("named", slow_after(1, [True, False]))
def test_a_game_by_mail_that_has_grown_since_is_read_again_as_it_is_now(tmp_path: Path, named: bool) -> None:
    first, folder, lake = begun(ONE), tmp_path / "records", Lake.create(tmp_path / "lake")
    folder.mkdir()
    write(folder, a_vlog=first)
    assert ingest([folder], lake).ok
    write(folder, b_vlog=game(position(first), [TWO]))
    (before,) = lake.games()["events"]
    damage(lake)
    if named:
        rmtree(lake.path / FOLDER)
    done = mend(lake.path, records=[folder] if named else (), give_up_older=True)
    assert (done.games, done.left) == (1, ())
    again = Lake.open(lake.path)
    assert verify(again) == [] and again.games()["events"].to_list() > [before]


def test_a_game_by_mail_of_which_logs_are_gone_is_not_read_again(tmp_path: Path) -> None:
    first, folder, lake = begun(ONE), tmp_path / "records", Lake.create(tmp_path / "lake")
    folder.mkdir()
    write(folder, a_vlog=first, b_vlog=game(position(first), [TWO]))
    assert ingest([folder], lake).ok and lake.games().height == 1
    damage(lake)
    (folder / "b.vlog").unlink()
    version = lake.state().version
    (left,) = mend(lake.path, records=[folder]).left
    assert list(left.games.values()) == ["its record is not among the files, nor where it was read from"]
    assert Lake.open(lake.path).state().version == version


def test_the_commands_back_up_and_mend(lake: Lake, tmp_path: Path) -> None:
    said = run("lake", "backup", tmp_path / "copy", "--lake", lake.path).stdout
    assert said.startswith(f"{tmp_path}/copy: version 2: ") and said.endswith("; 0 were there\n")
    path = damage(lake)
    said = run("lake", "mend", "--lake", lake.path, code=1).stdout
    assert f"{path}: still damaged: " in said and "give a backup (--backup)" in said
    told = json.loads(run("lake", "mend", "--lake", lake.path, "--backup", tmp_path / "copy", "--json").stdout)
    assert told == {"commits": 0, "files": 1, "games": 0, "left": [], "oldest": 0}
    assert backup(Lake.open(lake.path), tmp_path / "copy").files == 0
    assert run("verify", "--lake", lake.path).exit_code == 0


def test_a_record_that_other_files_are_part_of_is_found_by_all_of_them(tmp_path: Path) -> None:
    """A game by mail is in several logs, and the tables of an overlay define a game with its log: no file alone tells its digest."""
    folder = tmp_path / "records"
    (folder / "house").mkdir(parents=True)
    first = begun(ONE)
    write(folder, a_vlog=first, b_vlog=game(position(first), [TWO]))
    recording, _ = sitrep.simulate(sitrep.load_title("aa1942"), 1, round_limit=1, game="of the house")
    log = write_log(recording).replace(b'{"sitrep"', b'{"overlays":["house"],"sitrep"', 1)
    (folder / "house" / "title.toml").write_text("")
    (folder / "log.jsonl").write_bytes(log)
    lake = Lake.create(tmp_path / "lake")
    assert ingest([folder], lake).ok and lake.games().height == 2
    damage(lake)
    done = mend(lake.path, records=[folder], give_up_older=True)
    assert (done.games, done.left) == (2, ())
    assert verify(Lake.open(lake.path)) == []
