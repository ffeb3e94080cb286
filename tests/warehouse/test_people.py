"""Names of players: aliases are one person, hidden players are nowhere, and a data set can do without any name."""

from __future__ import annotations

import dataclasses
from hashlib import sha256
from pathlib import Path

import duckdb
import pytest

from engine import events as ev
from engine.replay import Game
from tests.warehouse.games import SETUP, TURN_1, TURN_2, game
from warehouse import Lake, LakeError, ratings
from warehouse.export import export
from warehouse.people import NOBODY, everybody_hidden, publish, read_people
from warehouse.people.people import People
from warehouse.people.publish import LEFT_OUT, names_in, texts
from warehouse.schema import TABLES
from warehouse.stores.local import LocalStore
from warehouse.verify import verify

ADA, BOGUMIL, CYRIAC = "Adalbertine", "Bogumil", "Cyriac O'Neill"
TABLE = f"""name,aliases,hide,since
{ADA},adalbertine_1942; Adalbertine (AI off),,2019
{BOGUMIL},bogumil_77,yes,2020
{CYRIAC},,The Irishman,2021
"""


def played(name: str, allies: str, axis: str, winner: str, day: str, file: str = "") -> Game:
    """Return a finished game between two players, whose names its record holds in every place it can."""
    begin = ev.GameStarted("aa1942", "standard", {}, {"soviet-union": allies, "germany": axis})
    said = [
        ev.MarkerSet("player", "germany", axis),
        ev.MarkerSet("chat", "step 1", f"{axis}: well met, {allies}!"),
        ev.MarkerSet("note", "line 3", f"{allies} was late"),
        ev.DefectFound(
            "log/dice",
            "error",
            f"dice of {axis}",
            "others",
            f"{axis} rolled too often",
            f"/home/{axis}/{file or name}.jsonl:7",
        ),
    ]
    told = [begin, *SETUP[1:], *said, *TURN_1, *TURN_2, ev.GameEnded((winner,), "major")]
    made = game(
        name,
        told,
        digest=sha256(name.encode()).hexdigest(),
        played=day,
        source=f"typed by {allies}",
        about=f"for {axis}",
    )
    return dataclasses.replace(made, name=f"/home/{axis}/{file or name}.jsonl")


GAMES = [
    played("g1", ADA, BOGUMIL, "allies", "2026-01-01", f"{ADA}Vs{BOGUMIL}"),
    played("g2", "adalbertine_1942", "bogumil_77", "axis", "2026-01-02"),
    played("g3", "ADALBERTINE  (AI off)", CYRIAC, "allies", "2026-01-03"),
    played("bogumil-at-home", ADA, "Daria", "axis", "2026-01-04"),
    played("g5", "Daria", ADA, "axis", "2026-01-05"),
]


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = Lake.create(tmp_path_factory.mktemp("people") / "lake")
    lake.write(GAMES[:3])
    lake.write(GAMES[3:])
    return lake


@pytest.fixture
def people(tmp_path: Path) -> People:
    (tmp_path / "players.csv").write_text(TABLE, encoding="utf-8")
    return read_people(tmp_path / "players.csv")


def cells(lake: Lake) -> str:
    """All that any cell of a lake holds."""
    return "\n".join(lake.frame(table).write_json() for table in TABLES)


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_aliases_are_one_person(league: Lake, people: People, tmp_path: Path) -> None:
    publish(league, tmp_path / "public", people)
    copy = Lake.open(tmp_path / "public")
    standings = ratings.standings(copy)
    assert set(standings["player"]) == {ADA, "Player 1", "The Irishman", "Daria"}
    assert standings.filter(player=ADA)["games"].item() == 5
    assert "adalbertine_1942" in set(ratings.standings(league)["player"]), "the lake itself is as it was"


def test_a_hidden_player_is_nowhere(league: Lake, people: People, tmp_path: Path) -> None:
    publish(league, tmp_path / "public", people, notes=True)
    told = cells(Lake.open(tmp_path / "public")).casefold()
    for name in ("bogumil", "cyriac", "neill"):
        assert name not in told
        assert all(name.encode() not in content.lower() for content in files_of(tmp_path / "public").values())
    assert "the irishman: well met, adalbertine (ai off)!" not in told and "the irishman: well met" in told
    assert "/home/" not in told
    ids = set(Lake.open(tmp_path / "public").games()["game_id"])
    assert "g5" in ids and "g1" not in ids and len(ids) == len(GAMES)


def test_chat_and_notes_are_left_out_unless_asked_for(league: Lake, tmp_path: Path) -> None:
    publish(league, tmp_path / "public")
    told = cells(Lake.open(tmp_path / "public"))
    assert "well met" not in told and "was late" not in told and f"for {BOGUMIL}" not in told
    assert told.count(LEFT_OUT) == 2 * len(GAMES)
    publish(league, tmp_path / "with", notes=True)
    told = cells(Lake.open(tmp_path / "with"))
    assert told.count("well met") == len(GAMES) and f"for {BOGUMIL}" in told


