"""A record dropped on the page of games: reviewed at once, kept only when told to, and removed by admins alone."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Collection
from pathlib import Path
from tempfile import gettempdir

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.review import keeping, removing
from dashboard.review.upload import plain_name, remove_old
from ingest import ingest
from tests.dashboard.conftest import hand_made
from tests.dashboard.test_games import MakeLake, found
from tests.dashboard.test_pages import charts, opened
from tests.one_of_each import soonest_read
from tests.slow import slow_after
from warehouse import Lake, LakeError


@pytest.fixture(autouse=True)
def own_temporary_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dropped records lie in a temporary folder of the test alone: other tests, and dashboards of this machine, drop some too."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("dropped")))


def dropped_folders() -> set[Path]:
    return set(Path(gettempdir()).glob("sitrep-dropped-*"))


def drop(app: AppTest, name: str, data: bytes) -> AppTest:
    app.get("file_uploader")[0].upload(name, data, "application/octet-stream")
    app.run()
    assert not app.exception, app.exception[0].message
    return app


def press(app: AppTest, label: str) -> AppTest:
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception, app.exception[0].message
    return app


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button if button.label.startswith(("Keep", "Replace"))]


ORDERS = ('{"do":"end","phase":"noncombat-move"}', '{"do":"end"}')


def log(*orders: str) -> bytes:
    """A log of the game `club`."""
    return "\n".join(['{"sitrep":1,"title":"aa1942","game":"club"}', *orders]).encode() + b"\n"


def test_a_game_that_is_there_is_replaced_only_by_who_was_asked(
    make_lake: MakeLake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITREP_KEEP", "anyone")
    lake = make_lake()
    (tmp_path / "long.jsonl").write_bytes(log(*ORDERS))
    ingest([tmp_path / "long.jsonl"], lake)
    whole = lake.games()["events"].item()
    app = drop(opened("games.py"), "short.jsonl", log())
    assert labels(app) == ["Replace the game in the lake"]
    assert "already has a game with this name" in app.warning[0].value and f"club: the lake has {whole:,} events" in app.text[1].value
    assert Lake.open(lake.path).games()["events"].item() == whole
    press(app, "Replace the game in the lake")
    assert app.success[0].value == "The game is now in the lake (replaced)."
    assert Lake.open(lake.path).games()["events"].item() < whole


def test_a_press_that_was_for_another_game_does_not_count(make_lake: MakeLake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of the name came into the lake while the page was looked at."""
    monkeypatch.setenv("SITREP_KEEP", "anyone")
    lake = make_lake()
    app = drop(opened("games.py"), "short.jsonl", log())
    assert labels(app) == ["Keep this game"]
    (tmp_path / "long.jsonl").write_bytes(log(*ORDERS))
    ingest([tmp_path / "long.jsonl"], Lake.open(lake.path))
    whole = Lake.open(lake.path).games()["events"].item()
    press(app, "Keep this game")
    assert labels(app) == ["Replace the game in the lake"] and not app.success
    assert Lake.open(lake.path).games()["events"].item() == whole


@pytest.mark.parametrize("rule", slow_after(1, ["", "anything", "nobody", "admins"]))
def test_visitors_change_nothing_unless_it_is_allowed(make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch, rule: str) -> None:
    monkeypatch.setenv("SITREP_KEEP", rule)
    monkeypatch.delenv("SITREP_ADMIN_TOKEN", raising=False)
    make_lake()
    app = drop(opened("games.py"), "short.jsonl", log())
    assert not labels(app) and not app.text_input and "This game is not in the lake." in app.text[0].value


