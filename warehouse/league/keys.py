"""Reading the keys of a league's file, each judged: what is wrong names the file, the key, both values and the cure."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime, time
from math import isfinite
from typing import Any

from engine.text import one_line
from engine.title.columns import nearest
from warehouse.errors import LakeError

LONGEST = 200
"""Letters of a text at most."""
MOST = 10_000
"""Entries of a list or table at most."""
_SHOWN = 80


class Keys:
    """The keys of one table of a file. Whoever reads one marks it as known; `done` refuses what is left.

    Attributes:
        file: its name, for messages. at: the table's own key with a dot behind it; empty for the file's first level.
    """

    def __init__(self, file: str, found: dict[str, Any], at: str = "") -> None:
        self.file, self.at, self._found, self._known = file, at, found, dict[str, None]()

    def __contains__(self, key: str) -> bool:
        self._known[key] = None
        return key in self._found

    def wrong(self, key: str, found: Any, expected: str, cure: str) -> LakeError:
        """Return the error of a key."""
        told = one_line(found.isoformat() if isinstance(found, (date, time)) else repr(found))
        shown = told if len(told) <= _SHOWN else f"{told[:_SHOWN]}..."
        return LakeError(f"{self.file}: key '{one_line((self.at + key)[:LONGEST])}': found {shown}; expected {expected}; {cure}")

    def raw(self, key: str) -> Any:
        """Return a value as it is; None where the key is not there."""
        self._known[key] = None
        return self._found.get(key)

    def table(self, key: str) -> Keys:
        """Return a table below this one; an empty one where the key is not there."""
        found = {} if key not in self else self._found[key]
        if not isinstance(found, dict) or len(found) > MOST:
            raise self.wrong(
                key, found, f"a table of at most {MOST:,} keys", f"write [{self.at}{key}] on a line of its own, its keys below"
            )
        return Keys(self.file, found, f"{self.at}{key}.")

    def tables(self, key: str) -> list[Keys]:
        """Return a list of tables; empty where the key is not there."""
        found = [] if key not in self else self._found[key]
        if not isinstance(found, list) or len(found) > MOST or not all(isinstance(one, dict) for one in found):
            raise self.wrong(key, found, f"a list of at most {MOST:,} tables", f"write [[{self.at}{key}]] before the keys of each")
        return [Keys(self.file, one, f"{self.at}{key}[{number}].") for number, one in enumerate(found, start=1)]

    def text(self, key: str, default: str) -> str:
        """Return a text of one line."""
        return self._text(key, self._found[key]) if key in self else default

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, no two the same; empty where the key is not there."""
        if key not in self:
            return ()
        found = self._list(key, "texts")
        told = tuple(self._text(key, one) for one in found)
        if len({one.casefold() for one in told}) < len(told):
            raise self.wrong(key, found, "each once", "delete the one that is there twice")
        return told

    def choice(self, key: str, choices: Sequence[str], default: str) -> str:
        """Return one of several words."""
        found = self._found[key] if key in self else default
        if not isinstance(found, str) or found not in choices:
            raise self.wrong(key, found, ", ".join(choices[:-1]) + f" or {choices[-1]}", _meant(found, choices))
        return found

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        found = self._found[key] if key in self else default
        if not isinstance(found, bool):
            raise self.wrong(key, found, "true or false", "write one of them, without quotes")
        return found

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        """Return a whole number within bounds."""
        return self._whole(key, self._found[key] if key in self else default, low, high)

    def number(self, key: str, default: float, low: float, high: float) -> float:
        """Return a number within bounds."""
        return self._number(key, self._found[key] if key in self else default, low, high)

    def numbers(self, key: str, count: int, low: float, high: float, of: str) -> tuple[float, ...]:
        """Return so many numbers within bounds; `of` says what there is one for."""
        found = self._list(key, "numbers") if key in self else None
        if found is None or len(found) != count:
            raise self.wrong(key, found, f"{count} numbers, one for each of {of}", f"write {key} = [..] with {count} numbers")
        return tuple(self._number(key, one, low, high) for one in found)

    def pair(self, key: str, low: int, high: int) -> tuple[int, int] | None:
        """Return two whole numbers, the smaller one first; None where the key is not there."""
        if key not in self:
            return None
        found = self._list(key, "two whole numbers")
        if len(found) != 2:
            raise self.wrong(key, found, "two whole numbers, from and to", f"write {key} = [0, 25]")
        first, last = (self._whole(key, one, low, high) for one in found)
        if first > last:
            raise self.wrong(key, found, "the smaller one first", f"write {key} = [{last}, {first}]")
        return first, last

    def day(self, key: str) -> str:
        """Return a day, ISO; empty where the key is not there."""
        if key not in self:
            return ""
        found = self._found[key]
        if isinstance(found, str):
            with suppress(ValueError):
                found = date.fromisoformat(found) if len(found) == 10 else found
        if not isinstance(found, date) or isinstance(found, datetime):
            raise self.wrong(key, found, "a day such as 2026-05-01", "write year, month and day, with two digits for month and day")
        return found.isoformat()

    def days(self) -> tuple[str, str]:
        """Return the keys `since` and `until`, in order; empty where they are not there."""
        since, until = self.day("since"), self.day("until")
        if since and until and since > until:
            raise self.wrong("until", until, f"{since} or later, as since is", "exchange the two days")
        return since, until

    def done(self) -> None:
        """Refuse keys that nobody knows.

        Raises:
            LakeError: there is one.
        """
        for key in self._found:
            if key not in self._known:
                cure = f"{_meant(key, [*self._known])}; a line that begins with # is not read"
                raise self.wrong(key, self._found[key], f"a key of {', '.join(self._known) or 'none'}", cure)

    def _list(self, key: str, of: str) -> list[Any]:
        found = self._found[key]
        if not isinstance(found, list) or len(found) > MOST:
            raise self.wrong(key, found, f"a list of {of}, at most {MOST:,}", "put it into [ and ], with commas between")
        return found

    def _text(self, key: str, found: Any) -> str:
        told = " ".join(found.split()) if isinstance(found, str) else ""
        if not told or len(told) > LONGEST or not told.isprintable():
            raise self.wrong(key, found, f"a text of one line, of 1 to {LONGEST} letters", 'put it into quotes: "..."')
        return told

    def _whole(self, key: str, found: Any, low: int, high: int) -> int:
        if isinstance(found, bool) or not isinstance(found, int) or not low <= found <= high:
            raise self.wrong(key, found, f"a whole number from {low:,} to {high:,}", "write such a number, without quotes")
        return found

    def _number(self, key: str, found: Any, low: float, high: float) -> float:
        fits = isinstance(found, (int, float)) and not isinstance(found, bool) and low <= found <= high and isfinite(found)
        if not fits:
            raise self.wrong(key, found, f"a number from {low:,g} to {high:,g}", "write such a number, without quotes")
        return float(found)


def _meant(found: Any, choices: Sequence[str]) -> str:
    near = nearest(str(found)[:LONGEST], choices)
    return f"did you mean {near}?" if near else "choose one of these, or delete the key"
