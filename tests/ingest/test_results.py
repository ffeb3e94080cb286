"""Tables of results: each row is a game of which only the result is recorded, taken in, compared and refused alone."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import FrameType

import polars as pl
import pyarrow as pa
import pytest

from engine.recording import Fidelity
from engine.titles import load_title, names_of, titles
from ingest import ingest, replay_file
from ingest.find import find
from ingest.mend import mend
from ingest.read import content_digest
from ingest.report import NEW, REFUSED, REPLACED, UNCHANGED
from ingest.results import reader, sheet
from ingest.samples import samples
from ingest.sandbox import ingest_apart
from ingest.watch import WatchedFolder
from tests.demo import ROOT
from tests.ingest.results import DRAWN, FULL, HEADER, OTHER_MAP, ROWS, UNFINISHED, statuses, table
from warehouse import Lake, parquet
from warehouse.schema import ARROW_LISTS, TABLES
from warehouse.upkeep import backup
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
            "column 'title': found 'aa1943'; expected one of aa1942, black-swan, blitz, global-1939, global-war-1936; "
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


def test_tables_of_results_are_found_in_folders_and_other_companions_left_alone(tmp_path: Path) -> None:
    path = table(tmp_path / "league.csv", FULL, DRAWN)
    (tmp_path / "units.csv").write_text("unit,cost\ntank,5\n")
    table(tmp_path / ".hidden.csv", FULL)
    found = find([tmp_path, path])
    assert found.files == [Path(f"{path}:2"), Path(f"{path}:3")]
    assert [path.name for path in found.passed_over] == [".hidden.csv", "units.csv"]


def test_a_table_is_read_once_however_many_rows_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, reads = table(tmp_path / "league.csv", *(FULL.replace(",,a", f",g{at},a") for at in range(300))), []
    monkeypatch.setattr(reader, "read_file", lambda path: reads.append(path) or Path(path).read_bytes())
    rows = find([path]).files
    assert len({content_digest(row) for row in rows}) == 300 and len(reads) == 1
    assert replay_file(rows[7]).fidelity is Fidelity.RESULT and len(reads) == 1
    table(path, FULL)
    os.utime(path, ns=(1, 1))
    assert len(find([path]).files) == 1 and len(reads) == 2, "a table that changed is read again"


def test_a_table_of_too_many_rows_is_refused_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lake: Lake) -> None:
    monkeypatch.setattr(sheet, "MOST", 3)
    path = table(tmp_path / "league.csv", *ROWS)
    assert refused(lake, path) == "league.csv: has more than 3 rows; split the table into several files"


def test_an_open_quote_swallows_no_rows_unsaid(tmp_path: Path, lake: Lake) -> None:
    path = table(tmp_path / "league.csv", FULL, FULL.replace("a close one", '"a close one'), *ROWS[1:])
    assert "league.csv:3: the row cannot be split into cells" in refused(lake, path)
    assert lake.games().is_empty()


def test_a_watched_table_is_read_when_it_is_whole(tmp_path: Path) -> None:
    times = [0.0]
    path, watched = table(tmp_path / "league.csv", FULL, DRAWN), WatchedFolder(tmp_path, 5, lambda: times[0])
    assert watched.whole() == []
    times[0] = 6.0
    rows = watched.whole()
    assert rows == [Path(f"{path}:2"), Path(f"{path}:3")]
    watched.take(rows)
    assert watched.whole() == []
    table(path, FULL, DRAWN, UNFINISHED)
    times[0] = 7.0
    assert watched.whole() == []
    times[0] = 13.0
    assert len(watched.whole()) == 3


def test_a_damaged_lake_is_mended_from_the_table(tmp_path: Path, lake: Lake) -> None:
    path = table(tmp_path / "league.csv", *ROWS)
    ingest([path], lake)
    backup(lake, tmp_path / "backup")
    before = lake.frame("seats")
    (file,) = map(Path, lake.state().files("seats"))
    file.write_bytes(file.read_bytes()[:-9])
    assert mend(lake.path, records=[path], give_up_older=True).left == ()
    assert Lake.open(lake.path).frame("seats").sort(pl.all()).equals(before.sort(pl.all()))


def test_other_processes_read_the_same(tmp_path: Path, lake: Lake) -> None:
    path = table(tmp_path / "league.csv", *(FULL.replace(",,a", f",g{at},a") for at in range(20)), "bad")
    here = Lake.create(tmp_path / "here")
    assert [row.status for row in ingest([path], lake, jobs=2).rows] == [row.status for row in ingest([path], here).rows]
    assert lake.frame("seats").equals(here.frame("seats"))


def test_a_table_dropped_on_a_page_is_refused_with_its_cure_and_one_row_is_a_record(tmp_path: Path) -> None:
    row = ingest_apart(table(tmp_path / "league.csv", *ROWS), tmp_path / "lake", "mine.csv")
    assert (row.status, row.message) == (
        REFUSED,
        "mine.csv: a table of several results; expected one recorded game; `sitrep ingest` reads such a table into a lake",
    )
    assert ingest_apart(table(tmp_path / "one.csv", FULL), tmp_path / "one", "mine.csv").status == NEW


def test_text_of_a_table_stays_text(tmp_path: Path, lake: Lake) -> None:
    row = FULL.replace("Bo; Ada + Cy", "=HYPERLINK(1); \u202eadA")
    assert ingest([table(tmp_path / "league.csv", row)], lake).ok
    assert lake.frame("seats")["player"].to_list() == ["=HYPERLINK(1)", "\\u202eadA"]


def many(path: Path, rows: int) -> Path:
    """Write a table of so many results, half of a shipped title and half of another map."""
    titles = ("aa1942", "World War II v5 1942 2nd Edition")
    return table(
        path,
        *(f"2024-05-{at % 28 + 1:02},{titles[at % 2]},Axis; Allies,A{at}; B{at},Axis,Axis 9,8" for at in range(rows)),
        header="date,title,sides,players,winner,bid,rounds",
    )


def calls(folder: Path, rows: int) -> int:
    """Return how many functions an ingest of a table calls, in this process."""
    path, count = many(folder / f"{rows}.csv", rows), 0

    def called(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    lake = Lake.create(folder / str(rows))
    sys.setprofile(called)
    try:
        report = ingest([path], lake, jobs=2)
    finally:
        sys.setprofile(None)
    assert report.counts[NEW] == rows
    return count


def test_a_row_of_a_long_table_costs_little_and_as_much_as_in_a_short_one(tmp_path: Path) -> None:
    """Counted in calls: 43,000 a row when each was a record of its own with a frame for each table; 20,000 rows took minutes.

    Then 1,130, as each row was opened as a file is, and compared with all that a record may have; they took ten seconds.
    """
    calls(tmp_path, 1)  # what is loaded once
    short, middle, long = (calls(tmp_path, rows) for rows in (100, 400, 1000))
    assert (middle - short) / 300 < 600
    assert (long - middle) / 600 < 1.1 * (middle - short) / 300


def test_a_table_is_read_without_what_takes_long_to_load_and_without_searching_it_for_cycles(tmp_path: Path) -> None:
    """Every search of Python's for cycles goes through all rows read so far: it took a third of the time."""
    code = f"""
import gc, sys
from pathlib import Path
from ingest import ingest
from tests.ingest.test_results import many
from warehouse import Lake
path, lake = many(Path({str(tmp_path)!r}) / "long.csv", 3000), Lake.create(Path({str(tmp_path)!r}) / "lake")
before = gc.get_stats()[2]["collections"]
report = ingest([path], lake)
print(len(report.rows), "pandas" in sys.modules, gc.get_stats()[2]["collections"] - before < 3)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert told.stdout.split() == ["3000", "False", "True"]


def test_lists_of_a_column_are_those_that_arrow_makes() -> None:
    for kind, cells in {
        "texts": ((), ("a",), ["b", "c"], ("ä",)),
        "ints": ((1, 2), (), (-5,)),
        "reals": ((0.5,), (float("inf"),), ()),
    }.items():
        expected = pl.Series("x", pa.array(cells, ARROW_LISTS[kind]))
        assert pl.Series("x", parquet._lists(cells, kind)).equals(expected)
        assert pl.Series("x", parquet._lists((*cells, None), kind)).to_list() == [*map(list, cells), None]
    for kind, wrong in (("ints", (2**31,)), ("ints", ("a",)), ("texts", (1,)), ("reals", ("x",))):
        with pytest.raises((TypeError, OverflowError, ValueError, pa.ArrowException)):
            parquet._lists((wrong,), kind)


def test_titles_are_called_what_their_tables_say() -> None:
    for one in titles():
        title = load_title(one)
        assert names_of(one) == tuple(name for name in (title.slug, title.name, title.triplea) if name)


def test_results_are_written_in_few_commits_and_no_process_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(ProcessPoolExecutor, "submit")
    lake = Lake.create(tmp_path / "lake")
    assert ingest([many(tmp_path / "long.csv", 500)], lake, jobs=2).counts[NEW] == 500
    assert len(lake.state().batches) == 1


def test_results_beside_other_records_are_written_with_them(tmp_path: Path, lake: Lake) -> None:
    record = next(path for path in samples() if path.name == "warsaw-holds.jsonl")
    paths = [many(tmp_path / "a.csv", 3), record, many(tmp_path / "b.csv", 5)]
    report = ingest([paths[0], record], lake)
    assert statuses(report) == [NEW] * 4
    assert len(lake.state().batches) == 1
    assert verify(lake) == []
    assert statuses(ingest(paths, lake)) == [UNCHANGED] * 7 + [NEW] * 2


def test_a_row_is_the_same_recording_as_its_content_alone(tmp_path: Path) -> None:
    odd = "2026-05-03,World  War II   v5, ,Axis ; Allies ,Ada;Bo + Cy,Axis,Axis 3,11,,, note"
    path = table(tmp_path / "league.csv", *ROWS, odd)
    for row in reader.rows_of(path):
        content = reader.content_of(row)
        assert content is not None
        assert reader.recording_of(row) == reader.parse(content, str(row))
