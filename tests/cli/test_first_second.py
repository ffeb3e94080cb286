"""What a command imports before it does anything: the libraries of tables, charts and servers take most of a second to start."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sitrep
from dashboard.terminal.later import Later
from ingest.samples import samples
from tests.slow import slow_after

LIBRARIES = {
    "altair", "anywidget", "duckdb", "IPython", "numpy", "pandas", "polars", "pyarrow", "rich", "scipy", "shapely", "sklearn",
    "streamlit", "vl_convert",
}  # fmt: skip
CODE = """
import sys
import sitrep
if sys.argv[1:]:
    try:
        sitrep.main(sys.argv[1:], standalone_mode=False)
    except SystemExit:
        pass
print("imported", *sorted(sys.modules))
"""
READERS = {"log", "results", "triplea", "turn_summaries", "vassal"}


def modules(*words: str) -> set[str]:
    done = subprocess.run([sys.executable, "-c", CODE, *words], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split()[1:])


def imported(*words: str) -> set[str]:
    return LIBRARIES & {name.partition(".")[0] for name in modules(*words)}


def samples_of(ending: str) -> Iterator[Path]:
    return (path for path in samples() if path.name.endswith(f".{ending}"))


def readers(found: set[str]) -> set[str]:
    return {name for name in READERS if f"ingest.{name}.reader" in found}


@pytest.mark.parametrize(
    ("words", "may"),
    slow_after(
        5,
        [
            ((), set()),
            (("-h",), set()),
            (("--version",), set()),
            (("odds", "aa1942", "3 infantry, tank", "2 infantry"), {"numpy", "rich"}),
            (("validate", "RECORD"), set()),
            (("replay", "RECORD", "--round", "1"), {"rich"}),
            (("turns", "RECORD", "--round", "1"), {"rich"}),
            (("summary", "RECORD"), {"rich"}),
            (("lake", "-h"), LIBRARIES - {"streamlit", "altair", "sklearn", "scipy"}),
            (("summary", "--lake", "NOWHERE"), LIBRARIES - {"streamlit", "altair", "sklearn", "scipy"}),
        ],
    ),
    ids=lambda given: " ".join(given) if isinstance(given, tuple) else "",
)
def test_a_command_imports_what_it_needs_and_no_more(words: tuple[str, ...], may: set[str]) -> None:
    record = str(next(path for path in samples() if path.suffix == ".jsonl" or ".jsonl" in path.name))
    assert imported(*(record if word == "RECORD" else word for word in words)) <= may


@pytest.mark.parametrize(
    ("words", "expected"),
    slow_after(
        3,
        [
            (("-h",), set()),
            (("odds", "aa1942", "3 infantry", "2 infantry"), set()),
            (("validate", "LOG"), {"log"}),
            (("replay", "LOG", "--round", "1"), {"log"}),
            (("validate", "SAVE"), {"log", "triplea"}),  # whether it is a log is asked first
        ],
    ),
    ids=lambda given: " ".join(given) if isinstance(given, tuple) else "",
)
def test_a_record_imports_the_reader_of_its_format_and_of_none_asked_after_it(words: tuple[str, ...], expected: set[str]) -> None:
    files = {"LOG": next(samples_of("jsonl")), "SAVE": next(samples_of("tsvg"))}
    assert readers(modules(*(str(files.get(word, word)) for word in words))) == expected


def test_every_command_is_where_the_group_says_and_is_told_in_less_than_a_line() -> None:
    for name, command in sitrep.main.loaded().items():
        later = sitrep.main.commands[name]
        assert isinstance(later, Later) and command.name == name
        assert later.get_short_help_str(64) == later.help, f"{name}: cut in a terminal of 80 columns"


def test_all_that_the_package_offers_is_there() -> None:
    assert [name for name in sitrep.__all__ if getattr(sitrep, name, None) is None] == []
    assert set(sitrep.__all__) <= set(dir(sitrep))


def test_a_module_that_is_offered_is_the_module() -> None:
    assert Path(sitrep.charts.__file__ or "").name in ("charts.py", "__init__.py")
    assert sitrep.ingest.__module__ == "ingest.pipeline"
