"""How two logs of one game are known: by positions and steps where they are the same, else by their pieces.

Pieces have ids of their own, which VASSAL makes of the time at which they were made. A game that others began from the same set-up has
the set-up's pieces, but not those that came later, nor do they stand where the log's steps have put them.
"""

from __future__ import annotations

from typing import NamedTuple

from ingest.vassal.summary import Cell, Summary, views

LIKE = 0.5
"""Of all pieces of two logs, and of the witnesses, the share that must stand alike for the later to go on from the earlier."""
FOR_ONE = 3
"""How many times as many pieces must stand as the earlier log's steps left them as stand where they were before it."""
RETOLD = 0.5
"""The share of a branch's steps that another branch must tell too to be the same game told anew."""
FEW = 3
"""Steps of which fewer tell nothing of whether a branch is told anew."""


class Link(NamedTuple):
    """Where a log begins in another: after the step `at`; its first `again` steps are that one's next. `exact`: no piece differs."""

    at: int
    again: int
    exact: bool = True

    @property
    def until(self) -> int:
        """The number of the other log's steps up to which both are one."""
        return self.at + self.again


class Likeness(NamedTuple):
    """What the pieces of a log's beginning say of another log's end: how many there are in either, and how many stand alike.

    Of those that the other log's steps moved or made, the witnesses: how many stand as they left them, and how many as before.
    """

    pieces: int
    alike: int
    witnesses: int
    kept: int
    undone: int

    @property
    def goes_on(self) -> bool:
        """Whether the one goes on from the other, with some pieces tidied up between them."""
        return self.shared and self.kept > 0 and self.kept >= LIKE * self.witnesses and self.kept >= FOR_ONE * self.undone

    @property
    def shared(self) -> bool:
        """Whether most pieces are in both, and stand alike."""
        return self.alike >= LIKE * self.pieces


def same_steps(one: Summary, at: int, other: Summary) -> int:
    """Return how many of `other`'s first steps are those of `one` after its step `at`."""
    most = min(one.last - at, other.last)
    return next((count for count in range(most) if one.steps[at + count] != other.steps[count]), most)


def exact_links(one: Summary, other: Summary) -> list[Link]:
    """Return where `other` begins in `one`, most alike first: where the whole position is the same, else all pieces are, else their points.

    Where both begin alike, it is no later part of it, even if all came back to where it began.
    """
    if one.module != other.module or not other.start or strangers(one, other):
        return []
    for known, view in zip(one.where, views(other.positions[0]), strict=True):
        ats = known.get(view, [])
        if known is one.where[-1] and (other.last == 0 or 0 in ats[:1]):  # other states at the same points: no proof
            return []
        if ats:
            ats = [0] if ats[0] == 0 else ats
            links = [Link(at, same_steps(one, at, other)) for at in ats]
            return sorted(links, key=lambda link: (link.again, link.at), reverse=True)
    return []


def holds(one: Summary, other: Summary, links: list[Link]) -> bool:
    """Return whether `one` tells all that `other` does: its position, and then its steps."""
    link = next((link for link in links if link.again == other.last), None)
    if link is None:
        return False
    standing = one.positions[link.at]
    if standing == other.positions[0]:
        return True
    return standing.pieces == other.positions[0].pieces and link.at < one.last  # a property that no step tells


def likeness(one: Summary, other: Summary) -> Likeness:
    """Return what `other`'s pieces at its beginning say of `one`'s end: those that `one` moved; where it moved none, those it changed."""
    moved = {id_: cells for id_, cells in one.net.items() if _moved(*cells)}
    kept, undone = sum(1 for id_ in one.made if id_ in other.ids), 0
    changed = moved or ({} if one.made else one.net)
    witnesses = sum(1 for _, after in changed.values() if after is not None) + len(one.made - changed.keys())
    for id_, (before, after) in changed.items():
        now = other.start.get(id_)
        if _same(now, after, bool(moved)):
            kept += now is not None and id_ not in one.made  # that one is gone in both, a log from before it was made would tell too
        elif _same(now, before, bool(moved)):
            undone += 1
    if not kept:
        return Likeness(len(one.start), 0, witnesses, 0, undone)
    here = len(one.start) + sum((after is not None) - (before is not None) for before, after in one.net.values())
    both = [(cell, end) for id_, cell in other.start.items() if (end := one.cell_at_end(id_)) is not None]
    alike = sum(cell.place == end.place for cell, end in both)
    return Likeness(here + len(other.start) - len(both), alike, witnesses, kept, undone)


def _moved(before: Cell | None, after: Cell | None) -> bool:
    return before is None or after is None or before.place != after.place


def _same(one: Cell | None, other: Cell | None, moved: bool) -> bool:
    if one is None or other is None:
        return one is other
    return one.place == other.place if moved else one == other


def turned_only(one: Summary, other: Summary) -> bool:
    """Return whether `other` is `one` later on, though no step leads there: all pieces stand where they did, and time has passed."""
    if one.module != other.module or one.net or not other.start or strangers(one, other) or one.positions[-1] == other.positions[0]:
        return False
    same_places = one.start.keys() == other.start.keys() and one.positions[-1].places == other.positions[0].places
    return same_places and (one.time, one.saved) < (other.time, other.saved)


def strangers(one: Summary, other: Summary) -> bool:
    """Return whether nobody who sits in one of two logs sits in the other."""
    here, there = {**one.seats, **one.later_seats}, {**other.seats, **other.later_seats}
    return bool(here and there) and frozenset[str]().union(*here.values()).isdisjoint(frozenset[str]().union(*there.values()))


def rivals(one: Summary, other: Summary) -> bool:
    """Return whether somebody else sits in a seat of one log than in that of the other: then they are two games."""
    here, there = {**one.seats, **one.later_seats}, {**other.seats, **other.later_seats}
    return any(here[side].isdisjoint(there[side]) for side in here.keys() & there.keys())
