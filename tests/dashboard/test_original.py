"""The record that a game was read from can be taken away, by those who may, as it is: on the review and on a site."""

from __future__ import annotations

import gzip
import os
import sys
from pathlib import Path
from shutil import copytree
from subprocess import run
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from streamlit.testing.v1 import AppTest

from dashboard.review.original import original_of
from dashboard.review.reader import Reader
from dashboard.site.build import build
from dashboard.site.settings import RECORDS, Settings, game_page
from dashboard.site.verify import verify_site
from ingest import ingest
from sitrep import main
from tests.dashboard.some_pages import only
from tests.dashboard.test_dropped_games import ORDERS, log
from tests.dashboard.test_pages import opened
from warehouse import Lake, LakeError
from warehouse.people import read_people

ROOT = Path(__file__).parents[2]
SHOWN = Settings(notes=True, records=True)
WHOLE = {"short.jsonl": log(*ORDERS), "packed.jsonl.gz": gzip.compress(log(ORDERS[0]).replace(b'"club"', b'"other"'), mtime=0)}
"""Name and content of the records."""
TOKEN = "a token of sixteen letters"


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two logs, one packed, and with their lake; it no longer lies where they were read."""
    folder = tmp_path_factory.mktemp("original")
    (folder / "club").mkdir()
    for name, content in WHOLE.items():
        (folder / "club" / name).write_bytes(content)
    assert ingest([folder / "club"], Lake.create(folder / "lake"), jobs=1).refused == ()
    return folder.rename(folder.with_name("moved"))


@pytest.fixture
def lake(records: Path, tmp_path: Path) -> Lake:
    """The lake with its records, moved elsewhere together."""
    copytree(records, tmp_path, dirs_exist_ok=True)
    return Lake.open(tmp_path / "lake")


@pytest.fixture(autouse=True)
def pages_of_games_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make of a site what has to do with records: its other pages take nearly all the time."""
    only(monkeypatch, "game")


def offered(monkeypatch: pytest.MonkeyPatch, lake: Lake, game: str) -> AppTest:
    monkeypatch.setenv("SITREP_LAKE", str(lake.path))
    return opened(game=game)


def buttons(app: AppTest) -> list[str]:
    return [one.proto.label for one in app.get("download_button") if one.proto.label == "Download the record"]


def by_name(lake: Lake, name: str) -> str:
    return next(game for game, told in lake.games().select("game_id", "name").iter_rows() if told.endswith(name))


