"""Links in a folder that is read lead nowhere but into it, and nothing of a file that was refused is ever published."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from dashboard.site.build import build
from dashboard.site.settings import Settings
from dashboard.terminal import watch as watching
from engine.errors import RecordError
from ingest import confined, ingest
from ingest.confined import LEADS_OUT
from ingest.files import read_file
from ingest.find import find
from ingest.report import NEW, REFUSED, UNCHANGED
from tests.ingest.example import example
from tests.warehouse.test_people import files_of
from warehouse import Lake

SECRET = "s3cr3t-token-0123456789"
GAME = "\n".join(example())
HEAD = "date,title,sides,players,winner"


@pytest.fixture
def up(tmp_path: Path) -> Path:
    (tmp_path / "up").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "env").write_text(f"ADMIN_TOKEN={SECRET}\n")
    (tmp_path / "outside" / "game.jsonl").write_text(GAME)
    (tmp_path / "outside" / "league.csv").write_text(f"{HEAD}\n2026-05-01,aa1942,Axis; Allies,{SECRET}; Bo,Axis\n")
    return tmp_path / "up"


def out_of(up: Path) -> Path:
    return up.parent / "outside"


LINKS: dict[str, Callable[[Path], object]] = {
    "by its whole path": lambda up: (up / "x.jsonl").symlink_to(out_of(up) / "env"),
    "to a sound game": lambda up: (up / "x.jsonl").symlink_to(out_of(up) / "game.jsonl"),
    "by way of the folder above": lambda up: (up / "x.jsonl").symlink_to("../outside/env"),
    "to a table of results": lambda up: (up / "x.csv").symlink_to(out_of(up) / "league.csv"),
    "by a chain": lambda up: ((up / ".hop").symlink_to("../outside/env"), (up / "x.jsonl").symlink_to(".hop")),
    "from a folder below": lambda up: ((up / "deep").mkdir(), (up / "deep" / "x").symlink_to("../../outside/env")),
    "to a folder that begins alike": lambda up: (
        up.with_name("up-too").mkdir(),
        up.with_name("up-too").joinpath("x").write_text(SECRET),
        (up / "x").symlink_to("../up-too/x"),
    ),
}


@pytest.mark.parametrize(("jobs", "kind"), [*((0, kind) for kind in LINKS), (1, "by its whole path")])
def test_a_link_that_leads_out_of_a_folder_is_refused_unread(up: Path, jobs: int, kind: str) -> None:
    LINKS[kind](up)
    lake = Lake.create(up.parent / "lake")
    (row,) = ingest([up], lake, jobs=jobs).rows
    assert row.status == REFUSED and LEADS_OUT in row.message and SECRET not in row.message and not lake.digests()


def test_links_within_the_folder_and_folders_that_are_links_are_read(up: Path) -> None:
    (up / "real.jsonl").write_text(GAME)
    (up / "link.jsonl").symlink_to("real.jsonl")
    (up.parent / "named").symlink_to(up)
    lake = Lake.create(up.parent / "lake")
    assert [row.status for row in ingest([up.parent / "named"], lake).rows] == [NEW]
    (up.parent / "game.jsonl").symlink_to(up / "link.jsonl")
    assert [row.status for row in ingest([up.parent / "game.jsonl"], lake).rows] == [UNCHANGED], "a file that is named is trusted"


def test_a_link_that_leads_out_keeps_no_named_file_out(up: Path) -> None:
    (up / "x.jsonl").symlink_to(out_of(up) / "game.jsonl")
    rows = ingest([up, out_of(up) / "game.jsonl"], Lake.create(up.parent / "lake")).rows
    assert [row.status for row in rows] == [REFUSED, NEW]


def test_a_link_to_a_folder_is_passed_over_and_a_loop_or_a_lost_link_refused(up: Path) -> None:
    (up / "folder").symlink_to(out_of(up))
    (up / "loop").symlink_to("loop")
    (up / "lost").symlink_to("nothing")
    report = ingest([up], Lake.create(up.parent / "lake"))
    assert [path.name for path in report.passed_over] == ["folder"] and len(report.refused) == 2


@pytest.mark.skipif(os.open not in os.supports_dir_fd, reason="a link that is put there in between is followed (docs/platforms.md)")
@pytest.mark.parametrize("swapped", ["file", "folder"])
def test_a_link_that_is_put_there_after_the_look_is_not_followed(up: Path, swapped: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (up / "deep").mkdir()
    (up / "deep" / "env").write_text(GAME)
    opened = confined.open_inside

    def late(folder: str, parts: list[str]) -> int:
        if swapped == "file":
            (up / "deep" / "env").unlink()
            (up / "deep" / "env").symlink_to(out_of(up) / "env")
        else:
            (up / "deep").rename(up.parent / "gone")
            (up / "deep").symlink_to(out_of(up))
        return opened(folder, parts)

    monkeypatch.setattr(confined, "open_inside", late)
    with confined.confined([up]), pytest.raises(RecordError, match="cannot be read"):
        read_file(up / "deep" / "env")


def test_where_the_system_opens_no_files_below_a_folder_links_are_refused_too(up: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "supports_dir_fd", set())
    (up / "x.jsonl").symlink_to(out_of(up) / "env")
    (up / "real.jsonl").write_text(GAME)
    assert [row.status for row in ingest([up], Lake.create(up.parent / "lake")).rows] == [NEW, REFUSED]


def test_a_table_of_an_overlay_that_is_a_link_out_of_the_folder_is_not_read(up: Path) -> None:
    (up / "house-rules").mkdir()
    (out_of(up) / "units.csv").write_text(f"unit,{SECRET}\n")
    (up / "house-rules" / "units.csv").symlink_to(out_of(up) / "units.csv")
    first, *rest = example()
    header = json.dumps(json.loads(first) | {"overlays": ["house-rules"]})
    (up / "x.jsonl").write_text("\n".join([header, *rest]))
    row, _ = ingest([up], Lake.create(up.parent / "lake")).rows
    assert row.status == REFUSED and "leads out of the log's folder" in row.message and SECRET not in row.message


def test_finding_reads_no_file_outside(up: Path) -> None:
    (up / "x.csv").symlink_to(out_of(up) / "league.csv")
    assert find([up]).files == [up / "x.csv"], "its rows are not told"


HEADER, *ORDERS = example()
WRONG: dict[str, str | bytes] = {
    "a letter": f"{SECRET}\ndear Ann",
    "a log without header": json.dumps({SECRET: 1}),
    "a log with a wrong title": json.dumps({"sitrep": 1, "title": SECRET}),
    "a log with a wrong day": json.dumps(json.loads(HEADER) | {"played": SECRET}),
    "a log with an unknown key": json.dumps(json.loads(HEADER) | {SECRET: 1}),
    "a log with a wrong order": "\n".join([HEADER, json.dumps({"order": SECRET})]),
    "a log with a broken line": "\n".join([HEADER, f'{{"order": "{SECRET}']),
    "a packed letter": gzip.compress(f"dear {SECRET}".encode()),
    "a torn packing": gzip.compress(f"dear {SECRET}".encode())[:-9],
    "a table with a wrong winner": f"{HEAD}\n2026-05-01,aa1942,Axis; Allies,Ada; Bo,{SECRET}\n",
    "a table with a wrong title": f"{HEAD}\n2026-05-01,{SECRET.partition('-')[0]}!,Axis,Ada,Axis\n",
    "a table with a wrong header": f"{HEAD},{SECRET}\n2026-05-01,aa1942,Axis; Allies,Ada; Bo,Axis\n",
    "a settings file": f"[server]\npassword = '{SECRET}'\n",
    "bytes": b"\x00\x01" + SECRET.encode(),
    "XML": f"<a>{SECRET}</a>",
    "a turn summary of nothing": f"Game Summary\n\n{SECRET}\n",
}


def test_nothing_of_a_refused_file_is_on_the_site(up: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, content in enumerate(WRONG.values()):
        file = up / f"{number:02}{'.csv' if isinstance(content, str) and content.startswith(HEAD) else '.txt'}"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    (up / "x.jsonl").symlink_to(out_of(up) / "env")
    lake = Lake.create(up.parent / "lake")
    report = ingest([up], lake)
    assert {row.status for row in report.rows} == {REFUSED} and len(report.rows) == len(WRONG) + 1
    assert sum("s3cr3t" in row.message for row in report.rows) > 6, "the admin is told what was found"
    build(lake, up.parent / "site", Settings(), jobs=1)
    for place, content in files_of(up.parent / "site").items():
        assert b"s3cr3t" not in content, place
    page = (up.parent / "site" / "quality.html").read_text()
    assert "or one that leads out of the folder" in page and "what its column &#39;winner&#39; says" in page


def test_a_watch_refuses_links_that_lead_out(up: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (up / "x.jsonl").symlink_to(out_of(up) / "env")
    lake = Lake.create(up.parent / "lake")
    watched = watching.WatchedFolder(up, 0)
    assert watching._read(watched, lake, 1)
    told = capsys.readouterr().out
    assert LEADS_OUT in told and SECRET not in told and SECRET not in str(lake.refused().rows())
