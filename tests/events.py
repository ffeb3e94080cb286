"""Events as JSON, read again: the way back from `engine.events.encode_event`."""

from __future__ import annotations

from typing import Union

import msgspec

from engine.events import EVENTS, Event

_DECODER = msgspec.json.Decoder(Union[EVENTS])  # noqa: UP007 - built from the tuple of all events


def decode_event(line: bytes | str) -> Event:
    """Return the event that `encode_event` wrote; raises msgspec.ValidationError where the line is none."""
    return _DECODER.decode(line)
