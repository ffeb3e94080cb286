"""The text of an answer: lines and tables in CSV, never longer than MOST, and it says what was left out."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.text import plain
from warehouse.json_values import as_json

if TYPE_CHECKING:
    from polars import DataFrame

MOST = 11_500
"""Bytes of an answer as it is sent; with what the protocol puts around it, it stays below 12 kB."""
CELL = 1_000
"""Characters of a cell; the rest of a longer one is left out."""
LINE = 4_000
"""Characters of a line that is no table."""
DIGITS = 6
"""Digits behind the point of a number."""
_SPARE = 400
"""Bytes of each table that are kept for saying what was left out of it."""


class Rows(NamedTuple):
    """A table of an answer.

    Attributes:
        columns: their names. rows: their cells; None is unknown, and an empty cell. heading: what it shows; empty for none.
        skipped: rows before the first of these that the asker wished to skip. cure: how to see what is left out.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    heading: str = ""
    skipped: int = 0
    cure: str = ""


def of_frame(frame: DataFrame, heading: str = "", skip: int = 0, cure: str = "") -> Rows:
    """Return the rows of a frame from the `skip`th on."""
    left = frame.slice(skip)
    return Rows(frame.columns, left.rows(), heading, min(skip, frame.height), cure)


def answer(*parts: str | Rows) -> str:
    """Return the text of an answer: its lines as they are, and as many rows of its tables as there is room for."""
    lines = [_line(part) if isinstance(part, str) else None for part in parts]
    room = MOST - sum(_size(line) + 4 for line in lines if line is not None)
    rest = iter(_tables([part for part in parts if isinstance(part, Rows)], room))
    return shortened("\n".join(next(rest) if line is None else line for line in lines).strip("\n"))


def shortened(text: str, most: int = MOST) -> str:
    """Return a text of no more bytes than `most`; what is cut off is said at its end."""
    if _size(text) <= most:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _size(text[:middle]) <= most - 100 else (low, middle - 1)
    return f"{text[:low]}\n(cut here: {len(text) - low:,} more characters)"


def _tables(tables: Sequence[Rows], room: int) -> list[str]:
    """Return tables as text: small ones whole, the others with an even share of the room that is left."""
    made: dict[int, str] = {}
    written = {at: [_csv([table.columns]), *map(_csv, ([row] for row in table.rows))] for at, table in enumerate(tables)}
    for at in sorted(written, key=lambda at: sum(map(_size, written[at]))):
        share = room // (len(tables) - len(made))
        made[at] = _table(tables[at], written[at], share)
        room -= _size(made[at])
    return [made[at] for at in range(len(tables))]


def _table(table: Rows, lines: Sequence[str], room: int) -> str:
    """Return one table in so many bytes: its heading, its columns, the first of its rows, and how many are left out."""
    head = f"\n{_line(table.heading)}\n" if table.heading else "\n"
    whole = list(accumulate(map(_size, lines), initial=_size(head) + 4))
    if not table.rows:
        none = f"no rows after the first {table.skipped:,}" if table.skipped else "no rows"
        return f"{head}{lines[0]}({none})\n"
    if whole[-1] + _size(_from(table)) <= room:
        return f"{head}{''.join(lines)}{_from(table)}"
    kept = max((at for at, size in enumerate(whole[1:]) if size <= room - _SPARE), default=0)
    return f"{head}{''.join(lines[: kept + 1])}{_cut(table, kept)}"


def _from(table: Rows) -> str:
    return f"({len(table.rows):,} rows, without the first {table.skipped:,})\n" if table.skipped else ""


def _cut(table: Rows, kept: int) -> str:
    total = table.skipped + len(table.rows)
    what = f"rows {table.skipped + 1:,} to {table.skipped + kept:,} of {total:,}" if kept else f"none of {total:,} rows, which are too long"
    cure = f"; {table.cure}" if table.cure else ""
    return f"(cut: {what}{cure})\n"


def _csv(rows: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([cell(value) for value in row] for row in rows)
    return out.getvalue()


def cell(value: Any) -> str:
    """Return a value as a cell has it: nothing for what is not known, text of strangers as plain text, long text cut."""
    if value is None:
        return ""
    if isinstance(value, float):
        return _number(value)
    text = plain(as_json(value) if isinstance(value, bytes | dict | list | tuple) else str(value))
    return text if len(text) <= CELL else f"{text[:CELL]}... (cut: {len(text) - CELL:,} more characters)"


def _number(value: float) -> str:
    if not math.isfinite(value):
        return str(value)
    told = round(value, DIGITS)
    return str(int(told)) if abs(told) < 1e15 and told == int(told) else str(told)


def _line(text: str) -> str:
    told = "\n".join(plain(line) for line in text.split("\n"))
    return shortened(told, LINE)


def _size(text: str) -> int:
    """Return the bytes of a text as JSON has it."""
    return len(json.dumps(text, ensure_ascii=False).encode("utf-8", "backslashreplace")) - 2
