"""Serving: one line that says where, one that says why not, and a quiet end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

import dashboard
from dashboard.serve import serve
from ingest.samples import samples
from sitrep import main
from tests.dashboard.server import free_port, served


def test_a_port_in_use_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("localhost", 0)) as other:
        port = other.getsockname()[1]
        assert serve(tmp_path, port) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert (
        err == f"sitrep: port {port} is in use by another program; stop it, or choose another port: --port {port + 1}\n"
    )


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_one_line_says_where_and_the_end_is_quiet(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path, tmp_path / "errors") as (address, process):
        with urlopen(f"{address}/_stcore/health") as answer:
            assert answer.read() == b"ok"
        process.send_signal(how)
        out, _ = process.communicate(timeout=20)
    err = (tmp_path / "errors").read_text()
    assert process.returncode == 0
    assert out == "", "the one line was read before"
    assert "Traceback" not in err and "Welcome" not in err and "sitrep:" not in err
    with pytest.raises(OSError):
        urlopen(f"{address}/_stcore/health", timeout=2)


def test_every_page_opened_by_its_address_tells_the_browser_where_the_server_is(tmp_path: Path) -> None:
    """Otherwise a browser asks below the page's address first, and complains on its console; `test_browser` sees that."""
    screens = sorted(path.stem for path in (Path(dashboard.__file__).parent / "screens").glob("*.py"))
    assert {"economy", "games"} <= set(screens)
    with served(tmp_path) as (address, _):
        for screen in screens:
            with urlopen(f"{address}/{screen}") as answer:
                assert "BACKEND_BASE_URL: new URL" in answer.read().decode(), screen


def test_importing_it_starts_no_streamlit() -> None:
    code = "import sys, dashboard.serve; sys.exit('streamlit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_free_port_is_free() -> None:
    port = free_port()
    with socket.create_server(("localhost", port)) as server:
        assert server.getsockname()[1] == port


def test_map_folders_reach_the_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the command line to the environment of the app, which `test_pages` goes on from."""
    started: list[dict[str, str]] = []

    def start(*_: object, env: dict[str, str], **__: object) -> None:
        started.append(env)
        raise OSError("enough")

    monkeypatch.setattr("dashboard.serve.subprocess.Popen", start)
    here = ["dashboard", "--lake", str(tmp_path), "--port", str(free_port())]
    maps = [tmp_path / "one", tmp_path / "two"]
    for folder in maps:
        folder.mkdir()
    run = CliRunner().invoke
    assert run(main, [*here, "--map-folder", str(maps[0]), "--map-folder", str(maps[1])]).exit_code == 1
    named = os.pathsep.join(map(str, maps))
    assert run(main, here, env={"SITREP_MAPS": named}).exit_code == 1
    assert [env["SITREP_MAPS"] for env in started] == [named, named]
    refused = run(main, [*here, "--map-folder", str(tmp_path / "nowhere")])
    assert refused.exit_code == 2 and "does not exist" in refused.output and len(started) == 2


def started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, keep: str = "", **environment: str
) -> tuple[dict[str, str], list[str]]:
    """The environment and the settings that a server is started with; none when it is not started."""
    seen: list[tuple[dict[str, str], list[str]]] = []

    def start(command: list[str], env: dict[str, str], **_: object) -> None:
        seen.append((env, command))
        raise OSError("enough")

    with monkeypatch.context() as patch:
        patch.setattr("dashboard.serve.subprocess.Popen", start)
        for name in ("STREAMLIT_SERVER_ADDRESS", "STREAMLIT_SERVER_ALLOWED_HOSTS", "SITREP_ADMIN_TOKEN"):
            patch.delenv(name, raising=False)
        for name, value in environment.items():
            patch.setenv(name, value)
        with suppress(OSError):
            serve(tmp_path, free_port(), keep=keep)
    return seen[0] if seen else ({}, [])


OPEN = {"STREAMLIT_SERVER_ADDRESS": "0.0.0.0"}
NAMED = {"STREAMLIT_SERVER_ALLOWED_HOSTS": '["league.example.org"]'}


def test_games_are_kept_by_anyone_at_home_and_by_admins_where_others_come(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert started(monkeypatch, tmp_path)[0]["SITREP_KEEP"] == "anyone"
    for others in (OPEN, NAMED):
        assert started(monkeypatch, tmp_path, **others)[0]["SITREP_KEEP"] == "admins"
        assert started(monkeypatch, tmp_path, "anyone", **others)[0]["SITREP_KEEP"] == "anyone"
    assert started(monkeypatch, tmp_path, "nobody")[0]["SITREP_KEEP"] == "nobody"
    assert started(monkeypatch, tmp_path, **OPEN, SITREP_ADMIN_TOKEN="short") == ({}, [])
    assert "the token in SITREP_ADMIN_TOKEN has 5 characters; expected 16 or more" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["dashboard", "demo"])
def test_who_may_keep_games_is_said_to_either_command_that_serves(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    def serve(_lake: Path, _port: int, _maps: Sequence[Path] = (), keep: str = "") -> int:
        said.append(keep)
        return 0

    monkeypatch.setattr("dashboard.serve.serve", serve)
    monkeypatch.setattr("sitrep.samples", lambda: [path for path in samples() if path.name == "warsaw-holds.jsonl"])
    run, here = CliRunner().invoke, [command, "--lake", str(tmp_path / "lake")]
    for given, environment in (([], {}), ([], {"SITREP_KEEP": "nobody"}), (["--keep", "admins"], {})):
        assert run(main, [*here, *given], env=environment).exit_code == 0
    assert said == ["", "nobody", "admins"]
    assert run(main, here, env={"SITREP_KEEP": "everyone"}).exit_code == 2


def test_only_this_machines_names_are_answered_unless_others_are_served(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _, at_home = started(monkeypatch, tmp_path)
    assert at_home.count("--server.allowedHosts") == 3 and "127.0.0.1" in at_home
    _, opened = started(monkeypatch, tmp_path, **OPEN)
    assert "--server.allowedHosts" not in opened and opened[opened.index("--client.showErrorDetails") + 1] == "none"
    assert at_home[at_home.index("--server.maxUploadSize") + 1] == "64"
