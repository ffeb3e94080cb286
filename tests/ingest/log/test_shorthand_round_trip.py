"""Orders and observations of every type of every title, with values of every kind: in words they are the same again, or stay JSON."""

from __future__ import annotations

import random
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from engine.observations import OBSERVATIONS
from engine.orders import named_fields, names_of
from engine.title.loader import load_title, titles
from engine.title.model import Title
from ingest.log.grammar import Grammar
from ingest.log.lines import LogLine
from ingest.log.messages import Wrong
from ingest.log.reader import order_types
from ingest.log.shorthand import in_words
from ingest.log.writer import encode_entry

ODD = ("x", " x", "x ", "", "a=b", "=", ":", ";", "a: b", "a;b=c", "\u2028", "\x00", "true", "3", "a\nb", "#x", "{", "2 inf > x; y > z")
EACH = 12
"""Orders of each type."""


@pytest.mark.parametrize("slug", titles())
def test_what_is_written_in_words_is_read_the_same(slug: str) -> None:
    title, dice, told = load_title(slug), random.Random(slug), 0
    grammar = Grammar(title, order_types(title))
    for key, kinds in (("do", order_types(title)), ("see", OBSERVATIONS)):
        for kind in kinds * EACH:
            said = {key: kind.__struct_config__.tag, **_values(kind, title, dice)}
            try:
                entry = grammar.entry(LogLine(1, msgspec.json.encode(said)))
            except Wrong:
                continue  # a path of one area, a list of names that is empty: no line of a log
            if words := in_words(entry):
                told += 1
                again = grammar.entry(LogLine(1, words.encode()))
                assert again == entry and encode_entry(again) == encode_entry(entry), words
    assert told > EACH * 20


def _values(kind: type[msgspec.Struct], title: Title, dice: random.Random) -> dict[str, Any]:
    names = named_fields(kind)
    fields = [field for field in msgspec.structs.fields(kind) if field.required or dice.random() < 0.5]
    return {field.encode_name: _value(field.type, names.get(field.name, ""), title, dice) for field in fields}


def _value(type_: Any, kind: str, title: Title, dice: random.Random) -> Any:
    if kind in ("units", "load"):
        return ", ".join(f"{dice.randint(1, 9)} {unit}" for unit in dice.choices(list(title.units), k=dice.randint(0, 3)))
    if kind == "path":
        return " > ".join(dice.choices(list(title.areas), k=3))
    if kind:
        return dice.choice([*names_of(kind, title), ""])
    plain = {int: (0, 1, 7, 999_999, -3), bool: (True, False), str: ODD}
    return dice.choice(get_args(type_) if get_origin(type_) is Literal else next(plain[one] for one in plain if one in _parts(type_)))


def _parts(type_: Any) -> list[Any]:
    """Return a type and what it is made of."""
    return [type_, *(part for arg in get_args(type_) if isinstance(arg, type) for part in _parts(arg))]
