"""Parsers of table cells: each takes a cell's text and returns its value, or raises ValueError saying what it expected."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

Parser = Callable[[str], object]
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
_CHANGE = re.compile(r"([+-]?[0-9]{1,3})?\Z")
_COLOR = re.compile(r"#[0-9a-f]{6}\Z", re.I)


def text(cell: str) -> str:
    """Any text, including none."""
    return cell


def filled(cell: str) -> str:
    """Text that is not empty."""
    if not cell:
        raise ValueError("expected some text")
    return cell


def slug(cell: str) -> str:
    """A lower-case slug such as `sea-zone-16`."""
    if not _SLUG.match(cell):
        raise ValueError("expected a slug: lower-case letters and digits, joined by single hyphens")
    return cell


def color(cell: str) -> str:
    """A colour as #rrggbb."""
    if not _COLOR.match(cell):
        raise ValueError("expected a colour as #rrggbb")
    return cell.lower()


def whole(least: int = 0, most: int = 10**9, *, empty: int | None = None) -> Parser:
    """A whole number from `least` to `most`; `empty` is the value of an empty cell, where one is allowed."""

    def parse(cell: str) -> int:
        if not cell and empty is not None:
            return empty
        try:
            value = int(cell)
        except ValueError:
            raise ValueError(f"expected a whole number from {least} to {most}") from None
        if not least <= value <= most:
            raise ValueError(f"expected a whole number from {least} to {most}")
        return value

    return parse


def degrees(limit: float) -> Parser:
    """A number of degrees from -limit to limit, or nothing."""

    def parse(cell: str) -> float | None:
        if not cell:
            return None
        try:
            value = float(cell)
        except ValueError:
            value = limit * 2
        if not -limit <= value <= limit:
            raise ValueError(f"expected degrees from {-limit:g} to {limit:g}, or nothing")
        return value

    return parse


def one_of(values: Collection[str], what: str = "", *, empty: bool = False) -> Parser:
    """One of some words; `what` names them in the error, `empty` allows none."""

    def parse(cell: str) -> str:
        if cell in values or (empty and not cell):
            return cell
        close = nearest(cell, values)
        listed = what or ", ".join(sorted(values))
        raise ValueError(f"expected {listed}" + (f"; did you mean {close!r}?" if close else ""))

    return parse


def many_of(values: Collection[str], what: str) -> Parser:
    """Several words, separated by blanks, each one of `values`; a tuple."""
    single = one_of(values, what)

    def parse(cell: str) -> tuple[str, ...]:
        return tuple(str(single(word)) for word in cell.split())

    return parse


def abilities(known: dict[str, str], what: str = "ability", file: str = "abilities.csv") -> Parser:
    """Abilities, separated by blanks, `name` or `name=value`; `known` says what each takes: none, integer, or a|b|c.

    `what` and `file` name the abilities and the file that defines them in error messages.
    """

    def parse(cell: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for word in cell.split():
            name, _, value = word.partition("=")
            if name not in known:
                close = nearest(name, known)
                hint = f"; did you mean {close!r}?" if close else ""
                raise ValueError(f"{what} {name!r} is not in {file}{hint}")
            if not _takes(known[name], value):
                raise ValueError(f"{what} {name!r} has the value {value!r}, it takes {known[name]}")
            found[name] = value
        return found

    return parse


def _takes(kind: str, value: str) -> bool:
    if kind == "none":
        return not value
    return value.isdigit() if kind == "integer" else value in kind.split("|")


def change(cell: str) -> str:
    """How a number changes: `4` sets it to 4, `+1` and `-1` change it by one, an empty cell leaves it."""
    if not _CHANGE.match(cell):
        raise ValueError("expected a number, a change such as +1, or nothing")
    return cell


def setting(options: dict[str, tuple[str, ...]]) -> Parser:
    """`option=value` of a known option, or nothing; a tuple of two, or of none."""

    def parse(cell: str) -> tuple[str, ...]:
        if not cell:
            return ()
        name, _, value = cell.partition("=")
        if name not in options or value not in options[name]:
            raise ValueError("expected option=value of an option in title.toml, or nothing")
        return name, value

    return parse


def nearest(word: str, words: Collection[str]) -> str:
    """Return the known word that looks most like `word`, or nothing."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(words), n=1, cutoff=0.6)), "")
