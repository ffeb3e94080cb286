"""The distribution is `sitrep-games`: `sitrep` on the package index is another's program, so no text tells anybody to install it."""

from __future__ import annotations

import re
import subprocess
import tomllib
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

import pytest
from click.testing import CliRunner

from dashboard.site.manifest import sitrep_version
from sitrep import main

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

ANOTHERS = r"""(?<![\w./~-])sitrep(?:\[[\w\\, .-]*\])?(?![\w/:-])(?!\.\w)"""
"""The name alone, with or without extras; no path, no module, no file and no longer name."""
INSTALLER = re.compile(rf"\b(?:[Ii]nstall|add|require|pipx run|uvx|wheel|download)\b[^\n;|&`]*?[ '\"]{ANOTHERS}")
EXTRA = re.compile(r"(?<![\w.-])sitrep\\?\[[a-z][a-z0-9, -]*\\?\]")
"""`sitrep[excel]` is a requirement wherever it stands."""


def told(text: str) -> list[str]:
    """What a text tells to install under another's name."""
    return [" ".join(one[0].split()) for form in (INSTALLER, EXTRA) for one in form.finditer(text)]


@pytest.mark.parametrize("text", [
    "pip install 'sitrep[notebooks]' jupyterlab", "pip install sitrep", "$ pip install -U sitrep\n", "`uv pip install sitrep`",
    "pipx install sitrep", "needs scikit-learn: install sitrep[model]", 'uv add "sitrep[excel]"', "conda install sitrep.",
    'lab = ["jupyterlab", "sitrep[notebooks]"]', r"match='sitrep\[s3\]'",
])  # fmt: skip
def test_a_text_that_names_anothers_program_is_seen(text: str) -> None:
    assert told(text)


@pytest.mark.parametrize("text", [
    "pip install '.[notebooks]'", "pip install 'sitrep-games[excel]'", "pip install dist/sitrep_games-0.1.0-py3-none-any.whl",
    "RUN pip install --no-cache-dir /sitrep && useradd --create-home sitrep", "pip install xlsxwriter", "sitrep ingest a.jsonl",
    "pip install ~/src/sitrep", "The installed `sitrep` command",
])  # fmt: skip
def test_a_text_that_names_ours_is_let_through(text: str) -> None:
    assert told(text) == []


def test_no_text_tells_anybody_to_install_anothers_program() -> None:
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    wrong = []
    for name in filter(None, tracked.split("\0")):
        if (ROOT / name) == Path(__file__):
            continue
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError):  # a picture or a packed record; a file just removed
            continue
        wrong += [f"{name}: {one}" for one in told(text)]
    assert wrong == []


def test_the_distribution_is_ours_and_its_command_is_sitrep() -> None:
    assert PROJECT["name"] == "sitrep-games"
    assert PROJECT["scripts"] == {"sitrep": "sitrep:main"}
    assert sitrep_version() == version("sitrep-games") == PROJECT["version"]
    (command,) = distribution("sitrep-games").entry_points
    assert (command.group, command.name, command.value) == ("console_scripts", "sitrep", "sitrep:main")


def test_the_command_tells_its_version() -> None:
    told = CliRunner().invoke(main, ["--version"])
    assert (told.exit_code, told.output) == (0, f"sitrep, version {PROJECT['version']}\n")


def test_the_name_of_anothers_program_is_not_installed_beside_ours() -> None:
    with pytest.raises(PackageNotFoundError):
        version("sitrep")


@pytest.mark.parametrize(("former", "removed"), [(True, 1), (False, 0)])
def test_make_env_removes_the_former_name_before_it_installs_ours(tmp_path: Path, former: bool, removed: int) -> None:
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "build-constraints.txt"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    answer = "0" if former else "1"
    python.write_text(
        f"""#!/bin/sh\necho "$@" >> {tmp_path}/calls\ncase "$*" in *version*sitrep*) exit {answer};; esac\n""",
        encoding="utf-8",
    )
    python.chmod(0o755)
    subprocess.run(["make", "env", "UV="], cwd=tmp_path, check=True, capture_output=True)
    calls = (tmp_path / "calls").read_text(encoding="utf-8").splitlines()
    gone = [at for at, call in enumerate(calls) if re.search(r"pip uninstall .*\bsitrep$", call)]
    (made,) = [at for at, call in enumerate(calls) if "--editable" in call]
    assert len(gone) == removed, calls
    assert all(at < made for at in gone), calls
