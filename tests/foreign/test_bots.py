"""Bots of other people's files and packages: they play every command, and are told what they do wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.foreign.packages import package, printed

ROOT = Path(__file__).parents[2]
LADDER = 'bots = ["random", "miser.py:Miser"]\n[[board]]\ntitle = "aa1942"\nrounds = 1\npairs = 1\n'
EXPERIMENT = """name = "misers"
title = "aa1942"
side = "axis"
games = 1
rounds = 1
bots = { axis = "greedy", allies = "miser.py:Miser" }
[[rules]]
name = "five"
[[rules]]
name = "other"
options = { victory = "minor" }
"""


def sitrep(folder: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    usual = {key: value for key, value in os.environ.items() if not key.startswith("SITREP_")}
    path = os.pathsep.join((str(ROOT), *env.pop("PYTHONPATH", "").split(os.pathsep)))
    command = [sys.executable, "-m", "sitrep", *words]
    return subprocess.run(command, cwd=folder, env={**usual, "PYTHONPATH": path, **env}, capture_output=True, text=True, check=False)


def orders(folder: Path) -> list[dict[str, str]]:
    """Return the lines of the one log of a folder."""
    (log,) = folder.glob("*.jsonl")
    return [json.loads(line) for line in log.read_text().splitlines()]


@pytest.fixture
def miser(tmp_path: Path) -> Path:
    (tmp_path / "miser.py").write_text(printed("A bot"))
    return tmp_path


def test_the_printed_bot_plays_and_buys_infantry_alone(miser: Path) -> None:
    done = sitrep(miser, "simulate", "aa1942", "--rounds", "2", "--bot", "miser.py:Miser", "--out", "out", "--check")
    assert done.returncode == 0, done.stderr
    assert f"runs code of {miser / 'miser.py'}: bot 'Miser'" in done.stderr
    bought = {line["units"].split()[-1] for line in orders(miser / "out") if line.get("do") == "buy"}
    assert bought == {"infantry"}
    assert not [line for line in orders(miser / "out") if line.get("do") == "move"]


def test_games_are_called_by_the_class_and_not_by_a_path(miser: Path) -> None:
    sitrep(miser, "simulate", "aa1942", "--rounds", "1", "--bot", "miser.py:Miser", "--out", "out")
    head = orders(miser / "out")[0]
    assert str(miser) not in json.dumps(head)
    assert head["game"].startswith("aa1942-miser-")


def test_several_processes_play_it_and_tell_so_once(miser: Path) -> None:
    done = sitrep(
        miser, "simulate", "aa1942", "--rounds", "1", "--games", "2", "--jobs", "2", "--bot", "axis=miser.py:Miser", "--out", "out"
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("runs code of") == 1
    assert len(list((miser / "out").glob("*.jsonl"))) == 2


def test_it_plays_a_recorded_game_on(miser: Path) -> None:
    sitrep(miser, "simulate", "aa1942", "--rounds", "2", "--out", "out")
    (log,) = (miser / "out").glob("*.jsonl")
    done = sitrep(miser, "play-on", str(log), "--at", "600", "--games", "1", "--rounds", "1", "--jobs", "0", "--bot", "miser.py:Miser")
    assert done.returncode == 0, done.stderr
    assert "miser.py:Miser" in done.stdout


@pytest.mark.parametrize(("command", "text"), [("ladder", LADDER), ("lab run", EXPERIMENT)])
def test_a_file_of_settings_may_name_it_only_with_the_users_word(miser: Path, command: str, text: str) -> None:
    (miser / "mine.toml").write_text(text)
    refused = sitrep(miser, *command.split(), "mine.toml", "--jobs", "0")
    assert refused.returncode != 0
    assert "nobody has let this file run; name it with --bot" in refused.stderr
    assert "runs code" not in refused.stderr
    done = sitrep(miser, *command.split(), "mine.toml", "--jobs", "0", "--bot", "miser.py:Miser")
    assert done.returncode == 0, done.stderr
    assert "miser.py: bot 'Miser'" in done.stderr


def test_a_package_names_its_bot(tmp_path: Path) -> None:
    entries = {"sitrep.bots": {"miser": "wargames.miser:Miser", "greedy": "wargames.miser:Miser", "lost": "wargames.gone:Bot"}}
    place = str(package(tmp_path / "site", "wargames", entries, {"wargames/__init__.py": "", "wargames/miser.py": printed("A bot")}))
    words = ("simulate", "aa1942", "--rounds", "1", "--out", "out", "--bot")
    done = sitrep(tmp_path, *words, "miser", PYTHONPATH=place)
    assert done.returncode == 0, done.stderr
    assert "runs code of wargames 1.0: bot 'miser'" in done.stderr
    assert "bot 'greedy' of wargames 1.0 is left out: Sitrep has one of that name" in done.stderr
    assert "runs code" not in sitrep(tmp_path, *words, "greedy", PYTHONPATH=place).stderr
    lost = sitrep(tmp_path, *words, "lost", PYTHONPATH=place).stderr
    assert "bot 'lost' of wargames 1.0 cannot be loaded" in lost and "uninstall or mend wargames 1.0" in lost
    kept_out = sitrep(tmp_path, *words, "miser", PYTHONPATH=place, SITREP_PARTS="none")
    assert kept_out.returncode == 2 and "no bot 'miser'" in kept_out.stderr


WRONG = {
    "return None": "it returned None; expected an order of",
    "return EndPhase('nowhere')": "breaks a rule",
    "return 1 / 0": "ZeroDivisionError: division by zero (wrong.py, line 5); mend its `decide`",
    "play.submit(EndPhase())": "it changed the game",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_a_bot_does_wrong_is_told_with_the_moment(tmp_path: Path, line: str) -> None:
    head = "from engine.rules import EndPhase\nclass Wrong:\n    def __init__(self, seed): pass\n    def decide(self, play):\n        "
    (tmp_path / "wrong.py").write_text(head + line + "\n")
    done = sitrep(tmp_path, "simulate", "aa1942", "--bot", "wrong.py:Wrong", "--out", "out")
    assert done.returncode == 1
    assert "soviet-union in purchase-units of round 1" in done.stderr and WRONG[line] in done.stderr


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("class Wrnog: pass", "no class 'Wrong'; did you mean 'Wrnog'?"),
        ("class Wrong: pass", "expected a class with `__init__(self, seed)` and `decide(self, play)`"),
        ("import nothing_of_that_name", "ModuleNotFoundError: No module named 'nothing_of_that_name' (wrong.py, line 1); mend the file"),
    ],
)
def test_what_is_no_bot_is_refused_before_a_game(tmp_path: Path, text: str, found: str) -> None:
    (tmp_path / "wrong.py").write_text(text + "\n")
    done = sitrep(tmp_path, "simulate", "aa1942", "--bot", "wrong.py:Wrong", "--out", "out")
    assert done.returncode == 2 and found in done.stderr
    assert not (tmp_path / "out").exists()


def test_the_dashboards_server_keeps_parts_out_unless_an_admin_lets_them_in(tmp_path: Path) -> None:
    """Of the server as it is imported: no file of a bot runs in it, even one that a command let in."""
    (tmp_path / "miser.py").write_text(printed("A bot"))
    words = "import dashboard.asgi\nfrom engine.simulation import make_bot\nmake_bot('miser.py:Miser', 1)"
    usual = {**os.environ, "PYTHONPATH": str(ROOT), "SITREP_BOTS": str(tmp_path / "miser.py")}
    usual.pop("SITREP_PARTS", None)
    done = subprocess.run([sys.executable, "-c", words], cwd=tmp_path, env=usual, capture_output=True, text=True, check=False)
    assert "SITREP_PARTS is none, so no foreign code runs here" in done.stderr
    let_in = {**usual, "SITREP_PARTS": "any"}
    done = subprocess.run([sys.executable, "-c", words], cwd=tmp_path, env=let_in, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "runs code of miser.py" in done.stderr
