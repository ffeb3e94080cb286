"""The licence of a data set: one of `licences.csv`, with what else is said about it, or what its owners say in words of their own."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.shipped import csv_rows

UNSAID = "The owners of this data set have not chosen a licence; ask them before you publish it elsewhere."
"""What is said where no licence is named."""


class Licence(NamedTuple):
    """A licence.

    Attributes:
        line: what its owners say. id: of SPDX. name: its own. url: of its text. hub: as front matter of a card writes it. These four
        are empty for words of one's own.
    """

    line: str
    id: str = ""
    name: str = ""
    url: str = ""
    hub: str = "other"

    def text(self) -> str:
        """Return the text of the file LICENCE.txt."""
        return f"{self.line}\n\n{self.name} ({self.id})\n{self.url}\n" if self.id else f"{self.line}\n"


def licence_of(line: str) -> Licence:
    """Return the licence that a line begins with, however its id is written: `CC BY 4.0, the players of the Winter league`."""
    words = _words(line)
    for row in csv_rows(__package__, "licences.csv"):
        own = _words(row["id"])
        if words[: len(own)] == own:
            return Licence(line, **row)
    return Licence(line or UNSAID)


def _words(text: str) -> list[str]:
    return [word.strip(".") for word in re.split(r"[^a-z0-9.]+", text.lower()) if word.strip(".")]
