"""Tables and measures complete by name with the dictionary's sentences, in a notebook and in an editor."""

from __future__ import annotations

import inspect
from pathlib import Path

import polars as pl
import pytest

from tests.warehouse.games import game
from warehouse import TABLES, Lake, LakeError, dictionary
from warehouse.dictionary.stubs import PATH, stubs
from warehouse.metrics import bands, spread


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    made = Lake.create(tmp_path_factory.mktemp("named") / "lake")
    made.write([game("one"), game("two")])
    return made


def test_every_table_and_measure_completes(lake: Lake):
    assert dir(lake.tables) == sorted(lake.tables) == sorted(TABLES)
    assert dir(lake.measures) == sorted(lake.measures) == sorted(dictionary.measures())


def test_a_table_is_its_frame_and_tells_its_columns(lake: Lake):
    table = lake.tables.resource_changed
    assert table.frame().equals(lake.frame("resource_changed")) and table.rows == table.frame().height
    assert table.scan("one").collect().equals(lake.frame("resource_changed", "one"))
    assert list(table.columns) == table.frame().columns
    assert all(f"    {column.name}: {column.meaning}" in table.__doc__ for column in TABLES["resource_changed"].columns)


def test_a_measure_is_called_and_its_docstring_is_the_dictionary(lake: Lake):
    measure = lake.measures.income_by_turn
    assert measure(game_id="one").equals(lake.measure("income_by_turn", game_id="one"))
    told = dictionary.measure("income_by_turn")
    assert told.question in measure.__doc__ and told.meaning in measure.__doc__
    assert all(column in measure.__doc__ for column in measure(game_id="one").columns)
    assert str(inspect.signature(measure)) == "(*, game_id)"
    assert str(inspect.signature(lake.measures.game_quality)) == "(*, title=None)"


def test_a_wrong_name_is_told_with_the_right_ones(lake: Lake):
    with pytest.raises(AttributeError, match=r"no table 'stakcs'; did you mean 'stacks'\?"):
        lake.tables.stakcs  # noqa: B018
    with pytest.raises(LakeError, match="no measure 'x'; expected one of"):
        lake.measures["x"]


def test_a_value_without_the_name_of_its_parameter_is_told_the_names(lake: Lake):
    with pytest.raises(LakeError, match=r"'one' has no name; ask income_by_turn\(\*, game_id\) by the names of its parameters"):
        lake.measures.income_by_turn("one")


def test_a_unique_beginning_works_everywhere_and_a_misspelt_game_is_an_error_everywhere(lake: Lake):
    """`one` and `two`: the beginning of one, and a game that looks like two."""
    asked = [
        lambda game: lake.frame("battle_ended", game),
        lambda game: lake.scan("battle_ended", game).collect(),
        lambda game: lake.tables.battle_ended.frame(game),
        lambda game: lake.sql("SELECT * FROM battle_ended", games=[game]),
        lambda game: lake.measure("income_by_turn", game_id=game),
        lambda game: lake.measures.income_by_turn(game_id=game),
        lambda game: lake.measure("games_list", games=[game]),
        lambda game: bands(lake, "income", games=[game]),
        lambda game: spread(lake, "income", games=[game]),
        lambda game: pl.DataFrame({"event": [repr(event) for event in lake.events(game)]}),
        lambda game: pl.DataFrame({"game": [lake.find(game)]}),
    ]
    for ask in asked:
        assert ask("on").equals(ask("one")) and ask("on").height
        with pytest.raises(LakeError, match=r"game 'tow': no game begins so; did you mean 'two'\?"):
            ask("tow")
    with pytest.raises(LakeError, match="no game begins so; there are: one, two"):
        lake.frame("battle_ended", "nil")


def test_editors_are_told_the_same_names():
    assert PATH.read_text(encoding="utf-8") == stubs(), "run: python -m warehouse.dictionary.stubs"
    compile(stubs(), "named.pyi", "exec")
    for folder in ("dashboard", "engine", "ingest", "warehouse"):
        assert (PATH.parents[1] / folder / "py.typed").is_file(), folder


def test_a_connection_has_every_table_view_and_macro(lake: Lake):
    with lake.connect() as con:
        names = {name for (name,) in con.sql("select view_name from duckdb_views() where not internal").fetchall()}
        assert names >= set(TABLES)
        measure = con.sql(_sql("income_by_turn"), params={"game_id": "one"}).pl()
    assert measure.select(pl.len()).equals(lake.measure("income_by_turn", game_id="one").select(pl.len()))


def _sql(name: str) -> str:
    (path,) = Path(PATH.parent / "measures").glob(f"*/{name}.sql")
    return path.read_text(encoding="utf-8")


def test_ibis_takes_the_connection_as_it_is(lake: Lake):
    ibis = pytest.importorskip("ibis", reason="ibis is not installed: make notebook installs it")
    table = ibis.duckdb.from_connection(lake.connect()).table("resource_changed")
    assert table.count().execute() == lake.tables.resource_changed.rows


def test_jupysql_takes_the_connection_as_it_is(lake: Lake):
    pytest.importorskip("sql", reason="jupysql is not installed: make notebook installs it")
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance()
    shell.user_ns["con"] = lake.connect()
    shell.run_line_magic("load_ext", "sql")
    shell.run_line_magic("sql", "con --alias lake")
    answer = shell.run_cell_magic("sql", "", "select count(*) as n from resource_changed")
    assert answer.PolarsDataFrame()["n"].to_list() == [lake.tables.resource_changed.rows]
