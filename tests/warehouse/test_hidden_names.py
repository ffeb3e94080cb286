"""A hidden player is hidden in whatever Unicode form a name was typed, and who mistypes one in players.csv is told."""

from __future__ import annotations

import dataclasses
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import duckdb
import msgspec
import pytest
from click.testing import CliRunner

import sitrep
from ingest import ingest
from ingest.results.row import result_of
from tests.dashboard.some_pages import only
from tests.ingest.example import example
from tests.slow import slow_after, slow_among
from tests.warehouse.test_people import cells, files_of, played
from tests.warehouse.test_results import SAVE, TEAMS, result
from warehouse import Lake
from warehouse.export import FORMS as FORMS_OF_EXPORT
from warehouse.export import export
from warehouse.people import everybody_hidden, publish, read_people, unknown
from warehouse.people.names import folded
from warehouse.people.people import People
from warehouse.people.publish import names_in

FORMS = {
    "composed, as Windows types it": ("Jos\u00e9 Zaph\u00f3dine", "Jose\u0301 Zapho\u0301dine"),
    "decomposed, as macOS types it": ("Jose\u0301 Zapho\u0301dine", "Jos\u00e9 Zaph\u00f3dine"),
    "a zero-width space": ("Zaphodine", "Zapho\u200bdine\u200b"),
    "a zero-width joiner and a word joiner": ("Zaphodine", "Zap\u200dho\u2060dine"),
    "a soft hyphen": ("Zaphodine", "Zapho\u00addine"),
    "a direction mark": ("Zaphodine", "\u200eZaphodine\u200f"),
    "an override that reading writes out": ("Zaphodine", "\\u202eZaphodine\\u202c"),
    "a variation selector": ("Zaphodine", "Zaphodine\ufe0f"),
    "a tag": ("Zaphodine", "Zaphodine\U000e0041"),
    "a filler": ("Zaphodine", "Zapho\u3164dine"),
    "full-width letters": ("Zaphodine", "\uff3a\uff41\uff50\uff48\uff4f\uff44\uff49\uff4e\uff45"),
    "a ligature": ("Zaffirine", "Za\ufb00irine"),
    "a sharp s": ("Zaphostrasse", "ZAPHOSTRA\u1e9eE"),
    "other blanks": ("Zaphodine Trill", "zaphodine\u00a0\u2003TRILL"),
    "in players.csv, not in the record": ("Zapho\u200bdine", "Zaphodine"),
}


def table(folder: Path, *rows: str) -> Path:
    path = folder / "players.csv"
    path.write_text("\n".join(["name,aliases,hide", *rows, ""]), encoding="utf-8")
    return path


@pytest.mark.parametrize(("listed", "recorded"), slow_after(8, FORMS.values()), ids=FORMS)
def test_a_name_in_another_unicode_form_is_hidden(tmp_path: Path, listed: str, recorded: str) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([played("g1", "Daria", recorded, "allies", "2026-01-01")])
    people = read_people(table(tmp_path, f"{listed},,yes"))
    publish(lake, tmp_path / "public", people, notes=True)
    told = cells(Lake.open(tmp_path / "public"))
    visible = [part for part in recorded.split() if part.isprintable()]
    assert recorded not in told and not [part for part in visible if part in told]
    assert "Player 1: well met, Daria!" in told
    assert all(recorded.encode() not in content for content in files_of(tmp_path / "public").values())
    assert unknown(lake, people) == []


