"""Every table, column and measure has an entry in the data dictionary, and no entry is of a thing that is not there."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from engine.titles import load_title, titles
from tests.warehouse.games import EVENTS, game, random_game
from warehouse import Lake, LakeError, dictionary, measures
from warehouse.dictionary import ANY
from warehouse.dictionary.page import page
from warehouse.schema import TABLES
from warehouse.views import DERIVED

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake with a played and a random game."""
    lake = Lake.create(tmp_path_factory.mktemp("filled") / "lake")
    lake.write([game("small", EVENTS), random_game(1, name="random")])
    return lake


def answered(lake: Lake, name: str) -> list[str]:
    """Return the columns of a measure's answer about the small game, or about the lake."""
    asked = {"game_id": "small"} if "game_id" in measures.parameters(name) else {}
    return lake.measure(name, **asked).columns


def test_every_table_and_column_has_all_that_the_dictionary_asks() -> None:
    silent = [name for name, table in TABLES.items() if not (table.meaning and table.source)]
    silent += [
        f"{name}.{column.name}"
        for name, table in TABLES.items()
        for column in table.columns
        if not (column.meaning and column.unit and column.source)
    ]
    assert silent == []


def test_every_measure_has_an_entry_and_every_entry_a_measure() -> None:
    assert set(dictionary.measures()) == set(measures.names())


@pytest.mark.parametrize("name", measures.names())
def test_the_entry_says_what_the_file_says(name: str) -> None:
    told = dictionary.measure(name)
    assert told.family == measures.family(name) and told.family in dictionary.families()
    assert told.question == measures.question(name) and told.question.endswith("?")
    assert tuple(parameter.name for parameter in told.parameters) == measures.parameters(name)
    assert told.meaning and not told.meaning.endswith(".")
    sources = set(re.split(r", ", told.source))
    assert sources <= {*TABLES, *DERIVED}, f"{name}: source {told.source!r} names what is no table"


@pytest.mark.parametrize("name", measures.names())
def test_the_answer_has_the_columns_of_the_entry(filled: Lake, name: str) -> None:
    columns = answered(filled, name)
    assert columns == list(measures.columns(name))
    assert len(columns) == len(set(columns))
    for column in columns:
        told = dictionary.measure(name).column(column)
        assert told.unit and told.meaning, f"{name}.{column}"


def entries() -> set[tuple[str, str]]:
    """Every (measure, column) that has a row; `*` stands for all measures."""
    found = set()
    for file in (ROOT / "warehouse" / "measures").rglob("columns.csv"):
        with file.open(encoding="utf-8", newline="") as text:
            found |= {(row.get("measure", ANY), row["column"]) for row in csv.DictReader(text)}
    return found


def test_no_entry_of_a_column_is_of_nothing() -> None:
    answers = {name: set(measures.columns(name)) for name in measures.names()}
    own = {(name, column) for name, columns in answers.items() for column in columns} & entries()
    shared = {(ANY, c) for name, columns in answers.items() for c in columns if (name, c) not in own}
    assert entries() - own - shared == set()


def test_no_row_of_a_table_stands_twice() -> None:
    files = [ROOT / "warehouse" / name for name in ("tables.csv", "columns.csv")]
    for file in files + sorted((ROOT / "warehouse" / "measures").rglob("*.csv")):
        with file.open(encoding="utf-8", newline="") as text:
            rows = list(csv.DictReader(text))
        keys = [tuple(row[name] for name in ("table", "measure", "family", "parameter", "column") if name in row) for row in rows]
        assert len(keys) == len(set(keys)), file
        assert all(None not in row and None not in row.values() for row in rows), f"{file}: a row has too many or few cells"


def test_a_measure_is_told_in_its_own_folder() -> None:
    for family in dictionary.families():
        folder = ROOT / "warehouse" / "measures" / family
        with (folder / "columns.csv").open(encoding="utf-8", newline="") as text:
            told = {row["measure"] for row in csv.DictReader(text)}
        assert told <= {name for name in measures.names() if measures.family(name) == family}, family


@pytest.mark.parametrize("name", DERIVED)
def test_every_view_says_what_it_holds(filled: Lake, name: str) -> None:
    assert measures.view_meaning(name).endswith(".")
    assert filled.sql(f"FROM {name}").columns == list(measures.view_columns(name))
    assert "game_id" in measures.view_columns(name)


VOCABULARY = {"lend-lease", "neutral"}
"""A cause of ResourceChanged and a line of ConvoyRaided in any title, though one has a store of that name too; a standing of powers."""


def test_no_question_names_a_title_or_what_is_in_it() -> None:
    """A measure asks of every game alike: powers, sides, areas, units and titles are never its own words."""
    named: set[str] = set()
    for title in map(load_title, titles()):
        named |= {title.slug, *title.powers, *title.sides, *title.areas, *title.units, *title.resources}
    for file in sorted((ROOT / "warehouse" / "measures").rglob("*.sql")):
        words = set(re.findall(r"'([^']*)'", re.sub(r"--[^\n]*", "", file.read_text("utf-8"))))
        assert words & named <= VOCABULARY, file


def test_what_is_asked_for_in_vain_is_said() -> None:
    with pytest.raises(LakeError, match=r"no measure 'incomes' in measures\.csv of a family"):
        dictionary.measure("incomes")
    with pytest.raises(LakeError, match="measure 'games_list' has no column 'nothing'"):
        dictionary.measure("games_list").column("nothing")
    with pytest.raises(LakeError, match="no column 'nothing' of a table 'powers'"):
        dictionary.column("powers", "nothing")
    assert dictionary.column("powers", "tuv").formula.startswith("sum(count * cost) of its stacks;")


def test_the_page_is_current() -> None:
    told = (ROOT / "docs" / "dictionary.md").read_text("utf-8")
    assert told == page(), "run: python -m warehouse.dictionary > docs/dictionary.md"
