"""Read a TripleA save (`.tsvg`), versions 1.0 to 2.7, of any map.

A save is one gzipped Java object stream: the version of the program, the GameData with the whole
history, then the delegates with their states (GameDataManager in the program's source).
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

from engine.errors import RecordError
from engine.garbage import no_collection
from ingest.files import read_file, shown, unpack
from ingest.triplea.decode_game import GameDecoder, version
from ingest.triplea.errors import TripleaSaveError
from ingest.triplea.javaclass import JavaClass
from ingest.triplea.limits import DEFAULT, Limits
from ingest.triplea.model import Delegate, Save
from ingest.triplea.plain import Unknown
from ingest.triplea.stream import JavaStream, read_stream
from ingest.triplea.values import Values

DELEGATE_START, DELEGATE_STATE, DELEGATES_END = "<DelegateStart>", "<DelegateData>", "<EndDelegateList>"


def read_save(path: str | Path, limits: Limits = DEFAULT) -> Save:
    """Return the save in a file, packed or not.

    Raises:
        TripleaSaveError: the file can't be read, is no save, is damaged, or is beyond `limits`.
    """
    name = shown(path)
    try:
        content = unpack(read_file(path), name)
    except RecordError as error:
        raise TripleaSaveError(error.message, cure="check that this is the whole .tsvg file", file=name) from error
    return parse_save(content, name, limits)


def parse_save(content: bytes, name: str = "", limits: Limits = DEFAULT) -> Save:
    """Return the save in an unpacked content; `name` is for the errors.

    Raises:
        TripleaSaveError: as `read_save`.
    """
    with no_collection():
        try:
            stream = read_stream(content, limits)
            try:
                return decode_save(stream)
            finally:
                stream.release()
        except TripleaSaveError as error:
            raise error.of_file(name) from error.__cause__


def decode_save(stream: JavaStream) -> Save:
    """Return the save that a parsed stream holds.

    Raises:
        TripleaSaveError: the stream holds something else, or its objects don't fit together.
    """
    values = Values(stream)
    try:
        game = _game_data(stream, values)
        engine = version(values, stream.top[0])
        return GameDecoder(game, values).save(engine, _delegates(stream.top, values))
    except (LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, struct.error) as error:
        raise TripleaSaveError(
            "The objects of the save don't fit together",
            found=f"{type(error).__name__}: {str(error)[:200]}",
            expected="the classes and fields of TripleA 1.0 to 2.7",
        ) from error


def _game_data(stream: JavaStream, values: Values) -> list[Any]:
    game = stream.top[1] if len(stream.top) > 1 else None
    if type(game) is not list or type(game[0]) is not JavaClass or game[0].short != "GameData":
        raise values.wrong(game, "There is no game in this stream", type(game).__name__, "a version, then a GameData")
    return game


def _delegates(top: list[Any], values: Values) -> tuple[Delegate, ...]:
    found = []
    at = 2
    while at + 4 < len(top) and top[at] == DELEGATE_START:
        name, title, class_name, mark = top[at + 1 : at + 5]
        has_state = mark == DELEGATE_STATE
        state = top[at + 5] if has_state and at + 5 < len(top) else None
        found.append(Delegate(str(name), title, str(class_name), _state(state, values)))
        at += 5 + has_state
    return tuple(found)


def _state(raw: Any, values: Values) -> Unknown | None:
    """Return a delegate's state, kept under the names of its fields; it is no stranger that would be reported."""
    if type(raw) is not list:
        return None
    before = dict(values.strangers)
    state = Unknown(raw[0].name, values.fields(raw))
    values.strangers = before
    return state