def test_of_a_name_typed_in_two_ways_a_data_set_without_names_makes_one_player(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write(
        [
            played("g1", "Daria", "Jos\u00e9", "allies", "2026-01-01"),
            played("g2", "Jose\u0301", "D\u200baria", "axis", "2026-01-02"),
        ]
    )
    export(lake, "lake", tmp_path / "out", people=everybody_hidden(names_in(lake)), notes=False)
    seats = Lake.open(tmp_path / "out").sql("SELECT DISTINCT player FROM seats WHERE player <> '' ORDER BY 1")["player"]
    assert seats.to_list() == ["Player 1", "Player 2"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zaphodines laptop, ZaphodineMuller, xXzaphodineXx", "P1s laptop, P1Muller, xXP1Xx"),
        ("ZAPHO\u200bDINE and Z\u00e4phodine.tsvg", "P1 and P1.tsvg"),
        ("adalovelace ADA-LOVELACE Ada\u00a0Lovelaces", "P2 P2 P2s"),
        ("BoVsAda, bo_2, Bo2, Bo's", "P3VsAda, P3_2, P32, P3's"),
        ("Bolivia, Bos, elbow, turbo", "Bolivia, Bos, elbow, turbo"),
        ("\u738b\u4f1f\u7684\u7535\u8111", "P4\u7684\u7535\u8111"),
        ("Jose Secreto and JOSE\u0301 SECRETO\u0301 say", "P5 and P5 say"),
        ("nobody here", "nobody here"),
    ],
    ids=[
        "within words",
        "unseen letters and accents",
        "words of a name",
        "a short name",
        "within words no short name",
        "a script without blanks",
        "accents",
        "nothing",
    ],
)
def test_names_in_text_are_found_within_words_where_they_are_long_enough(text: str, shown: str) -> None:
    hidden = {"Zaphodine": "P1", "Ada Lovelace": "P2", "Bo": "P3", "\u738b\u4f1f": "P4", "Jos\u00e9 Secreto": "P5"}
    assert People(hidden=hidden).scrubbed(text) == shown


CODED = {
    "in an address of the web": "see https://club.example/?by=Zo%C3%AB%20M%C3%BCller&game=1",
    "in a form of the web": "by=Zo%c3%ab+M%c3%bcller",
    "in an address of an old page": "by Zo%EB%20M%FCller",
    "decomposed in an address": "by Zoe%CC%88%20Mu%CC%88ller",
    "in HTML": "by Zo&euml; M&#252;ller",
    "in HTML, hexadecimal": "by Zo&#xEB; M&#xfc;ller",
    "in JSON": r"by Zo\u00eb M\u00fcller",
    "in JSON of another program": r"by Zo\u00EB M\u00FCller",
    "in Python": r"by Zo\xeb M\xfcller",
    "UTF-8 taken for Windows' encoding": "Zoë Müller".encode().decode("cp1252"),
    "in a name out of a zip archive": "Zoë Müller".encode().decode("cp437"),
    "in such a name made on macOS": "Zoe\u0308 Mu\u0308ller".encode().decode("cp437"),
    "without a key for ü": "by Zoe Mueller",
    "as a sign of percent stands before it": "100%Zoë Müller",
}


@pytest.mark.parametrize("text", CODED.values(), ids=CODED)
def test_a_name_is_found_where_its_letters_are_coded(text: str) -> None:
    shown = People(hidden={"Zoë Müller": "Player 1"}).scrubbed(text)
    assert "Player 1" in shown and "ller" not in shown.lower() and "Zo" not in shown


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Łukasz", "Lukasz"),
        ("Lukasz", "Łukasz"),
        ("Bjørn", "BJOERN"),
        ("Bjørn", "bjorn"),
        ("Ægir", "Aegir"),
        ("Işıl", "IŞIL"),
        ("Işıl", "işıl"),
        ("🦊🦊", r"\ud83e\udd8a\uD83E\uDD8A"),
        ("محمد", "محمـد"),
    ],
)
def test_a_name_is_found_without_its_strokes_and_dots(name: str, text: str) -> None:
    assert People(hidden={name: "Player 1"}).scrubbed(f"by {text}!") == "by Player 1!"


def test_the_dotless_i_of_turkish_is_an_i() -> None:
    for forms in (("Işıl", "IŞIL", "ışıl"), ("İlker", "ilker", "İLKER", "I\u0307lker")):
        assert len(set(map(folded, forms))) == 1, forms


def test_what_only_looks_coded_stays() -> None:
    for text in (
        "50% of 7",
        "R&D; x &nosuch;",
        r"C:\users\x",
        r"\uZZZZ",
        "naïve “café”",
        "%",
        r"\U99999999",
        r"\ud83d",
    ):
        assert People(hidden={"Zoë Müller": "Player 1"}).scrubbed(text) == text


def test_a_name_of_any_length_is_replaced_as_a_whole_and_looked_for_by_its_first_letters() -> None:
    one, other = "ab" * 5_000 + "c", "ab" * 5_000 + "-d" * 40
    people = People(hidden={one: "Player 1", other: "Player 1"})
    assert people.scrubbed(f"by {one}, {other}; {one[:-1]}") == "by Player 1, Player 1; Player 1"
    assert len(people._finder._pattern.pattern) < 2_000, "what is looked for at every letter of a text is short"


