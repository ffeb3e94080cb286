"""A lake knows where its records lie: from any working folder, after both were moved, and for nobody who reads a public copy."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from dashboard.review.reader import Reader
from dashboard.review.record import game_of, record_of
from engine.errors import SitrepError
from ingest import ingest
from ingest.samples import HERE
from tests.dashboard.test_pages import commands, opened
from tests.slow import slow_among
from warehouse import Lake, LakeError, lists, places
from warehouse.export import FORMS, export
from warehouse.people import NOBODY, everybody_hidden, publish
from warehouse.people.publish import names_in
from warehouse.upkeep import backup, vacuum
from warehouse.upkeep.mend import mend_from
from warehouse.verify import verify

NAME, GAME = "axis-takes-moscow.jsonl", "axis-takes-moscow"
FOLDER = "where-the-club-has-its-games"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which `sitrep ingest` was called with names from there."""
    home = tmp_path_factory.mktemp("places") / "home"
    (home / FOLDER).mkdir(parents=True)
    (home / FOLDER / NAME).write_bytes((HERE / NAME).read_bytes())
    before = Path.cwd()
    os.chdir(home)
    try:
        done = CliRunner().invoke(sitrep.main, ["ingest", f"{FOLDER}/{NAME}", "--lake", "lake"])
    finally:
        os.chdir(before)
    assert done.exit_code == 0, done.output
    return home


@pytest.fixture
def home(begun: Path, tmp_path: Path) -> Path:
    """The same folder, after it was moved with all that is in it: a test may change it."""
    return Path(shutil.copytree(begun, tmp_path / "moved"))


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another working folder."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def found(lake: Path) -> Path | None:
    return record_of(Reader.of_lake(Lake.open(lake), GAME))


def test_a_record_is_found_from_another_working_folder(begun: Path, elsewhere: Path) -> None:
    assert found(begun / "lake") == begun / FOLDER / NAME
    run = CliRunner()
    assert run.invoke(sitrep.main, ["verify", "--lake", str(begun / "lake")]).exit_code == 0
    done = run.invoke(sitrep.main, ["review", GAME, "--lake", str(begun / "lake"), "--out", "review.html"])
    assert done.exit_code == 0, done.output
    assert FOLDER not in (elsewhere / "review.html").read_text(encoding="utf-8")


