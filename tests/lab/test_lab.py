"""The lab: a file becomes games, games become a verdict, on any number of processes and after any interruption."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from shutil import copytree

import msgspec
import pytest
from click.testing import CliRunner

import sitrep
from engine.recording import OrderEntry
from engine.simulation import simulate
from ingest import read_recording
from ingest.lab import read_experiment
from ingest.lab.experiment import ExperimentError
from ingest.lab.run import play, run
from ingest.workers import cluster, local
from tests.slow import slow_after
from warehouse import Lake
from warehouse.lab.verdict import experiments, planned, verdict

RUNNING = import_module("ingest.lab.run")
EXPERIMENTS = Path(__file__).parents[2] / "notebooks" / "experiments"
SMALL = """
name = "warsaw"
question = "Does a block more save Warsaw?"
title = "black-swan"
scenario = "1939"
side = "axis"
games = {games}
rounds = 2

[[rules]]
name = "printed"

[[rules]]
name = "reserve"
overlays = ["warsaw-reserve"]
"""
OVERLAY = (EXPERIMENTS / "warsaw-reserve" / "setup.csv").read_text()


def written(folder: Path, text: str = SMALL, games: int = 6) -> Path:
    (folder / "warsaw-reserve").mkdir(parents=True, exist_ok=True)
    (folder / "warsaw-reserve" / "setup.csv").write_text(OVERLAY)
    path = folder / "warsaw.toml"
    path.write_text(text.replace("{games}", str(games)))
    return path


def told(path: Path, place: Path, jobs: int = 0) -> dict:
    result = CliRunner().invoke(
        sitrep.main,
        [
            "lab",
            "run",
            str(path),
            "--lake",
            str(place / "lake"),
            "--logs",
            str(place / "lab"),
            "--jobs",
            str(jobs),
            "--json",
        ],
    )
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("path", slow_after(2, sorted(EXPERIMENTS.glob("*.toml"))), ids=lambda path: path.stem)
def test_every_worked_experiment_can_be_played(path: Path) -> None:
    read = read_experiment(path)
    packed = msgspec.json.encode(
        msgspec.structs.replace(read, settings={name: msgspec.structs.replace(one, rounds=1) for name, one in read.settings.items()})
    )
    logs = [play(packed, arm.name, 1)[2] for arm in read.design.arms]
    assert len(set(logs)) == len(logs)
    assert planned(read.design)["pairs_2"].min() > read.design.pairs, "the plan says that this many are few"


def test_the_file_that_the_guide_explains_is_one(tmp_path: Path) -> None:
    guide = (EXPERIMENTS.parents[1] / "docs" / "lab.md").read_text(encoding="utf-8")
    text = guide.partition("```toml\n")[2].partition("```")[0]
    everything = re.sub(r"^# (scenario|seed|\[stop\]|rule|within|bids)", r"\1", text, flags=re.MULTILINE)
    copytree(EXPERIMENTS / "cheap-tanks", tmp_path / "cheap-tanks")
    for number, said in enumerate((text, everything.replace('scenario = "1939"', 'scenario = "standard"'))):
        (tmp_path / f"{number}.toml").write_text(said)
    plain, full = (read_experiment(tmp_path / f"{number}.toml").design for number in range(2))
    assert [arm.name for arm in plain.arms] == ["tank 5", "tank 4"] and plain.stop == "fixed"
    assert full.stop == "sequential" and full.within == 0.05 and full.key != plain.key


def test_the_worked_experiments_are_of_every_family() -> None:
    families = {sitrep.load_title(read_experiment(path).design.title).family for path in EXPERIMENTS.glob("*.toml")}
    assert families == {"axis-allies", "blocks", "blitz"}


def test_the_same_pair_has_the_same_dice_where_the_same_is_rolled_for(tmp_path: Path) -> None:
    read = read_experiment(written(tmp_path))
    packed, found = msgspec.json.encode(read), []
    for arm in ("printed", "reserve"):
        (tmp_path / f"{arm}.jsonl.zst").write_bytes(play(packed, arm, 1)[2])
        found.append(read_recording(tmp_path / f"{arm}.jsonl.zst"))
    one, two = found
    assert one.header.options == two.header.options and one.header.overlays == [] and two.header.overlays == ["warsaw-reserve"]
    assert one.header.players == two.header.players
    orders = [[entry.order for entry in each.entries if isinstance(entry, OrderEntry)] for each in found]
    assert orders[0][:5] == orders[1][:5]


def test_arms_that_differ_in_name_alone_play_the_same_game(tmp_path: Path) -> None:
    text = SMALL.replace('overlays = ["warsaw-reserve"]', "")
    read = read_experiment(written(tmp_path, text))
    packed = msgspec.json.encode(read)
    games = []
    for arm, pair in (("printed", 1), ("reserve", 1), ("printed", 2)):
        (tmp_path / "a.jsonl.zst").write_bytes(play(packed, arm, pair)[2])
        games.append(read_recording(tmp_path / "a.jsonl.zst").entries)
    assert games[0] == games[1] != games[2]


def test_the_games_of_a_pair_have_paired_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict] = []

    def watched(title, seed, bots, **settings):
        asked.append({"seed": seed, **settings})
        return simulate(title, seed, bots, **settings)

    monkeypatch.setattr(RUNNING, "simulate", watched)
    packed = msgspec.json.encode(read_experiment(written(tmp_path)))
    for arm in ("printed", "reserve"):
        play(packed, arm, 3)
    assert [one["paired"] for one in asked] == [True, True] and asked[0]["seed"] == asked[1]["seed"] == "1/3"


def test_a_run_ends_in_a_verdict_and_a_second_run_plays_nothing(tmp_path: Path) -> None:
    path = written(tmp_path)
    first = told(path, tmp_path)
    assert first["pairs"] == 6 and first["games"] == 12 and first["stopped"] == "all pairs that were planned are played"
    assert [row["arm"] for row in first["rates"]] == ["printed", "reserve"]
    (row,) = first["differences"]
    rates = {one["arm"]: one["rate"] for one in first["rates"]}
    assert row["difference"] == pytest.approx(rates["reserve"] - rates["printed"]) and row["low"] <= row["difference"] <= row["high"]
    logs = {path: path.stat().st_mtime_ns for path in (tmp_path / "lab").rglob("*.zst")}
    assert told(path, tmp_path) == first
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "lab").rglob("*.zst")} == logs
    shown = CliRunner().invoke(sitrep.main, ["lab", "show", "warsaw", "--lake", str(tmp_path / "lake"), "--json"])
    assert json.loads(shown.stdout) == first
    for chart in (sitrep.charts.lab_rates, sitrep.charts.lab_differences):
        assert "Does a block more save Warsaw?" in json.dumps(chart(sitrep.open_lake(tmp_path / "lake"), "warsaw").to_dict())
    listed = CliRunner().invoke(sitrep.main, ["lab", "show", "--lake", str(tmp_path / "lake")])
    assert "Does a block more save Warsaw?" in listed.stdout


@pytest.mark.slow
def test_more_pairs_go_on_with_the_games_that_are_there(tmp_path: Path) -> None:
    told(written(tmp_path, games=2), tmp_path)
    logs = {path: path.read_bytes() for path in (tmp_path / "lab").rglob("*.zst")}
    more = told(written(tmp_path, games=4), tmp_path)
    assert more["pairs"] == 4 and len(logs) == 4
    assert all(path.read_bytes() == log for path, log in logs.items())
    assert len(experiments(Lake.open(tmp_path / "lake"))) == 1


def test_the_verdict_is_the_same_on_any_number_of_processes_and_after_a_kill(tmp_path: Path) -> None:
    path = written(tmp_path, games=3)
    alone = told(path, tmp_path / "alone")
    command = [
        sys.executable,
        "-m",
        "sitrep",
        "lab",
        "run",
        str(path),
        "--lake",
        str(tmp_path / "lake"),
        "--logs",
        str(tmp_path / "lab"),
        "--jobs",
        "2",
    ]
    for least in (1, 3):
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        while sum(1 for _ in (tmp_path / "lab").rglob("*.zst")) < least and running.poll() is None:
            time.sleep(0.02)
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
    there = sum(1 for _ in (tmp_path / "lab").rglob("*.zst"))
    assert 3 <= there < 6
    assert told(path, tmp_path, jobs=2) == alone


@pytest.mark.slow
def test_restricted_players_are_compared_with_the_same_rules_unrestricted(tmp_path: Path) -> None:
    text = SMALL.replace("rounds = 2", 'rounds = 2\nrestricted = ["turtle"]')
    found = told(written(tmp_path, text, games=3), tmp_path)
    assert [(row["arm"], row["against"]) for row in found["differences"]] == [
        ("printed (axis: turtle)", "printed"),
        ("reserve", "printed"),
        ("reserve (axis: turtle)", "reserve"),
    ]
    rates = {row["arm"]: row["rate"] for row in found["rates"]}
    assert rates["printed"] > 0 and rates["printed (axis: turtle)"] == 0, "who never attacks takes no capital"


@pytest.mark.slow
def test_a_bid_is_money_at_the_beginning(tmp_path: Path) -> None:
    path = tmp_path / "bid.toml"
    head = 'name = "bid"\ntitle = "aa1942"\nside = "axis"\ngames = 1\nrounds = 1\n'
    path.write_text(head + '[[rules]]\nname = "none"\n[[rules]]\nname = "six"\nbids = { germany = 6 }\n')
    read = read_experiment(path)
    (tables,) = read.tables.values()
    assert "standard,germany,ipc,46,bid of 6" in tables["treasury.csv"]
    with local(0) as workers:
        run(read, Lake.create(tmp_path / "lake"), tmp_path / "lab", workers)
    money = "SELECT sum(delta) AS amount FROM resource_changed WHERE power = 'germany' AND turn = 0 GROUP BY game_id ORDER BY 1"
    assert Lake.open(tmp_path / "lake").sql(money)["amount"].to_list() == [40, 46]
    assert verdict(Lake.open(tmp_path / "lake"), "bid").pairs == 1


def test_a_bid_takes_no_more_than_a_power_has(tmp_path: Path) -> None:
    path = tmp_path / "bid.toml"
    head = 'name = "bid"\ntitle = "aa1942"\nside = "axis"\ngames = 1\nrounds = 1\n'
    path.write_text(head + '[[rules]]\nname = "none"\n[[rules]]\nname = "poor"\nbids = { germany = -41 }\n')
    with pytest.raises(ExperimentError, match="'poor': a bid of -41 for germany; expected -40 or more: it begins with that"):
        read_experiment(path)


def test_other_questions_are_other_experiments_and_more_pairs_are_not(tmp_path: Path) -> None:
    path, keys = written(tmp_path), dict[str, str]()
    text = path.read_text()
    for word, instead in (
        ("", ""),
        ("games = 6", "games = 9"),
        ('question = "Does', 'question = "Did'),
        ('side = "axis"', 'side = "soviets"'),
        ("rounds = 2", "rounds = 3"),
        ("rounds = 2\n", "rounds = 2\nseed = 2\n"),
        ("rounds = 2\n\n", 'rounds = 2\nbots = "bold"\n'),
        ('name = "printed"', 'name = "printed"\nbots = { axis = "bold" }'),
        ('name = "printed"\n', 'name = "printed"\noptions = { naval-hits = "strongest" }\n'),
    ):
        path.write_text(text.replace(word, instead) if word else text)
        keys[word] = read_experiment(path).design.key
    for within in (3, 4):
        path.write_text(text + f'\n[stop]\nrule = "sequential"\nwithin = {within}\n')
        keys[f"within {within}"] = read_experiment(path).design.key
    path.write_text(text)
    (tmp_path / "warsaw-reserve" / "setup.csv").write_text(OVERLAY + "\n")
    keys["table"] = read_experiment(path).design.key
    assert keys.pop("games = 6") == keys.pop('question = "Does') == keys[""]
    assert len(set(keys.values())) == len(keys), keys


def test_a_rule_sets_own_settings_come_before_the_files_and_a_powers_bot_before_its_sides(tmp_path: Path) -> None:
    text = SMALL.replace(
        "rounds = 2\n",
        'rounds = 2\noptions = { excess-hits = "lost" }\nbots = { axis = "steady", neutral = "greedy", '
        'soviets = "greedy", western-allies = "greedy" }\n',
    )
    text = text.replace(
        'name = "reserve"', 'name = "reserve"\nbots = { axis = "bold", germany = "cautious" }\noptions = { excess-hits = "carried" }'
    )
    read = read_experiment(written(tmp_path, text))
    first, second = read.settings["printed"], read.settings["reserve"]
    assert (first.bots["germany"], first.bots["italy"], first.options["excess-hits"]) == ("steady", "steady", "lost")
    assert (second.bots["germany"], second.bots["italy"], second.options["excess-hits"]) == (
        "cautious",
        "bold",
        "carried",
    )


@pytest.mark.parametrize(("power", "bid"), [("germany", -6), ("soviet-union", 6)])
def test_a_bid_is_money_against_the_side_that_is_asked_about(tmp_path: Path, power: str, bid: int) -> None:
    path = tmp_path / "bid.toml"
    head = 'name = "bid"\ntitle = "aa1942"\nside = "axis"\ngames = 1\nrounds = 1\n[[rules]]\nname = "none"\n'
    own = '[[rules]]\nname = "bold too"\nbots = { axis = "bold" }\n'
    path.write_text(f'{head}[[rules]]\nname = "six"\nbids = {{ {power} = 6 }}\n{own}bids = {{ {power} = 6 }}\n')
    arms = read_experiment(path).design.arms
    assert [(arm.bid, arm.alike) for arm in arms] == [(0, True), (bid, True), (bid, False)]


def test_a_lake_without_experiments_says_how_to_make_one(tmp_path: Path) -> None:
    Lake.create(tmp_path / "lake")
    for words, said in (
        ([], "No experiments in"),
        (["x"], "no experiments 'x' are in the lake; it has no experiments at all"),
    ):
        done = CliRunner().invoke(sitrep.main, ["lab", "show", *words, "--lake", str(tmp_path / "lake")])
        assert said in done.output and "Traceback" not in done.output and not isinstance(done.exception, ValueError)


@pytest.mark.parametrize(
    ("found", "instead", "said"),
    [
        ('side = "axis"', 'side = "allies"', "side = 'allies'; expected one of axis"),
        ("games = 6", "games = 0", "games = 0; expected 1 to 1,000,000"),
        ('scenario = "1939"', 'scenario = "1940"', "no scenario '1940'; expected one of 1939"),
        ('overlays = ["warsaw-reserve"]', 'overlays = ["absent"]', 'found "absent"; there is no such folder beside the experiment'),
        ('overlays = ["warsaw-reserve"]', 'bots = { axis = "clever" }', "no bot 'clever'; expected one of random, greedy"),
        ('overlays = ["warsaw-reserve"]', 'options = { x = "y" }', "unknown option 'x'; expected one of"),
        ('overlays = ["warsaw-reserve"]', "bids = { germany = 3 }", "a bid for 'germany'; no power begins with money"),
        ('name = "warsaw"', 'name = "../warsaw"', "name = '../warsaw'; expected letters, digits, - and _ alone"),
        ("rounds = 2", 'rounds = 2\nrestricted = ["turtle", "turtle"]', "restricted names 'turtle' twice"),
        ("rounds = 2", 'rounds = 2\nrestricted = ["turtle"]\n[[rules]]\nname = "reserve (axis: turtle)"', "ways to play are named"),
        ("rounds = 2", 'rounds = 2\n[stop]\nrule = "sequental"', "; expected fixed or sequential; docs/lab.md"),
        ('name = "reserve"', 'name = "printed"', "rules are named 'printed', 'printed'; expected different names"),
        ('question = "Does', 'ask = "Does', "unknown field `ask`; expected some of name, title, side"),
        ("rounds = 2", 'rounds = 2\nrestricted = ["no-tanks"]', "no restriction 'no-tanks' of a bot; expected one of no-bombing"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_what_is_expected(tmp_path: Path, found: str, instead: str, said: str) -> None:
    path = written(tmp_path)
    path.write_text(path.read_text().replace(found, instead))
    with pytest.raises(ExperimentError) as error:
        read_experiment(path)
    assert said in str(error.value) and "warsaw.toml" in str(error.value)


@pytest.mark.slow
def test_a_dask_cluster_plays_the_same_games(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    read = read_experiment(written(tmp_path, games=2))
    with local(0) as workers:
        alone = run(read, Lake.create(tmp_path / "alone"), tmp_path / "alone-logs", workers)
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0") as made,
        cluster(made.scheduler_address) as workers,
    ):
        shared = run(read, Lake.create(tmp_path / "shared"), tmp_path / "logs", workers)
    assert shared.differences.equals(alone.differences) and shared.effects.equals(alone.effects)
    logs = [{path.name: path.read_bytes() for path in place.rglob("*.zst")} for place in (tmp_path / "alone-logs", tmp_path / "logs")]
    assert logs[0] == logs[1] and len(logs[0]) == 4
