"""The page Quality: no games, one, some with defects and gaps, files refused, and text that would like to be more."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from dashboard.charts.coverage import WHAT, coverage_chart
from dashboard.charts.defects import defects_chart
from dashboard.metrics.quality_words import without_folders
from dashboard.review.keeping import sees_folders
from dashboard.ui.downloads import svg
from engine.recording import Fidelity
from ingest import ingest
from ingest.samples import samples
from tests.dashboard.conftest import DEEDS, EVIL, hand_made, without_map
from tests.dashboard.test_pages import charts, html, opened
from tests.kept import rows_of
from warehouse import Lake

MakeLake = Callable[..., Lake]
QUESTIONS = [
    "Where do the games come from?",
    "Which files were refused?",
    "Do replays end in the recorded final state?",
    "What is wrong with the records?",
    "Which records have the most problems?",
    "What do the sources record?",
]


def test_one_game_without_a_fault(make_lake: MakeLake) -> None:
    make_lake(hand_made("first"))
    app = opened("quality.py")
    assert [heading.value for heading in app.header] == QUESTIONS
    said = html(app)
    assert "1 game from 1 source." in said and "<b>1 game.</b>" in said
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", app.dataframe[0].value["last"][0])
    assert "None: every file that was ingested is in this lake" in said
    assert "No record here contains its final state" in said
    assert "Nothing. No record breaks a rule" in said and "No game here has a defect" in said
    assert charts(app) == 1


def test_faulty_games_are_told_and_lead_to_their_review(make_lake: MakeLake) -> None:
    make_lake(hand_made("fine", deeds=DEEDS), hand_made("a b&c", defects=3, fidelity=Fidelity.OBSERVED, title=without_map()))
    app = opened("quality.py")
    said = html(app)
    assert "<b>3 convoy raids and 2 games" in said, "2 games and 3 raids, each once"
    assert ">3 errors.<" in said and "1 of 2 games has an error" in said
    worst = next(table.value for table in app.dataframe if "review" in table.value.columns)
    assert worst["review"].to_list() == ["/review?game=a+b%26c"] and worst["errors"].to_list() == [3]
    assert opened(game="a b&c").selectbox[0].value == "a b&c"
    assert charts(app) == 2


def test_of_one_title(make_lake: MakeLake) -> None:
    make_lake(hand_made("fine"), hand_made("faulty", defects=3, title=without_map()))
    said = html(opened("quality.py", title="Axis & Allies 1942"))
    assert "1 game from 1 source" in said and "Nothing. No record breaks a rule" in said
    assert "3 errors" in html(opened("quality.py", title="Somebody's Map"))


def test_refused_files_are_shown_also_by_a_lake_without_games(make_lake: MakeLake, tmp_path: Path) -> None:
    bad = tmp_path / "<b>bad.jsonl"
    bad.write_text("not a record\n")
    report = ingest([bad], make_lake())
    app = opened("quality.py")
    shown = app.dataframe[0].value
    assert shown["path"][0] == str(bad), "the path stands beside the message, and not in it too"
    assert f"{bad}: {shown['message'][0]}" == report.refused[0].message
    assert [box.value for box in app.info] == ["This lake has no games yet."]
    assert "<b>bad" not in html(app)


def test_evil_text_is_text(make_lake: MakeLake) -> None:
    make_lake(hand_made("torn", defects=2, player=EVIL))
    app = opened("quality.py")
    assert "<img" not in html(app) and not any(EVIL in text.value for text in app.markdown)


def test_where_there_is_nothing_to_tell_stands_a_dash() -> None:
    rows = pl.DataFrame({"who": ["log", "log"], "what": ["dice", "raids"], "rows": [4, 0], "told": [3, 0], "share": [0.75, None]})
    picture = svg(coverage_chart(rows, ["dice", "raids"])).decode()
    assert ">75%</text>" in picture and ">–</text>" in picture and "NaN" not in picture


def test_all_but_one_told_is_not_all() -> None:
    rows = pl.DataFrame({"who": ["log"], "what": ["dice"], "rows": [1000], "told": [999], "share": [0.999]})
    assert ">99%</text>" in svg(coverage_chart(rows, ["dice"])).decode()


@pytest.mark.parametrize(("width", "said", "size"), [(600, "100%", 12), (240, "100", 10), (150, "100", 0)])
def test_cells_on_a_phone_have_numbers_too_as_long_as_they_fit(width: int, said: str, size: int) -> None:
    things = list(WHAT.values())
    rows = pl.DataFrame({"who": ["log (orders)"] * 8, "what": things, "rows": [5] * 8, "told": [5] * 8, "share": [1.0] * 8})
    picture = svg(coverage_chart(rows, things).properties(width=width)).decode()
    numbers = re.findall(rf'font-size="(\d+)px"[^>]*>{said}</text>', picture)
    assert numbers == [str(size)] * 8


def test_bars_of_defects_end_with_their_sum() -> None:
    rows = pl.DataFrame({"rule": ["a", "a"], "severity": ["gap", "error"], "defects": [2, 3], "games": [1, 1]})
    assert ">5</text>" in svg(defects_chart(rows, ["a"])).decode()


def test_words_and_legend_of_severities() -> None:
    rows = pl.DataFrame({"rule": ["a", "b"], "severity": ["gap", "info"], "defects": [6501, 4], "games": [1, 1]})
    picture = svg(defects_chart(rows, ["a", "b"])).decode()
    assert ">remark</text>" in picture and ">info</text>" not in picture and ">0k</text>" not in picture
    symbols = picture[picture.index("role-legend-symbol") :]
    assert 'stroke-width="1"' in symbols[: symbols.index("</g>")], "a thicker edge hides the colour of a small mark"


def test_what_a_long_source_holds_stands_on_a_second_line() -> None:
    who = "TripleA turn summary (what could be seen)"
    rows = pl.DataFrame({"who": [who], "what": ["dice"], "rows": [4], "told": [4], "share": [1.0]})
    picture = svg(coverage_chart(rows, ["dice"])).decode()
    assert ">TripleA turn summary</tspan>" in picture and ">(what could be seen)</tspan>" in picture


def test_one_replay_ends_as_its_save_says(make_lake: MakeLake) -> None:
    save = next(path for path in samples() if path.suffix == ".tsvg")
    make_lake().write([rows_of(save)])
    assert "1 of 1 game with a recorded final state ends in exactly that state." in html(opened("quality.py"))


def test_the_folders_of_refused_files_are_for_admins() -> None:
    path = "/srv/secret place/up/game.jsonl"
    told = f"{path}:3: no map at /srv/secret/maps/a.zip; see https://example.org/a/b or a/b"
    rows = pl.DataFrame({"path": [path], "message": [told], "at": ["2026-05-01T10:00:00"]})
    shown = without_folders(rows)
    assert shown["path"].to_list() == ["game.jsonl"]
    assert shown["message"].to_list() == ["game.jsonl:3: no map at a.zip; see https://example.org/a/b or a/b"]


@pytest.mark.parametrize(
    ("keep", "details", "sees"),
    [("anyone", "full", True), ("anyone", "none", False), ("admins", "none", False), ("nobody", "full", False)],
)
def test_who_sees_folders(keep: str, details: str, sees: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITREP_KEEP", keep)
    monkeypatch.setattr("streamlit.get_option", lambda _: details)
    monkeypatch.setattr("streamlit.session_state", {})
    assert sees_folders() == sees
    monkeypatch.setattr("streamlit.session_state", {"admin": True})
    assert sees_folders()