def test_only_those_who_may_are_offered_a_record(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    game = by_name(lake, "short.jsonl")
    for rule, token, shown in (("anyone", "", 1), ("nobody", "", 0), ("", "", 0), ("admins", "", 0), ("admins", TOKEN, 0)):
        monkeypatch.setenv("SITREP_RECORDS", rule)
        monkeypatch.setenv("SITREP_ADMIN_TOKEN", token)
        assert len(buttons(offered(monkeypatch, lake, game))) == shown, rule


@pytest.mark.parametrize("keep", ["nobody", "admins"])
def test_admins_show_their_token_once(lake: Lake, monkeypatch: pytest.MonkeyPatch, keep: str) -> None:
    for name, value in (("SITREP_RECORDS", "admins"), ("SITREP_KEEP", keep), ("SITREP_ADMIN_TOKEN", TOKEN)):
        monkeypatch.setenv(name, value)
    app = offered(monkeypatch, lake, by_name(lake, "short.jsonl"))
    assert len(app.text_input) == 1
    app.text_input(key="token").set_value(TOKEN).run()
    assert len(buttons(app)) == 1 and not app.exception


def test_what_is_offered_is_the_record_and_nothing_else(lake: Lake, tmp_path: Path) -> None:
    for name, content in WHOLE.items():
        found = original_of(Reader.of_lake(lake, by_name(lake, name)))
        assert found == (name, content)
    changed = tmp_path / "club" / "short.jsonl"
    changed.write_bytes(changed.read_bytes() + b"\n")
    assert original_of(Reader.of_lake(lake, by_name(lake, "short.jsonl"))) is None
    (tmp_path / "club" / "packed.jsonl.gz").unlink()
    assert original_of(Reader.of_lake(lake, by_name(lake, "packed.jsonl.gz"))) is None


def packed(site: Path) -> dict[str, bytes]:
    """Name and content of each record of a site."""
    found = {}
    for path in (site / RECORDS).glob("*"):
        with ZipFile(path) as archive:
            found |= {name: archive.read(name) for name in archive.namelist()}
    return found


def test_a_site_has_the_records_if_its_admin_says_so(lake: Lake, tmp_path: Path) -> None:
    site = tmp_path / "site"
    build(lake, site, Settings(notes=True), jobs=1)
    assert not (site / RECORDS).exists()
    build(lake, site, SHOWN, jobs=1)
    assert packed(site) == WHOLE
    for game in lake.games()["game_id"]:
        page = site / game_page(game)
        place = page.read_text().split('">Download the record (zip)')[0].rpartition('href="')[2]
        assert (page.parent / place).resolve().parent == (site / RECORDS).resolve() and (page.parent / place).is_file()
    assert verify_site(lake, site, jobs=1) == []
    again = Lake.create(tmp_path / "again")
    assert ingest([site / RECORDS], again, jobs=1).refused == (), "its archives can be read as they are"
    assert sorted(again.games()["digest"]) == sorted(lake.games()["digest"])


def test_records_stay_in_a_site_whose_folder_of_records_is_gone_and_leave_with_their_games(lake: Lake, tmp_path: Path) -> None:
    site = tmp_path / "site"
    build(lake, site, SHOWN, jobs=1)
    for name in WHOLE:
        (tmp_path / "club" / name).unlink()
    assert build(lake, site, SHOWN, jobs=1).made == 0
    assert len(packed(site)) == 2 and verify_site(lake, site, jobs=1) == []
    one = next(path for path in (site / RECORDS).glob("*") if b"short.jsonl" in path.read_bytes())
    one.write_bytes(one.read_bytes().replace(b"aa1942", b"aa1943"))
    assert verify_site(lake, site, jobs=1), "an archive that holds another content is told"
    build(lake, site, SHOWN, jobs=1)
    assert len(packed(site)) == 1, "and not offered any longer"
    lake.remove(lake.games()["game_id"].to_list())
    build(lake, site, SHOWN, jobs=1)
    assert packed(site) == {}


def test_a_record_of_any_name_is_an_archive_with_a_plain_one(tmp_path: Path) -> None:
    """A page that a stranger sends as a record would be the site's own to a browser; a name may lead out of a folder on another system."""
    odd = tmp_path / os.fsdecode(b"..\\..\\evil\xff\n<b>.html")
    odd.write_bytes(log(*ORDERS))
    lake = Lake.create(tmp_path / "lake")
    assert ingest([odd], lake, jobs=1).refused == ()
    build(lake, tmp_path / "site", SHOWN, jobs=1)
    [archive] = (tmp_path / "site" / RECORDS).glob("*")
    assert archive.suffix == ".zip"
    assert packed(tmp_path / "site") == {"_.._evil___b_.html": log(*ORDERS)}


def test_of_a_zip_archive_the_record_alone_is_shown(tmp_path: Path) -> None:
    """What else a player's archive holds was never read, and may have changed since."""
    lake = Lake.create(tmp_path / "lake")
    for letter in ("nothing yet", "private"):
        with ZipFile(tmp_path / ".mail.zip", "w") as mail:
            mail.writestr("short.jsonl", log(*ORDERS))
            mail.writestr("letter.txt", letter)
        assert ingest([tmp_path / ".mail.zip"], lake, jobs=1).refused == ()
    assert original_of(Reader.of_lake(lake, "club")) == (".mail", log(*ORDERS))
    build(lake, tmp_path / "site", SHOWN, jobs=1)
    assert packed(tmp_path / "site") == {"mail": log(*ORDERS)}
    (tmp_path / ".mail.zip").unlink()
    build(lake, tmp_path / "site", SHOWN, jobs=1)
    assert packed(tmp_path / "site") == {"mail": log(*ORDERS)} and verify_site(lake, tmp_path / "site", jobs=1) == []
    assert ingest([tmp_path / "site" / RECORDS], Lake.create(tmp_path / "again"), jobs=1).refused == ()


def test_no_record_is_shown_where_names_or_notes_are_hidden(lake: Lake, tmp_path: Path) -> None:
    with pytest.raises(LakeError, match="add --notes"):
        build(lake, tmp_path / "site", Settings(records=True), jobs=1)
    (tmp_path / "players.csv").write_text("name,aliases,hide\nAda,,yes\n")
    with pytest.raises(LakeError, match="hide nobody"):
        build(lake, tmp_path / "site", SHOWN, read_people(tmp_path / "players.csv"), jobs=1)
    assert not (tmp_path / "site").exists()


def test_the_admins_switch_is_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lake: Lake) -> None:
    said: list[str] = []

    def serve(*given: str) -> int:
        said.append(given[4])
        return 0

    monkeypatch.setattr("dashboard.terminal.serve_commands.serve", serve)
    run = CliRunner().invoke
    for given in ([], ["--records", "admins"]):
        assert run(main, ["dashboard", "--lake", str(lake.path), *given]).exit_code == 0
    assert said == ["", "admins"]
    told = run(main, ["site", "--lake", str(lake.path), "--out", str(tmp_path / "site"), "--notes", "--records", "--jobs", "1"])
    assert told.exit_code == 0 and len(packed(tmp_path / "site")) == 2


def test_a_site_is_made_without_a_word_of_the_dashboards_server(tmp_path: Path, lake: Lake) -> None:
    """What pages keep for their visitors is of the server: loaded without one it warns, on the terminal of who makes a site."""
    told = run(
        [sys.executable, "-m", "sitrep", "site", "--lake", str(lake.path), "--out", str(tmp_path / "site"), "--jobs", "1"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert told.stderr == "" and "site" in told.stdout
