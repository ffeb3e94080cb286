"""Lines of a log in plain words: `move 3 inf, tank: caucasus > ukraine`, `buy 3 infantry`, `4 26153 1 25 4`.

A line is the order's name and its fields in their order, parted by colons; a field that may be left out can be named after a semicolon
(`move tank: a > b; cargo=empty`), and one that is true is its name alone (`; raid`). Digits alone are dice. An observation begins with
`see`, a correction with `set`, and `undo 2` and `note ...` are as in JSON. Both ways of writing may stand in one log. A colon right behind
the name is passed over (`buy: 3 inf`); behind a blank, or where nothing follows, it parts an empty list from what follows
(`scramble : scotland > sea-zone-119`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from engine.orders import named_fields
from engine.recording import CorrectionEntry, DiceEntry, NoteEntry, ObservationEntry, OrderEntry, RecordEntry, UndoEntry
from ingest.log.messages import Wrong, brief, hint

NEXT, MORE, IS = ":", ";", "="
"""What parts fields in their order, named fields, and a name from its value."""

_DICE = re.compile(r"[0-9\s,]+")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_WORD = re.compile(r"[^\s:;]+")
_encode = msgspec.json.Encoder().encode


class _Field(NamedTuple):
    """A field of an order or observation: its name in a log, its type (str, int or bool where it has one), whether it must be there.

    `placed`: whether it may stand without its name. A text that may be left out may not: what `lose 3 infantry: attacker` says is no guess.
    """

    name: str
    type: Any
    required: bool
    placed: bool


def as_json(text: bytes, orders: Mapping[str, type[msgspec.Struct]], observations: Mapping[str, type[msgspec.Struct]]) -> bytes:
    """Return the line of JSON that a line in plain words means.

    Args:
        orders, observations: name to type, of those that the title's logs hold.

    Raises:
        Wrong: it begins with no word that a line begins with, or has more fields than there are.
        UnicodeDecodeError: it is not UTF-8.
    """
    said = text.decode()
    if _DICE.fullmatch(said):
        return _encode({"dice": said})
    word, rest = _word(said)
    if word == "dice":
        return _encode({"dice": rest})
    if word == "note":
        return _encode({"note": rest})
    if word == "undo":
        return _encode({"undo": _value(rest, int)})
    if word in ("see", "set"):
        name, rest = _word(rest)
        return _encode({word: name, **_fields(f"observation {name!r}", rest, _known(name, observations, "observation"))})
    return _encode({"do": word, **_fields(f"order {word!r}", rest, _known(word, orders, "order"))})


def _word(said: str) -> tuple[str, str]:
    """Return the first word and the rest, without a colon that is right behind the word and before something."""
    found = _WORD.match(said)
    if not found:
        return "", said
    rest = said[found.end() :]
    if rest.startswith(NEXT) and rest[1:].strip()[:1] not in ("", MORE):
        rest = rest[1:]
    return found[0].lower(), rest.strip()


def _known(word: str, kinds: Mapping[str, type[msgspec.Struct]], what: str) -> type[msgspec.Struct]:
    if word not in kinds:
        raise Wrong(f"unknown {what} {brief(word)}; {hint(word, kinds)}", "do" if what == "order" else "see")
    return kinds[word]


def _fields(what: str, rest: str, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return field to value of what stands behind the name of an order or observation."""
    told, *named = rest.split(MORE)
    fields = _fields_of(kind)
    values = [part.strip() for part in told.strip().removesuffix(NEXT).split(NEXT)] if told.strip() else []
    placed = [field for field in fields if field.placed]
    if len(values) > len(placed):
        has = f" {NEXT} ".join(field.name for field in placed) or "none"
        more = "".join(f"{MORE} {field.name}{IS}..." for field in fields if not field.placed)
        raise Wrong(f"{what} has {len(values)} fields, {brief(rest)}; expected at most {len(placed)}: {has}{more}")
    found: dict[str, Any] = {field.name: _value(value, field.type) for field, value in zip(placed, values, strict=False)}
    types = {field.name: field.type for field in fields}
    for part in named:
        name, is_, value = (piece.strip() for piece in part.partition(IS))
        if name in found:
            raise Wrong(f"{what} names {name!r} twice, as {brief(found[name])} and as {brief(value)}; keep one", name)
        found[name] = _value(value, types.get(name)) if is_ else True
    return found


def _value(text: str, type_: Any) -> Any:
    """Return a value as JSON has it; what does not fit stays text, so that the error names both."""
    if type_ is bool and text in ("true", "false"):
        return text == "true"
    return int(text) if type_ is int and _NUMBER.fullmatch(text) else text


@cache
def _fields_of(kind: type[msgspec.Struct]) -> tuple[_Field, ...]:
    """Return the fields of a record: those that must be there, then the others."""
    hints = get_type_hints(kind, include_extras=True)
    known = named_fields(kind)
    fields = []
    for field in msgspec.structs.fields(kind):
        type_ = _plain(hints[field.name])
        fields.append(_Field(field.encode_name, type_, field.required, field.required or type_ is not str or field.name in known))
    return tuple(sorted(fields, key=lambda field: not field.required))


def _plain(hint_: Any) -> Any:
    """Return a type without its annotations, and of several the one that is not None."""
    if get_origin(hint_) is Annotated:
        return _plain(get_args(hint_)[0])
    some = [one for one in get_args(hint_) if one is not type(None)]
    return _plain(some[0]) if len(some) == 1 and get_origin(hint_) is not tuple else hint_


# Writing


def in_words(entry: RecordEntry) -> str:
    """Return an entry in plain words; empty where these would not say the same."""
    match entry:
        case OrderEntry(order=said):
            return _told("", said)
        case ObservationEntry(observation=said):
            return _told("see ", said)
        case CorrectionEntry(observation=said):
            return _told("set ", said)
        case DiceEntry(dice=dice):
            return " ".join(map(str, dice))
        case UndoEntry(count=count):
            return f"undo {count}"
        case NoteEntry(text=text):
            return f"note {text}" if text == text.strip() and text and text.isprintable() else ""
    return ""


def _told(before: str, said: msgspec.Struct) -> str:
    values, named = [], []
    whole: dict[str, Any] = msgspec.to_builtins(said)
    fields = _fields_of(type(said))
    for field in fields:
        if field.required:
            values.append(_shown(whole.get(field.name, "")))
        elif field.name in whole:
            named.append((field.name, whole[field.name]))
    if not all(map(_fits, values)) or not all(_is_safe(_shown(value)) for _, value in named):
        return ""
    if values and not values[-1]:
        values[-1] = NEXT  # a colon behind it says that it is there, and empty
    more = "".join(f"{MORE} {name}" if value is True else f"{MORE} {name}{IS}{_shown(value)}" for name, value in named)
    line = f"{before}{said.__struct_config__.tag} {f'{NEXT} '.join(values)}".strip()
    return f"{line}{more}"


def _fits(value: str) -> bool:
    return not {NEXT, MORE} & set(value) and value.isprintable() and value == value.strip()


def _is_safe(part: str) -> bool:
    return MORE not in part and part.isprintable() and part == part.strip()


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
