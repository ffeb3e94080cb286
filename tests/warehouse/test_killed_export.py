"""What a killed export leaves beside its place goes with the next run, and what a running one writes stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.slow import slow_after
from tests.warehouse.games import game
from warehouse import Lake
from warehouse.export import FORMS, export
from warehouse.export.whole import whole

DYING = """
import os, signal, sys
from pathlib import Path
from warehouse import Lake
from warehouse.export import FORMS, export
form = FORMS["{form}"]
def killed(lake, chosen, place):
    form.write(lake, chosen, place)
    os.kill(os.getpid(), signal.SIGKILL)
FORMS["{form}"] = form._replace(write=killed)
export(Lake.open(sys.argv[1]), "{form}", Path(sys.argv[2]))
"""


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    lake = Lake.create(tmp_path / "lake")
    lake.write([game("a")])
    return lake


@pytest.mark.parametrize(("form", "name"), slow_after(1, [("csv", "out"), ("duckdb", "out.duckdb")]))
def test_the_next_run_removes_what_a_killed_one_left(lake: Lake, tmp_path: Path, form: str, name: str) -> None:
    place = tmp_path / "exports"
    place.mkdir()
    (place / f".{name}.mine.tmp").touch()
    done = subprocess.run([sys.executable, "-c", DYING.format(form=form), str(lake.path), str(place / name)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(os.listdir(place)) == 2, "there is a draft"
    export(lake, form, place / name)
    assert sorted(os.listdir(place)) == sorted([name, f".{name}.mine.tmp"])


def test_a_running_one_keeps_its_draft(lake: Lake, tmp_path: Path) -> None:
    target = tmp_path / "out"
    with whole(target, "csv", FORMS["csv"].own) as draft:
        draft.mkdir()
        (draft / "games.csv").write_text("first")
        export(lake, "csv", target)
        assert (draft / "games.csv").read_text() == "first"
    assert (target / "games.csv").read_text() == "first" and os.listdir(target) == ["games.csv"]
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_one_that_was_killed_while_it_took_the_place_of_another_loses_neither(lake: Lake, tmp_path: Path) -> None:
    target = tmp_path / "out"
    export(lake, "csv", target)
    target.rename(tmp_path / ".out.0123abcd.old")
    with pytest.raises(RuntimeError), whole(target, "csv", FORMS["csv"].own):
        assert (target / "games.csv").is_file()
        raise RuntimeError("stopped")
    assert (target / "games.csv").is_file()
