"""All lines of a log that cannot be read are told at once, each with its place; of a file that is no log not thousands."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from engine.errors import RecordError
from ingest.log.reader import MOST_WRONG, parse_log
from ingest.samples import HERE

LOG = """{"sitrep":1,"title":"aa1942"}
{"do":"buy","units":"8 infantri"}
{"do":"end"}
not json
{"do":"move","units":"2 infantry","path":"russia > west-russia"}
{"dice":[7]}
"""


def test_each_line_is_told_with_its_place_and_the_first_says_how_many_follow() -> None:
    with pytest.raises(RecordError) as found:
        parse_log(LOG.encode(), "game.jsonl")
    assert [(one.line, one.file) for one in found.value.each] == [(2, "game.jsonl"), (4, "game.jsonl"), (6, "game.jsonl")]
    assert str(found.value) == (
        "game.jsonl:2 [units]: unknown unit 'infantri'; did you mean 'infantry'? "
        "(2 other lines of it cannot be read: `sitrep validate` lists them)"
    )


def test_one_wrong_line_is_told_as_before() -> None:
    with pytest.raises(RecordError) as found:
        parse_log(LOG.replace("not json\n", "").replace("7", "6").encode(), "game.jsonl")
    assert str(found.value) == "game.jsonl:2 [units]: unknown unit 'infantri'; did you mean 'infantry'?" and found.value.each == ()


def test_reading_stops_where_nothing_is_a_log() -> None:
    with pytest.raises(RecordError) as found:
        parse_log(b'{"sitrep":1,"title":"aa1942"}\n' + b"{}\n" * 5_000, "game.jsonl")
    assert len(found.value.each) == MOST_WRONG
    assert f"({MOST_WRONG - 1} other lines of it cannot be read either, and more were not looked at: " in str(found.value)


def test_validate_lists_them_and_ingest_refuses_the_log_with_the_first(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(LOG)
    told = CliRunner().invoke(sitrep.main, ["validate", str(file)])
    assert told.exit_code == 1
    assert [line.partition(": ")[0] for line in told.output.splitlines()] == [f"{file}:{line}" for line in (2, 4, 6)]
    taken = CliRunner().invoke(sitrep.main, ["ingest", str(file), "--lake", str(tmp_path / "lake")])
    assert "unknown unit 'infantri'" in taken.output and "2 other lines of it cannot be read" in taken.output


def test_validate_says_where_a_game_stands_that_is_not_over(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(LOG.replace("infantri", "infantry").replace("not json\n", "").replace("[7]", "[1,1]"))
    lines = CliRunner().invoke(sitrep.main, ["validate", str(file)]).output.splitlines()
    assert "It stands in round 1, Soviet Union, combat-move." in lines
    assert "  not placed yet: 8 Infantry" in lines


@pytest.mark.parametrize(
    ("sample", "lines", "line"),
    [
        ("warsaw-holds.jsonl", 41, "deploy air-3; area=paris; power=france"),
        ("convoys-of-the-atlantic.jsonl", 489, "go-to u-boat-iii: belgium-netherlands; port=north-sea"),
    ],
)
def test_what_a_log_that_does_not_say_means_is_told_as_a_line_that_it_may_have(tmp_path: Path, sample: str, lines: int, line: str) -> None:
    cut = (HERE / sample).read_text().splitlines()[:lines]
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(cut))
    told = CliRunner().invoke(sitrep.main, ["validate", str(file)]).output
    assert told.partition("where a log does not say it: ")[2].splitlines()[0] == line
    file.write_text("\n".join([*cut, line]))
    again = CliRunner().invoke(sitrep.main, ["validate", str(file)])
    assert again.exit_code == 0 and again.output != told and "no defects" in again.output
