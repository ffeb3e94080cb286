"""Values of answers as JSON that every reader takes: JSON has neither bytes nor dates, nor the numbers NaN and infinity."""

from __future__ import annotations

import json
import math
from typing import Any


def as_json(value: Any) -> str:
    """Return a value as one line of JSON; frames are lists of rows, bytes are in hexadecimal, and what JSON lacks is text."""
    try:
        return json.dumps(value, default=_told, ensure_ascii=False, allow_nan=False)
    except ValueError:  # a number that is none, which few answers hold
        return json.dumps(_finite(value), default=_told, ensure_ascii=False)


def _told(value: Any) -> Any:
    if _is_frame(value):
        return value.to_dicts()
    return value.hex() if isinstance(value, bytes) else str(value)


def _finite(value: Any) -> Any:
    """Return a value with each number that is none as the text that DuckDB shows of it: nan, inf, -inf."""
    if _is_frame(value):
        return _finite(value.to_dicts())
    if isinstance(value, dict):
        return {key: _finite(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(one) for one in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _is_frame(value: Any) -> bool:
    """Return whether a value is a frame, without an import of polars: half a second, and most commands print none."""
    return hasattr(value, "to_dicts")
