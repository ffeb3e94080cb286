"""The page Titles: a title that ships, one that is read from its games, and what is reconstructed and covered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import msgspec
import polars as pl
import pytest

from dashboard.title import tables as title_tables
from dashboard.title.readme import coverage, readme, said_of_reconstruction
from dashboard.title.tables import of_title, reconstructed, reconstructed_in, shipped
from dashboard.title.title_text import ROLLS
from engine.errors import TitleError
from engine.recording import Fidelity
from engine.rules import Rules, load_rules
from engine.title.coverage import load_coverage
from engine.titles import Title, load_title, titles
from tests.dashboard.conftest import EVIL, hand_made, without_map
from tests.dashboard.test_pages import html, opened
from warehouse import Lake

MakeLake = Callable[..., Lake]
QUESTIONS = [
    "What does the board look like?",
    "What do units cost, and what can they do?",
    "Who are the powers, and what do they start with?",
    "What is reconstructed, and why?",
    "Which rules are covered?",
]


def test_a_title_without_rules_says_that_it_cannot_be_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_tables_alone(title: Title) -> Rules:
        return load_rules(msgspec.structs.replace(title, slug="a-map", folder=None))

    monkeypatch.setattr(title_tables, "load_rules", of_tables_alone)
    of_title.cache_clear()
    tables = of_title("aa1942", "standard")
    of_title.cache_clear()
    assert "This scenario cannot be set up: title 'a-map' has no rules of its own" in tables.problem
    assert tables.frames["title_units"].height == len(load_title("aa1942").units) and tables.frames["stacks"].is_empty()


@pytest.mark.parametrize("slug", titles())
def test_every_title_that_ships_can_be_read_and_set_up(slug: str) -> None:
    title = load_title(slug)
    assert shipped()[slug] == title.name
    for scenario, row in title.scenarios.items():
        tables = of_title(slug, scenario)
        assert not tables.problem
        placed = Counter()
        for one in title.placements:
            if one.scenario == (row.set_up_of or scenario):
                placed[one.area, one.power, one.unit] += one.count
        for border in title.own.get("border_facilities", ()):  # what a title of borders has beside them
            placed[border.area, border.power, border.unit] += border.count if border.scenario == scenario else 0
        placed = +placed
        found = tables.frames["stacks"].group_by("area", "power", "unit").agg(pl.col("count").sum())
        assert {row[:3]: row[3] for row in found.iter_rows()} == placed


def test_units_that_all_cost_the_same_are_not_told_from_least_to_most(make_lake: MakeLake) -> None:
    make_lake()
    assert "34 unit types, each at 2 PP." in html(opened("titles.py", title="Black Swan: Europe 1939-1945"))


@pytest.mark.parametrize("slug", ["aa1942", "blitz", "black-swan"])
def test_what_attack_and_defense_mean_is_what_the_title_says(make_lake: MakeLake, slug: str) -> None:
    make_lake()
    title = load_title(slug)
    said = html(opened("titles.py", title=title.name))
    assert (title.figures or ROLLS) in said and (not title.figures or ROLLS not in said)


def test_a_title_that_ships_needs_no_game(make_lake: MakeLake) -> None:
    make_lake()
    app = opened("titles.py", title="Axis & Allies 1942")
    assert [heading.value for heading in app.header] == QUESTIONS
    said = html(app)
    assert "This lake has no games of this title yet." in said
    assert "81 land areas, 64 sea zones and 5 powers; 12 areas have a victory city." in said
    assert "13 unit types, from Infantry at 3 to Battleship at 20 IPC." in said
    assert "of the rules, 91 are implemented and tested" in said
    units = app.dataframe[0].value
    assert units.loc[units["name"] == "Tank", ["cost", "attack", "defense", "move", "abilities"]].to_numpy().tolist() == [
        [5, 3, 3, 2, "blitz, cargo heavy"]
    ]
    counts = app.dataframe[2].value
    assert counts.loc[counts["unit"] == "Infantry", "Soviet Union"].item() == 24


def test_a_title_read_from_its_games_is_shown_as_they_hold_it(make_lake: MakeLake) -> None:
    make_lake(hand_made("elsewhere", title=without_map()), hand_made("here"))
    app = opened("titles.py", title="Somebody's Map")
    assert "This title is read from its records" in app.info[0].value
    said = html(app)
    assert "1 game of this title in this lake." in said and "from elsewhere.jsonl, as the record holds them" in said
    assert "No rules are needed. The record itself contains every change" in said
    assert "<img" not in said and not any(EVIL in text.value for text in app.markdown)


def test_of_several_games_any_can_be_looked_at(make_lake: MakeLake) -> None:
    make_lake(hand_made("one", title=without_map()), hand_made("two", title=without_map()))
    app = opened("titles.py", title="Somebody's Map")
    app.selectbox[1].set_value("two").run()
    assert not app.exception and "from two.jsonl, as the record holds them" in html(app)


def test_of_several_games_the_one_that_knows_most_comes_first(make_lake: MakeLake) -> None:
    make_lake(
        hand_made("a", title=without_map(), fidelity=Fidelity.OBSERVED, rounds=4),
        hand_made("b", title=without_map(), rounds=1),
        hand_made("c", title=without_map(), rounds=2),
    )
    picker = opened("titles.py", title="Somebody's Map").selectbox[1]
    assert [option.split(" ")[0] for option in picker.options] == ["c.jsonl", "b.jsonl", "a.jsonl"]


def test_figures_that_no_unit_has_are_a_dash(make_lake: MakeLake) -> None:
    bare = {unit: msgspec.structs.replace(row, cost=0, attack=0) for unit, row in without_map().units.items()}
    make_lake(hand_made("first", title=msgspec.structs.replace(without_map(), units=bare)))
    app = opened("titles.py", title="Somebody's Map")
    shown = next(table.value for table in app.dataframe if "defense" in table.value.columns)
    assert shown["attack"].isna().all() and shown["cost"].isna().all() and set(shown["defense"]) > {0}
    assert "13 unit types; their cost is not recorded." in html(app)


def test_a_title_that_cannot_be_set_up_says_so_and_shows_the_rest(make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise TitleError("no dice for the weather")

    make_lake()
    monkeypatch.setattr(title_tables.Play, "start", broken)
    of_title.cache_clear()
    app = opened("titles.py", title="Axis & Allies 1942")
    of_title.cache_clear()
    assert "This scenario cannot be set up: no dice for the weather" in html(app)
    assert "13 unit types" in html(app) and [heading.value for heading in app.header] == QUESTIONS


def test_what_is_reconstructed_is_counted_by_table_and_reason() -> None:
    title = load_title("aa1942")
    first = list(title.areas)[:2]
    areas = {
        slug: msgspec.structs.replace(row, source="reconstructed: from the example") if slug in first else row
        for slug, row in title.areas.items()
    }
    changed = msgspec.structs.replace(title, areas=areas, settings={"a": [{"source": "reconstructed, for play"}]})
    assert reconstructed(changed).rows() == [
        ("areas", 2, 145, "from the example"),
        ("title.toml: a.source", 1, 1, "for play"),
    ]


def test_of_a_game_too() -> None:
    rows = {"source": ["reconstructed", "save", "reconstructed"]}
    frames = dict.fromkeys(("title_areas", "title_links", "title_units", "title_powers"), pl.DataFrame({"source": ["save"]}))
    assert reconstructed_in(frames).is_empty()
    told = reconstructed_in(frames | {"title_units": pl.DataFrame(rows)})
    assert told.rows() == [("units", 2, 3, "see the title's README")]


def test_what_a_readme_says_of_reconstruction_is_found() -> None:
    text = "# A title\n\nIntro.\n\n**Reconstructed.** The weather, because\nthe chart is not printed.\n\n## Options\n"
    assert said_of_reconstruction(text).endswith("the chart is not printed.")
    assert said_of_reconstruction("") == "" and said_of_reconstruction(readme("aa1942"))


@pytest.mark.parametrize("slug", titles())
def test_the_sections_of_titles_that_ship_are_found_with_their_readings(slug: str) -> None:
    rows, found = coverage(slug), load_coverage(slug)
    assert rows.select("section", "status").rows() == [(row.heading, row.state) for row in found.sections]
    for reading in found.readings:
        told = rows.filter(pl.col("reading").str.contains(f"{reading.question} {reading.reading}", literal=True))
        assert told.height >= len(reading.sections)


def test_rows_that_are_reconstructed_in_part_are_counted_too() -> None:
    """A figure of the rule book may stand beside one that is chosen: the source says which after a semicolon."""
    found = {(row["table"], row["why"]): (row["rows"], row["of"]) for row in reconstructed(load_title("black-swan")).iter_rows(named=True)}
    title = load_title("black-swan")
    steps = [row for row in title.placements if "reconstructed: number of steps, the highest" in row.source]
    assert steps and all(row.source.startswith("rulebook: ") for row in steps)
    assert found["set-up", "number of steps, the highest strength named of its class"] == (
        len(steps),
        len(title.placements),
    )
    assert (
        "strategic results",
        "half of what gets through, a third of the interceptors, a third of the surplus",
    ) in found


def test_the_set_up_is_what_stands_on_the_map_and_not_beside_it(make_lake: MakeLake) -> None:
    make_lake()
    title = load_title("black-swan")
    app = opened("titles.py", title=title.name)
    said = html(app)
    assert "124 land areas, 21 sea zones and 19 powers; 19 areas have a victory city." in said
    first = next(iter(title.scenarios))
    placed = [row for row in title.placements if row.scenario == first and title.areas[row.area].kind != "box"]
    assert f"{sum(row.count for row in placed)} units" in said
    assert re.search(r"Of \d+ sections of the rules, \d+ are implemented and tested", said)
    assert "are not done yet" not in said, "where all is done nothing is said of the rest"
