"""Logs: what was taken back after dice, dice that nobody asked for, and a later log that does not tell what the earlier one did."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from dashboard.terminal.main import main
from ingest.audit import Audit, audit, kinds
from ingest.files import read_file, unpack
from ingest.find import find
from ingest.samples import samples

LOGS = [
    path for path in map(Path, samples()) if path.name in ("axis-takes-moscow.jsonl", "five-at-the-table.jsonl.gz", "warsaw-holds.jsonl")
]


def lines_of(path: Path) -> list[str]:
    return unpack(read_file(path), path.name).decode().splitlines()


def laid(into: Path, first: list[str], then: list[str]) -> Audit:
    for name, lines in (("first.jsonl", first), ("then.jsonl", then)):
        (into / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return audit([into / "then.jsonl", into / "first.jsonl"])


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_log_is_followed_by_itself_played_on(path: Path, tmp_path: Path) -> None:
    """However far the earlier one goes: its lines are the first of the later one."""
    lines = lines_of(path)
    found = laid(tmp_path, lines[: 2 * len(lines) // 5], lines)
    assert len(found.pairs) == 1 and found.pairs[0][0].endswith("first.jsonl")
    assert not found.findings


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_log_that_ends_before_the_dice_of_an_order_is_followed_by_itself(path: Path, tmp_path: Path) -> None:
    """What the replay throws in place of dice that are not there yet is none of the record's."""
    lines = lines_of(path)
    end = next(at for at in range(len(lines) // 2, len(lines)) if '"dice"' in lines[at])
    assert not laid(tmp_path, lines[:end], lines).findings
    apart = json.dumps(json.loads(lines[end - 1]) | {"note": "the same, told anew"})
    assert not laid(tmp_path, lines[:end], [*lines[: end - 1], apart, *lines[end:]]).findings


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_order_without_dice_may_be_taken_back_in_the_later_log(path: Path, tmp_path: Path) -> None:
    lines = lines_of(path)
    ends = [at for at in range(len(lines) // 2, len(lines)) if '"do"' in lines[at - 1] and '"do"' in lines[at]]
    end = next(at for at in ends if json.loads(lines[at - 1])["do"] in ("end", "move"))
    found = laid(tmp_path, lines[:end], [*lines[:end], json.dumps({"undo": 1}), *lines[end - 1 :]])
    assert [pair[0].rpartition("/")[2] for pair in found.pairs] == ["first.jsonl"] and not found.findings


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_units_may_be_listed_in_any_order(path: Path, tmp_path: Path) -> None:
    def turned(line: str) -> str:
        entry = json.loads(line)
        if "do" in entry and entry.get("units"):
            entry["units"] = ", ".join(reversed(entry["units"].split(", ")))
        return json.dumps(entry)

    lines = lines_of(path)
    other = [turned(line) for line in lines]
    assert [json.loads(line) for line in other] != [json.loads(line) for line in lines]
    assert not laid(tmp_path, lines[: len(lines) // 2], other).findings


def doctored(name: str, lines: list[str]) -> list[str]:
    rng, head = random.Random(name), len(lines) // 4
    at = next(n for n in range(head, len(lines)) if '"dice"' in lines[n])
    if name == "other-dice":
        faces = json.loads(lines[at])["dice"]
        return [*lines[:at], json.dumps({"dice": [face % 6 + 1 for face in faces]}), *lines[at + 1 :]]
    if name == "undo-after-dice":  # the order and its dice come twice, and the first of them is taken back
        order = next(n for n in range(at, 0, -1) if '"do"' in lines[n])
        return [*lines[: at + 1], '{"undo":1}', *lines[order:]]
    if name == "dice-do-not-fit":
        return [*lines[:at], lines[at], json.dumps({"dice": [rng.randrange(1, 7)]}), *lines[at + 1 :]]
    buy = next(n for n in range(head, len(lines)) if '"buy"' in lines[n])
    return [*lines[:buy], *lines[buy + 1 :]]


@pytest.mark.parametrize("name", ["other-dice", "undo-after-dice", "dice-do-not-fit", "missing"])
def test_a_doctored_log_is_found(name: str, tmp_path: Path) -> None:
    lines = lines_of(LOGS[0])
    found = laid(tmp_path, lines[: len(lines) // 2], doctored(name, lines))
    fitting = [one for one in found.findings if one.kind == name]
    assert fitting and all(one.round > 0 and one.power for one in fitting), found.findings[:5]


def test_the_command_says_what_else_may_explain_it(tmp_path: Path) -> None:
    lines = lines_of(LOGS[0])
    laid(tmp_path, lines[: len(lines) // 2], doctored("other-dice", lines))
    said = CliRunner().invoke(main, ["audit", str(tmp_path)])
    assert said.exit_code == 0
    assert "two records have the same roll with other dice" in said.output
    assert f"What may explain it: {kinds()['other-dice'].may_be}." in said.output
    told = json.loads(CliRunner().invoke(main, ["audit", str(tmp_path), "--json"]).output)
    assert {one["kind"] for one in told["findings"]} >= {"other-dice"} and all(one["may_be"] for one in told["findings"])


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("no record")
    said = CliRunner().invoke(main, ["audit", str(tmp_path)])
    assert said.exit_code == 1 and "note.txt: not looked at" in said.output


def test_a_table_of_results_is_called_that(tmp_path: Path) -> None:
    """It says nothing of who edited what; its message is read by people, who know it by no other name."""
    table = tmp_path / "league.csv"
    table.write_text("date,title,sides,players,winner\n2026-05-01,aa1942,Axis; Allies,Amy; Boris,Axis\n", encoding="utf-8")
    (why,) = audit(find([table]).files).unread.values()
    assert why.startswith("a table of results tells neither who edited it")
