"""The sections of the rule book that a title covers, and its readings of unclear passages: two tables in its folder `coverage/`.

`sections.csv` has a row for each heading of the book, in order; `readings.csv` has one for each unclear passage.
No rule reads them: they serve people, the tests of each section, and the pages made from both.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from engine.errors import TitleError
from engine.title.loader import HOME, folder_name
from engine.title.table import RawRow, read_rows

DONE, PRESENTATION, LATER = "done", "presentation", "not yet"
STATES = (DONE, PRESENTATION, LATER)
"""A section is implemented, only describes how the game is shown, or is not implemented (`note` says why)."""


class Section(NamedTuple):
    """A heading of the rule book, as a row of sections.csv."""

    part: str
    """The heading above it in the book or the table; may be empty."""
    heading: str
    state: str
    """One of STATES."""
    code: tuple[str, ...]
    """Files that implement it, as paths below engine/."""
    note: str

    @property
    def name(self) -> str:
        """The name that tests and readings use: its number (`3.6.1`) where the book numbers its sections, else its heading."""
        number = re.match(r"\d+(?:\.\d+)+(?= )", self.heading)
        return number.group() if number else self.heading


class Reading(NamedTuple):
    """An unclear passage and its reading: a row of readings.csv."""

    sections: tuple[str, ...]
    """Names of the sections it belongs to."""
    passage: str
    """The passage of the section; empty where the section itself says it."""
    question: str
    reading: str
    option: str
    """The option of the title that chooses another reading; empty where there is none."""


class Coverage(NamedTuple):
    """A title's sections and readings; both empty where its folder has none."""

    sections: tuple[Section, ...] = ()
    readings: tuple[Reading, ...] = ()

    def readings_of(self, section: Section) -> tuple[Reading, ...]:
        """Return the readings that belong to a section, in their order."""
        return tuple(reading for reading in self.readings if section.name in reading.sections)


@lru_cache
def load_coverage(slug: str) -> Coverage:
    """Return the coverage of a title that ships with Sitrep.

    Raises:
        TitleError: a cell is wrong, a section stands twice, or a reading names a section that is not there.
    """
    return read_coverage(HOME / folder_name(slug) / "coverage")


def read_coverage(folder: Path) -> Coverage:
    """Return the coverage tables of a folder; raise TitleError as `load_coverage` does."""
    if not folder.is_dir():
        return Coverage()
    sections: dict[str, Section] = {}
    for row in read_rows(folder / "sections.csv", ("part", "section", "state", "code", "note")):
        section = _section(row)
        if section.name in sections:
            raise TitleError(f"section {section.name!r} stands twice; keep one row", file=row.file, line=row.line)
        sections[section.name] = section
    rows = read_rows(folder / "readings.csv", ("sections", "passage", "question", "reading", "option"))
    return Coverage(tuple(sections.values()), tuple(_reading(row, sections) for row in rows))


def _section(row: RawRow) -> Section:
    part, heading, state, code, note = row.cells.values()
    if state not in STATES:
        raise TitleError(f"state {state!r}; expected one of {', '.join(STATES)}", file=row.file, line=row.line)
    if state == DONE and not code:
        raise TitleError(f"{heading!r} is done, but names no file in code", file=row.file, line=row.line)
    if state != DONE and not note:
        raise TitleError(f"{heading!r} is {state!r}; say why in note", file=row.file, line=row.line)
    return Section(part, heading, state, tuple(code.split()), note)


def _reading(row: RawRow, known: dict[str, Section]) -> Reading:
    names = tuple(name.strip() for name in row.cells["sections"].split(";"))
    for name in names:
        if name not in known:
            raise TitleError(f"no section {name!r} in sections.csv", file=row.file, line=row.line)
    return Reading(names, *list(row.cells.values())[1:])
