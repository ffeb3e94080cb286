"""The summary of a record's file: what TripleA's own engine says of the same save, and what was counted by hand in a log."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from dashboard.terminal.record_summary import last_income
from engine.events import ResourceChanged, RoundStarted
from ingest.samples import samples
from tests.triplea.saves import lines_of

SAVE = "axis-projects-power.tsvg"
LOG = "axis-takes-moscow.jsonl"


def summarised(*words: object, code: int = 0, given: bytes | None = None) -> str:
    told = CliRunner().invoke(sitrep.main, ["summary", *map(str, words)], input=given)
    assert told.exit_code == code, told.output
    return told.output if code == 0 else told.stderr


def sample(name: str) -> Path:
    return next(path for path in samples() if path.name == name)


def test_a_save_says_who_plays_how_it_ended_and_how_victory_stands() -> None:
    lines = [line.strip() for line in summarised(sample(SAVE)).splitlines()]
    assert lines[1] == "Axis & Allies 1942" and "Fast (AI) (Axis): Germany and Japan" in lines
    assert "Axis won (projection of power), after 8 rounds, in round 9." in lines
    assert "Victory cities: Axis 9 (needs 9), Allies 3 (needs 9)." in lines
    assert "Allies: London, Los Angeles, Washington" in lines
    assert "Capitals lost: Russia (Soviet Union) is held by Germany." in lines
    assert "The record has 3,325 events and no defects; its replay ends in the saved state." in lines


def test_a_capital_that_a_short_scenario_leaves_out_is_not_lost() -> None:
    """Berlin, Tokyo and Moscow are nobody's in the Battle of the Atlantic, and the Western Allies play the USA."""
    told = summarised(sample("convoys-of-the-atlantic.jsonl"))
    assert "The Battle of the Atlantic" in told and "Capitals lost" not in told


def test_a_log_says_the_same_of_its_own_end_and_has_no_saved_state() -> None:
    told = summarised(sample(LOG))
    assert "Axis won (moderate victory), after 7 rounds." in told and "Ada (Allies): Soviet Union, United Kingdom and United States" in told
    assert "and no defects." in told


def test_sides_are_the_sums_of_their_powers() -> None:
    table = [line for line in summarised(sample(SAVE)).splitlines() if line.startswith(("Allies ", "Axis ", "  ")) and line[-1].isdigit()]
    rows = [line.split() for line in table]
    numbers = {" ".join(word for word in row if not word.isdigit()): [int(word) for word in row if word.isdigit()] for row in rows}
    for side, powers in {"Axis": ("Germany", "Japan"), "Allies": ("Soviet Union", "United Kingdom", "United States")}.items():
        assert numbers[side] == [sum(column) for column in zip(*(numbers[power] for power in powers), strict=True)]


def test_it_is_for_machines_too_and_comes_from_standard_input() -> None:
    told = json.loads(summarised(sample(LOG), "--json"))
    assert told["winners"] == ["axis"] and told["finished_rounds"] == 7 and told["resource"] == "ipc"
    assert "moscow" not in told["players"] and told["players"]["germany"] == "Bert"
    assert json.loads(summarised("-", "--json", given=sample(LOG).read_bytes())) == told


def test_a_file_that_is_no_record_is_one_line_and_exit_code_1(tmp_path: Path) -> None:
    (path := tmp_path / "notes.txt").write_text("nothing of a game\n")
    assert summarised(path, code=1).count("\n") == 1


def test_the_last_income_is_that_of_the_last_round_in_which_a_power_collected() -> None:
    def paid(power: str, delta: int, cause: str) -> ResourceChanged:
        return ResourceChanged(power, "ipc", delta, 0, cause)

    events = [
        RoundStarted(1), paid("germany", 40, "income"), paid("japan", 30, "income"), paid("japan", 5, "objective"),
        RoundStarted(2), paid("germany", 41, "income"), paid("japan", -3, "convoy"), paid("germany", -12, "purchase"),
    ]  # fmt: skip
    assert last_income(events, "ipc") == {"germany": 41, "japan": 35}  # of round 2 Japan has not collected yet


def test_who_never_collected_has_a_dash_and_no_zero() -> None:
    fall_weiss = sample("warsaw-holds.jsonl")
    told = {row["power"]: row["income"] for row in json.loads(summarised(fall_weiss, "--json"))["powers"]}
    assert (told["germany"], told["poland"]) == (30, None)
    assert re.search(r"^ *Poland +– +5 ", summarised(fall_weiss), re.MULTILINE)


@pytest.mark.shared
@pytest.mark.parametrize("name", ["ai-global40-g1-fast", "ai-revised-g1-fast", "ai-ww2v5-g5-midbattle"])
def test_money_and_areas_are_those_that_the_engine_prints(shared: Path, name: str) -> None:
    *_, last = lines_of(shared, name, "oracle")
    told = json.loads(summarised(shared / "saves" / f"{name}.tsvg", "--json"))
    played = {p["player"] for p in lines_of(shared, name, "oracle") if p.get("player")}
    own = sorted((row["treasury"], row["production"]) for row in told["powers"])
    assert own == sorted((last["resources"][player].get("PUs", 0), last["production"][player]) for player in played)
