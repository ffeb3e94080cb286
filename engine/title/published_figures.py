"""Figures of a title that its rule book or a published sheet proves, and what of an owner's tables contradicts them.

`proven.csv` in a title's folder holds one fact in each row: `what` kind it is, `where` it stands, the `value` there, and the
`section` (or sheet) that proves it.

| what | where | value |
|---|---|---|
| cell | TABLE/KEY/COLUMN; a key of several columns is written with `+` between them | the cell |
| word | TABLE/KEY/WORD | the number of a word among a row's abilities; `yes` where it needs none |
| row | TABLE/KEY | `there` |
| rows | TABLE/COLUMN=TEXT/... | how many rows have these cells |
| sum | TABLE/COLUMN/COLUMN=TEXT/... | the sum of a column over these rows |
| land | SCENARIO POWER ... | the sum of the values of what a power holds at first; with `+AREA`, `+power:NAME` and `-region:NAME` |
| link | AREA/AREA | `touch` |
| setting | KEY/KEY/... of title.toml; a row of a list is named by its slug | the setting, the parts of a list with blanks between |
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from engine.decoding import Undecodable, read_toml
from engine.errors import TitleError
from engine.title.loader import HOME, Tables, folder_name, read_tables, titles
from engine.title.sources import FileSources, sources
from engine.title.table import RawRow

FILE = "proven.csv"
COLUMNS = ["what", "where", "value", "section"]


class Fact(NamedTuple):
    """One row of proven.csv; `line` is where it stands in the file."""

    what: str
    where: str
    value: str
    section: str
    line: int


class Found(NamedTuple):
    """What tables hold where a fact is looked for: the text, empty when there is nothing, and the rows that it comes from."""

    text: str
    rows: tuple[RawRow, ...] = ()


class Contradiction(NamedTuple):
    """A fact that tables contradict.

    Attributes:
        fact: what is proven. found: what is there instead; `nothing` where it is missing.
        rows: the rows of the owner's files that it comes from; none when it comes from a setting, or from a row taken away.
    """

    fact: Fact
    found: str
    rows: tuple[RawRow, ...]


def facts(slug: str) -> list[Fact]:
    """Return the proven facts of a title, none if it has no such file.

    Raises:
        TitleError: the file has other columns, or a fact of an unknown kind.
    """
    path = HOME / folder_name(slug) / FILE
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames != COLUMNS:
            raise TitleError(f"columns are {reader.fieldnames}; expected {','.join(COLUMNS)}", file=str(path), line=1)
        found = [Fact(**{name: row[name] for name in COLUMNS}, line=reader.line_num) for row in reader]
    for fact in found:
        if fact.what not in KINDS:
            raise TitleError(f"no kind {fact.what!r}; expected one of {', '.join(KINDS)}", file=str(path), line=fact.line)
    return found


def contradictions(tables: Tables, known: Iterable[Fact], folder: str = "") -> list[Contradiction]:
    """Return the facts that tables contradict; of their rows those that stand in files of `folder`."""
    wrong = []
    for fact in known:
        found = KINDS[fact.what](tables, fact.where)
        if _plain(found.text) != _plain(fact.value):
            mine = tuple(row for row in found.rows if folder and Path(row.file).is_relative_to(folder))
            wrong.append(Contradiction(fact, found.text or "nothing", mine))
    return wrong


def _plain(text: str) -> str:
    """Return a text as it is compared: whole numbers without leading zeros, words with one blank between."""
    return str(int(text)) if text.lstrip("-").isdigit() else " ".join(text.split())


def _named(tables: Tables, table: str, key: str) -> list[RawRow]:
    columns = tables.keys.get(table, ())
    wanted = key.split("+")
    return [row for row in tables.rows.get(table, ()) if [row.cells.get(name, "") for name in columns] == wanted]


def _cell(tables: Tables, where: str) -> Found:
    table, key, column = where.split("/")
    rows = _named(tables, table, key)
    return Found(rows[0].cells.get(column, "") or "0", tuple(rows)) if rows else Found("")


def _word(tables: Tables, where: str) -> Found:
    table, key, word = where.split("/")
    for row in _named(tables, table, key):
        for part in row.cells.get("abilities", "").split():
            name, _, number = part.partition("=")
            if name == word:
                return Found(number or "yes", (row,))
        return Found("", (row,))
    return Found("")


def _row(tables: Tables, where: str) -> Found:
    table, key = where.split("/")
    rows = _named(tables, table, key)
    return Found("there", tuple(rows)) if rows else Found("")


def _matching(tables: Tables, table: str, tests: Iterable[str]) -> tuple[RawRow, ...]:
    wanted = [test.partition("=")[::2] for test in tests]
    return tuple(row for row in tables.rows.get(table, ()) if all(row.cells.get(name, "") == text for name, text in wanted))


def _rows(tables: Tables, where: str) -> Found:
    table, *tests = where.split("/")
    rows = _matching(tables, table, tests)
    return Found(str(len(rows)), rows)


def _sum(tables: Tables, where: str) -> Found:
    table, column, *tests = where.split("/")
    rows = _matching(tables, table, tests)
    return Found(str(sum(int(row.cells[column] or 0) for row in rows)), rows)


def _land(tables: Tables, where: str) -> Found:
    scenario, power, *changes = where.split()
    held = _held(tables, scenario, power)
    for change in changes:
        sign, (kind, _, name) = change[0], change[1:].partition(":")
        if kind == "power":
            held |= _held(tables, scenario, name)
        elif kind == "region":
            held -= {row.cells["area"] for row in _matching(tables, "regions", [f"region={name}"])}
        else:
            held = held | {kind} if sign == "+" else held - {kind}
    rows = tuple(row for row in tables.rows.get("areas", ()) if row.cells["area"] in held)
    return Found(str(sum(int(row.cells["value"] or 0) for row in rows)), rows)


def _held(tables: Tables, scenario: str, power: str) -> set[str]:
    return {row.cells["area"] for row in _matching(tables, "control", [f"scenario={scenario}", f"power={power}"])}


def _link(tables: Tables, where: str) -> Found:
    pair = set(where.split("/"))
    rows = tuple(row for row in tables.rows.get("links", ()) if {row.cells["area"], row.cells["to"]} == pair)
    return Found("touch", rows) if rows else Found("")


def _setting(tables: Tables, where: str) -> Found:
    value: Any = tables.settings
    for key in where.split("/"):
        if isinstance(value, list):
            value = next((row for row in value if isinstance(row, dict) and row.get("slug") == key), None)
        else:
            value = value.get(key) if isinstance(value, dict) else None
    if isinstance(value, dict):
        return Found(" ".join(f"{key}={part}" for key, part in value.items()) or "none")
    return Found(" ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value))


KINDS: dict[str, Callable[[Tables, str], Found]] = {
    "cell": _cell, "word": _word, "row": _row, "rows": _rows, "sum": _sum, "land": _land, "link": _link, "setting": _setting,
}  # fmt: skip
"""What finds each kind of fact in tables."""


CITED = re.compile(r"^rulebook: (?=.*\d)[^;]*$")
"""A source that is wholly the rule book's, and names a section or table."""
FREE = frozenset({"name", "adjective", "lon", "lat", "color", "triplea", "source", "remove"})
"""Columns in which an owner writes what he likes."""


