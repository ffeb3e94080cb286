"""What a public copy is named by tells no hidden name to whoever guesses, and no record can choose the id of a hidden player's game."""

from __future__ import annotations

import dataclasses
import json
import os
from pathlib import Path
from shutil import copytree, rmtree

import msgspec
import polars as pl
import pytest
from click.testing import CliRunner

import sitrep
from dashboard.site.build import build
from dashboard.site.manifest import load
from dashboard.site.settings import Settings
from dashboard.site.verify import verify_site
from engine import events as ev
from engine.recording import Fidelity
from engine.titles import load_title
from ingest import ingest
from tests.dashboard.some_pages import without_text
from tests.ingest.example import example
from tests.slow import slow_after
from tests.warehouse.test_hidden_names import table
from tests.warehouse.test_people import files_of, played
from warehouse import Lake, LakeError, secret
from warehouse.batch import read_table
from warehouse.export import FORMS, export
from warehouse.people import everybody_hidden, publish, read_people
from warehouse.people.people import People
from warehouse.people.publish import clashes, names_in, public_id
from warehouse.schema import TABLES
from warehouse.stores.local import LocalStore
from warehouse.upkeep.backup import backup

HIDDEN, SHOWN = (
    played("with-zaphodine", "Daria", "Zaphodine", "allies", "2026-01-01"),
    played("g2", "Daria", "Ada", "axis", "2026-01-02"),
)


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = Lake.create(tmp_path_factory.mktemp("ids") / "lake")
    lake.write([HIDDEN, SHOWN])
    return lake


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> People:
    return read_people(table(tmp_path_factory.mktemp("people"), "Zaphodine,,yes"))


