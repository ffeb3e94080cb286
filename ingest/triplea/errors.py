"""The one error of the reader of TripleA saves."""

from __future__ import annotations

from typing import Any

from engine.errors import RecordError

LETTERS = 300
"""Letters of a name or a value of the save that are told: in a damaged one a name may run over half of the file."""


class TripleaSaveError(RecordError, ValueError):
    """A save that cannot be read: the problem, its place, both values, and the cure.

    Args:
        what: the sentence that names the trouble.
        offset: byte in the unpacked stream, or None where no single byte is to blame.
        found: what is there; expected: what should be.
        cure: what the reader of the message can do.
        file: name of the file, empty when it is not known here.
    """

    def __init__(
        self,
        what: str,
        *,
        offset: int | None = None,
        found: object = None,
        expected: object = None,
        cure: str = "open the save in TripleA and save it anew, or ask for it again",
        file: str = "",
    ) -> None:
        self.what, self.offset, self.found, self.expected, self.cure = what, offset, found, expected, cure
        place = "" if offset is None else f" at byte {offset:,}"
        both = "" if expected is None else f": found {_cut(found)}, expected {_cut(expected)}"
        super().__init__(f"{_cut(what)}{place}{both}; {cure}", file=file)

    def of_file(self, file: str) -> TripleaSaveError:
        """Return the same error, with the name of the file."""
        parts: dict[str, Any] = {"offset": self.offset, "found": self.found, "expected": self.expected, "cure": self.cure}
        return TripleaSaveError(self.what, **parts, file=file)

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep every part when the error crosses from a worker process; values that may not pass go as text."""
        return _rebuilt, (self.what, self.offset, str(self.found), str(self.expected), self.cure, self.file)


def _cut(value: object) -> str:
    """Return the beginning and the end of a text that is long: what is wrong may be said at either."""
    text, half = str(value), LETTERS // 2
    return text if len(text) <= LETTERS else f"{text[:half]}...{text[-half:]}"


def _rebuilt(what: str, offset: int | None, found: str, expected: str, cure: str, file: str) -> TripleaSaveError:
    both = (None, None) if expected == "None" else (found, expected)
    return TripleaSaveError(what, offset=offset, found=both[0], expected=both[1], cure=cure, file=file)