def test_names_that_begin_alike_are_looked_at_together() -> None:
    names = [f"{'a' * 60}{number:04}" for number in range(3_000)]
    people = People(hidden={name: f"Player {at}" for at, name in enumerate(names, start=1)})
    assert people.scrubbed(f"{names[7]} beat {names[2999]}") == "Player 8 beat Player 3000"
    assert people._finder._pattern.pattern.count("a") <= 61


def test_a_name_that_could_be_that_of_two_people_is_nobodys() -> None:
    assert People(hidden={"Ann Marie": "P1", "AnnMarie": "P2"}).scrubbed("for annmarie") == "for a hidden player"


@pytest.mark.parametrize("row", ["\u200b,,yes", ",Bo,yes"])
def test_a_row_without_a_name_that_can_be_seen_is_an_error(tmp_path: Path, row: str) -> None:
    with pytest.raises(sitrep.SitrepError, match=r"players\.csv:2: no name"):
        read_people(table(tmp_path, row))


def test_a_result_typed_in_another_unicode_form_is_the_same_result() -> None:
    cells_ = {"date": "2026-05-01", "title": "aa1942", "sides": "Axis; Allies", "winner": "Axis"}
    composed, decomposed = (result_of(cells_ | {"players": f"{name}; Bo"}).game_id for name in ("Jos\u00e9", "Jose\u0301\u200b"))
    assert composed == decomposed


def test_a_result_gives_way_to_a_save_whose_players_are_typed_in_another_unicode_form(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    typed = {side: [f"{name}\u200b" for name in names] for side, names in TEAMS.items()}
    lake.write([SAVE, result(teams=typed)])
    assert [lead for _, lead, *_ in lake.sql("FROM retold").rows()] == ["save"]


def test_every_command_that_reads_players_csv_warns_of_rows_that_fit_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "downloads")  # the warnings come before any page
    lake = Lake.create(tmp_path / "lake")
    lake.write([played("g1", "Daria", "Zaphodine", "allies", "2026-01-01")])
    players = table(tmp_path, "Daria,,", "Zaphodyne,Trillian,yes", "Ford,,yes")
    for words in ("export csv", "site --out site --jobs 1", "verify --site site"):
        name, *rest = words.replace("csv", str(tmp_path / "csv")).replace(" site", f" {tmp_path / 'site'}").split()
        done = CliRunner().invoke(sitrep.main, [name, *rest, "--lake", str(lake.path), "--players", str(players)])
        assert done.exit_code == 0, done.output
        said = [line for line in done.stderr.splitlines() if line.startswith("warning")]
        assert [f"{players}:3: 'Zaphodyne' nor its other name fits no player" in said[0], len(said)] == [True, 2], words
        assert "the nearest name in the lake is 'Zaphodine'" in said[0] and f"{players}:4: 'Ford'" in said[1]


def test_folding_twice_is_folding_once() -> None:
    for _, recorded in FORMS.values():
        assert folded(folded(recorded)) == folded(recorded)


SOURCES = {
    "typed by Zaphodine at the club": "",
    "TripleA 2.5.22294": "TripleA 2.5.22294",
    "TripleA by Trillian": "TripleA",
    "VASSAL 3.7.0-beta3": "VASSAL 3.7.0-beta3",
    "VASSALtrillian": "",
    "sitrep simulate": "sitrep simulate",
    "sitrep simulate (lab)": "sitrep simulate (lab)",
    "Table of results": "Table of results",
    "TripleA turn summary": "TripleA turn summary",
}


def _of_each_source(lake: Lake) -> None:
    games = []
    for number, source in enumerate(SOURCES):
        made = played(f"g{number}", "Daria", "Zaphodine", "allies", f"2026-01-{number + 1:02}")
        games.append(dataclasses.replace(made, header=msgspec.structs.replace(made.header, source=source)))
    lake.write(games)


