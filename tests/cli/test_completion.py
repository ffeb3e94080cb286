"""A real bash completes titles, games, units, areas and powers, by what `sitrep` tells it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

import sitrep

BASH = shutil.which("bash")
ASKED = """
eval "$(_SITREP_COMPLETE=bash_source sitrep)"
complete -p sitrep >&2
while IFS= read -r line; do
    eval "COMP_WORDS=($line)"
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _sitrep_completion sitrep
    echo "${COMPREPLY[*]}"
done
"""


def in_bash(*lines: str, cwd: Path) -> list[str]:
    """What bash offers where each line ends."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    given = {"input": "\n".join(lines) + "\n", "capture_output": True, "text": True, "cwd": cwd, "env": os.environ | {"PATH": path}}
    done = subprocess.run([str(BASH), "-c", ASKED], **given)
    assert "_sitrep_completion sitrep" in done.stderr and done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.skipif(not BASH or not shutil.which("sitrep", path=Path(sys.executable).parent), reason="no bash, or sitrep is not installed")
def test_bash_completes_what_commands_take(lake_path: Path, tmp_path: Path) -> None:
    told = in_bash(
        "sitrep simu",
        "sitrep simulate aa50",
        "sitrep odds aa1942 3inf",
        "sitrep odds aa1942 3infantry t",
        "sitrep odds aa1942 --in ukr",
        "sitrep odds aa1942 --attacker sov",
        "sitrep title show aa1942 areas caucas",
        "sitrep title show aa1942 units ta",
        f"sitrep review --lake {lake_path} sh",
        f"sitrep lake remove --lake {lake_path} ''",
        "sitrep export --title glob",
        "sitrep review --lake no-lake-here s",
        cwd=tmp_path,
    )
    assert told == [
        "simulate",
        "aa50-1941 aa50-1942",
        "3infantry",
        "tank transport",
        "ukraine-ssr",
        "soviet-union",
        "caucasus",
        "tank",
        "short",
        "short",
        "global-1939 global-1940 global-war-1936",
        "",  # no lake: bash looks for files
    ]


def offered(*words: str) -> list[str]:
    """What is offered for the last word, in any shell."""
    found = ShellComplete(sitrep.main, {}, "sitrep", "_SITREP_COMPLETE").get_completions(list(words[:-1]), words[-1])
    return [item.value for item in found if item.type == "plain"]


def test_every_title_and_every_unit_is_offered() -> None:
    assert offered("simulate", "") == list(sitrep.titles())
    assert offered("odds", "global-1939", "") == list(sitrep.load_title("global-1939").units)
    assert offered("odds", "Axis & Allies 1942", "4 infantry, 2 ta") == ["4 infantry, 2 tank"]
    assert offered("odds", "no-such-title", "inf") == []


def test_bash_is_given_no_answer_with_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would take each word for an answer of its own."""
    monkeypatch.setenv("_SITREP_COMPLETE", "bash_complete")
    assert offered("odds", "aa1942", "4 infantry, 2 ta") == [] and offered("odds", "aa1942", "4inf") == ["4infantry"]