def test_the_dashboard_plays_on_from_another_working_folder(begun: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITREP_LAKE", str(begun / "lake"))
    app = opened("review.py", game=GAME)
    assert commands(app)[0].startswith(f"sitrep play-on {begun / FOLDER / NAME} --"), "it can be run from here"
    assert [button.label for button in app.button if "Play on" in button.label]
    assert "not on this machine" not in "".join(caption.value for caption in app.caption)
    assert "not on this machine" not in "".join(said.value for said in opened("odds.py", game=GAME, battle="1").caption)
    monkeypatch.setenv("SITREP_KEEP", "nobody")
    assert commands(opened("review.py", game=GAME))[0].startswith(f"sitrep play-on {NAME} --"), "strangers see no folder"


def test_a_summary_names_the_record_where_it_lies(home: Path, elsewhere: Path) -> None:
    lake = Lake.create(home / "another")
    cut = home / FOLDER / "the end is missing.jsonl"  # two names that a command must put in quotation marks
    lines = (home / FOLDER / NAME).read_text(encoding="utf-8").splitlines()
    cut.write_text("\n".join([lines[0].replace(GAME, "cut"), *lines[40:]]), encoding="utf-8")
    (row,) = ingest([cut], lake).rows
    assert row.defects, "without its first orders the game has defects"
    told = CliRunner().invoke(sitrep.main, ["summary", "cut", "--lake", str(lake.path)]).output
    assert f"`sitrep validate '{cut}'` lists them" in told


def test_a_record_is_found_where_lake_and_records_were_moved_together(home: Path, begun: Path, elsewhere: Path) -> None:
    assert (begun / FOLDER / NAME).exists(), "the older place has it, too"
    assert found(home / "lake") == home / FOLDER / NAME


def test_a_record_is_found_where_the_lake_alone_was_moved(begun: Path, tmp_path: Path, elsewhere: Path) -> None:
    moved = Path(shutil.copytree(begun / "lake", tmp_path / "far" / "away" / "lake"))
    assert found(moved) == begun / FOLDER / NAME


def test_of_two_files_the_one_with_the_content_is_the_record(home: Path, begun: Path, elsewhere: Path) -> None:
    changed = home / FOLDER / NAME
    changed.write_bytes(changed.read_bytes() + b"\n")
    assert found(home / "lake") == begun / FOLDER / NAME


def test_a_record_that_was_moved_is_found_when_it_is_read_again(home: Path, elsewhere: Path) -> None:
    new = home / "archive"
    (home / FOLDER).rename(new)
    lake = Lake.open(home / "lake")
    version = lake.state().version
    assert ingest([new], lake).counts["unchanged"] == 1
    assert found(home / "lake") == new / NAME and lake.state().version == version
    there = sorted((home / "lake" / places.FOLDER).iterdir())
    assert ingest([new], lake).ok and sorted((home / "lake" / places.FOLDER).iterdir()) == there, "nothing was new"


def test_a_lake_that_keeps_no_places_is_read_as_before(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(home / "lake" / places.FOLDER)
    monkeypatch.chdir(home)
    assert found(home / "lake") == Path(FOLDER) / NAME and verify(Lake.open(home / "lake")) == []
    monkeypatch.chdir(home.parent)
    assert found(home / "lake") is None


def test_what_is_read_wrongly_names_no_folder(home: Path, elsewhere: Path) -> None:
    """Visitors of a dashboard that is open to others read these messages."""
    of, record = Reader.of_lake(Lake.open(home / "lake"), GAME), home / FOLDER / NAME
    for content in (record.read_bytes() + b"\n", b"no game at all"):
        record.write_bytes(content)
        with pytest.raises(SitrepError) as caught:
            game_of(of, record)
        assert NAME in str(caught.value) and FOLDER not in str(caught.value)


def _all_bytes(place: Path) -> bytes:
    files = [place] if place.is_file() else sorted(path for path in place.rglob("*") if path.is_file())
    return b"\n".join(str(path.relative_to(place.parent)).encode() + path.read_bytes() for path in files)


def test_no_public_copy_says_where_a_record_lies(home: Path, tmp_path: Path, elsewhere: Path) -> None:
    lake = Lake.open(home / "lake")
    assert FOLDER.encode() in _all_bytes(home / "lake" / places.FOLDER), "the lake knows it"
    publish(lake, tmp_path / "public", NOBODY, notes=True)
    export(lake, "lake", tmp_path / "anonymous", people=everybody_hidden(names_in(lake)), notes=False)
    for copy in ("public", "anonymous"):
        assert FOLDER.encode() not in _all_bytes(tmp_path / copy)
        assert not (tmp_path / copy / places.FOLDER).exists()
        assert not Lake.open(tmp_path / copy).places(Lake.open(tmp_path / copy).games()["game_id"][0])


@pytest.mark.parametrize("form", slow_among({"delta", "excel"}, FORMS))
def test_no_export_says_where_a_lake_or_its_records_lie(form: str, home: Path, tmp_path: Path, elsewhere: Path) -> None:
    ending = {"duckdb": ".duckdb", "excel": ".xlsx"}.get(form, "")
    target = tmp_path / "elsewhere" / f"out{ending}"
    export(Lake.open(home / "lake"), form, target)
    assert str(home).encode() not in _all_bytes(target)


def _files(folder: Path, count: int) -> dict[str, Path]:
    folder.mkdir()
    found = {f"g{number}": folder / f"{number}.jsonl" for number in range(count)}
    for path in found.values():
        path.touch()
    return found


def _as_if_all_were_there(lake: Lake, monkeypatch: pytest.MonkeyPatch, files: dict[str, Path]) -> Callable[..., None]:
    monkeypatch.setattr(lake, "keep_places", lambda one: places.keep(lake, one, {*files, GAME}))
    return lake.keep_places


def test_records_that_come_one_by_one_leave_few_lists(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake, files = Lake.open(home / "lake"), _files(home / "many", 100)
    keep = _as_if_all_were_there(lake, monkeypatch, files)
    for game, path in files.items():
        keep({game: path})
        assert len(list((lake.path / places.FOLDER).iterdir())) <= places.MOST + 1
    newest = _files(home / "newer", 1)
    keep(newest)
    assert {game: lake.places(game)[0] for game in files} == files | newest
    assert found(lake.path) == home / FOLDER / NAME, "what was kept before the lists were taken together stays"


def test_writers_at_once_lose_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake, files = Lake.open(home / "lake"), _files(home / "many", 60)
    monkeypatch.setattr(places, "MOST", 3)
    keep = _as_if_all_were_there(lake, monkeypatch, files)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda item: keep(dict([item])), files.items()))
    assert {game: lake.places(game)[0] for game in files} == files


def test_a_reader_waits_for_writers_but_not_for_a_list_that_never_comes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = Lake.open(home / "lake")
    there = lists.keys_of(lake, places.FOLDER)
    names = iter([[f"{places.FOLDER}/{number:020}-taken.json"] for number in range(50)])
    monkeypatch.setattr(lists, "keys_of", lambda *_: next(names, there))
    assert lake.places(GAME)[0] == home / FOLDER / NAME, "fifty times, other writers had just taken the lists together"
    monkeypatch.setattr(lists, "keys_of", lambda *_: [f"{places.FOLDER}/gone.json"])
    with pytest.raises(LakeError, match=r"gone\.json: cannot be read: No such file"):
        lake.places(GAME)


def test_a_vacuum_leaves_nothing_of_games_that_are_gone(home: Path) -> None:
    lake = Lake.open(home / "lake")
    lake.remove([GAME])
    vacuum(lake, timedelta(0))
    assert lake.places(GAME), "a version that has the game is kept for an hour"
    vacuum(lake, timedelta(0), at=datetime.now(UTC) + timedelta(days=1))
    assert not lake.places(GAME) and FOLDER.encode() not in _all_bytes(lake.path / places.FOLDER)


def test_lists_of_places_are_backed_up_verified_and_put_back(home: Path, tmp_path: Path) -> None:
    lake = Lake.open(home / "lake")
    backup(lake, tmp_path / "backup")
    assert Lake.open(tmp_path / "backup").places(GAME)
    (path,) = (lake.path / places.FOLDER).iterdir()
    path.write_bytes(path.read_bytes().replace(b"club", b"clob"))
    assert [finding.what for finding in verify(lake)] == [places.WHAT]
    with pytest.raises(LakeError, match="damaged"):
        lake.places(GAME)
    assert found(lake.path) is None, "a page goes on without it"
    mend_from(lake.path, tmp_path / "backup")
    assert verify(lake) == [] and found(lake.path) == home / FOLDER / NAME


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are text there")
def test_a_name_of_any_bytes_is_kept(home: Path, elsewhere: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(home) + b"/50%25 f\xfcr \n\xff.jsonl"))
    (home / FOLDER / NAME).rename(odd)
    assert ingest([odd], Lake.open(home / "lake")).ok
    assert found(home / "lake") == odd


def test_pasted_text_and_rows_of_a_table_have_no_place(tmp_path: Path) -> None:
    lake, table = tmp_path / "lake", tmp_path / "league.csv"
    table.write_text("date,title,sides,players,winner\n,aa1942,Axis; Allies,Bo; Ada,Axis\n", encoding="utf-8")
    run = CliRunner()
    pasted = run.invoke(sitrep.main, ["ingest", "-", "--lake", str(lake)], input=(HERE / NAME).read_text("utf-8"))
    assert pasted.exit_code == 0, pasted.output
    assert run.invoke(sitrep.main, ["ingest", str(table), "--lake", str(lake)]).exit_code == 0
    assert not (lake / places.FOLDER).exists() and Lake.open(lake).games().height == 2