@pytest.mark.parametrize("form", slow_among({"delta", "excel"}, FORMS_OF_EXPORT))
def test_of_a_source_only_a_known_program_is_published(copied: Callable[..., Lake], tmp_path: Path, form: str) -> None:
    """Trillian is no player: no list of names could tell that hers is one."""
    lake = copied(_of_each_source)
    people = read_people(table(tmp_path, "Zaphodine,,yes"))
    for name, chosen, notes in (
        ("without-notes", people, False),
        ("anonymous", everybody_hidden(names_in(lake)), False),
        ("anonymous-with-notes", everybody_hidden(names_in(lake)), True),
    ):
        target = tmp_path / name
        export(lake, form, target, people=chosen, notes=notes)
        found = files_of(target) if target.is_dir() else {"": target.read_bytes()}
        if form == "lake":
            public = Lake.open(target)
            assert public.games()["source"].to_list() == list(SOURCES.values()), name
            found["cells"] = cells(public).encode()
        if form == "duckdb":
            with duckdb.connect(target, read_only=True) as con:
                found["cells"] = con.sql("FROM games").pl().write_json().encode()
        if form == "excel":
            with zipfile.ZipFile(target) as book:
                found |= {name: book.read(name) for name in book.namelist()}
        for place, content in found.items():
            assert b"trillian" not in content.lower() and b"zaphodine" not in content.lower(), (name, place)


def test_with_notes_a_source_keeps_its_text_but_for_hidden_names(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([played("g1", "ZaphodineMuller", "Zaphodine", "allies", "2026-01-01")])
    publish(lake, tmp_path / "public", read_people(table(tmp_path, "Zaphodine,,yes")), notes=True)
    assert Lake.open(tmp_path / "public").games()["source"].to_list() == ["typed by Player 1Muller"]


def test_nobody_is_named_by_the_title_and_the_sides_of_a_table_of_results(tmp_path: Path) -> None:
    rows = [
        "Zaphodine's duel,Zaphodine; Karl,Zaphodine; Bo,Zaphodine,Zaphodine 9",
        "aa1942,Axis; Allies,Zaphodine; Bo,Axis,Axis 3",
    ]
    (tmp_path / "league.csv").write_text("\n".join(["title,sides,players,winner,bid,date", *(f"{row},2026-05-01" for row in rows)]))
    lake = Lake.create(tmp_path / "lake")
    ingest([tmp_path / "league.csv"], lake)
    publish(lake, tmp_path / "public", read_people(table(tmp_path, "Zaphodine,,yes")))
    public = Lake.open(tmp_path / "public")
    assert "zaphodine" not in cells(public).lower()
    asked = public.sql("SELECT title, title_name, winner, players FROM games ORDER BY title").rows()
    assert asked[0] == ("aa1942", "Axis & Allies 1942", "axis", '{"axis":"Player 1","allies":"Bo"}')
    assert asked[1] == ("player-1-s-duel", "Player 1's duel", "player-1", '{"player-1":"Player 1","karl":"Bo"}')
    assert public.sql("SELECT side, player, outcome, bid FROM seats WHERE title LIKE '%duel' ORDER BY side").rows() == [
        ("karl", "Bo", "lost", 0),
        ("player-1", "Player 1", "won", 9),
    ]
    keys = public.sql("SELECT key FROM marker_set ORDER BY ALL")["key"].to_list()
    assert keys == [f"bid|{side}" for side in ("allies", "axis", "karl", "player-1")]
    assert public.sql("SELECT winners FROM game_ended ORDER BY ALL")["winners"].to_list() == [["axis"], ["player-1"]]


def test_what_the_rules_write_stays_though_somebody_is_called_so(tmp_path: Path) -> None:
    """A pseudonym in its place would spoil the number, and tell what the hidden player is called."""
    first, *rest = example()
    header = json.loads(first) | {"players": {"germany": "3", "soviet-union": "Germany"}}
    (tmp_path / "up").mkdir()
    (tmp_path / "up" / "game.jsonl").write_text("\n".join([json.dumps(header), *rest]))
    (tmp_path / "up" / "league.csv").write_text("title,sides,players,winner,bid,date\naa1942,Axis; Allies,9; 3,Axis,Axis 9,2026-05-01")
    lake = Lake.create(tmp_path / "lake")
    ingest([tmp_path / "up"], lake)
    publish(lake, tmp_path / "public", everybody_hidden(names_in(lake)))
    asked = "SELECT scope, key, value FROM marker_set WHERE scope <> 'player' ORDER BY ALL"
    rows = lake.sql(asked).rows()
    assert ("battle", "defender", "germany") in rows and ("game", "bid|axis", "9") in rows
    assert Lake.open(tmp_path / "public").sql(asked).rows() == rows
    assert set(Lake.open(tmp_path / "public").sql("SELECT player FROM seats")["player"]) <= {
        "Player 1",
        "Player 2",
        "Player 3",
    }
