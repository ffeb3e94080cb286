"""The keys that title.toml may have: those of `Head`, and in every other table those of the records that read it.

`tables.csv` names the records, as `module:class`: one here for what every title may have, one in the folder of each family
and of each title that reads tables of its own. A table read by several records has a line for each and may have the keys
of all.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from engine.errors import TitleError
from engine.title.columns import nearest
from engine.title.title_toml import Head

TABLES = "tables.csv"
PLAIN = ("position_source", "color_source")
"""Keys that hold text, not a table: the sources of area positions and colours (shown beside reconstructed data)."""


def check_keys(keys: dict[str, Any], file: str) -> None:
    """Check that a title.toml, or an overlay's, has no unused key; the code that reads a value checks it.

    Raises:
        TitleError: it has one; the error names the file, the key and the allowed keys.
    """
    heads = {field.encode_name: [field.type] for field in _fields(Head)}
    known = (*heads, *records(), *PLAIN)
    for key, value in keys.items():
        if key in heads:
            _check(value, heads[key], key, file)
        elif key in records():
            types = [_info(path) for path in records()[key]]
            for place, row in _rows(value, key):
                _check(row, types, place, file)
        elif key not in PLAIN:
            raise TitleError(f"unknown key {key!r}; {_cure(key, known)}", file=file, column=key)


@lru_cache(maxsize=1)
def records() -> dict[str, tuple[str, ...]]:
    """Return the tables of title.toml other than the head, each with the records that read it (`module:class`)."""
    here, found = Path(__file__).parent, dict[str, tuple[str, ...]]()
    owned = (path for rooms in ("families", "titles") for path in sorted(here.parent.glob(f"{rooms}/*/{TABLES}")))
    for path in (here / TABLES, *owned):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                found[row["table"]] = (*found.get(row["table"], ()), row["record"])
    return found


def record(path: str) -> type[msgspec.Struct]:
    """Return the record that `module:class` names."""
    module, _, name = path.partition(":")
    found: type[msgspec.Struct] = getattr(import_module(module), name)
    return found


def _fields(record: type[msgspec.Struct]) -> tuple[msgspec.inspect.Field, ...]:
    info = msgspec.inspect.type_info(record)
    return info.fields if isinstance(info, msgspec.inspect.StructType) else ()


@cache
def _info(path: str) -> msgspec.inspect.Type:
    return msgspec.inspect.type_info(record(path))


def _rows(value: object, key: str) -> Iterator[tuple[str, object]]:
    """Yield the place and content of a table, or of each row of [[key]]."""
    if isinstance(value, list):
        yield from ((f"{key}[{number}]", row) for number, row in enumerate(value))
    else:
        yield key, value


def _check(value: object, types: Iterable[msgspec.inspect.Type], place: str, file: str) -> None:
    """Check the keys of a value that may be of any of these types, and of everything nested in it."""
    types = [one for kind in types for one in (kind.types if isinstance(kind, msgspec.inspect.UnionType) else [kind])]
    if isinstance(value, dict):
        _check_table(value, types, place, file)
    elif isinstance(value, list):
        inner = [one.item_type for one in types if hasattr(one, "item_type")]
        for number, part in enumerate(value if inner else ()):
            _check(part, inner, f"{place}[{number}]", file)


def _check_table(value: dict[str, Any], types: Iterable[msgspec.inspect.Type], place: str, file: str) -> None:
    fields: dict[str, list[msgspec.inspect.Type]] = {}
    free = [one.value_type for one in types if isinstance(one, msgspec.inspect.DictType)]
    for one in types:
        for field in one.fields if isinstance(one, msgspec.inspect.StructType) else ():
            fields.setdefault(field.encode_name, []).append(field.type)
    for key, part in value.items():
        if key not in fields and fields and not free:
            raise TitleError(f"unknown key {key!r}; {_cure(key, fields)}", file=file, column=f"{place}.{key}")
        _check(part, fields.get(key, free), f"{place}.{key}", file)


def _cure(key: str, known: Iterable[str]) -> str:
    known = sorted(known)
    close = nearest(key, known)
    return f"did you mean {close!r}?" if close else f"leave it out, or give one of {', '.join(known)}"
