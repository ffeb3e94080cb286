"""A league by its own rules on the page League and on a site: the same figures, each with its rule, and nobody's hidden name."""

from __future__ import annotations

import shutil
from html import unescape
from pathlib import Path

import pytest

from dashboard.league import own_rules
from dashboard.site.build import build
from dashboard.site.settings import Settings, own_page
from dashboard.site.verify import verify_site
from dashboard.terminal.site_commands import rules_of
from ingest import ingest
from tests.dashboard.test_pages import html, opened
from tests.league.test_worked_leagues import DOCS
from warehouse import Lake
from warehouse.league import NAME, of_lake, read_rules
from warehouse.people import NOBODY, read_people


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lake:
    made = Lake.create(tmp_path / "lake")
    assert ingest([DOCS / "points-per-game.csv"], made).ok
    monkeypatch.setenv("SITREP_LAKE", str(made.path))
    monkeypatch.delenv("SITREP_RULES", raising=False)
    return made


def test_the_page_tells_the_league_by_its_own_rules_where_it_has_a_file(lake: Lake, tmp_path: Path) -> None:
    assert "by the rules of" not in " ".join(heading.value for heading in opened("league.py").header)
    shutil.copy(DOCS / "points-per-game.toml", tmp_path / NAME)
    app = opened("league.py")
    assert app.header[0].value == "Who leads by the rules of Points per game?"
    standings = app.dataframe[0].value
    assert standings["player"].to_list() == ["Ada", "Bo", "Eve", "Cy", "Dee"] and standings["points_per_game"].to_list()[:2] == [4.6, 4.4]
    said = html(app)
    assert "<dt>Points</dt><dd>for a win / a loss against a player of tier M 8 / 4" in said
    assert "<dt>To qualify</dt><dd>3 games of the season.</dd>" in said
    assert not app.warning
    tiers = (tmp_path / NAME).read_text(encoding="utf-8").replace('newcomers = "3"\n', 'newcomers = "3"\n[points.players]\nAdda = "M"\n')
    (tmp_path / NAME).write_text(tiers, encoding="utf-8")
    app = opened("league.py")
    assert app.warning[0].value == "The league's own rules name players who are none of this lake."
    assert app.code[0].value.startswith("league.toml: key 'points.players.Adda' fits no player of the lake")
    (tmp_path / NAME).write_text("name = 3")
    app = opened("league.py")
    assert app.warning[0].value == "The league's own rules cannot be read." and "key 'name': found 3" in app.code[0].value
    assert "Who is the best player?" in [heading.value for heading in app.header]


def test_a_season_is_chosen(lake: Lake, tmp_path: Path) -> None:
    assert ingest([DOCS / "elo.csv"], lake).ok
    shutil.copy(DOCS / "elo.toml", tmp_path / NAME)
    assert opened("league.py").dataframe[0].value["player"].to_list() == ["Ada", "Cy"]
    app = opened("league.py", **{"rules-season": "Spring"})
    assert app.dataframe[0].value["player"].to_list() == ["Ada", "Bo", "Dee", "Cy"]


def test_a_site_has_a_page_for_each_season_and_the_tables(lake: Lake, tmp_path: Path) -> None:
    shutil.copy(DOCS / "points-per-game.toml", tmp_path / NAME)
    rules = rules_of(None, lake, None, NOBODY)
    build(lake, tmp_path / "site", Settings(rules=rules), jobs=1)
    league = (tmp_path / "site" / "league.html").read_text(encoding="utf-8")
    page = unescape((tmp_path / "site" / own_page("All games")).read_text(encoding="utf-8"))
    for part in own_rules.parts(of_lake(lake, read_rules(DOCS / "points-per-game.toml")), "All games"):
        assert part.question in page and all(rule in page for rule in part.rules.values())
    assert "Who leads by the rules of Points per game?" in league and own_page("All games") in league
    rows = (tmp_path / "site" / "league" / "own-standings.csv").read_text(encoding="utf-8").splitlines()
    assert rows[1].startswith("All games,1,Ada,5,4,0,1,3,0.8,E,23.0,4.6,")
    assert verify_site(lake, tmp_path / "site", jobs=1) == []
    games = {path.name: path.read_bytes() for path in (tmp_path / "site" / "games").iterdir()}
    again = build(lake, tmp_path / "site", Settings(), jobs=1)
    assert not list((tmp_path / "site" / "league").glob("own-*")) and again.made < len(games)
    assert {path.name: path.read_bytes() for path in (tmp_path / "site" / "games").iterdir()} == games


def test_hidden_players_are_in_no_file_of_the_site(lake: Lake, tmp_path: Path) -> None:
    text = (DOCS / "points-per-game.toml").read_text(encoding="utf-8")
    tiers = 'newcomers = "3"\n[points.players]\nAda = "M"\nAdalbertine = "M"\nEve = "E"\nMistyped-Ada = "1"\n'
    (tmp_path / NAME).write_text(text.replace('newcomers = "3"\n', tiers), encoding="utf-8")
    players = tmp_path / "players.csv"
    players.write_text("name,aliases,hide\nAdalbertine,Ada,The Irish\n", encoding="utf-8")
    people = read_people(players)
    rules = rules_of(None, lake, players, people)
    build(lake, tmp_path / "site", Settings(rules=rules), people, jobs=1)
    told = {path.name: path.read_bytes() for path in (tmp_path / "site").rglob("*") if path.is_file() and path.suffix != ".parquet"}
    assert not [name for name, content in told.items() if b"Adalbertine" in content or b"Mistyped" in content]
    assert b"The Irish" in told["own-standings.csv"] and b"Ada," not in told["own-standings.csv"]
