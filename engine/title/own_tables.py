"""Tables that only one title has: its title.toml names each with the record that a row is read as, so no shared file knows them.

```toml
[[table]]
slug = "ports"                                # ports.csv of the title's folder, or of an overlay's
key = ["area", "seas"]                        # the columns that name a row, for overlays
record = "engine.titles.blitz.tables:Port"    # the columns are its fields
```

A cell is read as its field's type: text, whole number, several words with blanks between. An empty cell is the field's default. A field
typed AreaCell, UnitCell, PowerCell, SideCell, RegionCell, ScenarioCell, PhaseCell, TechnologyCell, PassageCell, OptionCell or ResourceCell
names one of the title's, or nothing; a PartyCell names a power or a side, a PlaceCell an area or a region. A DieCell of the key is a
face of a die, and every face has its row. A field may also name what another table
of the title has: then its `names` is the slug of that table, which title.toml lists before, and it holds what stands in the last column
of that table's key; or that of rows of title.toml (`[[distant_war]]`), and it holds one's slug. A field typed as a Literal holds one of
its words, in title.toml as in a table.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from engine.errors import TitleError
from engine.title.columns import nearest
from engine.title.model import Title
from engine.title.table import RawRow

AreaCell = Annotated[str, Meta(extra={"names": "area"})]
UnitCell = Annotated[str, Meta(extra={"names": "unit"})]
PowerCell = Annotated[str, Meta(extra={"names": "power"})]
SideCell = Annotated[str, Meta(extra={"names": "side"})]
RegionCell = Annotated[str, Meta(extra={"names": "region"})]
ScenarioCell = Annotated[str, Meta(extra={"names": "scenario"})]
PhaseCell = Annotated[str, Meta(extra={"names": "phase"})]
TechnologyCell = Annotated[str, Meta(extra={"names": "technology"})]
OptionCell = Annotated[str, Meta(extra={"names": "option"})]
ResourceCell = Annotated[str, Meta(extra={"names": "resource"})]
PassageCell = Annotated[str, Meta(extra={"names": "passage"})]
PartyCell = Annotated[str, Meta(extra={"names": "power or side"})]
PlaceCell = Annotated[str, Meta(extra={"names": "area or region"})]
FACES = range(1, 7)
DieCell = Annotated[int, Meta(ge=FACES[0], le=FACES[-1])]

Row = TypeVar("Row", bound=msgspec.Struct)


class OwnTable(msgspec.Struct, frozen=True):
    """A row `[[table]]` of title.toml: the file's name without .csv, the columns that name a row, the record (`module:class`)."""

    slug: str
    key: tuple[str, ...]
    record: str


def record_of(table: OwnTable, file: str) -> type[msgspec.Struct]:
    """Return the record of a table.

    Raises:
        TitleError: there is no such class; the error names title.toml.
    """
    module, _, name = table.record.partition(":")
    try:
        record: type[msgspec.Struct] = getattr(module_of(module), name)
        return record
    except (ImportError, AttributeError):
        raise TitleError(f"no record {table.record!r}; expected module:class", file=file, column="table") from None


def module_of(name: str) -> ModuleType:
    """Return a module that a table names: of the engine, or one that is loaded already, since an overlay may come from anybody.

    Raises:
        ImportError: there is none, or it would be loaded from elsewhere.
    """
    if name in sys.modules or name.partition(".")[0] == __name__.partition(".")[0]:
        return import_module(name)
    raise ImportError(f"{name} is no module of the engine")


