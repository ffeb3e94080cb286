"""Safe text for display: invisible and control characters are escaped.

A name from a stranger's record may contain terminal escape sequences, characters that reverse the reading order, or code
points that XML forbids and that crash a drawing program. Such characters are written as Python escapes: `A\\x1b[2J`.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar, cast

import msgspec

_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f"
_LINES = "\u2028\u2029"
_TURNS = "\u202a-\u202e\u2066-\u2069"
_NO_CHARACTERS = "\ud800-\udfff\ufdd0-\ufdef" + "".join(f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(17))
_UNSEEN = re.compile(f"[{_CONTROLS}{_LINES}{_TURNS}{_NO_CHARACTERS}]")
_BREAKING = re.compile(f"[\t\n{_CONTROLS}{_LINES}{_TURNS}{_NO_CHARACTERS}]")
_BLANKS = re.compile(r"[\t\n\r]+")

V = TypeVar("V")


def visible(text: str) -> str:
    """Return text with control, bidirectional and non-character code points escaped. Line breaks stay."""
    return text if text.isascii() and text.isprintable() else _UNSEEN.sub(_written_out, text)


def one_line(text: str) -> str:
    """Return text as `visible` does, with tabs and line breaks escaped too."""
    return text if text.isascii() and text.isprintable() else _BREAKING.sub(_written_out, text)


def plain(text: str) -> str:
    """Return text of a record: as `visible` does, with tabs and line breaks replaced by spaces."""
    return visible(_BLANKS.sub(" ", text))


def _written_out(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


_ESCAPES = (b"\\u00", b"\\b", b"\\f", b"\\t", b"\\n", b"\\r", b"\x7f")
_ESCAPED = re.compile(rb"(?<!\\)(?:\\\\)*\\(?:u00[01]|[bftnr])|\x7f")
"""The ASCII characters that `plain` changes, as JSON writes them."""
_ASCII = bytes(range(128))


def is_plain(value: Any) -> bool:
    """Return whether all text in a value (structs, mappings, sequences) is as `plain` returns it.

    The value is encoded as JSON and searched in one pass, at a hundredth of the cost of walking through it.
    """
    try:
        encoded = msgspec.json.encode(value, enc_hook=str)
    except UnicodeEncodeError:  # half of a surrogate pair
        return False
    if _may_escape(encoded) and _ESCAPED.search(encoded):
        return False
    return encoded.isascii() or not _UNSEEN.search(encoded.translate(None, _ASCII).decode())


def _may_escape(encoded: bytes) -> bool:
    return (b"\\" in encoded or b"\x7f" in encoded) and any(escape in encoded for escape in _ESCAPES)


def all_plain(value: V) -> V:
    """Return a value of structs, mappings and sequences with all its text as `plain` returns it.

    Raises:
        ValueError: two keys of a mapping become equal once escaped.
    """
    return cast(V, _all_plain(value))  # each branch there makes what it was given


def _all_plain(value: Any) -> Any:
    made = value
    if isinstance(value, str):
        made = plain(value)
    elif isinstance(value, msgspec.Struct):
        made = msgspec.structs.replace(value, **{name: all_plain(getattr(value, name)) for name in value.__struct_fields__})
    elif isinstance(value, dict):
        made = {all_plain(key): all_plain(held) for key, held in value.items()}
        if len(made) < len(value):
            raise ValueError("two names differ only in characters that cannot be seen")
    elif isinstance(value, tuple) and hasattr(value, "_make"):
        made = value._make(map(all_plain, value))
    elif isinstance(value, (list, tuple, frozenset)):
        made = type(value)(map(all_plain, value))
    return made
