"""Tables of results as files: found, watched, mended, long, and written in few commits."""

from __future__ import annotations

import json
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
from ingest.report import NEW, REFUSED, UNCHANGED
from ingest.results import reader, sheet
from ingest.results.posts import read_posts
from ingest.samples import HERE, samples
from ingest.sandbox import ingest_apart
from ingest.watch import WatchedFolder
from tests.demo import ROOT
from tests.ingest.results import DRAWN, FULL, ROWS, UNFINISHED, statuses, table
from tests.ingest.test_results import refused
from warehouse import Lake, parquet
from warehouse.schema import ARROW_LISTS
from warehouse.upkeep import backup
from warehouse.verify import verify


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


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


def test_a_name_is_one_player_in_either_form_of_its_letters(tmp_path: Path, lake: Lake) -> None:
    """ü is one letter or u with two dots: by which keyboard it was typed is no matter. So it is in logs and posts."""
    either = ["M\N{LATIN SMALL LETTER U WITH DIAERESIS}ller", "Mu\N{COMBINING DIAERESIS}ller"]
    path = table(
        tmp_path / "league.csv",
        *(f"2024-05-0{day},aa1942,Axis; Allies,{name}; Bo,Axis" for day, name in enumerate(either, start=1)),
        header="date,title,sides,players,winner",
    )
    log = Path(str(HERE / "axis-takes-moscow.jsonl")).read_text("utf-8").splitlines()
    header = json.loads(log[0]) | {"players": {"germany": either[1]}, "game": "log"}
    (tmp_path / "log.jsonl").write_text("\n".join([json.dumps(header), *log[1:]]), "utf-8")
    ingest([path, tmp_path / "log.jsonl"], lake)
    assert lake.sql("SELECT DISTINCT player FROM seats WHERE player <> '' ORDER BY ALL")["player"].to_list() == ["Bo", either[0]]
    (post,) = read_posts(f"{either[1]} (Axis) defeats Bo (Allies)", "aa1942", "2024-05-03")
    assert post.cells["players"].split("; ")[0] == either[0]


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
from tests.ingest.test_tables_of_results import many
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
