"""Error messages for log lines that a player at the table can act on.

The decoder only reports that a line does not fit. These functions examine the line again, slowly, and name the found
and the expected values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, get_args, get_type_hints

import msgspec

from engine.title.columns import nearest

Said = dict[str, Any]
"""A line of a log as a JSON object."""
_TYPES = {
    "int": "a whole number",
    "str": "a text in quotes",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "float": "a number",
    "null": "nothing",
}
_UNPAIRED = re.compile(rb"\\u[dD][89a-fA-F]")
_PLACE = re.compile(r" - at `\$\.?(.*?)`$")


class Wrong(Exception):
    """A faulty line: the message, and the field it concerns, if any."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.message, self.field = message, field


def brief(value: object) -> str:
    """Return a value as JSON, cut to what fits in a message."""
    text = json.dumps(value, ensure_ascii=False, default=str).encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= 60 else f"{text[:57]}..."


def shortened(message: str) -> str:
    """Return a message with its middle cut out if it is too long; the cure is at the end."""
    return message if len(message) <= 500 else f"{message[:300]} ... {message[-180:]}"


def hint(word: object, known: Iterable[str]) -> str:
    """Return `did you mean 'move'?`, or the list of known names."""
    names = list(known)
    close = nearest(word.lower(), names) if isinstance(word, str) and len(word) < 200 else ""
    return f"did you mean {close!r}?" if close else f"expected one of {', '.join(names)}"


def as_object(line: bytes) -> Said:
    """Return a line as a JSON object.

    Raises:
        Wrong: it is none: mis-encoded, malformed, nested too deeply, not an object, or with a duplicate key.
    """
    if (at := line.find(b"\0")) >= 0:
        raise Wrong(f"a NUL byte at byte {at + 1} of the line; expected text (the file is damaged, or not in UTF-8)")
    try:
        found = json.loads(line.decode("utf-8"), object_pairs_hook=_pairs, parse_constant=_constant)
    except UnicodeDecodeError as error:
        byte = line[error.start]
        raise Wrong(f"byte 0x{byte:02x} at byte {error.start + 1} of the line is not UTF-8; save the file as UTF-8") from None
    except json.JSONDecodeError as error:
        raise Wrong(_malformed(error)) from None
    except RecursionError:
        raise Wrong("brackets nested too deeply; expected one flat JSON object") from None
    except ValueError:  # Python limits the number of digits
        raise Wrong("a number of thousands of digits; expected one that a game can hold") from None
    if _UNPAIRED.search(line) and not _encodable(found):
        raise Wrong("half of a character (an unpaired \\ud800 to \\udfff); expected whole characters")
    if not isinstance(found, dict):
        raise Wrong(f'found {brief(found)}; expected one JSON object, such as {{"do":"end"}}')
    return found


def _encodable(found: object) -> bool:
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _pairs(pairs: list[tuple[str, object]]) -> Said:
    found: Said = {}
    for key, value in pairs:
        if key in found:
            raise Wrong(f"{key!r} occurs twice, as {brief(found[key])} and as {brief(value)}; keep one", key)
        found[key] = value
    return found


def _constant(word: str) -> None:
    raise Wrong(f"found {word}; expected a number JSON knows")


def _malformed(error: json.JSONDecodeError) -> str:
    rest = error.doc[error.pos : error.pos + 20]
    found = f"found {rest!r}" if rest else "the line ends early"
    what = error.msg[0].lower() + error.msg[1:]
    return f"not JSON at character {error.pos + 1} of the line: {found} ({what}); expected one JSON object a line"


def misfit(said: Said, record: type[msgspec.Struct], error: msgspec.ValidationError, what: str, tag: str = "") -> Wrong:
    """Return why an object does not fit a record type: an unknown, missing or wrong field.

    Args:
        said: the line's object. record: the type it should have been. error: what the decoder said.
        what: the record in words, `order 'move'`. tag: the key that names the record, which is not one of its fields.
    """
    fields = record.__struct_encode_fields__
    for key in said:
        if key not in fields and key != tag:
            return Wrong(f"{what} has no field {key!r}; {_fields(key, fields)}", key)
    for field in msgspec.structs.fields(record):
        if field.required and field.encode_name not in said:
            return Wrong(f"{what} lacks {field.encode_name!r}; add it", field.encode_name)
    return _wrong_value(said, record, str(error), what)


def _fields(key: str, fields: tuple[str, ...]) -> str:
    if not fields:
        return "it has none"
    if len(fields) == 1 and not nearest(key, fields):
        return f"it has only {fields[0]!r}"
    return hint(key, fields)


def _wrong_value(said: Said, record: type[msgspec.Struct], message: str, what: str) -> Wrong:
    place = _PLACE.search(message)
    field = re.split(r"[.\[]", place[1])[0] if place else ""
    expected = re.sub(r"`(\w+)`", lambda word: _TYPES.get(word[1], word[1]), _PLACE.sub("", message))
    expected = re.sub(r", got .*", "", expected).removeprefix("Expected ").replace(" | ", " or ")
    expected = expected.replace("Number out of range", "a number that a game can hold")
    if field not in said:
        return Wrong(f"{what} cannot be read: {message}")
    if message.startswith("Invalid enum value"):
        return Wrong(f"found {brief(said[field])}; {hint(said[field], get_args(get_type_hints(record)[field]))}", field)
    return Wrong(f"found {brief(said[field])}; expected {expected}", field)
