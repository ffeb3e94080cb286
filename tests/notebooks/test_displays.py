"""What a notebook shows of a lake, a game, a state, a title and a problem, and that nothing of a record is markup there."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import sitrep
from dashboard.notebook.embed import frame, image
from dashboard.notebook.game import LakeGame, Review
from dashboard.review.export import page_of
from dashboard.review.reader import Reader
from engine.problems import Rule
from tests.kept import rows_of
from warehouse import TABLES

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> sitrep.Lake:
    made = sitrep.Lake.create(tmp_path_factory.mktemp("displays") / "lake")
    made.write([rows_of(path) for path in sitrep.samples() if path.name == "warsaw-holds.jsonl"])
    return made


@pytest.fixture(scope="module")
def game(lake: sitrep.Lake) -> LakeGame:
    return lake.game("warsaw")


def bundle(value: Any) -> dict[str, Any]:
    made = value._repr_mimebundle_()
    return made[0] if isinstance(made, tuple) else made


def test_a_lake_shows_every_table_with_its_rows_and_its_meaning(lake: sitrep.Lake):
    shown = lake._repr_html_()
    for name, told in TABLES.items():
        assert f'<code>{name}</code></td><td style="text-align:right">{lake.frame(name).height:,}</td>' in shown, name
        assert told.meaning.split("'")[0] in shown
    assert repr(lake) == f"Lake({str(lake.path)!r}: 1 game, version {lake.state().version})"


def test_a_game_shows_its_headline_its_strip_and_the_board_at_its_end(game: LakeGame):
    shown = game._repr_html_()
    assert "sitrep-outcome" in shown and 'class="sitrep-strip"' in shown
    picture = b64decode(shown.partition("base64,")[2].partition('"')[0]).decode()
    assert picture == game.still() and ET.fromstring(picture).tag == f"{SVG}svg"


def test_a_replayed_game_shows_the_same_and_has_a_map_and_a_lake_of_its_own():
    record = next(path for path in sitrep.samples() if path.name == "warsaw-holds.jsonl")
    game = sitrep.replay(record)
    folder = Path(str(game.in_lake.lake.path))
    assert folder.is_dir() and game.in_lake.id == "warsaw-holds"
    assert game.map().last == len(game.in_lake._payload["turns"]) - 1
    assert game.in_lake.measure("turning_point").height == 1
    kept = sitrep.replay(record).in_lake
    assert kept.measure("turning_point").height == 1, "a game's lake stays as long as somebody holds it"
    del game
    assert not folder.exists(), "and goes with the game"


def test_a_state_shows_the_board_of_its_moment(lake: sitrep.Lake, game: LakeGame):
    early, late = (bundle(game.state(seq))["image/svg+xml"] for seq in (150, len(game.events)))
    assert early != late and ET.fromstring(early).tag == f"{SVG}svg"
    state = game.state()
    held = {title.text for title in ET.fromstring(late).iter(f"{SVG}title")}
    area, power = next((area, power) for area, power in state.control.items() if area == "warsaw")
    title = sitrep.load_title("black-swan")
    assert f"{title.areas[area].name}: {title.powers[power].name}" in held
    assert bundle(state)["text/plain"].startswith(f"GameState(black-swan after {state.seq}")


def test_a_state_of_a_title_that_nobody_knows_is_told_in_words_alone():
    assert set(bundle(sitrep.GameState(title="never-heard-of"))) == {"text/plain"}


def test_a_title_shows_its_map_and_its_units():
    title = sitrep.load_title("aa1942")
    shown = bundle(title)["text/html"]
    assert "data:image/svg+xml" in shown
    for unit in title.units.values():
        assert f"<td>{unit.name}</td><td>{unit.cls}</td><td>{unit.cost}</td>" in shown


def test_a_problem_of_an_order_shows_its_rule_and_both_values():
    problem = Rule("purchase/funds", "Step 2").broken("cannot pay <b>", found="27 ipc", expected="at most 24")
    shown = bundle(problem)
    for said in ("purchase/funds", "Step 2", "27 ipc", "at most 24"):
        assert said in shown["text/html"] and said in shown["text/plain"]
    assert "<b>cannot pay &lt;b&gt;</b>" in shown["text/html"]


def test_a_frame_lets_no_page_out_and_an_image_no_text():
    whole = """<p title="a">it's &amp; so\n\n</p>"""
    held = re.fullmatch(r'<iframe sandbox="allow-scripts" style="[^"]*" srcdoc="([^"]*)"></iframe>', frame(whole, 5))
    assert held and unescape(held[1]) == whole
    assert 'alt="&#34;&gt;&lt;script&gt;"' in image("<svg/>", '"><script>')


def test_a_review_is_a_page_in_a_frame_that_can_be_saved(tmp_path: Path):
    review = Review("<p>a page</p>", "warsaw-holds")
    assert review._repr_html_().startswith('<iframe sandbox="allow-scripts"')
    assert review.save(tmp_path / "review.html").read_text(encoding="utf-8") == review.page


@pytest.mark.slow
def test_the_review_of_a_game_is_the_one_that_the_command_writes(game: LakeGame):
    assert game.review().page == page_of(Reader.of_lake(game.lake, game.id))
