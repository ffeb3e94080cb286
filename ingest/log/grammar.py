"""Reading one line of a log into an entry: the orders of one title, dice, observations, undo and notes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Union

import msgspec

from engine.forces import BlockCount
from engine.observations import OBSERVATIONS, AnyObservation
from engine.orders import Order, named_fields, units_in, unknown_names
from engine.recording import CorrectionEntry, DiceEntry, NoteEntry, ObservationEntry, OrderEntry, RecordEntry, UndoEntry
from engine.setting_right import misfit as unsettable
from engine.title.model import Title
from engine.written_names import Ambiguous, Record, in_slugs, may_name
from ingest.log.lines import MAX_NUMBER, MAX_TEXT, DiceLine, LogLine, NoteLine, UndoLine
from ingest.log.messages import Said, Wrong, as_object, brief, hint, misfit
from ingest.log.shorthand import as_json

KEYS = ("do", "dice", "see", "set", "undo", "note")
"""The keys that identify the kind of a line; each line has exactly one of them."""

_SIMPLE: dict[str, type[msgspec.Struct]] = {"dice": DiceLine, "undo": UndoLine, "note": NoteLine}
_decode_dice = msgspec.json.Decoder(DiceLine).decode
_decode_undo = msgspec.json.Decoder(UndoLine).decode
_decode_note = msgspec.json.Decoder(NoteLine).decode
_decode_observation = msgspec.json.Decoder(AnyObservation).decode
_encode = msgspec.json.Encoder().encode
JSON = (b"{", b"[", b'"')
"""How a line begins that is JSON, or meant to be."""


class Grammar:
    """The valid lines of a log of one title.

    Args:
        title: whose areas, units, powers and dice the lines name.
        orders: the order types its rules take.
    """

    def __init__(self, title: Title, orders: tuple[type[Order], ...]) -> None:
        self.title = title
        self.orders = {str(kind.__struct_config__.tag): kind for kind in orders}
        self.observations = {str(kind.__struct_config__.tag): kind for kind in OBSERVATIONS}
        self._decode_order = _order_decoder(orders)
        readers = (self._order, self._dice, self._observation, self._correction, self._undo, self._note)
        self._readers = dict(zip(KEYS, readers, strict=True))

    def entry(self, line: LogLine) -> RecordEntry:
        """Return the entry of a line.

        Raises:
            Wrong: the line is no entry of this title's logs.
        """
        try:
            if line.text[:1] not in JSON:
                line = line._replace(text=as_json(line.text, self.orders, self.observations))
            return self._readers[_key(line.text)](line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError) as error:
            raise self._why(line, error) from None

    def _order(self, line: LogLine) -> OrderEntry:
        return OrderEntry(self._sound(self._decode_order(line.text), line.text), line.number)

    def _observation(self, line: LogLine) -> ObservationEntry:
        return ObservationEntry(self._sound(_decode_observation(line.text), line.text), line.number)

    def _correction(self, line: LogLine) -> CorrectionEntry:
        text = _seen(line.text)
        observation = self._sound(_decode_observation(text), text)
        if why := unsettable(observation):
            raise Wrong(why, "set")
        return CorrectionEntry(observation, line.number)

    def _dice(self, line: LogLine) -> DiceEntry:
        said = _decode_dice(line.text)
        _once(said, line.text)
        return DiceEntry(self._thrown(said.dice), line.number)

    def _undo(self, line: LogLine) -> UndoEntry:
        said = _decode_undo(line.text)
        _once(said, line.text)
        return UndoEntry(said.undo, line.number)

    def _note(self, line: LogLine) -> NoteEntry:
        said = _decode_note(line.text)
        _once(said, line.text)
        return NoteEntry(said.note, line.number)

    def _sound(self, record: Record, text: bytes) -> Record:
        """Return a record with the slugs of what it names; refuse names that the title lacks, and numbers or texts beyond the limits."""
        _once(record, text)
        _bounded(record)
        if not may_name(type(record)) and not unknown_names(record, self.title):
            return record
        try:
            record = in_slugs(record, self.title)
        except Ambiguous as error:
            raise Wrong(str(error)) from None
        _bounded(record)
        if wrong := unknown_names(record, self.title):
            raise Wrong("; ".join(message for _, message in wrong[:3]), wrong[0][0])
        return record

    def _thrown(self, dice: list[int] | str) -> tuple[int, ...]:
        sides = self.title.dice_sides
        right = _dice_of(sides)
        if isinstance(dice, str):
            apart = dice.replace(",", " ").split()
            marks = apart if sides > 9 else list("".join(apart))
            if not all(mark.isascii() and mark.isdigit() and len(mark) < 4 for mark in marks):
                raise Wrong(f"found {brief(dice)}; {right}", "dice")
            thrown = tuple(int(mark) for mark in marks)
        else:
            thrown = tuple(dice)
        if not thrown or not 1 <= min(thrown) <= max(thrown) <= sides:
            raise Wrong(f"found {brief(dice)}; {right}", "dice")
        return thrown

    def _why(self, line: LogLine, error: Exception) -> Wrong:
        """Describe what is wrong with a line that could not be decoded."""
        try:
            said = as_object(line.text)
            key = key_of(said)
            if key in _SIMPLE:
                return self._why_simple(said, key, error)
            known, what = (self.orders, "order") if key == "do" else (self.observations, "observation")
            if not isinstance(said[key], str) or said[key] not in known:
                return Wrong(f"unknown {what} {brief(said[key])}; {hint(said[key], known)}", key)
            if isinstance(error, msgspec.ValidationError):
                return misfit(said, known[said[key]], error, f"{what} {said[key]!r}", key)
        except Wrong as wrong:
            return wrong
        return Wrong(f"cannot be read: {error}")

    def _why_simple(self, said: Said, key: str, error: Exception) -> Wrong:
        if set(said) == {key} and key == "dice":
            return Wrong(f"found {brief(said[key])}; {_dice_of(self.title.dice_sides)}", key)
        if isinstance(error, msgspec.ValidationError):
            return misfit(said, _SIMPLE[key], error, f"a line of {key!r}")
        return Wrong(f"cannot be read: {error}")


def _dice_of(sides: int) -> str:
    """Return what dice are expected; those of more than 9 sides are written one by one."""
    listed, typed = ("3,12,6", "3 12 6") if sides > 9 else ("3,1,6", "316")
    return f'expected whole numbers from 1 to {sides}, as in {{"dice":[{listed}]}} or {{"dice":"{typed}"}}'


def key_of(said: Said) -> str:
    """Return the key that says what a line is.

    Raises:
        Wrong: it has none.
    """
    key = next((key for key in KEYS if key in said), "")
    if key:
        return key
    if "sitrep" in said:
        raise Wrong("a second header; expected one game in each file", "sitrep")
    found = ", ".join(brief(name) for name in list(said)[:5]) or "no keys"
    raise Wrong(f'found {found}; expected a line with one of {", ".join(map(repr, KEYS))}, such as {{"do":"end"}}')


def _key(text: bytes) -> str:
    """Return the key that identifies a line; fast when it comes first, as in every log written by Sitrep."""
    first = text[2:6]
    if text[:2] == b'{"':
        for key, start in _STARTS:
            if first.startswith(start):
                return key
    return key_of(as_object(text))


_STARTS = tuple((key, f'{key}"'.encode()[:4]) for key in KEYS)


@lru_cache(maxsize=64)
def _order_decoder(orders: tuple[type[Order], ...]) -> Callable[[bytes], Order]:
    return msgspec.json.Decoder(Union[orders]).decode  # noqa: UP007 - a union made from a tuple


def _seen(text: bytes) -> bytes:
    """Return a line that sets something right as the observation that it makes true."""
    said = as_object(text)
    if "see" in said:
        raise Wrong("a line has either 'see' or 'set'; expected one of them", "see")
    return _encode({"see" if name == "set" else name: value for name, value in said.items()})


def _once(record: msgspec.Struct, text: bytes) -> None:
    """Refuse a duplicate key, of which the decoder would silently keep the last."""
    if _encode(record) != text:
        as_object(text)


@lru_cache(maxsize=256)
def _unit_lists(kind: type[msgspec.Struct]) -> frozenset[str]:
    return frozenset(field for field, names in named_fields(kind).items() if names in ("units", "load"))


def _bounded(record: msgspec.Struct) -> None:
    unit_lists = _unit_lists(type(record))
    for field in record.__struct_fields__:
        value = getattr(record, field)
        if isinstance(value, int) and abs(value) > MAX_NUMBER:
            raise Wrong(f"found a number that is too large; expected at most {MAX_NUMBER}", field)
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise Wrong(f"found a text of {len(value)} letters; expected at most {MAX_TEXT}", field)
        if field in unit_lists and any(item.count > MAX_NUMBER for item in _listed(record, field)):
            raise Wrong(f"found {brief(value)}; expected counts up to {MAX_NUMBER}", field)


def _listed(record: msgspec.Struct, field: str) -> tuple[BlockCount, ...]:
    try:
        return units_in(record, field)
    except ValueError:
        return ()  # unknown_names has a better message
