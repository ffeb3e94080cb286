"""The tables that ship with Sitrep beside the code that reads them: columns, measures, texts, programs."""

from __future__ import annotations

import csv
import io
from importlib.resources import files


def csv_rows(package: str, name: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file of a package, by column."""
    text = files(package).joinpath(name).read_bytes().decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))
