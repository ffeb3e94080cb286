"""A process that reads a record starts in a moment: what takes long to import comes where rows are asked for."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import ingest
import warehouse

ROOT = Path(__file__).parents[2]
HEAVY = {"polars", "numpy", "pyarrow", "duckdb", "shapely", "altair", "streamlit", "rich"}
"""Each takes a tenth of a second or more."""


@pytest.mark.parametrize("module", ["ingest.read", "ingest.validate", "ingest.find", "engine.simulation"])
def test_reading_and_judging_a_record_imports_no_library_for_tables(module: str) -> None:
    code = f"import sys, {module}; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert module in told.split() and HEAVY & set(told.split()) == set()


@pytest.mark.parametrize("package", [ingest, warehouse], ids=lambda package: package.__name__)
def test_what_a_package_offers_is_there_and_is_not_hidden_by_a_module_of_that_name(package) -> None:
    for path in Path(package.__file__).parent.glob("*.py"):
        if path.stem in package.__all__:
            import_module(f"{package.__name__}.{path.stem}")
    for name in package.__all__:
        assert not isinstance(getattr(package, name), ModuleType) and name in dir(package)
    with pytest.raises(AttributeError, match=f"module '{package.__name__}' has no attribute 'never'"):
        package.never  # noqa: B018


def test_a_name_of_a_package_is_what_its_module_has_under_it() -> None:
    from warehouse.lake import Lake
    from warehouse.measures import names

    assert warehouse.Lake is Lake and warehouse.measure_names is names
