"""The exceptions, as one small tree.

SitrepError
├── TitleError        a title's tables are wrong: file, line, column, both values
├── RecordError       a record cannot be read: file, line, both values
├── IllegalOrder      strict play met an order that breaks a rule
├── FoldError         an event does not fit the state it is applied to
└── Ambiguous         a name that a person wrote may mean several things (engine/written_names.py)
"""

from __future__ import annotations


class SitrepError(Exception):
    """Base of every error that Sitrep raises on purpose."""

    def _render_traceback_(self, *_: object) -> list[str]:
        """Return what IPython shows in place of a traceback: the message says what to do, and the lines of our code above it nothing."""
        return [f"{type(self).__name__}: {self}"]


class Located(SitrepError):
    """An error with a place in a file.

    Args:
        message: the value found, the value expected, and the cure.
        file: path or name of the file, empty when there is none.
        line: line number from 1, or 0 for the whole file.
        column: column name, or empty.
    """

    def __init__(self, message: str, *, file: str = "", line: int = 0, column: str = "") -> None:
        self.message, self.file, self.line, self.column = message, file, line, column
        place = file + (f":{line}" if line else "") + (f" [{column}]" if column else "")
        super().__init__(f"{place}: {message}" if place else message)


class TitleError(Located):
    """A title folder or overlay holds a cell, row or file that is wrong."""


class RecordError(Located):
    """A record (log, save) cannot be read as a game.

    Attributes:
        each: what is wrong with each line, where more than one is; the error itself tells the first, and how many others there are.
    """

    each: tuple[RecordError, ...] = ()


class IllegalOrder(SitrepError):
    """An order breaks a rule and the caller asked for strict play."""


class FoldError(SitrepError):
    """An event removes something that the state does not hold."""
