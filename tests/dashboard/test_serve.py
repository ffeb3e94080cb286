"""Serving: one line that says where, one that says why not, and a quiet end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

import dashboard
from dashboard.serve import APP, _Process, serve
from ingest.samples import samples
from sitrep import main
from tests.dashboard.server import SERVE, children, free_port, served
from tests.dashboard.visitors import healthy
from tests.slow import slow_after


def test_a_port_in_use_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("localhost", 0)) as other:
        port = other.getsockname()[1]
        assert serve(tmp_path, port) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"sitrep: port {port} is in use by another program; stop it, or choose another port: --port {port + 1}\n"


def test_ctrl_c_is_put_off_until_the_process_has_been_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of asking it would leave the lock of Popen taken: the command would then wait for the process without an end."""
    server = _Process([sys.executable, "-c", "import sys; sys.stdin.read()"], os.environ, "localhost", free_port(), "mark")
    asked = []
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a process in the background is begun without it

    def interrupted(real: Callable[[], int | None] = server._process.poll) -> int | None:
        os.kill(os.getpid(), signal.SIGINT)
        asked.append(real())
        return asked[-1]

    with monkeypatch.context() as patched:
        patched.setattr(server._process, "poll", interrupted)
        with pytest.raises(KeyboardInterrupt):
            server.ended(60)
    signal.signal(signal.SIGINT, before)
    assert asked == [None]
    server.stop()
    assert server.ended(0) is not None


@pytest.mark.slow
def test_two_that_start_at_once_do_not_take_each_others_server_for_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both have found the port free; the other one was quicker."""
    with served(tmp_path / "one") as (address, _):
        port = int(address.rpartition(":")[2])
        monkeypatch.setattr("dashboard.serve._free", lambda *_: True)
        assert serve(tmp_path / "two", port) == 1
        out, err = capsys.readouterr()
        assert out == "" and f"sitrep: port {port} is in use by another program; stop it, or choose" in err
        assert healthy(address)


@pytest.mark.parametrize(("how", "listens"), slow_after(1, [(signal.SIGINT, "localhost"), (signal.SIGTERM, "0.0.0.0")]))
def test_one_line_says_where_and_the_end_is_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: signal.Signals, listens: str
) -> None:
    """Open to others it is as quiet: Streamlit would ask a server on the internet for this machine's address, and tell of it."""
    monkeypatch.setenv("STREAMLIT_SERVER_ADDRESS", listens)
    with served(tmp_path, tmp_path / "errors") as (address, process):
        with urlopen(f"{address}/_stcore/health") as answer:
            assert answer.read() == b"ok"
        process.send_signal(how)
        out, _ = process.communicate(timeout=300)
    err = (tmp_path / "errors").read_text()
    assert process.returncode == 0
    assert out == "", "the one line was read before"
    assert "Traceback" not in err and "Welcome" not in err and "sitrep:" not in err and "external IP" not in err
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


def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, keep: str = "", **environment: str) -> tuple[dict[str, str], list[str]]:
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


IN_A_HURRY = "import dashboard.serve as s, dashboard.supervisor as w; s.EVERY, s.ANSWER, w.MISSES = 0.1, 5, 2; "
"""Asks more often, and kills a server that says nothing for 10 seconds."""


