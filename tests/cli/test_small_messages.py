"""What a command says where there is little to say, and before the work when it cannot end well."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

import sitrep
from dashboard.terminal import summary
from dashboard.terminal.options import own_command
from engine.errors import RecordError
from engine.odds.recorded import battle_of
from engine.titles import load_title
from ingest import ingest
from ingest.results import sheet
from ingest.results.row import result_of
from ingest.triplea.apply import Misfit
from ingest.triplea.events.opening import misfit_found
from tests.ingest.results import table
from warehouse import Lake, LakeError


def test_a_record_without_battles_says_so() -> None:
    with pytest.raises(RecordError, match="tells of no battle") as told:
        battle_of(load_title("aa1942"), [], 1)
    assert "1 to 0" not in str(told.value)


def test_a_review_into_a_missing_folder_is_refused_before_the_lake_is_opened(tmp_path: Path) -> None:
    words = ["review", "any", "--lake", str(tmp_path / "none"), "--out", str(tmp_path / "missing" / "x.html")]
    done = CliRunner().invoke(sitrep.main, words)
    assert done.exit_code == 2
    assert "there is no folder" in done.output and "create it first" in done.output and ".part" not in done.output


@pytest.mark.parametrize(("file", "why"), [("", "an empty name"), ("missing/x.y", "there is no folder")])
@pytest.mark.parametrize(
    "words",
    [
        ["review", "any", "--out"],
        ["notebook", "any", "--out"],
        ["model", "fit", "--card"],
        ["model", "play-on", __file__, "--out"],
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(words: list[str], file: str, why: str) -> None:
    done = CliRunner().invoke(sitrep.main, [*words, file])
    assert done.exit_code == 2 and isinstance(done.exception, SystemExit)
    assert why in done.output


def test_the_command_is_named_as_it_can_be_called_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name where that finds it, not where it finds nothing or another's program."""
    for folder in ("ours", "another's"):
        program = tmp_path / folder / "sitrep"
        program.parent.mkdir()
        program.write_text("", encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    told = []
    for typed, path in (
        ("ours/sitrep", "ours"),
        ("ours/sitrep", "another's"),
        ("another's/sitrep", ""),
        ("sitrep.py", ""),
    ):
        monkeypatch.setattr("sys.argv", [typed])
        monkeypatch.setenv("PATH", str(tmp_path / path) if path else "")
        told.append(own_command())
    assert told == ["sitrep", "ours/sitrep", "'another'\"'\"'s/sitrep'", "sitrep"]


@pytest.mark.parametrize("words", [["query", "select '\udcff'"], ["site", "--name", "a\udcff"], ["site", "--licence", "\udcff"]])
def test_bytes_of_a_command_line_that_are_no_text_are_refused_in_words(tmp_path: Path, words: list[str]) -> None:
    done = CliRunner().invoke(sitrep.main, [*words, "--lake", str(tmp_path / "none")])
    assert done.exit_code == 2 and isinstance(done.exception, SystemExit)
    assert "no UTF-8" in done.output and "expected text" in done.output


def test_a_query_with_half_a_letter_is_refused_in_words(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path)
    with pytest.raises(LakeError, match=r"character 9, '\\ud800', is no text"):
        lake.sql("select '\ud800'")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        (("territory", "Redland"), "territory Redland"),
        ((("a", None), 3), "a nothing 3"),
        ("Reds", "Reds"),
        (-1, "-1"),
    ],
)
def test_a_defect_of_a_save_is_in_words(value: object, words: str) -> None:
    found = misfit_found(Misfit(0, "a tank is removed", value, value), "undone")
    assert (found.found, found.expected) == (words, words)


def test_a_raid_is_no_battle_of_the_biggest() -> None:
    row = {
        "battle": 1, "kind": "raid", "round": 2, "area": "france", "area_name": "France", "attacker": "germany", "defender": "france",
        "attacker_lost": 11, "attacker_unpriced": 0, "defender_lost": 0, "defender_unpriced": 0, "winner": "attacker", "luck": 0.0,
        "attacker_expected": None, "defender_expected": None,
    }  # fmt: skip
    ledger = pl.DataFrame(schema={"battle": pl.Int64, "luck": pl.Float64})
    assert summary._battles(pl.DataFrame([row]), ledger, {}) is None
    made = summary._battles(pl.DataFrame([row, row | {"battle": 2, "kind": "land", "area_name": "Kiev"}]), ledger, {})
    assert made is not None and made.row_count == 1


def test_a_result_of_a_day_to_come_is_refused_and_a_bid_may_have_a_plus(tmp_path: Path) -> None:
    header = "date,title,sides,players,winner,bid"
    path = table(
        tmp_path / "a.csv", "2999-01-01,aa1942,Axis;Allies,A;B,Axis,", "2026-05-01,aa1942,Axis;Allies,A;B,Axis,Allies +10", header=header
    )
    lake = Lake.create(tmp_path / "lake")
    report = ingest([path], lake)
    (refused,) = report.refused
    assert "column 'date': found '2999-01-01'; expected a day that is over" in refused.message
    assert lake.frame("seats").sort("side")["bid"].to_list() == [10, 0]
    plain = {column.name: "" for column in sheet.columns()} | {
        "title": "aa1942",
        "sides": "Axis;Allies",
        "players": "A;B",
        "winner": "Axis",
    }
    assert result_of(plain | {"bid": "Allies +10"}).content == result_of(plain | {"bid": "Allies 10"}).content


def test_the_section_that_a_page_of_the_docs_names_is_on_a_page() -> None:
    root = Path(sitrep.__file__).parent
    named = "What is wrong with the record, or missing from it"
    assert named in (root / "docs" / "vassal.md").read_text(encoding="utf-8")
    assert named in (root / "dashboard" / "site" / "review.py").read_text(encoding="utf-8")
