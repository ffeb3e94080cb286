"""The page of games: search, filters, cards, pages; and a record dropped on it, reviewed at once and kept only when told to."""

from __future__ import annotations

import dataclasses
import os
import random
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path
from tempfile import gettempdir

import msgspec
import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from dashboard.charts.style import SIDE_COLORS
from dashboard.league.cards import NOBODYS, card, strip
from dashboard.metrics.selection import NOBODY, results
from dashboard.review import keeping, removing
from dashboard.review.upload import plain_name, remove_old
from dashboard.ui import order
from ingest import ingest
from ingest.samples import samples
from tests.dashboard.conftest import DEEDS, EVIL, hand_made, without_map
from tests.dashboard.test_pages import charts, html, opened
from tests.slow import slow_after
from warehouse import Lake, LakeError

MakeLake = Callable[..., Lake]


def found(app: AppTest) -> list[str]:
    """Return the games whose cards are shown, by the addresses of their links."""
    return [link.proto.query_string.removeprefix("game=") for link in app.get("page_link")]


ROWS = [
    ("a", "2026-05-02", 3, "1", "Zulu", 0),
    ("b", "", 9, "2", "alpha", 2),
    ("c", "2026-05-10", None, "1", "Beta", 0),
    ("d", "", 2, "3", "Beta", 1),
    ("e", "2026-05-02T20:00", 3, "2", "Beta", 0),
    ("f", "2025-12-31", 7, "9", "Beta", 0),
]


@pytest.mark.parametrize(
    ("by", "games"),
    [
        (order.NEWEST, "ceafdb"),  # by day; of one day, or of none, by ingest
        (order.OLDEST, "feacdb"),
        (order.LONGEST, "bfeadc"),
        (order.SHORTEST, "deafbc"),
        (order.TITLE, "bcefda"),
        (order.DEFECTS, "bdceaf"),
    ],
)
def test_newest_first_means_days_of_play_and_other_orders_follow(by: str, games: str) -> None:
    rows = pl.DataFrame(ROWS, schema=["game_id", "played", "rounds", "ingested_at", "title_name", "defects"], orient="row")
    for shuffled in (rows, rows.reverse()):
        assert "".join(order.ordered(shuffled, by)["game_id"]) == games


def test_games_are_sorted_and_filtered_by_day_and_player(make_lake: MakeLake) -> None:
    days = {"one": "2026-05-02", "two": "2026-05-10", "three": "2025-01-31"}
    made = [hand_made(name, rounds=at, player=f"Anna {at}") for at, name in enumerate(days, start=1)]
    make_lake(*(dataclasses.replace(game, header=msgspec.structs.replace(game.header, played=days[game.header.game])) for game in made))
    assert found(opened("games.py")) == ["two", "one", "three"]
    assert found(opened("games.py", sort="Oldest first")) == ["three", "one", "two"]
    assert found(opened("games.py", sort="Longest first")) == ["three", "two", "one"]
    assert found(opened("games.py", sort="nonsense")) == ["two", "one", "three"]
    assert found(opened("games.py", since="2026-05-02", sort="Oldest first")) == ["one", "two"]
    assert found(opened("games.py", player="Anna 3")) == ["three"]


@pytest.fixture
def four(make_lake: MakeLake) -> Lake:
    """Games of two titles, lengths and results."""
    return make_lake(
        hand_made("first"),
        hand_made("second", rounds=1, ended=False, player="Zoe"),
        hand_made("third", title=without_map(), player=EVIL),
        hand_made("fourth", rounds=2, defects=2, deeds=DEEDS),
    )


def test_every_game_has_a_card_that_leads_to_its_review(four: Lake) -> None:
    app = opened("games.py")
    assert found(app) == ["first", "fourth", "second", "third"]
    assert app.markdown[0].value == "4 games of 2 titles; 1 with no recorded end."
    said = html(app)
    assert said.count('class="sitrep-card"') == said.count('class="sitrep-strip"') == 4
    assert "Axis won (conceded)" in said and "The record stops before the end of the game" in said
    assert "Allies: Zoe and Bert" in said and "2 rounds · Standard, spring 1942 · 2026-05-01 · by hand · 2 defects" in said


@pytest.mark.parametrize(
    ("typed", "games"),
    [
        ("zoe", ["second"]),
        ("FIRST", ["first"]),
        ("axis 1942 anna", ["first", "fourth"]),
        ("somebody's", ["third"]),
        (".*", []),
        ("no such thing", []),
    ],
)
def test_search_finds_every_word_anywhere(four: Lake, typed: str, games: list[str]) -> None:
    app = opened("games.py", search=typed)
    assert found(app) == games
    assert bool(app.info) is not bool(games)