def rewritten(shipped: Tables, owned: Tables, folder: str) -> list[Contradiction]:
    """Return the cells of an owner's rows that differ from a shipped row that is wholly from the rule book."""
    wrong = []
    for name, rows in shipped.rows.items():
        columns = owned.keys[name]
        now = {_key(row, columns): row for row in owned.rows.get(name, ())}
        for row in rows:
            if CITED.match(row.cells.get("source", "")):
                wrong += _changes(name, row, now.get(_key(row, columns)), columns, folder)
    return wrong


def _key(row: RawRow, columns: Iterable[str]) -> str:
    return "+".join(row.cells.get(column, "") for column in columns)


def _changes(table: str, row: RawRow, mine: RawRow | None, columns: tuple[str, ...], folder: str) -> list[Contradiction]:
    key, section = _key(row, columns), row.cells["source"].removeprefix("rulebook: ")
    if mine is None:
        return [Contradiction(Fact("row", f"{table}/{key}", "there", section, row.line), "nothing", ())]
    if not Path(mine.file).is_relative_to(folder):
        return []
    return [
        Contradiction(Fact("cell", f"{table}/{key}/{column}", text or "0", section, row.line), mine.cells[column] or "0", (mine,))
        for column, text in row.cells.items()
        if column not in FREE and _plain(mine.cells.get(column, "") or "0") != _plain(text or "0")
    ]


class Verdict(NamedTuple):
    """What a title's tables with an owner's overlay come to.

    Attributes:
        known: how many facts were asked about. wrong: those that are contradicted.
        files: what is still reconstructed, file by file. strange: files that are no tables of the title.
    """

    known: int
    wrong: tuple[Contradiction, ...]
    files: tuple[FileSources, ...]
    strange: tuple[str, ...]


def judge(slug: str, overlay: str = "") -> Verdict:
    """Return what of a title, with an overlay, is still reconstructed, and what contradicts its proven facts.

    Raises:
        TitleError: there is no such title, or a table cannot be read.
    """
    shipped = read_tables(slug)
    owned = read_tables(slug, [overlay]) if overlay else shipped
    known = facts(slug)
    wrong = contradictions(owned, known, overlay)
    told = {item.fact.where for item in wrong}
    more = [item for item in rewritten(shipped, owned, overlay) if item.fact.where not in told] if overlay else []
    rows = sum(bool(CITED.match(row.cells.get("source", ""))) for table in shipped.rows.values() for row in table)
    return Verdict(len(known) + rows, (*wrong, *more), tuple(sources(owned, overlay)), owned.strange)


def slug_of(folder: Path | None) -> str:
    """Return the title that an overlay names as `slug` in its title.toml.

    Raises:
        TitleError: it names none.
    """
    path = (folder or Path()) / "title.toml"
    try:
        slug = read_toml(path).get("slug", "") if folder and path.is_file() else ""
    except Undecodable as error:
        raise TitleError(f"not TOML: {error}", file=str(path)) from None
    if not slug:
        raise TitleError(f"no title is named; give one with --title, of {', '.join(titles())}", file=str(path))
    return str(slug)
