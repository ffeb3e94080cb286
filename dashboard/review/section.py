"""What a review is made of: a question with its answer, its charts, and the moments that it leads to."""

from __future__ import annotations

from typing import NamedTuple

import altair as alt
import polars as pl

from warehouse import dictionary


class Drawing(NamedTuple):
    """A chart, what it is called (unique in a review), and the rows that it was drawn from."""

    chart: alt.TopLevelMixin
    name: str
    rows: pl.DataFrame


class Moment(NamedTuple):
    """A moment of the game: the turn at which the map shows it, and what happened there."""

    turn: int
    when: str
    what: str


class Table(NamedTuple):
    """Rows under printed headings, and what they are called (unique in a review).

    Where there are `first` headings, columns of numbers are chosen by whoever reads, these to begin with; without, all are shown.
    """

    name: str
    rows: pl.DataFrame
    first: tuple[str, ...] = ()


class Section(NamedTuple):
    """A question of a review.

    Attributes:
        question: in plain words. help: what its numbers mean, for those who point at it. answer: in a sentence.
        basis: how much it rests on, in words. note: what the charts show. drawings: charts, two of them side by side.
        choice: what the charts are chosen by (`Power`), empty when all of them are shown. moments: the most telling ones first.
        finding: what the charts found, which then heads them, the question being a word for their subject; empty for most.
        tables: shown below the charts, one under the other.
    """

    question: str
    help: str
    answer: str
    basis: str
    note: str
    drawings: tuple[Drawing, ...] = ()
    choice: tuple[str, tuple[str, ...]] = ("", ())
    moments: tuple[Moment, ...] = ()
    finding: str = ""
    tables: tuple[Table, ...] = ()


def meaning(*measures: str) -> str:
    """Return what the data dictionary says of measures."""
    return " ".join(f"{dictionary.measure(name).meaning}." for name in measures)
