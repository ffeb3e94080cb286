"""Other web pages get nothing from the dashboard: they may not ask it, show it in a frame, or have it ask for them."""

from __future__ import annotations

import asyncio
import http.client
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.types import Message

from dashboard.access import Hosts, policy
from dashboard.uploads import FILES, OF_ALL, OF_SESSION, Kept, Uploads
from ingest.files import MAX_BYTES
from tests.dashboard.browsing import settled
from tests.dashboard.conftest import hand_made
from tests.dashboard.server import served
from tests.slow import slow_after
from warehouse import Lake

SHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "A" * 22 + "==",
}
FOREIGN = (
    "http://localhost:3000",
    "http://127.0.0.1:1",
    "https://demo.streamlit.app",
    "https://elsewhere.example",
    "null",
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a dashboard over a lake of one game."""
    folder = tmp_path_factory.mktemp("lake")
    Lake.create(folder).write([hand_made("only")])
    with served(folder) as (address, _):
        yield address


def asked(address: str, path: str, headers: dict[str, str], method: str = "GET") -> http.client.HTTPResponse:
    """The answer to a request, read but not closed."""
    line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=120)
    line.request(method, path, headers=headers)
    return line.getresponse()


def test_a_websocket_is_opened_for_the_dashboards_own_pages_only(address: str) -> None:
    assert asked(address, "/_stcore/stream", {**SHAKE, "Origin": address}).status == 101
    for origin in FOREIGN:
        assert asked(address, "/_stcore/stream", {**SHAKE, "Origin": origin}).status == 403, origin


def test_other_pages_may_lead_here_and_nothing_more(address: str) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert asked(address, "/ask", link).status == 200
    for site in ("cross-site", "same-site"):  # another port of this machine is of the same site
        for mode, dest in (("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe"), ("navigate", "embed")):
            headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}
            for path in ("/", "/ask", "/_stcore/health", "/media/x"):
                assert asked(address, path, headers).status == 403, (site, mode, path)
    for origin in FOREIGN:
        assert asked(address, "/_stcore/upload_file/a/b", {"Origin": origin}, "PUT").status == 403, origin


def test_a_name_that_was_led_to_this_machine_is_not_answered(address: str) -> None:
    for host in ("elsewhere.example", f"elsewhere.example:{urlsplit(address).port}"):
        assert asked(address, "/", {"Host": host}).status == 400
        assert asked(address, "/_stcore/stream", {**SHAKE, "Host": host, "Origin": f"http://{host}"}).status != 101


@pytest.mark.parametrize(
    ("names", "answered", "refused"),
    [
        (
            ["a.example", "::1"],
            ["a.example", "A.EXAMPLE:443", "a.example.", "[::1]:8501"],
            ["b.a.example", "10.0.0.1", "", "a.example@b", "a.example:x"],
        ),
        (["*.a.example"], ["b.a.example", "c.b.a.example"], ["a.example", "ba.example"]),
        (["*"], ["whatever.example", "10.0.0.1"], ["", "a b@c"]),
        ([], ["10.0.0.1", "[2001:db8::1]:80", "localhost", socket.gethostname()], ["elsewhere.example", "10.0.0.1.elsewhere.example"]),
    ],
    ids=["names", "all below a name", "every name", "none: numbers and this machine's names"],
)
def test_under_which_names_a_server_is_asked(names: list[str], answered: list[str], refused: list[str]) -> None:
    hosts = Hosts(lambda *_: None, names)  # type: ignore[arg-type]
    assert [one for one in answered + refused if hosts.is_allowed(one)] == answered


MINE = ("localhost", "127.0.0.1", "[::1]")
NUMBERS = ("192.0.2.7", "[2001:db8::1]")
NAMED = (socket.gethostname(), f"{socket.gethostname()}.local")
OTHERS = (
    "other.example",
    "192.0.2.7.other.example",
    f"{socket.gethostname()}.other.example",
    "localhost.other.example",
)


@pytest.mark.parametrize(
    ("listed", "answered", "refused"),
    [
        (None, (*MINE, *NUMBERS, *NAMED), OTHERS),
        (
            '["league.example.org", "*.example.net"]',
            (*MINE, "league.example.org", "a.b.example.net"),
            (*OTHERS, *NUMBERS, *NAMED, "example.net", "www.league.example.org"),
        ),
    ],
    ids=["none: numbers and this machine's names", "a list: these and this machine"],
)
def test_a_server_on_all_addresses_is_asked_under_the_names_that_the_guide_says(
    listed: str | None,
    answered: tuple[str, ...],
    refused: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server as it is started for others, asked as `curl -H 'Host: other.example'` asks; each with the port and without."""
    monkeypatch.setenv("STREAMLIT_SERVER_ADDRESS", "0.0.0.0")
    monkeypatch.delenv("STREAMLIT_SERVER_ALLOWED_HOSTS", raising=False)
    if listed:
        monkeypatch.setenv("STREAMLIT_SERVER_ALLOWED_HOSTS", listed)
    Lake.create(tmp_path / "lake")
    with served(tmp_path / "lake") as (address, _):
        port = urlsplit(address).port
        for told, status in ((answered, 200), (refused, 400)):
            for host in (one for name in told for one in (name, f"{name}:{port}", name.upper())):
                for path in ("/", "/_stcore/health"):
                    assert asked(address, path, {"Host": host}).status == status, (host, path)
        for name, opened in ((answered[-1], True), (refused[0], False)):
            page = f"http://{name}:{port}"
            shaken = asked(address, "/_stcore/stream", {**SHAKE, "Host": f"{name}:{port}", "Origin": page})
            assert (shaken.status == 101) == opened, name


@pytest.mark.parametrize("path", ["/", "/ask", "/_stcore/health", "/_stcore/host-config", "/nowhere"])
def test_every_answer_has_the_headers_of_safety(address: str, path: str) -> None:
    answer = asked(address, path, {})
    told = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in told and "frame-ancestors 'none'" in told and "object-src 'none'" in told
    assert "img-src 'self' data: blob:;" in told and "connect-src 'self';" in told and "http" not in told
    assert answer.headers["X-Frame-Options"] == "DENY" and answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cross-Origin-Opener-Policy"] == answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    if path.endswith("host-config"):
        assert b"streamlit.app" not in answer.read(), "pages of Streamlit's hosts may steer ours"


def test_scripts_that_stand_in_a_page_are_known_by_their_hash() -> None:
    told = policy("<script>let a = 1</script><script src=x></script>")
    assert "'sha256-" in told and told.count("sha256") == 1 and "script-src 'self' 'unsafe-eval' blob: 'sha256-" in told


@pytest.mark.slow
@pytest.mark.browser
def test_a_question_in_an_address_is_asked_when_its_reader_says_so(page: Page, address: str) -> None:
    page.goto(f"{address}/ask?sql={quote('SELECT 41 + 1 AS sum, 1 AS n')}")
    settled(page)
    expect(page.get_by_text("This question came with the link.")).to_be_visible()
    expect(page.get_by_text("row of")).to_have_count(0)
    page.get_by_test_id("stFormSubmitButton").get_by_role("button").click()
    expect(page.get_by_text("1 row of 2 columns.")).to_be_visible()


@pytest.mark.browser
@pytest.mark.parametrize("name", slow_after(1, ["image", "Image", "image "]))
def test_a_column_called_image_is_text_in_a_tooltip(page: Page, address: str, name: str) -> None:
    where = f"{address}/_stcore/health?stolen"
    sql = f"SELECT 1 AS n, 2 AS m, '{where}' AS \"{name}\""
    page.goto(f"{address}/ask?sql={quote(sql)}")
    settled(page)
    page.get_by_test_id("stFormSubmitButton").get_by_role("button").click()
    expect(page.get_by_text("1 row of 3 columns.")).to_be_visible()
    settled(page)
    page.get_by_role("combobox", name="Coloured by").click()
    page.get_by_role("option", name=name.strip()).click()
    expect(page.locator(".role-legend")).to_be_visible()
    settled(page)
    page.locator("svg.marks .mark-rect.role-mark path, svg.marks .mark-symbol.role-mark path").first.hover(force=True)
    tip = page.locator("#vg-tooltip-element.visible")
    expect(tip).to_contain_text("stolen")
    assert tip.locator("img").count() == 0, name


@pytest.mark.browser
def test_no_page_can_show_the_dashboard_in_a_frame(browser: Browser, address: str, tmp_path: Path) -> None:
    (tmp_path / "thief.html").write_text(f"<p>hello</p><iframe src='{address}/ask?sql=SELECT 1'></iframe>")
    quiet = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    with ThreadingHTTPServer(("localhost", 0), partial(quiet, directory=str(tmp_path))) as thief:
        Thread(target=thief.serve_forever, daemon=True).start()
        other = browser.new_page()
        other.goto(f"http://localhost:{thief.server_port}/thief.html")
        other.wait_for_timeout(1000)
        inside = other.frames[-1]
        assert inside.locator("[data-testid=stApp]").count() == 0 and "SELECT" not in inside.content()
        other.close()
        thief.shutdown()


# ---- uploads


def put(length: str | None, kept: Kept, session: str = "me", file: str = "new") -> int:
    """The status of an upload."""
    statuses: list[int] = []

    async def taken(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    headers = [] if length is None else [(b"content-length", length.encode())]
    scope = {"type": "http", "method": "PUT", "path": f"/_stcore/upload_file/{session}/{file}", "headers": headers}
    with ThreadPoolExecutor(1) as other:  # this thread has the browser's loop
        other.submit(asyncio.run, Uploads(taken, lambda: kept)(scope, receive, send)).result()
    return statuses[0]


def test_a_session_may_keep_so_much_and_no_more() -> None:
    whole = str(MAX_BYTES)
    assert put(whole, {}) == put(whole, {"me": {"old": MAX_BYTES}}) == 204
    assert put(whole, {"me": {"old": MAX_BYTES, "older": MAX_BYTES}}) == 413
    assert put(whole, {"me": {"new": MAX_BYTES, "older": MAX_BYTES}}) == 204, "the same file again takes its place"
    assert put("1", {"me": dict.fromkeys(map(str, range(FILES)), 1)}) == 413
    assert put(whole, {"her": {"a": OF_SESSION}}) == 204
    assert put(whole, {str(n): {"a": MAX_BYTES} for n in range(OF_ALL // MAX_BYTES)}) == 413


@pytest.mark.parametrize("length", [None, "-1", "abc", "9" * 400, "٣"])
def test_an_upload_says_how_long_it_is(length: str | None) -> None:
    assert put(length, {}) == 411


@pytest.mark.browser
def test_what_is_larger_than_a_record_is_not_taken(browser: Browser, address: str) -> None:
    """Past the page's own widget, straight to the address that it would use."""
    page = browser.new_page()
    page.goto(f"{address}/games")
    settled(page)
    with page.expect_request(lambda asked: "/upload_file/" in asked.url and asked.method == "PUT") as first:
        page.locator("input[type=file]").set_input_files(files=[{"name": "a.jsonl", "mimeType": "text/plain", "buffer": b"nothing"}])
    url, token = first.value.url, first.value.headers.get("x-xsrftoken", "")
    tell = """async ([url, token, mebibytes, name]) => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(mebibytes << 20)]), name);
      return (await fetch(url, {method: "PUT", body: form, headers: {"X-Xsrftoken": token}})).status;
    }"""
    put_at = partial(page.evaluate, tell)
    whole = MAX_BYTES >> 20
    assert put_at([url.rsplit("/", 1)[0] + "/large", token, whole + 2, "large"]) == 413
    base = url.rsplit("/", 1)[0]
    assert [put_at([f"{base}/more-{n}", token, whole - 1, "more"]) for n in range(3)] == [204, 204, 413]
    page.close()
