"""A game of which only the result is recorded, wherever it is shown: who played, how it ended, and nothing made up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from dashboard.review.export import write_review
from dashboard.review.result import SAID
from dashboard.site.build import build
from dashboard.site.settings import Settings
from dashboard.site.verify import verify_site
from dashboard.sql.presets import presets
from dashboard.ui import data
from ingest import ingest
from ingest.samples import samples
from tests.dashboard.conftest import hand_made
from tests.dashboard.test_asking import MakeLake
from tests.dashboard.test_pages import asked, charts, html, opened
from tests.ingest.results import DRAWN, FULL, OTHER_MAP, ROWS, UNFINISHED, table
from warehouse import Lake
from warehouse.people import everybody_hidden
from warehouse.people.publish import names_in
from warehouse.verify import verify

NAMED = FULL.replace("Bo; Ada + Cy", "Bogumil; Adalbertine + Cyriac")


@pytest.fixture
def league(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lake:
    """A lake of a table of results, which the dashboard shows."""
    lake = Lake.create(tmp_path / "lake")
    assert ingest([table(tmp_path / "league.csv", NAMED, DRAWN, OTHER_MAP, UNFINISHED)], lake).ok
    monkeypatch.setenv("SITREP_LAKE", str(lake.path))
    return lake


def game_of(lake: Lake, day: str) -> str:
    return lake.games().filter(played=day)["game_id"].item()


def words(said: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", said).split())


def test_its_review_says_who_played_and_how_it_ended_and_draws_nothing(league: Lake) -> None:
    app = opened("review.py", game=game_of(league, "2026-05-01"))
    said = words(html(app))
    assert not app.exception and not charts(app) and asked(app) == []
    assert "Axis & Allies 1942 Allies won, in round 8." in said.replace("&amp;", "&")
    assert SAID in said and "Axis (Bogumil) Allies (Adalbertine and Cyriac)" in said and "Bid Allies 9 IPC" in said
    assert "low luck: no" in said and "Events" not in said


@pytest.mark.parametrize(
    ("day", "told"),
    [("2026-05-02", "Nobody won."), ("2026-05-03", "Axis won, in round 11."), ("2026-05-09", "The game was not finished.")],
)
def test_it_never_says_what_is_unknown(day: str, told: str, league: Lake) -> None:
    said = words(html(opened("review.py", game=game_of(league, day))))
    assert told in said and "None" not in said and "Bid" not in said


def test_its_card_names_the_sides_with_their_players(league: Lake) -> None:
    app = opened("games.py")
    said = words(html(app))
    assert app.markdown[0].value == "4 games of 3 titles; 1 with no recorded end." and not app.text
    assert "Axis : Bogumil" in said.replace("Axis:", "Axis :") and "Adalbertine and Cyriac" in said
    assert said.count("only the result is recorded") == 4
    assert [link.proto.query_string for link in opened("games.py", least="8").get("page_link")] == [
        f"game={game_of(league, day)}" for day in ("2026-05-03", "2026-05-01")
    ], "a game of unknown length is of no length that is asked for"


def test_the_exported_review_holds_no_map_and_no_charts(league: Lake, tmp_path: Path) -> None:
    page = write_review(league, game_of(league, "2026-05-03"), tmp_path / "review.html").read_text()
    assert "Axis won, in round 11." in page and SAID in page and "Who holds what?" not in page and "<figure" not in page


def test_a_site_of_results_has_a_page_for_each_and_no_hidden_name(league: Lake, tmp_path: Path) -> None:
    people = everybody_hidden(names_in(league))
    build(league, tmp_path / "site", Settings(), people, jobs=1)
    pages = {path.name: path.read_text() for path in (tmp_path / "site").rglob("*.html")}
    games = Lake.open(tmp_path / "site" / "lake").games()["game_id"].to_list()
    assert len(games) == 4 and all(any(game in name for name in pages) for game in games)
    content = b"".join(path.read_bytes() for path in (tmp_path / "site").rglob("*") if path.is_file())
    assert not any(name in content for name in (b"Bogumil", b"Adalbertine", b"Cyriac", b"league.csv"))
    assert not any("None" in words(re.sub(r"(?s)<(style|script).*?</\1>", "", page)) for name, page in pages.items() if "game" in name)
    assert verify_site(league, tmp_path / "site", people, jobs=1) == []
    assert verify(Lake.open(tmp_path / "site" / "lake")) == []


def run(*said: object, code: int = 0) -> str:
    result = CliRunner().invoke(sitrep.main, [str(word) for word in said])
    assert result.exit_code == code, result.output
    return result.output


def test_the_summary_of_a_result(league: Lake) -> None:
    assert run("summary", game_of(league, "2026-05-01"), "--lake", league.path).strip() == (
        f"Axis & Allies 1942, game {game_of(league, '2026-05-01')}\n  Standard, spring 1942\n  Axis: Bogumil\n"
        f"  Allies: Adalbertine and Cyriac\n  bid: Allies 9 IPC\n  Allies won, in round 8.\n\n{SAID}"
    )
    assert "world-war-ii-v5-1942-2nd-edition" in run("summary", "--lake", league.path)


def test_commands_that_need_a_board_say_that_there_is_none(tmp_path: Path) -> None:
    row = f"{table(tmp_path / 'league.csv', *ROWS)}:2"
    one = str(table(tmp_path / "one.csv", FULL))
    for command, record in (("replay", row), ("turns", row), ("replay", one), ("play-on", one)):
        said = run(command, record, code=1)
        assert f"{record}: only the result of the game is recorded, and nothing of its board" in said
    assert '"GameEnded"' in run("replay", row, "--events")
    assert "no defects" in run("validate", row)


def test_a_game_that_its_save_tells_too_counts_once_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = Lake.create(tmp_path / "lake")
    (sample,) = (path for path in samples() if path.name == "warsaw-holds.jsonl")
    row = "2026-05-01,black-swan,,Axis;Western Allies,Ada;Bo,draw,,,,warsaw-holds,"
    assert ingest([sample, table(tmp_path / "league.csv", row)], lake).ok
    monkeypatch.setenv("SITREP_LAKE", str(lake.path))
    (link,) = opened("games.py").get("page_link")
    assert link.proto.query_string == "game=warsaw-holds"
    said = " ".join(element.value for element in opened("review.py", game="warsaw-holds").get("markdown")) + html(
        opened("review.py", game="warsaw-holds")
    )
    assert "The same game is told by league.csv:2 (only the result; the result names it" in said


def test_a_winner_that_a_table_types_small_is_no_other_side(make_lake: MakeLake, tmp_path: Path) -> None:
    """Two rows and two winners: a side of a map that is not known here, and the same one of a title that is."""
    lake = make_lake()
    small = ",Some other map,,axis;allies,Ada;Bo,allies,,,,small,"
    assert ingest([table(tmp_path / "typed.csv", FULL, small)], lake).ok
    for ask in list(presets().values())[:2]:
        assert set(lake.sql(ask.sql)["winner"]) == {"Allies"}, ask.question


def test_records_left_out_are_counted_by_title(make_lake: MakeLake, tmp_path: Path) -> None:
    """The row tells a game of aa1942 that the lake has from its log: it is left out there, and nowhere else."""
    lake = make_lake(hand_made("told"))
    assert ingest([table(tmp_path / "typed.csv", ",aa1942,,Axis;Allies,Ada;Bo,Axis,,,,told,", FULL)], lake).ok
    at = data.source()
    assert [data.left_out(at), data.left_out(at, "aa1942"), data.left_out(at, "blitz")] == [1, 1, 0]
