"""No Python runs inside polars: its threads would wait for the interpreter's lock, which whoever waits for those threads may hold.

`DataFrame.to_pandas`, which Streamlit calls for every table, waits so. Two visitors were enough for a server that never answered again.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from itertools import chain

import polars as pl
import pytest
from polars.dataframe.group_by import GroupBy
from polars.lazyframe.group_by import LazyGroupBy

from tests.repository.test_floors import FLOORS, ROOT, files_of

KINDS = (pl, pl.DataFrame, pl.LazyFrame, pl.Expr, pl.Series, GroupBy, LazyGroupBy)
PARTS = ("name", "list", "arr", "str", "struct", "dt", "bin", "cat")
AT_ONCE = {"pipe", "rename", "read_csv", "scan_csv", "PartitionBy"}
"""Take a function that polars calls in the thread of its caller, or that may as well be a mapping."""
COMMON = {"map", "fold", "reduce", "defer", "apply"}
"""Names that other things than polars have too: known by what stands before them."""


def takes_python() -> set[str]:
    """Names of everything in the installed polars that takes a function."""
    owners = [*KINDS, *(type(getattr(pl.col("x"), part)) for part in PARTS)]
    found = {"apply"}  # as older versions of polars call map_elements
    for owner, name in chain.from_iterable(((owner, name) for name in dir(owner)) for owner in owners):
        try:
            asked = inspect.signature(getattr(owner, name)).parameters.values()
        except (TypeError, ValueError):
            continue
        if not name.startswith("_") and any("Callable" in str(one.annotation) for one in asked):
            found.add(name)
    return found - AT_ONCE


FORBIDDEN = takes_python()


def python_in_polars(source: str) -> Iterator[tuple[int, str]]:
    """Line and name of everything in a source that would run Python inside polars."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name, value=before) if name in FORBIDDEN:
                if name not in COMMON or _is_polars(before):
                    yield node.lineno, name
            case ast.ImportFrom(module=str(module), names=names) if module.split(".")[0] == "polars":
                yield from ((node.lineno, alias.name) for alias in names if alias.name in FORBIDDEN)


def _is_polars(before: ast.expr) -> bool:
    """Whether a common name belongs to polars: `pl.reduce`, `pl.col(...).name.map`, `frame.group_by(...).apply`."""
    match before:
        case ast.Name(id="pl" | "polars") | ast.Attribute(attr="name"):
            return True
        case ast.Call(func=ast.Attribute(attr="col" | "struct" | "group_by" | "agg" | "with_columns")):
            return True
    return False


def test_what_takes_a_function_is_known() -> None:
    assert {"map_elements", "map_batches", "map_groups", "map_rows", "rolling_map", "reduce", "fold"} <= FORBIDDEN


@pytest.mark.parametrize(
    "code",
    [
        "pl.col('a').map_elements(f)", "x.group_by('a').agg(pl.col('b').sort().map_batches(f))", "lazy.map_batches(f)",
        "frame.group_by('a').map_groups(f)", "frame.map_rows(f)", "pl.col('a').rolling_map(f, 3)", "pl.reduce(f, [a, b])",
        "from polars import map_batches", "pl.all().name.map(f)", "pl.col('a').apply(f)", "f = pl.Expr.map_elements",
    ],
)  # fmt: skip
def test_it_is_found(code: str) -> None:
    assert [line for line, _ in python_in_polars(code)] == [1]


@pytest.mark.parametrize("code", ["state.apply(event)", "frame.pipe(f)", "pool.map(f, rows)", "reduce(f, rows)"])
def test_what_is_not_polars_is_left_alone(code: str) -> None:
    assert not [*python_in_polars(code)]


@pytest.mark.parametrize("room", FLOORS)
def test_no_python_runs_inside_polars(room: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in files_of(room)
        for line, name in python_in_polars(path.read_text(encoding="utf-8"))
    ]
    assert not wrong, "compute over `to_list()` and make a `pl.Series` of the result:\n" + "\n".join(wrong)
