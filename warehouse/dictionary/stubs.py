"""`python -m warehouse.dictionary.stubs`: writes warehouse/named.pyi, which tells editors the tables and measures of a lake."""

from __future__ import annotations

from pathlib import Path

from warehouse import dictionary
from warehouse.schema import TABLES

PATH = Path(__file__).parents[1] / "named.pyi"
HEAD = '''"""Written by `python -m warehouse.dictionary.stubs`; do not edit."""

from collections.abc import Iterator

import polars as pl

from warehouse.lake import Lake

class TableOf:
    lake: Lake
    name: str
    meaning: str
    columns: dict[str, str]
    def __init__(self, lake: Lake, name: str) -> None: ...
    def frame(self, game_id: str | None = None) -> pl.DataFrame: ...
    def scan(self, game_id: str | None = None) -> pl.LazyFrame: ...
    @property
    def rows(self) -> int: ...

class MeasureOf:
    lake: Lake
    name: str
    question: str
    meaning: str
    def __init__(self, lake: Lake, name: str) -> None: ...
    def __call__(self, **params: object) -> pl.DataFrame: ...

def table_help(name: str) -> str: ...
def measure_help(name: str) -> str: ...
'''


def stubs() -> str:
    """Return the text of named.pyi."""
    tables = [_doc(f"    @property\n    def {name}(self) -> TableOf:", told.meaning) for name, told in TABLES.items()]
    measures = [_measure(told) for told in dictionary.measures().values()]
    return "\n".join(
        [
            HEAD,
            *_class("Tables", "TableOf", tables),
            "",
            *_class("Measures", "MeasureOf", measures),
            "",
        ]
    )


def _class(name: str, item: str, members: list[str]) -> list[str]:
    return [
        f"class {name}:",
        "    def __init__(self, lake: Lake) -> None: ...",
        f"    def __getitem__(self, name: str) -> {item}: ...",
        "    def __iter__(self) -> Iterator[str]: ...",
        "    def __len__(self) -> int: ...",
        *members,
    ]


def _measure(told: dictionary.Measure) -> str:
    given = "".join(f", {one.name}: str{'' if one.required else ' | None = None'}" for one in told.parameters)
    return _doc(f"    def {told.name}(self{', *' if given else ''}{given}) -> pl.DataFrame:", f"{told.question} {told.meaning}")


def _doc(head: str, text: str) -> str:
    return f'{head}\n        """{text}."""'


if __name__ == "__main__":
    PATH.write_text(stubs(), encoding="utf-8", newline="\n")
