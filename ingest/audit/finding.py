"""What an audit finds: where it stands in which record, what the record shows there, and what may explain it."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engine.shipped import csv_rows


class Kind(msgspec.Struct, frozen=True):
    """A kind of finding (a row of kinds.csv): `shows` in a few words, `may_be`: what else than foul play explains it."""

    kind: str
    shows: str
    may_be: str


class Finding(msgspec.Struct, frozen=True):
    """One finding.

    Attributes:
        kind: a row of kinds.csv. file: the record that shows it; other: the record that it is compared with, empty for none.
        round: the round, 0 for the set-up. power, phase: as the record names them, empty where it names none.
        what: what the record shows there, in a sentence.
    """

    kind: str
    file: str
    round: int
    power: str
    phase: str
    what: str
    other: str = ""


@lru_cache(maxsize=1)
def kinds() -> dict[str, Kind]:
    """Return the kinds of findings, by name, in the order of the table."""
    return {row["kind"]: Kind(**row) for row in csv_rows("ingest.audit", "kinds.csv")}
