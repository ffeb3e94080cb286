"""Text as it may be shown: what a reader could not see, or would be steered by, is written out.

A name from a stranger's record may hold the escape sequences of a terminal, letters that turn the reading order around, or
code points that no XML may hold, on which a drawing program falls over. Such characters are written as Python writes them:
`A\\x1b[2J`. Tabs and ends of lines are blanks of prose and stay, unless one line is asked for.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec

_C0 = "\x00-\x08\x0b\x0c\x0e-\x1f"
_BLANKS = "\t\n\r"
_C1 = "\x7f-\x9f"
_LINES = "\u2028\u2029"
_BIDI = "\u202a-\u202e\u2066-\u2069"
_NO_CHARACTERS = "\ud800-\udfff\ufdd0-\ufdef" + "".join(
    f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(17)
)
_UNSEEN = re.compile(f"[{_C0}{_C1}{_LINES}{_BIDI}{_NO_CHARACTERS}]")
_BREAKING = re.compile(f"[{_BLANKS}{_C0}{_C1}{_LINES}{_BIDI}{_NO_CHARACTERS}]")

V = TypeVar("V")


def visible(text: str) -> str:
    """Return text with control characters, overrides of the reading order and what is no character written out."""
    return _UNSEEN.sub(_written_out, text)


def one_line(text: str) -> str:
    """Return text as `visible` does, with tabs and ends of lines written out too."""
    return _BREAKING.sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


def has_unseen(value: Any) -> bool:
    """Return whether any text in a value (structs, mappings, sequences) has what `visible` would write out.

    The value is written as JSON and searched as a whole, which costs a hundredth of walking through it.
    """
    try:
        text = msgspec.json.encode(value, enc_hook=str).decode()
    except UnicodeEncodeError:  # half of a surrogate pair
        return True
    return bool(_ENCODED.search(text))


_ENCODED = re.compile(f"(?<!\\\\)(?:\\\\\\\\)*\\\\(?:u00[01]|[bf])|[{_C1}{_LINES}{_BIDI}{_NO_CHARACTERS}]")
"""What `visible` writes out, as it stands in JSON, where C0 is escaped."""


def all_visible(value: V) -> V:
    """Return a value of structs, mappings and sequences with all its text as `visible` returns it.

    Raises:
        ValueError: two names of a mapping are one when they are written out.
    """
    made: Any = value
    if isinstance(value, str):
        made = visible(value)
    elif isinstance(value, msgspec.Struct):
        made = msgspec.structs.replace(
            value, **{name: all_visible(getattr(value, name)) for name in value.__struct_fields__}
        )
    elif isinstance(value, dict):
        made = {all_visible(key): all_visible(held) for key, held in value.items()}
        if len(made) < len(value):
            raise ValueError("two names differ only in characters that cannot be seen")
    elif isinstance(value, tuple) and hasattr(value, "_make"):
        made = value._make(map(all_visible, value))
    elif isinstance(value, (list, tuple, frozenset)):
        made = type(value)(map(all_visible, value))
    return made
