"""Tables of results: each row is a game of which only the result is recorded, taken in, compared and refused alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest import ingest, replay_file
from ingest.find import find
from ingest.read import content_digest
from ingest.report import NEW, REFUSED, REPLACED, UNCHANGED
from ingest.results import reader
from ingest.samples import samples
from tests.ingest.results import DRAWN, FULL, HEADER, OTHER_MAP, ROWS, UNFINISHED, statuses, table
from warehouse import Lake
from warehouse.schema import TABLES
from warehouse.verify import verify


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


def refused(lake: Lake, path: Path) -> str:
    """Return why the only refused row of a table was refused, without the folder."""
    (row,) = ingest([path], lake).refused
    return row.message.removeprefix(f"{path.parent}/")


def test_a_row_tells_who_played_and_how_it_ended(tmp_path: Path, lake: Lake) -> None:
    path = table(tmp_path / "league.csv", *ROWS)
    report = ingest([path], lake)
    assert statuses(report) == [NEW] * 4
    assert [row.path for row in report.rows] == [f"{path}:{number}" for number in (2, 3, 4, 5)]
    seats = lake.frame("seats").sort("played", maintain_order=True).drop("game_id")
    assert seats.rows() == [
        ("aa1942", "standard", "2026-05-01", 8, "", "axis", "Axis", "Bo", "lost", 0, 0.0),
        ("aa1942", "standard", "2026-05-01", 8, "", "allies", "Allies", "Ada", "won", 9, 1.0),
        ("aa1942", "standard", "2026-05-01", 8, "", "allies", "Allies", "Cy", "won", 0, 1.0),
        ("aa1942", "standard", "2026-05-02", None, "", "axis", "Axis", "Ada", "drawn", 0, 0.5),
        ("aa1942", "standard", "2026-05-02", None, "", "allies", "Allies", "Bo", "drawn", 0, 0.5),
        ("world-war-ii-v5-1942-2nd-edition", "standard", "2026-05-03", 11, "", "axis", "Axis", "Ada", "won", None, 1.0),
        (
            "world-war-ii-v5-1942-2nd-edition",
            "standard",
            "2026-05-03",
            11,
            "",
            "allies",
            "Allies",
            "Bo",
            "lost",
            None,
            0.0,
        ),
        ("global-1939", "1939", "2026-05-09", None, "", "axis", "Axis", "Ada", "unfinished", None, None),
        ("global-1939", "1939", "2026-05-09", None, "", "allies", "Allies", "Bo", "unfinished", None, None),
    ]
    games = lake.games().select("fidelity", "rounds", "finished_rounds", "turns", "ended", "winner", "options", "name", "gap")
    assert games.rows() == [
        ("result", 8, None, None, True, "allies", '{"low-luck":"no"}', f"{path}:2", -1),
        ("result", None, None, None, True, "", '{"low-luck":"yes"}', f"{path}:3", -1),
        ("result", 11, None, None, True, "axis", "{}", f"{path}:4", -1),
        ("result", None, None, None, False, "", "{}", f"{path}:5", -1),
    ]


def test_a_game_won_in_part_or_by_forfeit(tmp_path: Path, lake: Lake) -> None:
    header = "date,title,sides,players,winner,shares,how"
    rows = [
        "2026-05-01,aa1942,Axis;Allies,Bo;Ada,Axis,2:1,",
        "2026-05-02,aa1942,Axis;Allies,Bo;Ada,Allies,,Forfeit",
        "2026-05-03,aa1942,Axis;Allies,Bo;Ada,draw,,limit",
        "2026-05-04,aa1942,Axis;Allies,Bo;Ada,draw,1;1,agreed",
    ]
    path = table(tmp_path / "league.csv", *rows, header=header)
    assert statuses(ingest([path], lake)) == [NEW] * 4
    told = lake.measure("rated_games").filter(side="axis").select("played", "outcome", "share").rows()
    assert told == [("2026-05-01", "won", 2 / 3), ("2026-05-02", "lost", 0.0), ("2026-05-04", "drawn", 0.5)], "the limit made no draw"
    assert lake.games().sort("played")["how"].to_list() == ["", "forfeit", "round-limit", "agreed"]
    for number in (2, 3, 4, 5):
        (tmp_path / "again.csv").write_bytes(reader.content_of(f"{path}:{number}") or b"")
        assert replay_file(tmp_path / "again.csv").digest == content_digest(f"{path}:{number}")


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (
            "Allies,2:1,",
            "column 'shares': found '2:1'; expected the most for the winner; Axis won most of it: write that as the "
            "winner, or draw where all have the same",
        ),
        ("draw,2:1,", "column 'shares': found '2:1'; expected the most for the winner; Axis won most of it"),
        ("unfinished,1:1,", "column 'shares': found '1:1'; expected nothing for an unfinished game"),
        ("Axis,2,", "column 'shares': found '2'; expected a whole number up to 1,000 for each of 2 sides, such as 2:1"),
        ("Axis,0:0,", "column 'shares': found '0:0'; expected a whole number"),
        ("Axis,1:-1,", "column 'shares': found '1:-1'; expected a whole number"),
        ("Axis,,boredom", "column 'how': found 'boredom'; expected forfeit, "),
    ],
)
def test_shares_and_ends_that_cannot_be_are_refused(cells: str, message: str, tmp_path: Path, lake: Lake) -> None:
    header = "date,title,sides,players,winner,shares,how"
    path = table(tmp_path / "league.csv", f"2026-05-01,aa1942,Axis;Allies,Bo;Ada,{cells}", header=header)
    assert refused(lake, path).startswith(f"league.csv:2: {message}")


@pytest.mark.parametrize("row", ROWS)
def test_a_row_says_the_same_when_it_is_written_and_read_again(row: str, tmp_path: Path) -> None:
    path = table(tmp_path / "league.csv", row)
    (alone,) = find([path]).files
    once = replay_file(alone)
    (tmp_path / "again.csv").write_bytes(reader.content_of(alone) or b"")
    again = replay_file(tmp_path / "again.csv")
    assert (once.events, once.header, once.digest, once.title) == (
        again.events,
        again.header,
        again.digest,
        again.title,
    )
    assert content_digest(alone) == once.digest


def test_nothing_stands_for_what_a_result_does_not_tell(tmp_path: Path, lake: Lake) -> None:
    ingest([table(tmp_path / "league.csv", *ROWS)], lake)
    told = {name for name in TABLES if lake.frame(name).height}
    assert told == {"games", "seats", "game_started", "game_ended", "round_started", "marker_set", "title_powers"}
    assert verify(lake) == []


def test_the_same_table_changes_nothing_and_a_corrected_row_replaces_its_game(tmp_path: Path, lake: Lake) -> None:
    path = table(tmp_path / "league.csv", *ROWS)
    ingest([path], lake)
    assert statuses(ingest([path], lake)) == [UNCHANGED] * 4
    table(path, OTHER_MAP.replace("Axis,,11", "Allies,,12"), FULL.replace("Allies,Allies 9,8", "Axis,Allies 7,9"), DRAWN)
    assert statuses(ingest([path], lake)) == [REPLACED, REPLACED, UNCHANGED]
    assert lake.games().sort("played")["winner"].to_list() == ["axis", "", "allies", ""]


def test_what_is_written_otherwise_and_says_the_same_is_unchanged(tmp_path: Path, lake: Lake) -> None:
    ingest([table(tmp_path / "league.csv", FULL, DRAWN)], lake)
    semicolons = table(
        tmp_path / "again.csv",
        'x;"Axis; Allies";2026-05-02;no bid;Axis & Allies 1942;-;"Ada; Bo";Yes',
        header="\ufeff#table;Sides;Date;Note;Title;Winner;Players;Low luck",
    )
    assert statuses(ingest([semicolons], lake)) == [REPLACED], "the same game, of whose bid nothing is told here"
    tabs = table(tmp_path / "tabs.csv", "Axis\t2026-05-03", header="title\tdate")
    assert ingest([tabs], lake).rows[0].status == REFUSED, "not a table of results"
    crlf = tmp_path / "crlf.csv"
    crlf.write_bytes(b"\xef\xbb\xbf" + f"{HEADER}\r\n\r\n{FULL.replace('a close one', 'fun')}\r\n".encode())
    assert [(row.path, row.status) for row in ingest([crlf], lake).rows] == [(f"{crlf}:3", UNCHANGED)]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            FULL.replace("2026-05-01", "1.5.2026"),
            "column 'date': found '1.5.2026'; expected a day such as 2026-05-01, or nothing if unknown; format the column as YYYY-MM-DD",
        ),
        (
            FULL.replace("2026-05-01", "2026-02-30"),
            "column 'date': found '2026-02-30'; expected a day such as 2026-05-01, or nothing if unknown; format the column as YYYY-MM-DD",
        ),
        (
            FULL.replace("Axis & Allies 1942", "aa1943"),
            "column 'title': found 'aa1943'; expected one of aa1942, aa1942-second-edition, aa50-1941, aa50-1942, "
            "black-swan, blitz, classic, europe-1940, global-1939, global-1940, global-war-1936, pacific-1940, revised; "
            "the nearest title is aa1942; write another map's name as TripleA writes it",
        ),
        (
            FULL.replace("Axis; Allies", "Axis; Soviets"),
            "column 'sides': found 'Soviets'; expected a side of Axis & Allies 1942: Axis, Allies",
        ),
        (
            FULL.replace("Axis; Allies", "Axis"),
            "column 'sides': found 'Axis'; expected two or more sides with semicolons between them, such as Axis; Allies",
        ),
        (
            FULL.replace("Bo; Ada + Cy", "Bo"),
            "column 'players': found 'Bo'; expected players of 2 sides, with semicolons between them; several players of one side are "
            "joined by +, a side nobody is known for is left empty",
        ),
        (FULL.replace("Bo; Ada + Cy", ";"), "column 'players': found ';'; expected a player of at least one side"),
        (FULL.replace("Ada + Cy", "Ada + ada"), "column 'players': found 'Bo; Ada + ada'; expected each player of Allies once"),
        (
            FULL.replace(",Allies,", ",Bo,"),
            "column 'winner': found 'Bo'; expected Axis, Allies, draw or unfinished; several that won together are joined by +",
        ),
        (
            FULL.replace(",Allies,", ",,"),
            "column 'winner': found ''; expected Axis, Allies, draw or unfinished; several that won together are joined by +",
        ),
        (
            FULL.replace("Allies 9", "9"),
            "column 'bid': found '9'; expected a side (Axis or Allies) and an amount up to 10,000, such as Axis 9; write none for no bid, "
            "nothing if unknown",
        ),
        (FULL.replace(",8,", ",eight,"), "column 'rounds': found 'eight'; expected a whole number from 1 to 1,000, or nothing if unknown"),
        (FULL.replace(",8,", ",0,"), "column 'rounds': found '0'; expected a whole number from 1 to 1,000, or nothing if unknown"),
        (FULL.replace(",no,", ",some,"), "column 'low luck': found 'some'; expected yes, no, or nothing if unknown"),
        (
            FULL.replace(",,Axis; Allies", ",winter,Axis; Allies"),
            "column 'scenario': found 'winter'; expected one of standard, or nothing if unknown",
        ),
        (
            FULL + ",more",
            "found 12 cells; expected 11, as in the first row; put a cell that holds the sign between cells into double quotes",
        ),
        (FULL.encode().replace(b"Ada", b"Ad\xe9"), "column 'players': bytes that are no UTF-8; save the table as CSV UTF-8"),
        (FULL.replace("Ada", "A\0da"), "column 'players': found a NUL character; expected text; save the table again as CSV UTF-8"),
        (FULL.replace("Ada", "A" * 5000), "column 'players': found 5,009 characters; expected at most 1,000"),
        (
            FULL.replace("a close one", "x" * 200_000),
            "the row cannot be split into cells (field larger than field limit (131072)); a double quote within a cell is written twice, "
            "and one that opens a cell must be closed",
        ),
        (FULL.replace(",,a", f",{'x' * 101},a"), f"column 'game': found '{'x' * 80}'; expected an id of up to 100 characters in one line"),
    ],
)
def test_a_bad_row_is_refused_alone_with_its_cure(row: str | bytes, message: str, tmp_path: Path, lake: Lake) -> None:
    path = table(tmp_path / "league.csv", DRAWN, row, UNFINISHED)
    assert refused(lake, path) == f"league.csv:3: {message}"
    assert lake.games().height == 2, "the other rows are in"


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("title,sides,players,winner,bid", "no column 'date'"),
        ("date,title,sides,players,winner,Titel", "unknown column 'Titel': delete it, or begin its name with #, and it is left alone"),
        ("date,title,sides,players,winner,won", "the column 'winner' is there twice"),
    ],
)
def test_a_table_with_a_bad_header_is_refused_whole(header: str, message: str, tmp_path: Path, lake: Lake) -> None:
    path = table(tmp_path / "league.csv", FULL, DRAWN, header=header)
    assert refused(lake, path) == (
        f"league.csv:1: {message}; the first row of a table of results names its columns: date, title, scenario (optional), sides, "
        "players, winner, shares (optional), how (optional), bid (optional), rounds (optional), low luck (optional), game (optional), "
        "notes (optional)"
    )
    table(path, FULL)
    assert ingest([path], lake).ok and lake.refused().is_empty(), "a table whose header was mended is no longer listed as refused"


def test_two_rows_for_one_game_are_never_guessed_between(tmp_path: Path, lake: Lake) -> None:
    path = table(tmp_path / "league.csv", FULL, FULL.replace("Allies,Allies 9", "Axis,none"))
    cure = "delete one of the rows, or give each an id of its own in the column 'game'"
    assert refused(lake, path) == f"league.csv:3: row 2 has the same players on the same day; {cure}"
    ids = table(tmp_path / "ids.csv", *(FULL.replace(",,a close", f",{name},a close") for name in ("first", "second", "first")))
    told = "column 'game': 'first' is also the id of row 2; expected an id of its own for each game"
    assert refused(lake, ids) == f"ids.csv:4: {told}"
    assert sorted(game for game in lake.games()["game_id"] if game.startswith("result-")) == sorted(
        [ingest([path], lake).rows[0].game_id, "result-first", "result-second"]
    )


def test_a_row_never_replaces_a_record_that_knows_more(tmp_path: Path, lake: Lake) -> None:
    (sample,) = (path for path in samples() if path.name == "warsaw-holds.jsonl")
    ingest([sample], lake)
    row = "2026-05-01,black-swan,,Axis;Western Allies,Ada;Bo,draw,,,,warsaw-holds,"
    ingest([table(tmp_path / "league.csv", row)], lake)
    assert sorted(lake.games()["game_id"]) == ["result-warsaw-holds", "warsaw-holds"]
    assert lake.frame("games", "warsaw-holds")["fidelity"].item() == "orders"