@pytest.mark.parametrize("form", ["csv", "lake", "duckdb"])
def test_a_data_set_without_names_has_none_in_any_byte(league: Lake, tmp_path: Path, form: str) -> None:
    target = tmp_path / f"out-{form}"
    people = everybody_hidden(names_in(league))
    export(league, form, target, people=people, notes=True)
    names = [name.casefold() for name in names_in(league)] + ["adalbertine", "bogumil", "cyriac", "daria"]
    found = files_of(target) if target.is_dir() else {"": target.read_bytes()}
    assert found and names
    if form == "lake":
        found["cells"] = cells(Lake.open(target)).encode()
    if form == "duckdb":
        with duckdb.connect(target, read_only=True) as con:
            found |= {table: con.sql(f"FROM {table}").pl().write_json().encode() for table in TABLES}
    for place, content in found.items():
        assert [name for name in names if name.encode() in place.encode().lower() + content.lower()] == [], place


def test_a_data_set_without_names_still_tells_who_met_whom(league: Lake, tmp_path: Path) -> None:
    export(league, "lake", tmp_path / "out", people=everybody_hidden(names_in(league)), notes=False)
    copy = Lake.open(tmp_path / "out")
    before, after = ratings.standings(league), ratings.standings(copy)
    columns = ["place", "games", "rating", "low", "high"]
    assert after.select(columns).sort(columns).equals(before.select(columns).sort(columns))
    assert all(name.startswith("Player ") for name in after["player"])


def test_a_copy_is_a_sound_lake_and_only_what_is_new_is_written(league: Lake, people: People, tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write(GAMES[:3])
    first = publish(lake, tmp_path / "public", people)
    assert first.files and not first.there
    assert publish(lake, tmp_path / "public", people)[1:] == (0, first.files)
    lake.write(GAMES[3:])
    second = publish(lake, tmp_path / "public", people)
    assert second.there == first.files and second.files
    publish(lake, tmp_path / "again", people)
    assert files_of(tmp_path / "again") == files_of(tmp_path / "public")
    assert [one for one in verify(Lake.open(tmp_path / "public")) if not one.remark] == []
    publish(lake, tmp_path / "public", NOBODY)
    assert BOGUMIL in cells(Lake.open(tmp_path / "public"))


def test_a_copy_that_was_cut_short_is_made_whole(league: Lake, people: People, tmp_path: Path) -> None:
    publish(league, tmp_path / "public", people)
    whole = files_of(tmp_path / "public")
    next((tmp_path / "public" / "data" / "games").iterdir()).unlink()
    (tmp_path / "public" / "_log" / "00000001.json").unlink()
    publish(league, tmp_path / "public", people)
    assert files_of(tmp_path / "public") == whole


def test_a_first_copy_that_was_cut_short_goes_on(league: Lake, people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, count = LocalStore.write, iter(range(100))

    def killed(self: LocalStore, key: str, content: bytes) -> None:
        if next(count) == 3:
            raise KeyboardInterrupt
        write(self, key, content)

    monkeypatch.setattr(LocalStore, "write", killed)
    with pytest.raises(KeyboardInterrupt):
        publish(league, tmp_path / "public", people)
    monkeypatch.undo()
    publish(league, tmp_path / "public", people)
    publish(league, tmp_path / "whole", people)
    assert files_of(tmp_path / "public") == files_of(tmp_path / "whole")


def test_a_folder_with_something_else_is_left_alone(league: Lake, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter.txt").write_text("dear Ann")
    with pytest.raises(LakeError, match="not a copy of a lake, and not empty"):
        publish(league, tmp_path / "home")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,hide\nAda,\n", r"players.csv:1: no column 'aliases'"),
        ("name,aliases,hide\nAda,Bo,\nBo,,\n", r"players.csv:3: 'bo' is also in line 2"),
        ("name,aliases,hide\n,Bo,\n", r"players.csv:2: no name"),
        ("name,aliases,hide\nAda,,Bo\nBo,,\n", r"players.csv:2: the pseudonym 'bo' is the name in line 3"),
        ("name,aliases,hide\nAda,,Zed\nBo,,zed\n", r"players.csv:3: the pseudonym 'zed' is also that of line 2"),
    ],
)
def test_a_wrong_table_of_players_is_one_clear_error(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "players.csv").write_text(text, encoding="utf-8")
    with pytest.raises(LakeError, match=message):
        read_people(tmp_path / "players.csv")


def test_names_are_found_as_whole_words_however_they_are_parted() -> None:
    people = People(hidden={"Al": "P1", "Ada Lovelace": "P2", "***": "P3"})
    assert people.scrubbed("italy, AL and al-vs-ada_lovelace.tsvg; ***!") == "italy, P1 and P1-vs-P2.tsvg; P3!"


def test_every_column_of_free_text_is_in_the_table() -> None:
    """A new column that may hold what somebody wrote needs a row in texts.csv, or its reason here."""
    of_titles = {
        "title_name",
        "ending",
        "resource_name",
        "deeds",
        "deeds_by_round",
        "dice_by_round",
        "digest",
        "options",
        "path",
        "attackers",
        "defenders",
    }
    for name, table in TABLES.items():
        if table.kind in ("title", "round", "snapshot"):
            continue
        if name == "record_parts":  # no copy that hides a name has it: tests/vassal/test_parts_of_a_game.py
            continue
        told = {column for column, _ in texts().get(name, ())}
        free = {
            column.name
            for column in table.columns
            if column.type in ("text", "json", "texts") and column.unit not in ("slug", "date", "time")
        }
        assert free - told - of_titles == set(), name
