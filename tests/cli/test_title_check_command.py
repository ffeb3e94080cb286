"""`sitrep title check`: what of a title is still reconstructed, and what an owner's tables contradict."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from engine.title.loader import read_tables, titles
from engine.title.published_figures import contradictions, facts, judge

GLOBAL_WAR = "global-war-1936"
UNITS = "unit,name,class,cost,resource,attack,defense,move,strength,abilities,triplea,source\n"
AREAS = "area,name,kind,value,victory_city,terrain,original_owner,lon,lat,triplea,source\n"
FIGHTER = "fighter,Fighter,air,{cost},ipp,6,6,4,1,lands-on-carriers patrols=1,,my copy\n"


def run(*words: str | Path, code: int = 0) -> str:
    result = CliRunner().invoke(sitrep.main, ["title", "check", *map(str, words)])
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    (tmp_path / "title.toml").write_text(f'slug = "{GLOBAL_WAR}"\n', encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("slug", titles())
def test_every_title_agrees_with_its_own_proven_facts(slug: str) -> None:
    assert contradictions(read_tables(slug), facts(slug)) == []


def test_five_titles_have_a_table_of_proven_facts() -> None:
    assert {slug for slug in titles() if facts(slug)} == {GLOBAL_WAR, "aa1942", "black-swan", "blitz", "global-1939"}


def test_without_an_overlay_it_says_what_is_reconstructed_file_by_file() -> None:
    said = run("--title", GLOBAL_WAR)
    assert "setup.csv" in said and "rows are still reconstructed" in said and "none of them contradicted" in said


def test_a_title_may_be_named_where_a_folder_is() -> None:
    assert run("revised") == run("--title", "revised")
    assert "no title is named" in run("no-such-folder", code=1)


def test_a_row_that_contradicts_the_rule_book_is_named_with_both_values_and_the_section(overlay: Path) -> None:
    (overlay / "units.csv").write_text(UNITS + FIGHTER.format(cost=12), encoding="utf-8")
    said = run(overlay, code=1)
    assert f"{overlay / 'units.csv'}:2: units/fighter/cost is 12; proven is 10 (12.2): change the row" in said


def test_a_row_that_agrees_counts_as_the_owner_s_and_contradicts_nothing(overlay: Path) -> None:
    (overlay / "areas.csv").write_text(AREAS + "crete,Crete,land,0,,,greece,25,35,,my map\n", encoding="utf-8")
    files = {row.file: row for row in judge(GLOBAL_WAR, str(overlay)).files}
    before = {row.file: row for row in judge(GLOBAL_WAR).files}
    assert files["areas.csv"].owners == 1
    assert files["areas.csv"].reconstructed == before["areas.csv"].reconstructed - 1
    assert "none of them contradicted" in run(overlay)


def test_a_sum_that_the_text_proves_is_checked_over_all_rows(overlay: Path) -> None:
    (overlay / "areas.csv").write_text(AREAS + "berlin,Berlin,land,9,Berlin,,germany,13.4,52.5,,my map\n", encoding="utf-8")
    assert "the sum of 1939 germany is 28; proven is 24 (3.1)" in run(overlay, code=1)


def test_a_setting_of_title_toml_is_checked(overlay: Path) -> None:
    text = f'slug = "{GLOBAL_WAR}"\n[[convoy]]\nslug = "mediterranean"\nvalues = {{ great-britain = 7 }}\n'
    (overlay / "title.toml").write_text(text, encoding="utf-8")
    assert "convoy/mediterranean/values is great-britain=7; proven is great-britain=6 (15.2)" in run(overlay, code=1)


def test_a_row_wholly_from_the_rule_book_is_proven_without_an_entry_of_its_own(overlay: Path) -> None:
    (overlay / "units.csv").write_text(UNITS + FIGHTER.format(cost=10), encoding="utf-8")
    wrong = judge(GLOBAL_WAR, str(overlay)).wrong
    assert [(item.fact.where, item.found) for item in wrong] == [("units/fighter/abilities", "lands-on-carriers patrols=1")]


def test_a_file_that_nothing_reads_is_named(overlay: Path) -> None:
    (overlay / "unts.csv").write_text("unit\n", encoding="utf-8")
    assert "unts.csv: no table of this title has that name" in run(overlay, code=1)


def test_it_asks_for_the_title_where_the_folder_names_none(tmp_path: Path) -> None:
    assert "give one with --title" in run(tmp_path, code=1)


def test_as_json_it_holds_every_contradiction(overlay: Path) -> None:
    (overlay / "units.csv").write_text(UNITS + FIGHTER.format(cost=12), encoding="utf-8")
    found = json.loads(run(overlay, "--json", code=1))
    assert {"units/fighter/cost"} <= {row["where"] for row in found["contradicted"]} and found["files"]