def test_admins_show_a_token(make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITREP_KEEP", "admins")
    monkeypatch.setenv("SITREP_ADMIN_TOKEN", "a token of sixteen letters")
    monkeypatch.setattr(keeping, "SECONDS", 0)
    make_lake()
    app = drop(opened("games.py"), "short.jsonl", log())
    assert not labels(app)
    app.text_input(key="token").set_value("wrong").run()
    assert not labels(app) and app.warning[0].value == "Wrong token."
    app.text_input(key="token").set_value("a token of sixteen letters").run()
    assert labels(app) == ["Keep this game"] and "token" not in app.query_params


def test_a_dropped_record_is_reviewed_at_once_and_kept_only_when_told_to(
    make_lake: MakeLake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITREP_KEEP", "anyone")
    record = soonest_read()[0]
    make_lake(hand_made("first"))
    before = dropped_folders()
    app = drop(opened("games.py"), record.name, record.read_bytes())
    assert "Who holds what?" in [heading.value for heading in app.header] and charts(app) > 4
    assert f"{record.name}: " in app.text[0].value and "This game is not in the lake." in app.text[0].value
    assert len(dropped_folders() - before) == 1
    assert Lake.open(tmp_path / "lake").games()["game_id"].to_list() == ["first"]
    next(button for button in app.button if button.label == "Keep this game").click().run()
    assert not app.exception and app.success[0].value == "The game is now in the lake (new)."
    assert Lake.open(tmp_path / "lake").games().height == 2
    app.run()
    assert app.text[0].value.endswith("The lake already has this exact record.")
    assert not [button for button in app.button if "Keep" in button.label]
    app.get("file_uploader")[0].clear()
    app.run()
    assert dropped_folders() == before, "what was dropped is gone"
    assert len(found(app)) == 2


@pytest.mark.slow
def test_another_record_of_a_game_of_the_lake_is_said_to_replace_it(make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITREP_KEEP", "anyone")
    make_lake(hand_made("first"))
    app = drop(opened("games.py"), "first.jsonl", b'{"sitrep":1,"title":"aa1942","game":"first"}\n{"do":"end"}\n')
    assert app.text[0].value.endswith("The lake has this game from a different record, which this one would replace.")
    assert labels(app) == ["Replace the game in the lake"]


@pytest.mark.parametrize(
    ("name", "data"),
    slow_after(
        3,
        [
            ("evil.tsvg", b"\x1f\x8b" + bytes(range(256)) * 40),
            ("../../etc/passwd", b"root:x:0:0"),
            ("<img src=x onerror=alert(1)>.jsonl", b'{"sitrep":1,"title":"../../x"}\n'),
            ("noise", random.Random(1).randbytes(5000)),
            ("empty.jsonl", b""),
        ],
    ),
)
def test_an_evil_file_is_one_sentence(name: str, data: bytes, make_lake: MakeLake, tmp_path: Path) -> None:
    make_lake(hand_made("first"))
    before = dropped_folders()
    app = drop(opened("games.py"), name, data)
    assert dropped_folders() == before, "nothing of it stays"
    assert [box.value for box in app.error] == ["This file could not be read."]
    said = app.text[0].value
    assert said and "\n" not in said and "Traceback" not in said and gettempdir() not in said
    assert not charts(app) and not [button for button in app.button if "Keep" in button.label]
    assert Lake.open(tmp_path / "lake").games()["game_id"].to_list() == ["first"]


def test_what_a_killed_server_left_is_taken_away(tmp_path: Path) -> None:
    for name in ("sitrep-dropped-old", "sitrep-dropped-new", "somebody-elses"):
        (tmp_path / name / "lake").mkdir(parents=True)
        os.utime(tmp_path / name, (0, 2000 if name.endswith("new") else 1000))
    remove_old(tmp_path, before=1500)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sitrep-dropped-new", "somebody-elses"]


def test_a_record_can_be_dropped_where_the_lake_has_no_games(make_lake: MakeLake) -> None:
    make_lake()
    app = opened("games.py")
    assert app.get("file_uploader") and [box.value for box in app.info] == ["This lake has no games yet."]


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("a b.tsvg", "a-b.tsvg"),
        ("../../x", "x"),
        ("C:\\games\\y.jsonl", "y.jsonl"),
        ("...", "record"),
        ("lake", "record"),
        ("é" * 300, "record"),
    ],
)
def test_names_of_dropped_files_are_plain(name: str, plain: str) -> None:
    assert plain_name(name) == plain


def removal(app: AppTest) -> bool:
    """Return whether a review offers to remove its game."""
    return removing.REMOVE in [expander.label for expander in app.expander]


@pytest.mark.parametrize(("rule", "offered"), slow_after(2, [("anyone", True), ("admins", False), ("nobody", False), ("", False)]))
def test_only_who_may_keep_games_may_remove_one(make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch, rule: str, offered: bool) -> None:
    make_lake(hand_made("first"))
    monkeypatch.setenv("SITREP_KEEP", rule)
    monkeypatch.delenv("SITREP_ADMIN_TOKEN", raising=False)
    assert removal(opened("review.py", game="first")) is offered


def test_an_admin_removes_a_game_after_a_tick_for_it(make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = make_lake(hand_made("first"), hand_made("second"))
    monkeypatch.setenv("SITREP_KEEP", "admins")
    monkeypatch.setenv("SITREP_ADMIN_TOKEN", "a token of sixteen letters")
    app = opened("review.py", game="first")
    assert not removal(app)
    app.text_input(key="token").set_value("a token of sixteen letters").run()
    assert removal(app) and app.button(key="remove-first").disabled
    app.checkbox(key="sure-first").check().run()
    app.button(key="remove-first").click().run()
    assert not app.exception and app.success[0].value == "The game is no longer in the lake."
    assert Lake.open(lake.path).games()["game_id"].to_list() == ["second"]
    assert next(iter(Lake.open(lake.path).history())).kind == "remove"


def test_a_game_that_cannot_be_removed_says_why(make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch) -> None:
    make_lake(hand_made("first"))
    monkeypatch.setenv("SITREP_KEEP", "anyone")

    def full(lake: Lake, games: Collection[str]) -> None:
        raise LakeError(f"{lake.path}: no space left on the disk")

    monkeypatch.setattr(Lake, "remove", full)
    app = opened("review.py", game="first")
    app.checkbox(key="sure-first").check().run()
    app.button(key="remove-first").click().run()
    assert app.error[0].value == "Could not write to the lake." and "no space left" in app.text[-1].value
