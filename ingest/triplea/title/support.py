"""Which units of a map raise the strength of others, as abilities: what the unitSupportAttachments of its unit types say.

A map may let artillery help infantry, and tanks and fighters help tactical bombers. Each kind of unit that is helped has its own pair of
abilities (`PAIRS`), so that a fighter does not help infantry. What no pair can say (help on defense, several units at once, help for
the enemy) is the ability `supports-otherwise`, which the exact odds do not follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.mechanics.targets import PAIRS
from ingest.triplea.model import Save
from ingest.triplea.state import TripleaState

OTHERWISE = "supports-otherwise"


class Help(NamedTuple):
    """A unit type helps others: by how much, one unit each on attack (`plain`), or in some other way."""

    giver: str
    takers: frozenset[str]
    bonus: int
    plain: bool


def supports(save: Save, start: TripleaState) -> dict[str, dict[str, str]]:
    """Return unit type -> the abilities that it has by giving or getting help; `start` is the state before the first change."""
    found: dict[str, dict[str, str]] = {}
    given = [*_helps(save, start)]
    plain = {(one.takers, one.bonus) for one in given if one.plain}
    # The more types a kind of help is for, the more it is what every map has: artillery for infantry.
    kinds = sorted(plain, key=lambda kind: (-len(kind[0]), sorted(kind[0]), kind[1]))
    pairs = dict(zip(kinds, PAIRS, strict=False))
    for one in given:
        pair = pairs.get((one.takers, one.bonus)) if one.plain else None
        if pair is None:
            found.setdefault(one.giver, {})[OTHERWISE] = ""
            continue
        taker, giver = pair
        found.setdefault(one.giver, {})[giver] = ""
        for unit in one.takers:
            found.setdefault(unit, {})[taker] = str(one.bonus)
    return found


def _helps(save: Save, start: TripleaState) -> Iterator[Help]:
    """Yield the help that players have from the start; what a technology brings later is for nobody then."""
    for kind in save.unit_types.values():
        if kind.figures.get("isArtillery"):  # in 2008 a flag alone
            yield Help(kind.name, _supportable(save), 1, True)
        for name, held in kind.attachments.items():
            if held.class_name.endswith("UnitSupportAttachment") and start.field("unit-type", kind.name, name, "players"):
                yield _help(kind.name, held.fields)


def _supportable(save: Save) -> frozenset[str]:
    return frozenset(name for name, kind in save.unit_types.items() if kind.figures.get("isArtillerySupportable"))


def _help(giver: str, fields: Mapping[str, Any]) -> Help:
    bonus = fields.get("bonus", 1)
    plain = (
        bool(fields.get("offence"))
        and not fields.get("defence")
        and not fields.get("enemy")
        and not fields.get("roll")
        and fields.get("number", 1) == 1
        and type(bonus) is int
        and bonus > 0
    )
    return Help(giver, frozenset(fields.get("unitType") or ()), bonus if type(bonus) is int else 0, plain)
