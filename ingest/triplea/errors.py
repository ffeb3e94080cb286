"""The one error of the reader of TripleA saves."""

from __future__ import annotations


class TripleaSaveError(ValueError):
    """A save that can't be read: what, where, both values, and the cure.

    Attributes:
        what: the sentence that names the trouble.
        offset: byte in the decompressed stream (in the file itself while it is being
            decompressed), or None where no single byte is to blame.
        found, expected: the two values, or None.
        cure: what the reader of the message can do.
    """

    def __init__(
        self,
        what: str,
        *,
        offset: int | None = None,
        found: object = None,
        expected: object = None,
        cure: str = "Ask for the save again, or open it in TripleA and save it anew.",
    ) -> None:
        self.what, self.offset, self.found, self.expected, self.cure = what, offset, found, expected, cure
        super().__init__(str(self))

    def __str__(self) -> str:
        """One line: what (at byte N): found A, expected B. Cure."""
        place = "" if self.offset is None else f" at byte {self.offset:,}"
        both = "" if self.expected is None else f": found {self.found}, expected {self.expected}"
        return f"{self.what}{place}{both}. {self.cure}"

    def __reduce__(self) -> tuple[object, ...]:
        """Keep every part when the error crosses from a worker process."""
        return (_rebuild, (self.what, self.offset, self.found, self.expected, self.cure))


def _rebuild(what: str, offset: int | None, found: object, expected: object, cure: str) -> TripleaSaveError:
    return TripleaSaveError(what, offset=offset, found=found, expected=expected, cure=cure)
