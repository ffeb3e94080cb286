"""The `sitrep` command: what it prints, what machines get, what its exit codes mean."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sitrep
from engine.events import UnitsPlaced
from engine.simulation import simulate
from ingest import series
from tests.slow import slow_after

COMMANDS = (
    "audit", "ingest", "summary", "review", "replay", "turns", "validate", "vassal", "simulate", "query", "lake", "verify", "export",
    "dashboard", "demo", "lab", "ladder", "league", "log", "mcp", "model", "notebook", "odds", "play-on", "position", "regret", "results",
    "title", "site", "watch",
)  # fmt: skip


def run(*words: object) -> Result:
    return CliRunner().invoke(sitrep.main, [str(word) for word in words])


def test_the_command_has_just_these_verbs():
    assert sorted(sitrep.main.commands) == sorted(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_verb_explains_itself(command):
    short, long = run(command, "-h"), run(command, "--help")
    assert short.exit_code == 0 and short.output == long.output
    assert short.output.startswith(f"Usage: main {command}")
    assert command in run("-h").output


def test_ingest_tells_what_became_of_each_file(record, tmp_path):
    lake = tmp_path / "lake"
    first = run("ingest", record, "--lake", lake)
    assert first.exit_code == 0 and "1 file: 1 new, 0 replaced, 0 unchanged, 0 refused" in first.stdout
    again = run("ingest", record, "--lake", lake, "--json")
    told = json.loads(again.stdout)
    assert again.exit_code == 0 and told["counts"] == {"new": 0, "replaced": 0, "unchanged": 1, "refused": 0}
    assert sitrep.open_lake(lake).games().height == 1


@pytest.mark.parametrize("name", slow_after(1, ["[Season 7] ada vs bo.jsonl", "a[/bold] x.jsonl", "we :smile: all.jsonl"]))
def test_names_of_files_are_printed_letter_by_letter(record, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_bytes(record.read_bytes())
    result = run("ingest", name, "--lake", "lake")
    assert result.exit_code == 0 and f"{name}  new" in result.stdout


def test_what_is_pasted_is_read_from_standard_input(record, tmp_path):
    pasted = CliRunner().invoke(sitrep.main, ["ingest", "-", "--lake", str(tmp_path / "lake")], input=record.read_bytes())
    assert pasted.exit_code == 0 and "1 new" in pasted.stdout
    assert sitrep.open_lake(tmp_path / "lake").games()["game_id"].to_list() == ["short"]
    nothing = CliRunner().invoke(sitrep.main, ["validate", "-"], input="a letter, no record")
    assert nothing.exit_code == 1 and nothing.stdout.startswith("standard input: this is text")


def test_a_refused_file_gives_exit_code_1_and_the_others_go_in(record, tmp_path):
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text('{"sitrep":1,"title":"aa1942"}\n{"do":"buy","units":"3 infantree"}\n')
    result = run("ingest", wrong, record, "--lake", tmp_path / "lake")
    assert result.exit_code == 1
    assert "1 new" in result.stdout and "1 refused" in result.stdout
    assert f"{wrong}:2" in result.stdout and "did you mean 'infantry'?" in result.stdout
    assert sitrep.open_lake(tmp_path / "lake").games()["game_id"].to_list() == ["short"]


def test_summary_lists_games_and_tells_of_one(lake_path):
    listed = run("summary", "--lake", lake_path)
    assert listed.exit_code == 0 and "short" in listed.stdout and "1 game; `sitrep summary GAME`" in listed.stdout
    told = run("summary", "sho", "--lake", lake_path)
    assert told.exit_code == 0
    for heading in (
        "Income collected by round",
        "Units lost by round",
        "Biggest battles",
        "units",
    ):
        assert heading in told.stdout
    assert "\x1b" not in told.stdout


def test_summary_for_machines(lake_path):
    told = json.loads(run("summary", "short", "--lake", lake_path, "--json").stdout)
    assert told["game"]["game_id"] == "short" and told["game"]["rounds"] == 2
    assert len(told["income_and_treasury"]) == 5 * 3


def test_a_game_that_is_not_there_is_one_line_and_exit_code_1(lake_path):
    result = run("summary", "absent", "--lake", lake_path)
    assert result.exit_code == 1 and result.stdout == ""
    assert result.stderr.count("\n") == 1 and "no game begins so; there are: short" in result.stderr


def test_a_lake_that_is_not_there_is_one_line_and_exit_code_1(tmp_path):
    result = run("summary", "--lake", tmp_path / "none")
    assert result.exit_code == 1 and "no lake is here" in result.stderr


def test_replay_to_an_event_to_a_round_and_to_the_end(record):
    start = json.loads(run("replay", record, "--round", 0, "--json").stdout)
    assert {power: row["stores"]["ipc"] for power, row in start["powers"].items()} == {
        "soviet-union": 24,
        "germany": 40,
        "united-kingdom": 30,
        "japan": 30,
        "united-states": 42,
    }
    assert start["round"] == 0 and start["ended"] is None
    assert json.loads(run("replay", record, "--to", 7, "--json").stdout)["seq"] == 7
    end = json.loads(run("replay", record, "--json").stdout)
    assert end["ended"] == {"winners": [], "how": "round-limit"}
    assert "Soviet Union" in run("replay", record).stdout
    assert json.loads(run("replay", record, "--seen-by", "axis", "--json").stdout) == end, "units of this title stand open"
    assert "no side 'swiss' in aa1942" in run("replay", record, "--seen-by", "swiss").stderr


def test_replay_prints_events_a_line_each(record):
    lines = run("replay", record, "--to", 3, "--events").stdout.splitlines()
    assert next(json.loads(line)["event"] for line in lines) == "GameStarted" and len(lines) == 3


def test_validate_is_silent_about_nothing(record, tmp_path):
    good = run("validate", record, "--strict")
    assert good.exit_code == 0 and good.stdout == f"{record}: no defects\n"
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text('{"sitrep":1,"title":"aa1942"}\n{"do":"buy","units":"90 infantry"}\n')
    bad = run("validate", wrong, "--json")
    [defect] = json.loads(bad.stdout)[str(wrong)]
    assert bad.exit_code == 1 and defect["line"] == 2 and defect["rule"].startswith("purchase")


def test_validate_says_that_a_folder_holds_no_record(tmp_path):
    (tmp_path / "README.md").write_text("about\n")
    assert run("validate", tmp_path).stdout.startswith("no records found; hidden files")


def test_simulate_writes_logs_that_validate(tmp_path):
    result = run(
        "simulate",
        "aa1942",
        "--games",
        2,
        "--rounds",
        1,
        "--bot",
        "random",
        "--bot",
        "axis=greedy",
        "--option",
        "victory=total",
        "--out",
        tmp_path,
    )
    assert result.exit_code == 0, result.output
    assert result.output.count("nobody (round-limit), 1 round, ") == 2
    logs = sorted(tmp_path.glob("*.jsonl"))
    assert len(logs) == 2 and all(run("validate", log, "--strict").exit_code == 0 for log in logs)
    header = sitrep.read_recording(logs[0]).header
    assert header.options == {"victory": "total"}
    assert header.players["germany"] == "greedy bot" and header.players["united-states"] == "random bot"


def test_simulate_checks_every_event_and_stops_at_a_game_that_does_not_add_up(tmp_path, monkeypatch):
    words = ("simulate", "aa1942", "--rounds", 1, "--bot", "random", "--out", tmp_path)
    assert run(*words, "--check").exit_code == 0

    def cheating(*args, **kwargs):
        recording, game = simulate(*args, **kwargs)
        swimmers = UnitsPlaced("germany", "infantry", 1, "sea-zone-5")
        return recording, replace(game, events=[*game.events[:-1], swimmers, game.events[-1]])

    monkeypatch.setattr(series, "simulate", cheating)
    wrong = run(*words, "--check")
    assert wrong.exit_code == 1 and "aa1942-1.jsonl: event " in wrong.output and "in all)" in wrong.output
    assert run(*words).exit_code == 0  # not asked, it does not look


def test_simulated_games_are_the_same_on_any_number_of_processes(tmp_path):
    words = ("simulate", "aa1942", "--rounds", 1, "--games", 3, "--seed", 5)
    alone, two = (run(*words, "--jobs", jobs, "--out", tmp_path / str(jobs)) for jobs in (0, 2))
    assert alone.exit_code == two.exit_code == 0
    assert [line.partition(":")[2] for line in alone.output.splitlines()] == [line.partition(":")[2] for line in two.output.splitlines()]
    names = [f"aa1942-{seed}.jsonl" for seed in (5, 6, 7)]
    for folder in ("0", "2"):
        assert sorted(path.name for path in (tmp_path / folder).iterdir()) == names
    assert all((tmp_path / "0" / name).read_bytes() == (tmp_path / "2" / name).read_bytes() for name in names)


def test_simulated_games_of_a_house_rule_carry_it_with_them(tmp_path):
    rule, out = tmp_path / "rules" / "cheap-tanks", tmp_path / "out"
    rule.mkdir(parents=True)
    (rule / "units.csv").write_text(
        "unit,name,class,cost,resource,attack,defense,move,strength,abilities,triplea,source\n"
        "tank,Tank,land,4,ipc,3,3,2,1,blitz cargo=heavy,armour,house rule\n"
    )
    made = run("simulate", "aa1942", "--rounds", 1, "--overlay", rule, "--out", out)
    assert made.exit_code == 0, made.output
    (log,) = out.glob("*.jsonl")
    assert run("validate", log, "--strict").exit_code == 0
    assert run("ingest", out, "--lake", tmp_path / "lake").exit_code == 0
    units = sitrep.open_lake(tmp_path / "lake").frame("title_units")
    assert dict(units.select("unit", "cost").iter_rows())["tank"] == 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bot", "clever"), "no bot 'clever'; expected one of"),
        (("--bot", "axes=greedy"), "axes"),
        (("--option", "victory"), "expected NAME=VALUE"),
    ],
)
def test_simulate_says_what_is_wrong_with_its_words(words, said, tmp_path):
    result = run("simulate", "aa1942", *words, "--out", tmp_path)
    assert result.exit_code in (1, 2) and said in result.stderr and "Traceback" not in result.output


def test_a_folder_that_cannot_be_written_to_is_one_line(tmp_path):
    (tmp_path / "taken").write_text("a file")
    result = run("simulate", "aa1942", "--rounds", 1, "--out", tmp_path / "taken")
    assert result.exit_code == 1 and result.stderr.startswith("sitrep: ") and str(tmp_path / "taken") in result.stderr
    assert result.stderr.count("\n") == 1


def test_query_as_table_csv_and_json(lake_path):
    sql = "select power, sum(delta)::int as income from resource_changed where cause = 'income' and round = 1 group by power order by power"
    table, csv, rows = (run("query", sql, "--lake", lake_path, "--format", form).stdout for form in ("table", "csv", "json"))
    assert "5 rows" in table and csv.startswith("power,income\n") and csv.count("\n") == 6
    assert [row["power"] for row in json.loads(rows)] == [
        "germany",
        "japan",
        "soviet-union",
        "united-kingdom",
        "united-states",
    ]


def test_a_wrong_query_is_told_with_exit_code_1(lake_path):
    result = run("query", "select * from resource_changd", "--lake", lake_path)
    assert result.exit_code == 1 and "did you mean 'resource_changed'?" in result.stderr


def test_unknown_words_are_a_usage_error():
    assert run("ingest").exit_code == 2
    assert run("query", "select 1", "--format", "xml").exit_code == 2


def test_the_api_for_notebooks(record: Path, lake_path: Path):
    lake = sitrep.open_lake(lake_path)
    game = sitrep.replay(record, "raise")
    assert lake.events("short") == game.events
    assert sitrep.state_at(game.events, len(game.events)) == game.state
    assert lake.frame("battle_ended", "short").height == lake.sql("select count(*) as n from battle_ended")["n"][0]


def test_a_reader_that_has_enough_ends_the_command_in_silence(record):
    """`sitrep query ... | head -1`: whoever reads closes the pipe while the command still prints."""
    command = [sys.executable, "-m", "sitrep", "turns", str(record)]
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(command, cwd=Path(sitrep.__file__).parent, stdout=write, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")