def columns_of(record: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the columns of a table: the fields of its record."""
    return tuple(record.__struct_fields__)


def names_in(table: OwnTable, rows: Sequence[msgspec.Struct]) -> set[str]:
    """Return what the rows of a table are called by those of later ones: what stands in the last column of its key."""
    return {str(getattr(row, table.key[-1])) for row in rows}


def check_faces(table: OwnTable, record: type[msgspec.Struct], rows: Sequence[msgspec.Struct]) -> None:
    """Check that the rows say what happens whichever face a die shows: of each that the key's other columns name, and of a table without.

    Raises:
        TitleError: a face has no row, as an overlay took it away, or none has been written.
    """
    hints = get_type_hints(record, include_extras=True)
    for column in (one for one in table.key if hints[one] == DieCell):
        found: dict[tuple[object, ...], set[int]] = {} if len(table.key) > 1 else {(): set()}
        for row in rows:
            found.setdefault(tuple(getattr(row, one) for one in table.key if one != column), set()).add(getattr(row, column))
        for others, faces in found.items():
            if lacking := [str(face) for face in FACES if face not in faces]:
                which = f" of {' '.join(map(str, others))}" if others else ""
                told = f"no row{which} for a die of {', '.join(lacking)}; expected a row for each of {FACES[0]} to {FACES[-1]}"
                raise TitleError(told, file=f"{table.slug}.csv", column=column)


def own_rows(title: Title, slug: str, record: type[Row]) -> tuple[Row, ...]:
    """Return the rows of a table that only this title has; none when neither it nor an overlay has the table.

    Raises:
        TypeError: the rows are no such records.
    """
    rows = []
    for row in title.own.get(slug, ()):
        if not isinstance(row, record):
            raise TypeError(f"rows of {slug}.csv are {type(row).__name__}, not {record.__name__}")
        rows.append(row)
    return tuple(rows)


def parse_own(raw: Sequence[RawRow], record: type[Row], names: Mapping[str, Collection[str]]) -> tuple[Row, ...]:
    """Return the rows as records; `names` is kind (area, unit, ...) to what the title has of it.

    Raises:
        TitleError: a cell is not of its field's type, or names what the title has not; file, line and column are in it.
    """
    hints = get_type_hints(record, include_extras=True)
    return tuple(_row(row, record, hints, names) for row in raw)


def _row(row: RawRow, record: type[Row], hints: dict[str, Any], names: Mapping[str, Collection[str]]) -> Row:
    cells: dict[str, object] = {}
    for column, hint in hints.items():
        cell = row.cells[column]
        words = cell.split() if get_origin(hint) is tuple else [cell] if cell else []
        for word in words:
            _check_name(row, column, word, hint, names)
        if words:
            cells[column] = words if get_origin(hint) is tuple else cell
    try:
        return msgspec.convert(cells, record, strict=False)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$.")
        column = place.strip("`").partition("[")[0]
        found = f"found {row.cells[column]!r}; " if column in row.cells else ""
        raise TitleError(f"{found}{what}", file=row.file, line=row.line, column=column) from None


def _check_name(row: RawRow, column: str, word: str, hint: Any, names: Mapping[str, Collection[str]]) -> None:
    if wrong := wrong_name(word, get_args(hint)[0] if get_origin(hint) is tuple else hint, names):
        raise TitleError(wrong, file=row.file, line=row.line, column=column)


def wrong_name(word: str, hint: Any, names: Mapping[str, Collection[str]]) -> str:
    """Return what is wrong with a word of a field typed as a cell that names something of the title, or as a Literal; nothing when right.

    A cell's `besides` are words that it may hold although they name nothing.
    """
    if get_origin(hint) is Literal:
        return _unknown(word, [str(told) for told in get_args(hint)], "")
    extra = next((meta.extra for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, Meta) and meta.extra), {})
    kind = extra.get("names", "")
    if not kind or word in names[kind] or word in extra.get("besides", ()):
        return ""
    return _unknown(word, names[kind], f"the title's {_plural(kind)}")


def _unknown(word: str, known: Collection[str], called: str) -> str:
    if word in known:
        return ""
    close = nearest(word, known)
    told = called or ", ".join(filter(None, known))
    return f"found {word!r}; expected one of {told}" + (f"; did you mean {close!r}?" if close else "")


def _plural(kind: str) -> str:
    """Return what several of a kind are called: a kind that a table names is so already (countries)."""
    words = kind.replace("_", " ")
    return words if words.endswith("s") else f"{words[:-1]}ies" if words.endswith("y") else f"{words}s"
