"""Lines of a log in plain words: every sample says the same in both ways, and what is wrong is told as of JSON."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import sitrep
from engine.errors import RecordError
from engine.recording import NoteEntry, RecordEntry
from ingest.log.reader import parse_log
from ingest.log.shorthand import in_words
from ingest.log.writer import encode_entry, write_log
from ingest.samples import HERE, samples
from tests.ingest.example import DOC, example

HEADER = '{"sitrep":1,"title":"aa1942"}'
LOGS = [path.name for path in samples() if ".jsonl" in path.name]


def entries(*lines: str, title: str = "aa1942") -> tuple[RecordEntry, ...]:
    read = parse_log("\n".join([HEADER.replace("aa1942", title), *lines]).encode(), "game.txt").entries
    return tuple(read)


def plain(told: tuple[RecordEntry, ...]) -> list[str]:
    """Return entries as lines of JSON."""
    return [encode_entry(entry).decode() for entry in told]


@pytest.mark.parametrize("name", LOGS)
def test_a_sample_says_the_same_in_words_and_in_json(name: str) -> None:
    whole = parse_log((HERE / name).read_bytes())
    words = write_log(whole, words=True)
    again = parse_log(words)
    assert write_log(again) == write_log(whole) and again.entries == whole.entries
    assert sum(line.startswith(b"{") for line in words.splitlines()) == 1, "the header alone"


@pytest.mark.parametrize(
    ("words", "json"),
    [
        ("buy 3 inf, tank", '{"do":"buy","units":"3 infantry, tank"}'),
        ("end", '{"do":"end"}'),
        ("END", '{"do":"end"}'),
        ("end mobilize units", '{"do":"end","phase":"mobilize-units"}'),
        ("move 3 inf, tank: caucasus > ukr", '{"do":"move","units":"3 infantry, tank","path":"caucasus > ukraine-ssr"}'),
        ("move bomber: germany > west russia; raid", '{"do":"move","units":"bomber","path":"germany > west-russia","raid":true}'),
        ("move sub : sz 4>sz 5 ; cargo = empty", '{"do":"move","units":"submarine","path":"sea-zone-4 > sea-zone-5","cargo":"empty"}'),
        ("battle west russia", '{"do":"battle","area":"west-russia"}'),
        ("battle west russia; raid=false; bombard=none", '{"do":"battle","area":"west-russia","bombard":"none"}'),
        ("repair russia: 3", '{"do":"repair","area":"russia","points":3}'),
        ("retreat karelia", '{"do":"retreat","to":"karelia-ssr"}'),
        ("4 26153 1 25 4", '{"dice":[4,2,6,1,5,3,1,2,5,4]}'),
        ("3", '{"dice":[3]}'),
        ("see bank: germany: 26", '{"see":"bank","power":"germany","amount":26}'),
        ("see bank germany: 26", '{"see":"bank","power":"germany","amount":26}'),
        ("see owner: west russia; power=germany", '{"see":"owner","area":"west-russia","power":"germany"}'),
        ("undo 2", '{"undo":2}'),
        ("buy: 3 inf", '{"do":"buy","units":"3 infantry"}'),
        ("lose: 3 inf", '{"do":"lose","units":"3 infantry"}'),
        ("lose:; which=fighter left=1", '{"do":"lose","units":"","which":"fighter left=1"}'),
        ("move: tank: russia > west russia", '{"do":"move","units":"tank","path":"russia > west-russia"}'),
        ("retreat: karelia", '{"do":"retreat","to":"karelia-ssr"}'),
        ("see: bank: germany: 26", '{"see":"bank","power":"germany","amount":26}'),
        ("undo: 2", '{"undo":2}'),
        ("note: Ada leaves", '{"note":"Ada leaves"}'),
        ("dice 4 2 6", '{"dice":[4,2,6]}'),
        ("move tank (uk): russia > west russia", '{"do":"move","units":"tank (united-kingdom)","path":"russia > west-russia"}'),
        ("note Ada: has to leave; at ten", '{"note":"Ada: has to leave; at ten"}'),
    ],
)  # fmt: skip
def test_words_and_what_they_mean(words: str, json: str) -> None:
    assert plain(entries(words)) == plain(entries(json)) == [json]


def test_a_list_of_units_that_is_empty_stands_before_its_colon() -> None:
    told = entries("scramble : scotland > sz 119", title="global-1939")
    assert plain(told) == ['{"do":"scramble","units":"","path":"scotland > sea-zone-119"}']
    assert in_words(told[0]) == "scramble : scotland > sea-zone-119"
    none = entries("intercept :", title="global-1939")
    assert plain(none) == ['{"do":"intercept","units":""}'] and in_words(none[0]) == "intercept :"


def test_dice_of_more_than_nine_sides_are_written_one_by_one() -> None:
    assert plain(entries("12 3 11", title="global-war-1936")) == ['{"dice":[12,3,11]}']
    for line in ("316", '{"dice":[13]}'):
        with pytest.raises(RecordError, match=r'expected whole numbers from 1 to 12, as in .*\[3,12,6\].* or \{"dice":"3 12 6"\}'):
            entries(line, title="global-war-1936")


def test_a_log_may_mix_both_and_have_comments() -> None:
    told = entries("# evening two", "buy tank", '{"do":"end"}', "", "// a die that fell", "end")
    assert plain(told) == ['{"do":"buy","units":"tank"}', '{"do":"end"}', '{"do":"end"}']


def test_the_turn_of_the_documentation_in_words() -> None:
    whole = parse_log("\n".join(example()).encode())
    assert plain(parse_log(write_log(whole, words=True)).entries) == plain(whole.entries)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("mov tank: russia > west russia", "unknown order \"mov\"; did you mean 'move'?"),
        ("see bnk: germany: 3", "unknown observation \"bnk\"; did you mean 'bank'?"),
        ("move tank", "order 'move' lacks 'path'; add it"),
        ("move tank: russia > west russia: empty: x: y: z: a: b", "order 'move' has 8 fields, "),
        ("lose 3 inf: attacker", "expected at most 1: units; which=..."),
        ("lose : attacker", "expected at most 1: units; which=..."),
        ("scramble: russia > west russia", "order 'scramble' lacks 'path'; add it"),
        ("buy tank; unit=3", "order 'buy' has no field 'unit'; did you mean 'units'?"),
        ("buy tank; units=3", "order 'buy' names 'units' twice, as \"tank\" and as \"3\"; keep one"),
        ("repair russia: three", 'found "three"; expected a whole number'),
        ("repair russia: 99999999999", "found"),
        ("undo", "found"),
        ("submerge atacker: 2", "found \"atacker\"; did you mean 'attacker'?"),
        ("submerge us: 2", 'found "us"; expected one of attacker, defender'),
        ("7", 'found "7"; expected whole numbers from 1 to 6'),
        ("٣", 'unknown order "٣"; expected one of end, '),
        (":", 'unknown order ""; expected one of end, '),
        ("buy tank; ", "order 'buy' has no field ''"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(line: str, told: str) -> None:
    with pytest.raises(RecordError) as found:
        entries("end", line)
    assert found.value.line == 3 and told in str(found.value)


@given(st.text(max_size=60))
def test_any_note_says_the_same_or_is_left_to_json(text: str) -> None:
    words = in_words(NoteEntry(text))
    assert not words or plain(entries(words)) == plain((NoteEntry(text),))


@given(st.text(max_size=80))
def test_no_line_falls_over_and_what_is_read_can_be_written(line: str) -> None:
    try:
        read = parse_log(f"{HEADER}\n{line}\n".encode("utf-8", "surrogatepass"), "game.txt")
    except RecordError as error:
        assert error.line > 1
        return
    assert plain(parse_log(write_log(read, words=True)).entries) == plain(read.entries)


def test_the_command_writes_both_ways(tmp_path: Path) -> None:
    def run(*words: object) -> str:
        told = CliRunner().invoke(sitrep.main, ["log", *map(str, words)])
        assert told.exit_code == 0, told.output
        return told.output

    game = HERE / "axis-takes-moscow.jsonl"
    words = run(game)
    assert words.splitlines()[1] == "buy 8 infantry"
    file = tmp_path / "game.txt"
    assert run(game, "--out", file) == f"{file}: {len(words.splitlines()) - 1:,} lines\n" and file.read_text() == words
    assert run(file, "--as", "json") == game.read_text()
    save, summary = next(path for path in samples() if path.suffix == ".tsvg"), tmp_path / "summary.txt"
    summary.write_text(CliRunner().invoke(sitrep.main, ["turns", str(save)]).stdout)
    refused = CliRunner().invoke(sitrep.main, ["log", str(summary)])
    assert refused.exit_code == 1 and "does not say what was ordered when; expected a log of orders or a TripleA save" in refused.stderr


def test_the_lines_in_words_of_the_documentation_can_be_read() -> None:
    (block,) = re.findall(r"^```text\n(\{\"sitrep\".*?)^```$", DOC.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    told = plain(parse_log(block.encode()).entries)
    assert (
        len(told) == len(block.splitlines()) - 1 and told[3] == '{"do":"move","units":"bomber","path":"germany > west-russia","raid":true}'
    )
