"""Versions and times as people write them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from warehouse.errors import LakeError

_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_SPAN = re.compile(rf"(\d+)([{''.join(_UNITS)}])")


def stamp(time: datetime) -> str:
    """Return a time as the log writes it: UTC, ISO, to the second."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment(text: str) -> datetime:
    """Return a time of the log."""
    return datetime.fromisoformat(text)


def now() -> str:
    """Return the time of now as the log writes it."""
    return stamp(datetime.now(UTC))


def parse(given: int | str | datetime) -> tuple[int | None, str]:
    """Return what is a version as (version, ""), and what is a time as (None, the time as the log writes it).

    Raises:
        LakeError: it is neither.
    """
    if isinstance(given, datetime):
        return None, stamp(given if given.tzinfo else given.replace(tzinfo=UTC))
    text = str(given).strip()
    if text.isdecimal():
        return int(text), ""
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise LakeError(
            f"{text!r} is neither a version nor a time; expected a number, a day such as 2026-05-01 (its end is meant) "
            "or a time such as 2026-05-01T18:30 (UTC when no zone is named)"
        ) from error
    if re.fullmatch(r"\d{4}-?\d\d-?\d\d", text):
        time += timedelta(days=1, seconds=-1)
    return parse(time)


def span(text: str) -> timedelta:
    """Return a span of time: `30d`, `12h`, `90m`, `0s`, `2w`.

    Raises:
        LakeError: it is none.
    """
    found = _SPAN.fullmatch(text.strip())
    if not found:
        raise LakeError(f"{text!r} is no span of time; expected a number with s, m, h, d or w, such as 30d")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})
