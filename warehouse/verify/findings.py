"""The findings of `verify`: errors of a lake, with both values."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong.

    Attributes:
        where: the file, or the game and the place in it. what: what is wrong, in a few words.
        expected, found: both values, as text.
        cure: what to do about it. remark: whether it says something of a reader, and nothing against the lake.
    """

    where: str
    what: str
    expected: str
    found: str
    cure: str = ""
    remark: bool = False

    @property
    def text(self) -> str:
        """The finding in one line."""
        cure = f"; {self.cure}" if self.cure else ""
        return f"{self.where}: {self.what}: expected {self.expected}, found {self.found}{cure}"


def cured(findings: Iterable[Finding], cure: str) -> list[Finding]:
    """Return findings with what to do about them."""
    return [msgspec.structs.replace(finding, cure=cure) for finding in findings]
