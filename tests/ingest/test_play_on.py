"""Playing on many times: the same games on any number of processes, and the numbers they are summed up in."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

import sitrep
from dashboard.terminal.play_on import play_on_command
from dashboard.terminal.position_command import position_command
from dashboard.terminal.regret import regret_command
from engine.errors import RecordError
from engine.observations import Bank
from engine.simulation import Continuation, moment
from engine.simulation.play_on import Fall, Strength
from engine.title.loader import load_title
from ingest import replay_file
from ingest.play_on import Ends, Plan, changes_of, course, ends, falls, play_many, wins
from ingest.samples import samples
from ingest.workers import local
from tests.slow import slow_among

SAVE = next(path for path in samples() if path.suffix == ".tsvg")
TITLE = load_title("aa1942")


def ended(number: int, winners: tuple[str, ...], tuv: int, round_: int = 3) -> Continuation:
    strengths = (Strength(2, "axis", tuv, 10),)
    return Continuation(number, winners, "major", round_, 5, strengths, (Fall(round_, "russia", "germany"),) * 2)


def test_wins_are_shares_of_all_games_with_wilsons_interval() -> None:
    rows = wins([ended(1, ("axis",), 9), ended(2, (), 9), ended(3, ("axis",), 9), ended(4, ("allies",), 9)], ["axis", "allies"])
    assert rows.select("side", "won", "games").rows() == [("axis", 2, 4), ("allies", 1, 4)]
    assert rows.row(0)[3:] == pytest.approx((0.5, 0.15004, 0.84996), abs=1e-4)


def test_draws_and_games_that_were_stopped_are_told_apart() -> None:
    games = [
        ended(1, ("axis",), 9, 4),
        ended(2, (), 9, 6),
        msgspec.structs.replace(ended(3, (), 9, 9), how="round-limit"),
    ]
    assert ends(games) == Ends(won=1, drawn=1, stopped=1, length=5.0)
    assert ends(games[2:]) == Ends(0, 0, 1, None)


def test_the_course_is_medians_and_a_capital_counts_once_a_game() -> None:
    games = [ended(1, ("axis",), 10, 3), ended(2, ("axis",), 20, 4), ended(3, ("axis",), 60, 8)]
    found = course(games).row(0, named=True)
    assert (found["round"], found["side"], found["games"]) == (2, "axis", 3)
    assert (found["tuv"], found["production"], found["strength"]) == (20.0, 10.0, 30.0)
    assert 20 <= found["low"] <= 30 <= found["high"] <= 70
    assert falls(games).rows() == [("russia", "germany", 3, 4.0)]


def test_changes_are_lines_of_a_log() -> None:
    lines = '{"see":"bank","power":"germany","amount":5}', '{"set":"bank","power":"germany","amount":5}', "set bank: germany: 5"
    assert all(changes_of(TITLE, line) == (Bank("germany", 5),) for line in lines)
    with pytest.raises(RecordError, match="expected a line of 'do', 'set' or 'see'"):
        changes_of(TITLE, '{"dice":"3"}', "--as")
    with pytest.raises(RecordError, match="did you mean 'bank'"):
        changes_of(TITLE, '{"see":"bnak","power":"germany","amount":5}', "--as")


def test_the_command_tells_who_wins(tmp_path: Path) -> None:
    words = ["play-on", str(SAVE), "--at", "1500", "--games", "1", "--rounds", "1", "--jobs", "0", "--json"]
    result = CliRunner().invoke(sitrep.main, words)
    told = json.loads(result.stdout)
    assert (told["seq"], told["power"], told["games"], told["undecided"]) == (1465, "germany", 1, 1)
    assert [row["side"] for row in told["wins"]] == ["axis", "allies"] and told["course"][0]["round"] == 4


@pytest.mark.slow
def test_any_number_of_processes_plays_the_same_games() -> None:
    plan = Plan(moment(replay_file(SAVE), 1500), rounds=1)
    found = []
    for jobs in (0, 1, 2):
        with local(jobs) as workers:
            found.append(play_many(plan, 3, workers))
    assert found[0] == found[1] == found[2] and len({game.strengths for game in found[0]}) == 3


LOG = next(path for path in samples() if path.name.startswith("axis-takes-moscow"))
ON_A_CLUSTER = {
    "play-on": ("play-on", SAVE, "--at", 1500, "--games", 2, "--rounds", 1, "--json"),
    "regret": ("regret", LOG, "--decisions", 1, "--games", 2, "--rounds", 1, "--json"),
    "simulate": ("simulate", "aa1942", "--games", 2, "--rounds", 1, "--out", "games"),
}


@pytest.mark.slow
@pytest.mark.parametrize("command", ON_A_CLUSTER)
def test_a_cluster_plays_the_same_games(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    monkeypatch.chdir(tmp_path)
    words, said = list(map(str, ON_A_CLUSTER[command])), []
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0") as made:
        for at in (["--scheduler", made.scheduler_address], ["--jobs", "0"]):
            done = CliRunner().invoke(sitrep.main, [*words, *at])
            assert done.exit_code == 0, done.output
            logs = sorted(tmp_path.glob("games/*"))
            said.append((done.stdout, [log.read_bytes() for log in logs]))
            for log in logs:  # or the first run's would be read again
                log.unlink()
    assert said[0] == said[1] and said[0][0]


OWN = {
    "axis-takes-moscow": 1500,
    "war-over-europe": 900,
    "barbarossa": 900,
    "convoys-of-the-atlantic": 500,
    "spain-and-china": 2000,
    "empire-of-the-rising-sun": 2000,
}


@pytest.mark.parametrize("name", slow_among(set(OWN), OWN))
def test_every_title_is_played_on_from_its_sample(name: str) -> None:
    path = next(path for path in samples() if path.name.startswith(name))
    with local(0) as workers:
        (one,) = play_many(Plan(moment(replay_file(path), OWN[name]), rounds=1), 1, workers)
    assert one.orders > 0 and one.strengths


def test_a_flipped_battle_and_an_event_are_not_named_together() -> None:
    done = CliRunner().invoke(sitrep.main, ["play-on", str(SAVE), "--at", "1500", "--flip", "2"])
    assert done.exit_code == 2 and "--at, --turn and --flip each say where" in done.output


def told(*words: str) -> str:
    result = CliRunner().invoke(sitrep.main, ["play-on", *words, "--games", "1", "--rounds", "1", "--jobs", "0"])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_says_what_is_otherwise_than_in_the_record() -> None:
    path = str(next(path for path in samples() if path.name.startswith("axis-takes-moscow")))
    said = told(path, "--flip", "1", "--bot", "axis=bold", "--option", "victory=minor")
    assert "As if battle 1 had gone the other way: Germany's attack on the" in said and "Option victory: minor" in said
    assert "bots: axis bold, allies greedy; 0 won, 1 undecided" in " ".join(said.split())
    said = told(path, "--turn", "4 germany purchase-units", "--as", '{"see":"bank","power":"germany","amount":0}')
    assert "Change 1: bank germany 0" in said and "(round 4, germany, purchase-units)" in said and "Note:" not in said
    tanks = '{"see":"units","area":"western-europe","power":"soviet-union","units":"20 tank"}'
    said = told(path, "--at", "600", "--as", tanks)
    assert "Note: after the changes tank of soviet-union rests in western-europe, held by germany; no turn ends so." in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--at", "1500", "--turn", "4 germany"], "--at, --turn and --flip each say where to play on from"),
        (["--turn", "germany 4"], "'germany 4'; expected ROUND POWER [PHASE]"),
        (["--at", "1500", "--bot", "axis=bold", "--bot", "axis=steady"], "axis has two bots; expected one"),
        (["--at", "1500", "--bot", "bold", "--bot", "steady"], "everybody has two bots"),
        (["--at", "1500", "--bot", "axis="], "'axis='; expected NAME, or WHO=NAME"),
        (
            ["--at", "1500", "--option", "victory=huge"],
            "unknown value of option 'victory': 'huge'; expected one of minor, moderate",
        ),
        (
            ["--at", "1500", "--as", '{"do":"buy","units":"99 tank"}'],
            "change 1, 'buy 99 tank', in germany's purchase-units: ",
        ),
    ],
)
def test_what_cannot_be_played_on_is_refused_with_its_cure(words: list[str], why: str) -> None:
    done = CliRunner().invoke(sitrep.main, ["play-on", str(SAVE), "--games", "1", "--rounds", "1", "--jobs", "0", *words])
    assert done.exit_code and why in " ".join(done.output.split())


def test_the_guide_names_only_options_that_there_are() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "play-on.md").read_text(encoding="utf-8")
    known = {option for command in (play_on_command, position_command, regret_command) for param in command.params for option in param.opts}
    assert set(re.findall(r"--[a-z]+", guide)) <= known


@pytest.mark.slow
def test_the_answer_of_the_guide_is_the_commands() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "play-on.md").read_text(encoding="utf-8")
    shown = guide.partition("--games 20\n")[2].partition("\n...")[0]
    path = next(path for path in samples() if path.name.startswith("axis-takes-moscow"))
    words = ["play-on", str(path), "--turn", "3 germany purchase-units", "--games", "20", "--jobs", "1"]
    said = CliRunner().invoke(sitrep.main, words).stdout.splitlines()
    assert said[1 : len(shown.splitlines())] == shown.splitlines()[1:]
