"""Letters that are coded in a text: names stand there as well, though nobody reads them at a look.

Each of READINGS is a way in which programs write letters: escapes (`\\u00eb`), addresses of the web (`Zo%C3%AB`) and entities of HTML
(`Zo&euml;`); and UTF-8 that a program took for another encoding (`ZoÃ«`, as in names of files out of zip archives).
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import NamedTuple

_HEX = "[0-9A-Fa-f]"
_PAIR = rf"\\u[dD][89abAB]{_HEX}{{2}}\\u[dD][c-fC-F]{_HEX}{{2}}"
_ESCAPE = rf"\\x{_HEX}{{2}}|\\u{_HEX}{{4}}|\\U{_HEX}{{8}}"
_ENTITY = rf"&(?:#[xX]{_HEX}{{1,6}}|#[0-9]{{1,7}}|[A-Za-z][A-Za-z0-9]{{1,30}});"
_CODE = rf"{_PAIR}|{_ESCAPE}|(?:%{_HEX}{{2}})+|{_ENTITY}"
_FOREIGN = r"[^\x00-\x7f]+"
_TAKEN_FOR = ("cp1252", "latin-1", "cp437", "cp850", "mac_roman")
"""Encodings for which UTF-8 is taken: of Windows, of the web, and of names in zip archives."""


class Reading(NamedTuple):
    """A way to read a text: what one letter or code is there, what it tells, and what a text has that is worth the look."""

    letters: re.Pattern[str]
    told: Callable[[str], str]
    signs: re.Pattern[str]


def _decoded(code: str) -> str:
    """Return the letters that a code tells; a letter as it is."""
    if len(code) == 1:
        return code
    if code.startswith("%"):
        return _text(bytes.fromhex(code.replace("%", "")))
    if code.startswith("&"):
        return html.unescape(code)
    numbers = [int(part[1:], 16) for part in code.split("\\")[1:]]
    if len(numbers) == 2:
        return chr(0x10000 + ((numbers[0] - 0xD800) << 10) + numbers[1] - 0xDC00)
    letter = chr(numbers[0]) if numbers[0] <= 0x10FFFF else ""
    return "" if letter.isspace() else letter


def _text(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _mended(letters: str) -> str:
    """Return letters that are UTF-8 taken for another encoding as they were meant; others as they are."""
    for encoding in _TAKEN_FOR if len(letters) > 1 else ():
        try:
            return letters.encode(encoding).decode()
        except UnicodeError:
            pass
    return letters


READINGS = (
    Reading(re.compile(rf"{_CODE}|.", re.DOTALL), _decoded, re.compile(_CODE)),
    Reading(re.compile(rf"{_FOREIGN}|.", re.DOTALL), _mended, re.compile(r"[^\x00-\x7f]{2}")),
)
"""All of them."""
