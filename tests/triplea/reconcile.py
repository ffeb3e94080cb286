"""Compare the state at the end of a replay with the state that the save holds. The gap must be nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ingest.triplea.model import Save
from ingest.triplea.replay import Replay
from ingest.triplea.state import TripleaState


class Gap(msgspec.Struct, frozen=True, gc=False):
    """One value that differs. `part` is the attribute of `TripleaState`, `key` the thing and its field."""

    part: str
    key: tuple[Any, ...]
    replayed: Any
    saved: Any


def reconcile(save: Save) -> list[Gap]:
    """Play a save from its start to its end and compare with what was saved."""
    return list(gaps(Replay(save).finish(), TripleaState(save)))


def gaps(replayed: TripleaState, saved: TripleaState) -> Iterator[Gap]:
    """What differs between two states of the same save, unit by unit and field by field."""
    for part in ("owners", "relationships", "frontiers", "control", "options"):
        yield from _differing(part, (), getattr(replayed, part), getattr(saved, part))
    yield from _nested("resources", replayed.resources, saved.resources)
    yield from _nested("technologies", replayed.technologies, saved.technologies)
    yield from _differing("rules", (), *({n: sorted(r) for n, r in s.rules.items()} for s in (replayed, saved)))
    yield from _units(replayed, saved)
    yield from _attachments(replayed, saved)


def _differing(part: str, key: tuple[Any, ...], one: Mapping[Any, Any], two: Mapping[Any, Any]) -> Iterator[Gap]:
    if one == two:
        return
    for name in {**one, **two}:
        if one.get(name) != two.get(name):
            yield Gap(part, (*key, name), one.get(name), two.get(name))


def _nested(part: str, one: Mapping[str, Any], two: Mapping[str, Any]) -> Iterator[Gap]:
    for name in {**one, **two}:
        yield from _differing(part, (name,), one.get(name, {}), two.get(name, {}))


def _units(replayed: TripleaState, saved: TripleaState) -> Iterator[Gap]:
    """Units in play, in either state; those that left play have no state any more."""
    for ident, one in replayed.units.items():
        two = saved.units[ident]
        if one.holder is None and two.holder is None:
            continue
        for name in ("owner", "hits", "damage", "holder"):
            if getattr(one, name) != getattr(two, name):
                yield Gap("units", (ident, name), getattr(one, name), getattr(two, name))
        yield from _differing("units", (ident,), one.properties, two.properties)


def _attachments(replayed: TripleaState, saved: TripleaState) -> Iterator[Gap]:
    """Fields that some change has set, against those saved; not those set to text that only the engine reads."""
    for where, fields in replayed.attachments.items():
        for name, value in fields.items():
            kept = saved.field(*where, name)
            if value != kept and (*where, name) not in replayed.unread:
                yield Gap("attachments", (*where, name), value, kept)
