"""What verifying finds: where the lake is not what it should be, with both values."""

from __future__ import annotations

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong.

    Attributes:
        where: the file, or the game and the place in it. what: what is wrong, in a few words.
        expected, found: both values, as text.
    """

    where: str
    what: str
    expected: str
    found: str

    @property
    def text(self) -> str:
        """The finding in one line."""
        return f"{self.where}: {self.what}: expected {self.expected}, found {self.found}"