@pytest.fixture(scope="module")
def published(lake: Lake, people: People, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of the lake without the hidden player; copy it."""
    folder = tmp_path_factory.mktemp("published") / "site"
    build(lake, folder, Settings(), people, jobs=1)
    return folder


def named_by(site: Path) -> dict[str, set[str]]:
    """What follows from names in what a site publishes: ids of batches and hidden games, keys of pages, the digest of people."""
    batches = Lake.open(site / "lake").state().batches
    told = load(site)
    hidden = {game for batch in batches.values() for game in batch.games} - {"g2"}
    return {
        "batches": set(batches),
        "games": hidden,
        "pages": {page.key for page in told.pages.values()},
        "people": {told.people},
    }


def test_nothing_that_follows_from_a_hidden_name_can_be_found_by_guessing_it(
    lake: Lake, people: People, published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has the whole lake but its secret, knows every name and runs Sitrep itself, gets nothing that is published."""
    copytree(published, tmp_path / "site")
    copytree(lake.path, tmp_path / "guessed")
    rmtree(tmp_path / "guessed" / secret.FOLDER)
    with monkeypatch.context() as patch:
        without_text(patch)  # of the guesser's site only ids and keys are read
        build(Lake.open(tmp_path / "guessed"), tmp_path / "again", Settings(), people, jobs=1)
    ours, theirs = named_by(tmp_path / "site"), named_by(tmp_path / "again")
    assert {what: ours[what] & theirs[what] for what in ours} == {what: set() for what in ours}
    assert verify_site(lake, tmp_path / "site", people, jobs=1) == []
    published = files_of(tmp_path / "site")
    key = secret.secret_of(lake)
    for place, content in published.items():
        assert HIDDEN.digest.encode() not in content, f"{place}: the rest of a record and a name make its digest"
        assert key not in content and key.hex().encode() not in content, place


@pytest.mark.parametrize("form", FORMS)
def test_no_export_has_the_secret_or_the_digest_of_a_hidden_players_record(lake: Lake, people: People, tmp_path: Path, form: str) -> None:
    export(lake, form, tmp_path / "out", people=people, notes=True)
    key = secret.secret_of(lake)
    found = files_of(tmp_path / "out") if (tmp_path / "out").is_dir() else {"": (tmp_path / "out").read_bytes()}
    for place, content in found.items():
        assert not [one for one in (HIDDEN.digest.encode(), key, key.hex().encode()) if one in content], place
        assert b"zaphodine" not in place.encode().lower() + content.lower(), place


@pytest.fixture
def copy(published: Path, tmp_path: Path) -> Lake:
    """The public copy of a site of one's own."""
    return Lake.open(Path(copytree(published, tmp_path / "site")) / "lake")


@pytest.mark.parametrize("form", slow_after(2, FORMS))
def test_an_export_of_a_public_copy_leaves_no_key_in_what_is_published(copy: Lake, people: People, tmp_path: Path, form: str) -> None:
    """Whoever has the key can guess the names behind the ids."""
    before = files_of(tmp_path / "site")
    export(copy, form, tmp_path / "out", people=people)
    _expect_no_key(tmp_path, before)


def test_a_copy_and_a_site_of_a_public_copy_leave_no_key_in_what_is_published(
    copy: Lake, people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In no form of export: it has nothing to do with them."""
    before = files_of(tmp_path / "site")
    publish(copy, tmp_path / "again", people)
    without_text(monkeypatch)  # it is about files and folders
    build(copy, tmp_path / "another", Settings(), people, jobs=1)
    clashes(copy, people)
    _expect_no_key(tmp_path, before)


def _expect_no_key(folder: Path, before: dict[str, bytes]) -> None:
    assert files_of(folder / "site").keys() == before.keys()
    assert not [path for path in folder.rglob("*") if path.name == secret.FOLDER]


def test_a_public_copy_is_known_by_its_mark_whatever_else_it_has_or_lacks(lake: Lake, people: People, tmp_path: Path) -> None:
    """Not by what is missing: a lake of one commit may have lost `_head`, and a copy may have got another commit."""
    publish(lake, tmp_path / "public", people)
    copy = Lake.open(tmp_path / "public")
    copy.write([HIDDEN])
    assert (tmp_path / "public" / "_head").is_dir() and len(list((tmp_path / "public" / "_log").glob("*.json"))) == 2
    assert secret.is_copy(copy.store)
    assert secret.secret_of(copy) != secret.secret_of(lake)
    assert not (tmp_path / "public" / secret.KEY).exists()
    export(lake, "lake", tmp_path / "own")
    own = Lake.open(tmp_path / "own")
    assert len(list((tmp_path / "own" / "_log").iterdir())) == 1 and not (tmp_path / "own" / "_head").exists()
    assert not secret.is_copy(own.store), "a lake of one's own"
    assert secret.secret_of(own) == bytes.fromhex((tmp_path / "own" / secret.KEY).read_text()[:64])
    export(copy, "lake", tmp_path / "further")
    assert secret.is_copy(Lake.open(tmp_path / "further").store)


def test_a_key_in_an_earlier_public_copy_is_taken_away(lake: Lake, people: People, tmp_path: Path) -> None:
    publish(lake, tmp_path / "public", people)
    before = files_of(tmp_path / "public")
    (tmp_path / "public" / secret.FOLDER).mkdir()
    (tmp_path / "public" / secret.KEY).write_text("0" * 64)
    publish(lake, tmp_path / "public", people)
    assert files_of(tmp_path / "public") == before


@pytest.mark.parametrize("umask", [0o022, 0o000])
def test_only_the_owner_of_a_lake_can_read_its_key(people: People, tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        lake = Lake.create(tmp_path / "lake")
        lake.write([HIDDEN])
        key = secret.secret_of(lake)
        backup(lake, tmp_path / "backup")
        places = [tmp_path / "lake" / secret.KEY, tmp_path / "backup" / secret.KEY]
        assert [oct(place.stat().st_mode & 0o777) for place in places] == ["0o600"] * 2
        places[0].chmod(0o644)  # as it was made before
        assert secret.secret_of(lake) == key and oct(places[0].stat().st_mode & 0o777) == "0o600"
    finally:
        os.umask(before)


def test_a_backup_has_the_secret_so_that_the_ids_stay(lake: Lake, people: People, tmp_path: Path) -> None:
    publish(lake, tmp_path / "public", people)
    backup(lake, tmp_path / "backup")
    publish(Lake.open(tmp_path / "backup"), tmp_path / "again", people)
    assert files_of(tmp_path / "public") == files_of(tmp_path / "again")


def test_a_lake_that_cannot_be_written_is_published_under_a_passing_secret(
    people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([HIDDEN])

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    create = LocalStore.create
    monkeypatch.setattr(LocalStore, "create", lambda self, key, content: (refused if key == secret.KEY else create)(self, key, content))
    publish(lake, tmp_path / "public", people)
    publish(lake, tmp_path / "again", people)
    assert not (lake.path / secret.FOLDER).exists()
    assert files_of(tmp_path / "public") == files_of(tmp_path / "again")


def test_a_damaged_secret_is_one_clear_error(people: People, tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([HIDDEN])
    (lake.path / secret.FOLDER).mkdir()
    (lake.path / secret.KEY).write_bytes(b"")
    with pytest.raises(LakeError, match="_secret/key: damaged: expected 64 hexadecimal digits"):
        publish(lake, tmp_path / "public", people)


def test_ids_of_a_data_set_without_names_are_not_those_of_a_copy_that_names_the_others(lake: Lake, people: People, tmp_path: Path) -> None:
    publish(lake, tmp_path / "public", people)
    publish(lake, tmp_path / "nobody", everybody_hidden(names_in(lake)))
    ids = [set(Lake.open(tmp_path / one).digests()) for one in ("public", "nobody")]
    assert not ids[0] & ids[1]


def test_no_record_can_choose_the_id_of_a_hidden_players_game(lake: Lake, people: People, tmp_path: Path) -> None:
    publish(lake, tmp_path / "public", people)
    (shown,) = {game for game in Lake.open(tmp_path / "public").digests() if game != "g2"}
    first, *rest = example()
    (tmp_path / "in").mkdir()
    for number, game in enumerate((shown, f"result-{shown}", "hidden-at-home", "unhidden-valley")):
        header = json.dumps(json.loads(first) | {"game": game})
        (tmp_path / "in" / f"{number}.jsonl").write_text("\n".join([header, *rest]))
    (tmp_path / "in" / "league.csv").write_text(
        f"date,title,sides,players,winner,game\n2026-05-01,aa1942,Axis; Allies,Ada; Bo,Axis,{shown}\n"
    )
    report = ingest([tmp_path / "in"], Lake.create(tmp_path / "other"))
    assert [row.status for row in report.rows] == ["refused"] * 3 + ["new", "refused"]
    assert all("hidden players' games in public copies" in row.message for row in report.refused)


def test_of_two_games_with_one_id_in_the_public_copy_one_is_left_out_and_told(people: People, tmp_path: Path) -> None:
    """A lake may have such an id from before it was refused."""
    lake = Lake.create(tmp_path / "lake")
    taken = public_id(secret.secret_of(lake), HIDDEN.header.game)
    lake.write([HIDDEN, SHOWN])
    lake.write(
        [
            played(taken, "Mallory", "Daria", "axis", "2026-01-03"),
            played("hidden-0", "Mallory", "Daria", "axis", "2026-01-04"),
        ]
    )
    publish(lake, tmp_path / "public", people)
    public = Lake.open(tmp_path / "public")
    assert set(public.digests()) == {taken, "g2", "hidden-0"}
    assert "Mallory" not in public.games().filter(game_id=taken)["players"].item(), "the older game stays"
    (told,) = clashes(lake, people)
    assert told.startswith(f"game {taken!r} of the record /home/Daria/{taken}.jsonl is left out")
    players = table(tmp_path, "Zaphodine,,yes")
    done = CliRunner().invoke(sitrep.main, ["export", str(tmp_path / "csv"), "--lake", str(lake.path), "--players", str(players)])
    assert done.exit_code == 0 and f"warning: {told}" in done.stderr


def test_what_an_overlays_tables_say_of_a_hidden_player_is_not_published(people: People, tmp_path: Path) -> None:
    """Each table has a column of free text in which an admin of a club writes where a row is from."""
    shipped, change = load_title("aa1942"), msgspec.structs.replace
    title = change(
        shipped,
        areas={**shipped.areas, "germany": change(shipped.areas["germany"], source="Zaphodine said so")},
        units={
            **shipped.units,
            "tank": change(shipped.units["tank"], name="Zaphodine's Tiger", source="Zaphodine at home"),
        },
        powers={**shipped.powers, "germany": change(shipped.powers["germany"], source="as Zaphodine plays it")},
        links=(change(shipped.links[0], source="Zaphodine drew it"), *shipped.links[1:]),
    )
    lake = Lake.create(tmp_path / "lake")
    header = msgspec.structs.replace(HIDDEN.header, overlays=("house",))
    lake.write([dataclasses.replace(HIDDEN, title=title, header=header), SHOWN])
    assert b"Zaphodine" in b"".join(repr(lake.frame(table).rows()).encode() for table in ("title_units", "title_areas"))
    publish(lake, tmp_path / "public", people, notes=True)
    copy = Lake.open(tmp_path / "public")
    for name in TABLES:
        assert "zaphodine" not in repr(copy.frame(name).rows()).lower(), name
    mine, theirs = (
        {row["area"]: (row["name"], row["source"]) for row in frame.filter(pl.col("game_id") == "g2").iter_rows(named=True)}
        for frame in (lake.frame("title_areas"), copy.frame("title_areas"))
    )
    assert mine == theirs


def test_whoever_is_called_as_something_in_the_game_takes_no_word_from_what_the_rules_say(tmp_path: Path) -> None:
    said = ev.DefectFound("aa1942/x", "error", "3 tank in germany", "2", "Berlin has 3 tank in germany; Zaphodine too", "x:7")
    lake = Lake.create(tmp_path / "lake")
    game = dataclasses.replace(HIDDEN, events=(*HIDDEN.events, said), fidelity=Fidelity.ORDERS)
    lake.write([game, SHOWN])
    people = read_people(table(tmp_path, "Zaphodine,Germany;Tank,Somebody"))
    publish(lake, tmp_path / "public", people)
    told = Lake.open(tmp_path / "public").frame("defect_found").filter(pl.col("rule") == "aa1942/x")
    assert told.select("found", "message").rows() == [("3 tank in germany", "Berlin has 3 tank in germany; Somebody too")]


def test_the_place_of_a_hidden_players_game_among_the_others_tells_nothing_of_its_files_name(people: People, tmp_path: Path) -> None:
    """Records are read in the order of their files' names: one between aaa and aac is aab."""
    lake = Lake.create(tmp_path / "lake")
    hidden = [played(f"m{at}", "Daria", "Zaphodine", "axis", "2026-01-01") for at in range(8)]
    lake.write([game for at, one in enumerate(hidden) for game in (one, played(f"n{at}", "Daria", "Ada", "axis", "2026-01-01"))])
    publish(lake, tmp_path / "public", people)
    copy = Lake.open(tmp_path / "public")
    (batch,) = copy.state().batches.values()
    assert list(batch.games) == sorted(batch.games)
    for name in TABLES:
        ids = read_table(copy.store, name, batch)["game_id"].to_list() if name in batch.files else []
        assert ids == sorted(ids), name
