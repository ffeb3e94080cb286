"""What the pages on running Sitrep say for systemd and containers: systemd takes the units, and their commands are Sitrep's."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import sitrep

DOCS = Path(__file__).parents[2] / "docs"
INSTALLED = "/srv/sitrep/.venv/bin/sitrep"
"""Where the units expect the program."""


def units() -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of every unit in the pages."""
    for page in sorted(DOCS.glob("*.md")):
        yield from re.findall(r"`/etc/systemd/system/([^`]+)`.*?```ini\n(.*?)```", page.read_text("utf-8"), re.DOTALL)


def commands() -> Iterator[str]:
    """Yield the command of every unit and of the container files."""
    for _, text in units():
        (command,) = re.findall(r"^ExecStart=(.*)", text, re.MULTILINE)
        yield command.removeprefix(f"{INSTALLED} ")
    for page in ("site.md", "public.md"):
        (container,) = re.findall(r"```dockerfile\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)
        (listed,) = re.findall(r"^CMD (\[.*\])", container, re.MULTILINE)
        program, *told = json.loads(listed)
        assert program == "sitrep"
        yield shlex.join(told)


def test_there_is_a_unit_for_the_watch_and_one_for_the_dashboard() -> None:
    assert {name for name, _ in units()} == {"sitrep-watch.service", "sitrep-dashboard.service"}


@pytest.mark.parametrize(("name", "text"), list(units()))
def test_systemd_takes_a_unit(name: str, text: str, tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("systemd-analyze is not on this machine")
    assert text.count(INSTALLED) == 1
    (tmp_path / name).write_text(text.replace(INSTALLED, sys.executable))
    told = subprocess.run([verify, "verify", tmp_path / name], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.parametrize("command", list(commands()))
def test_what_units_and_the_container_run_is_a_command_with_its_options(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("uploads", "public", "lake"):
        (tmp_path / folder).mkdir()
    (tmp_path / "players.csv").write_text("name,aliases,hide\n")
    name, *told = shlex.split(command.replace("/data/", ""))
    # the group's settings with it: a command keeps the help option that it makes for whoever asks first, for all later tests
    group = click.Context(sitrep.main, **sitrep.main.context_settings)
    chosen = sitrep.main.loaded()[name]
    assert chosen.make_context(name, told, parent=group).params
    assert CliRunner().invoke(sitrep.main, [name, "-h"]).exit_code == 0
