"""Two records of one game beside each other: does the later one tell all that the earlier one does, and go on from where it ends?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby

from ingest.audit.finding import Finding
from ingest.audit.positions import differing, told
from ingest.audit.trail import Deed, Trail

LONGEST = 150
"""Letters of a record's own words that a finding quotes."""
MOST_ALIGNED = 4_000
"""Deeds from the first difference on that are laid beside each other; what comes later is not compared."""
ALIKE = 0.5
"""The share of marks that two records of one game have in common at least: units that an editor added or removed are few."""
FIRST = 5
"""Deeds that two records without marks have in common at least to be of one game."""


def one_game(one: Trail, other: Trail) -> bool:
    """Return whether two records are of one game: by what marks it, where they hold such marks, else by how they begin."""
    if one.kind != other.kind:
        return False
    if one.marks and other.marks:
        return len(one.marks & other.marks) >= ALIKE * min(len(one.marks), len(other.marks))
    return _common(one.deeds, other.deeds) >= min(FIRST, len(one.deeds), len(other.deeds))


def compare(earlier: Trail, later: Trail) -> Iterator[Finding]:
    """Yield where the later of two records of one game does not follow from the earlier."""
    if earlier.start is not None and later.start is not None and (apart := differing(earlier.start, later.start)):
        yield Finding("other-start", later.file, 0, "", "", told(apart, "in the earlier", "in the later"), earlier.file)
    if earlier.lines and later.lines[: len(earlier.lines)] == earlier.lines:
        return  # all was written down after it, what takes something back too; dice that went so are a finding of the later record
    same = _common(earlier.deeds, later.deeds)
    if same < len(earlier.deeds):
        yield from _apart(earlier, later, same)
    elif earlier.end is not None and later.position is not None:
        yield from _position(earlier, later)


def _common(one: Sequence[Deed], other: Sequence[Deed]) -> int:
    """Return how many first deeds two records have in common; the last of one may have gone on in the other."""
    count = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a.parts != b.parts), min(len(one), len(other)))
    if count == len(one) - 1 < len(other) and one[count].goes_on_in(other[count]):
        return count + 1
    return count


def _position(earlier: Trail, later: Trail) -> Iterator[Finding]:
    """Yield whether the position that the earlier record ends with is that of the later one at that moment."""
    assert earlier.end is not None and later.position is not None
    last = earlier.deeds[-1].at if earlier.deeds else 0
    if apart := differing(earlier.end, later.position(last)):
        deed = earlier.deeds[-1] if earlier.deeds else Deed(0, "", "", "", ())
        what = told(apart, f"as {earlier.file} ends", "in the later at that moment")
        yield Finding("does-not-follow", later.file, deed.round, deed.power, deed.phase, what, earlier.file)


def _apart(earlier: Trail, later: Trail, same: int) -> Iterator[Finding]:
    """Yield how two records differ after their first `same` deeds."""
    one, other = earlier.deeds[same:][:MOST_ALIGNED], later.deeds[same:][:MOST_ALIGNED]
    blocks = SequenceMatcher(None, _keys(one), _keys(other), autojunk=False).get_opcodes()
    ends = max((at for at, block in enumerate(blocks) if block[0] == "equal"), default=-1)
    for at, (_, a, b, c, d) in enumerate(blocks):
        if at == ends or blocks[at][0] == "equal":
            continue
        yield from _block(earlier, later, one[a:b], other[c:d], rejoined=at < ends)


def _keys(deeds: Sequence[Deed]) -> list[tuple[object, ...]]:
    """Return what deeds are known by: what they tell, and which of several alike in a round it is."""
    counts: dict[tuple[object, ...], int] = {}
    keys = list[tuple[object, ...]]()
    for deed in deeds:
        key = deed.round, deed.parts
        counts[key] = counts.get(key, 0) + 1
        keys.append((*key, counts[key]))
    return keys


def _block(earlier: Trail, later: Trail, one: Sequence[Deed], other: Sequence[Deed], *, rejoined: bool) -> Iterator[Finding]:
    """Yield what a stretch shows that differs; after one that is not `rejoined` the records go their own ways."""
    if not one:
        if rejoined:
            yield from _only("added", later.file, other, earlier.file)
        return
    if not other:
        yield from _only("missing", later.file, one, earlier.file)
        return
    if not rejoined:
        yield _first(earlier, later, one[0], other[0])
        return
    for a, b in zip(one, other, strict=False):
        yield _first(earlier, later, a, b, kind="changed")
    yield from _only("missing", later.file, one[len(other) :], earlier.file)
    yield from _only("added", later.file, other[len(one) :], earlier.file)


def _first(earlier: Trail, later: Trail, one: Deed, other: Deed, kind: str = "parted") -> Finding:
    """Return what is to be said of two deeds that stand in the same place: the same roll with other dice, or something else."""
    alike = (one.round, one.power, one.phase, one.what) == (other.round, other.power, other.phase, other.what)
    rolls = next((pair for pair in zip(one.rolls, other.rolls, strict=False) if pair[0][1] != pair[1][1]), None)
    if alike and rolls:
        (about, here), (_, there) = rolls
        what = f"“{about[:LONGEST]}”: dice {_faces(here)} in the earlier, {_faces(there)} in the later"
        return Finding("other-dice", later.file, other.round, other.power, other.phase, what, earlier.file)
    words = f"“{one.what[:LONGEST]}” in the earlier, “{other.what[:LONGEST]}” in the later"
    if one.what == other.what:
        words = f"“{one.what[:LONGEST]}” is told in both, with other particulars"
    return Finding(kind, later.file, other.round, other.power, other.phase, words, earlier.file)


def _faces(dice: Sequence[int]) -> str:
    return ", ".join(map(str, dice)) or "none"


def _only(kind: str, file: str, deeds: Sequence[Deed], other: str) -> Iterator[Finding]:
    """Yield deeds that only one of two records tells, in one finding a turn."""
    for (number, power), group in groupby(deeds, key=lambda deed: (deed.round, deed.power)):
        told_here = list(group)
        more = f" and {len(told_here) - 1} more" if len(told_here) > 1 else ""
        what = f"“{told_here[0].what[:LONGEST]}”{more}"
        yield Finding(kind, file, number, power, told_here[0].phase, what, other)
