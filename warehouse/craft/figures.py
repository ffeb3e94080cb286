"""The figures of how players play: the rows of figures.csv."""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import NamedTuple


class Figure(NamedTuple):
    """A figure: its slug, name, unit, digits after the point, whether players are ranked by it, what is better (less, more), per what.

    Attributes:
        meaning: in a sentence. ranked: luck is told and no merit, so that nobody is ranked by it.
    """

    slug: str
    name: str
    unit: str
    digits: int
    ranked: bool
    better: str
    per: str
    meaning: str


def _read() -> tuple[Figure, ...]:
    with files(__package__).joinpath("figures.csv").open(encoding="utf-8") as file:
        return tuple(
            Figure(
                row["figure"],
                row["name"],
                row["unit"],
                int(row["digits"]),
                row["ranked"] == "yes",
                row["better"],
                row["per"],
                row["meaning"],
            )
            for row in csv.DictReader(file)
        )


FIGURES = _read()
"""All figures, in the order in which they are told."""