def test_games_are_filtered_by_result_and_length(four: Lake) -> None:
    assert found(opened("games.py", result="End not recorded")) == ["second"]
    assert found(opened("games.py", least="2", most="2")) == ["fourth"]
    assert found(opened("games.py", most="1")) == ["second"]
    assert found(opened("games.py", ended="true", least="3")) == ["first", "third"]


def test_results_in_words() -> None:
    games = pl.DataFrame({"ended": [True, True, True, False], "winner": ["axis", "", "axis, neutral", ""]})
    assert results(games, {"axis": "Axis", "neutral": "Neutral"}) == {
        "axis": "Axis won",
        "axis, neutral": "Axis and Neutral won",
        NOBODY: "Nobody won",
        "": "End not recorded",
    }


def test_many_games_come_in_pages(make_lake: MakeLake) -> None:
    game = hand_made("game", rounds=1)

    names = [f"game-{at:02}" for at in range(30)]
    headers = [msgspec.structs.replace(game.header, game=name) for name in names]
    games = [dataclasses.replace(game, header=header, digest=header.game) for header in headers]
    make_lake(*games)
    app = opened("games.py")
    assert found(app) == names[:24]
    assert app.text[-1].value == "Page 1 of 2"
    next(button for button in app.button if button.label == "Next").click().run()
    assert found(app) == names[24:]
    for odd in ("99", "0", "-1", "x", "²", "9" * 5000):
        app.query_params["page"] = odd
        assert found(app.run()) in (names[:24], names[24:])


@pytest.mark.parametrize("odd", slow_after(2, ["nan", "9" * 5000, "1e400", "-1e400", "1e99", "x", "-1"]))
def test_odd_lengths_in_an_address_are_none_or_bounds(four: Lake, odd: str) -> None:
    for name in ("least", "most"):
        assert found(opened("games.py", **{name: odd})) in ([], ["first", "fourth", "second", "third"])
    assert found(opened("games.py", least="3")) == ["first", "third"]


def test_text_of_a_record_is_shown_as_text_on_a_card(four: Lake) -> None:
    said = html(opened("games.py"))
    assert "<img" not in said and "&lt;img src=x" in said


def test_a_strip_has_a_column_a_round_parted_by_share() -> None:
    shares = pl.DataFrame(
        {
            "round": [0, 0, 1, 1],
            "side_name": ["Reds", "Blues"] * 2,
            "value": [5, 3, 8, 0],
            "areas": [1] * 4,
            "value_share": [0.5, 0.3, 0.8, 0.0],
            "area_share": [0.1] * 4,
        }
    )
    made = strip(shares, dict(zip(("Reds", "Blues"), SIDE_COLORS, strict=False)))
    assert made.count("<span>") == 2
    red, blue = (f'<i style="flex-grow:{{}};background:{color}"></i>' for color in SIDE_COLORS[:2])
    grey = f'<i style="flex-grow:20;background:{NOBODYS}"></i>'
    assert f"<span>{red.format(50)}{blue.format(30)}{grey}</span><span>{red.format(80)}{grey}</span>" in made
    assert "Reds 80% and Blues 0%" in made
    assert strip(shares.head(0), {}) == ""


def test_a_card_of_many_sides_names_a_few() -> None:
    seats = pl.DataFrame({"power": list("abcdefgh"), "side_name": [f"Side {one}" for one in "abcdefgh"]})
    game = {"title": "t", "title_name": "T", "scenario": "", "ended": False, "winner": "", "how": "", "options": "{}",
            "players": "{}", "rounds": 1, "finished_rounds": 1, "played": "", "source": "", "defects": 0, "game_id": "g",
            "name": "", "fidelity": "orders"}  # fmt: skip
    made = card(game, seats, {}, pl.DataFrame({"round": [], "side_name": [], "value": []}))
    assert "Side f" in made and "Side g" not in made and "and 2 more" in made


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


@pytest.mark.parametrize("rule", slow_after(2, ["", "anything", "nobody", "admins"]))
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
    record = min(samples(), key=lambda path: path.stat().st_size)
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


def test_another_record_of_a_game_of_the_lake_is_said_to_replace_it(make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITREP_KEEP", "anyone")
    make_lake(hand_made("first"))
    app = drop(opened("games.py"), "first.jsonl", b'{"sitrep":1,"title":"aa1942","game":"first"}\n{"do":"end"}\n')
    assert app.text[0].value.endswith("The lake has this game from a different record, which this one would replace.")
    assert labels(app) == ["Replace the game in the lake"]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("evil.tsvg", b"\x1f\x8b" + bytes(range(256)) * 40),
        ("../../etc/passwd", b"root:x:0:0"),
        ("<img src=x onerror=alert(1)>.jsonl", b'{"sitrep":1,"title":"../../x"}\n'),
        ("noise", random.Random(1).randbytes(5000)),
        ("empty.jsonl", b""),
    ],
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


@pytest.mark.parametrize(("rule", "offered"), [("anyone", True), ("admins", False), ("nobody", False), ("", False)])
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