def wait_for(true: Callable[[], bool], seconds: float = 300) -> None:
    """Wait until something is so; that it takes very long is a failure."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.1)


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
    assert [started(monkeypatch, tmp_path, "nobody", **others)[0]["SITREP_RECORDS"] for others in ({}, OPEN)] == ["anyone", "admins"]
    assert started(monkeypatch, tmp_path, **OPEN, SITREP_ADMIN_TOKEN="short") == ({}, [])
    assert "the token in SITREP_ADMIN_TOKEN has 5 characters; expected 16 or more" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["dashboard", "demo"])
def test_who_may_keep_games_is_said_to_either_command_that_serves(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def serve(_lake: Path, _port: int, _maps: Sequence[Path] = (), keep: str = "", records: str = "") -> int:
        said.append(keep)
        return 0

    monkeypatch.setattr("dashboard.terminal.serve_commands.serve", serve)
    one = [path for path in samples() if path.name == "warsaw-holds.jsonl"]
    monkeypatch.setattr("dashboard.terminal.serve_commands.samples", lambda: one)
    run, here = CliRunner().invoke, [command, "--lake", str(tmp_path / "lake")]
    for given, environment in (([], {}), ([], {"SITREP_KEEP": "nobody"}), (["--keep", "admins"], {})):
        assert run(main, [*here, *given], env=environment).exit_code == 0
    assert said == ["", "nobody", "admins"]
    assert run(main, here, env={"SITREP_KEEP": "everyone"}).exit_code == 2


def hosts(command: list[str]) -> list[str]:
    """The names that a server is started with."""
    return [name for flag, name in pairwise(command) if flag == "--server.allowedHosts"]


def test_under_which_names_the_server_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = ["localhost", "127.0.0.1", "::1"]
    environment, at_home = started(monkeypatch, tmp_path)
    assert hosts(at_home) == own
    assert hosts(started(monkeypatch, tmp_path, **OPEN)[1]) == [], "see guard.Hosts for what it then means"
    environment, named = started(monkeypatch, tmp_path, **NAMED)
    assert hosts(named) == [*own, "league.example.org"], "this machine asks too: whether it is alive"
    assert "STREAMLIT_SERVER_ALLOWED_HOSTS" not in environment, "Streamlit takes the list for one name"
    for told in ("a.example,*.b.example", " a.example  *.b.example ", '["a.example", "*.b.example"]'):
        both = started(monkeypatch, tmp_path, **OPEN, STREAMLIT_SERVER_ALLOWED_HOSTS=told)[1]
        assert hosts(both) == [*own, "a.example", "*.b.example"], told
    assert at_home[at_home.index("--server.maxUploadSize") + 1] == "64"
    assert named[named.index("--client.showErrorDetails") + 1] == "none"


@pytest.mark.parametrize("told", ["", "[]", '["a.example"', "[1]", "https://a.example", "a.example:80", '{"a": 1}'])
def test_names_that_are_none_are_said_so(
    told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert started(monkeypatch, tmp_path, STREAMLIT_SERVER_ALLOWED_HOSTS=told) == ({}, [])
    err = capsys.readouterr().err
    assert err.startswith(f"sitrep: STREAMLIT_SERVER_ALLOWED_HOSTS is {told!r}; expected names without port"), err


def status(address: str, host: str) -> int:
    """The answer to a request under a name."""
    try:
        with urlopen(Request(f"{address}/_stcore/health", headers={"Host": host}), timeout=120) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


@pytest.mark.slow
def test_a_server_with_a_name_starts_and_answers_under_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As docs/public.md says it: the server asks itself as localhost, others under its name."""
    monkeypatch.setenv("STREAMLIT_SERVER_ALLOWED_HOSTS", '["league.example.org"]')
    with served(tmp_path) as (address, _):
        names = ("league.example.org", "league.example.org:443", "localhost", "other.example", "10.0.0.1")
        assert [status(address, name) for name in names] == [200, 200, 200, 400, 400]


def test_a_server_that_hangs_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is stopped as a process, which no longer answers and cannot be ended but by force."""
    errors = tmp_path / "errors"
    with served(tmp_path, errors, IN_A_HURRY + SERVE) as (address, process):
        (first,) = [one for one in children(process) if b"dashboard.connections" in Path(f"/proc/{one}/cmdline").read_bytes()]
        os.kill(first, signal.SIGSTOP)
        wait_for(lambda: "the dashboard is started again: it did not answer 2 times" in errors.read_text())
        wait_for(lambda: healthy(address))
        assert first not in children(process)


def test_systemd_is_told_of_a_server_that_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(120)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "600000")
        with served(tmp_path / "lake") as (_, process):
            assert [systemd.recv(99) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
            (child,) = [one for one in children(process) if b"dashboard.connections" in Path(f"/proc/{one}/cmdline").read_bytes()]
            assert b"NOTIFY_SOCKET" not in Path(f"/proc/{child}/environ").read_bytes(), "it speaks for itself only"
        told = systemd.recv(99)
        while told == b"WATCHDOG=1":
            told = systemd.recv(99)
        assert told == b"STOPPING=1"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux ends a process that hangs with the one that started it")
@pytest.mark.parametrize("hangs", [False, True])
def test_no_server_outlives_the_command(hangs: bool, tmp_path: Path) -> None:
    """The command is killed, so that it cannot end its server itself; one that hangs would keep the port for ever."""
    with served(tmp_path) as (_, process):
        servers = children(process)
        assert servers
        if hangs:
            os.kill(servers[0], signal.SIGSTOP)
        process.kill()
        process.wait()
        wait_for(lambda: not any(map(runs, servers)))


def runs(number: int) -> bool:
    """Whether a process is there and not merely waiting to be forgotten."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_server_ends_where_only_its_standard_input_tells_that_the_command_has(tmp_path: Path) -> None:
    """As on systems where nobody else does."""
    alone = "import engine.machine as m; m.end_with_parent = lambda: None; import dashboard.connections as c; c.main()"
    server = subprocess.Popen(
        [sys.executable, "-c", alone, "run", str(APP), "--server.headless", "true", "--server.port", str(free_port())],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with pytest.raises(subprocess.TimeoutExpired):
            server.wait(timeout=3)
        if server.stdin:
            server.stdin.close()
        server.wait(timeout=300)
    finally:
        server.kill()
        server.wait()
