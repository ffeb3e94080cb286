"""Logs that go on from each other are one game: a game by mail is a folder of them.

Who steps through an old log while recording writes its steps again; who loads it, plays it to its end and then begins to record
goes on from there, perhaps after some tidying. Who stops in the middle of it, to react, leaves the rest of it unplayed: which of two
branches was played is known once a third log goes on from one of them, or when one tells most of the other anew. A save is a log without
steps. Neither the names of files nor their order say anything.

| what decides | how |
|---|---|
| a position that stood after some step of the earlier log | the later log goes on there; the steps that both have are told once |
| most pieces, as the earlier log's steps left them (`kinship`) | it goes on from that log's end; what differs is told between them |
| a third log that goes on from one of two branches | the other is left out, and named |
| a branch that tells most of the other's steps | the other is left out, and named |
| another player in the same seat | two games |
| a set-up that both begin with, and nothing else | two games |
| none of these | each is a game of its own, and names the other |
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from ingest.vassal.kinship import (
    FEW,
    RETOLD,
    Likeness,
    Link,
    exact_links,
    holds,
    likeness,
    rivals,
    same_steps,
    turned_only,
)
from ingest.vassal.summary import Summary

SUPERSEDED, BRANCH = "superseded", "branch"


class Member(msgspec.Struct, frozen=True):
    """A log of a game: how many of its first steps the logs before it have told, and up to which step it was played."""

    path: Path
    digest: str
    told: int
    until: int


class Note(msgspec.Struct, frozen=True):
    """What the logs leave open, or what was left out: a rule, the message, and the digest of the log that it is about."""

    rule: str
    message: str
    digest: str


class Game(msgspec.Struct, frozen=True):
    """A game: its logs in order, notes, and the digests of logs that one of its logs holds whole."""

    members: tuple[Member, ...]
    notes: tuple[Note, ...] = ()
    held: tuple[str, ...] = ()

    @property
    def digests(self) -> list[str]:
        """Of the contents that it is made of: its logs', and those that were left out or are named."""
        return list(dict.fromkeys([*(one.digest for one in self.members), *(one.digest for one in self.notes)]))

    @property
    def parts(self) -> list[str]:
        """Of the contents that are told, held or left out here: before the others were there, each could be the first of a game."""
        left_out = (one.digest for one in self.notes if one.rule == SUPERSEDED)
        return list(dict.fromkeys([*(one.digest for one in self.members), *left_out, *self.held]))

    @property
    def digest(self) -> str:
        """The digest of all of them: another one where anything that is told differs."""
        digests = self.digests
        return digests[0] if len(digests) == 1 else hashlib.sha256("\n".join(digests).encode()).hexdigest()


def alone(one: Summary) -> Game:
    """Return the game of a log that no other belongs to."""
    return Game((Member(one.path, one.digest, 0, one.last),))


def games(summaries: Iterable[Summary]) -> dict[str, Game]:
    """Return the game that each log is of, by the digest of its content."""
    all_ = {one.digest: one for one in sorted(summaries, key=_order, reverse=True)}
    leading, holders = _leading(list(all_.values()))
    found = _Tree(leading).games()
    for digest, held_by in holders.items():
        of = {id(found[one]): found[one] for one in held_by}
        found[digest] = next(iter(of.values())) if len(of) == 1 else alone(all_[digest])
    return _with_held(found, holders.keys())


def _with_held(found: dict[str, Game], held: Iterable[str]) -> dict[str, Game]:
    """The same games, each with the logs that it holds."""
    holding: dict[int, list[str]] = {}
    for digest in held:
        if found[digest].members[0].digest != digest:
            holding.setdefault(id(found[digest]), []).append(digest)
    full = {id(game): game for game in found.values()}
    full |= {key: msgspec.structs.replace(full[key], held=tuple(sorted(digests))) for key, digests in holding.items()}
    return {digest: full[id(game)] for digest, game in found.items()}


def _order(one: Summary) -> tuple[object, ...]:
    return one.last, one.time, one.saved, one.digest


def _leading(all_: Sequence[Summary]) -> tuple[list[Summary], dict[str, list[str]]]:
    """The logs that no other holds whole, longest first; and which of them hold each of the others."""
    leading: list[Summary] = []
    holders: dict[str, list[str]] = {}
    for one in all_:
        held_by = [other.digest for other in leading if holds(other, one, exact_links(other, one))]
        if held_by:
            holders[one.digest] = held_by
        else:
            leading.append(one)
    return leading, holders


class _Branch(msgspec.Struct, frozen=True):
    """A log that begins after the step `until` of another, of which it repeats `again` steps; `exact`: no piece differs."""

    log: Summary
    until: int
    again: int
    exact: bool = True


class _Tree:
    """Which log begins where in which other, and the games that this makes."""

    def __init__(self, logs: Sequence[Summary]) -> None:
        self.logs = sorted(logs, key=lambda one: (one.time, one.saved, one.digest))
        self.by_digest = {one.digest: one for one in self.logs}
        self.parent: dict[str, str] = {}
        self.ends: dict[str, list[_Branch]] = {one.digest: [] for one in logs}
        self.parts: dict[str, list[_Branch]] = {one.digest: [] for one in logs}
        self.notes: dict[str, list[Note]] = {one.digest: [] for one in logs}
        self._grow()

    def _grow(self) -> None:
        """Find for each log where it begins; exact beginnings first. The last logs first, so that in a circle the first has none."""
        waiting = []
        for log in reversed(self.logs):
            if not self._begin_exactly(log):
                waiting.append(log)
        near = [(log, other, like) for log in waiting if (best := self._nearest(log)) for other, like in [best]]
        for log, other, _ in sorted(near, key=lambda one: (one[2], one[0].digest), reverse=True):
            if self.ends[other.digest]:
                self._doubt(
                    other,
                    log,
                    f"goes on from the end of {other.path.name}, as {self.ends[other.digest][0].log.path.name} does",
                )
            elif not self._below(other, log) and not self._begun_as(other, log):
                self._join(other, _Branch(log, other.last, 0, False))

    def _begin_exactly(self, log: Summary) -> bool:
        """Let a log begin where its position stood in another, rather at the end of one than inside; False where it stood in none."""
        found: list[tuple[bool, int, int, str, Summary, Link]] = []
        for other in self.logs:
            links = exact_links(other, log) if other is not log else []
            link = next((link for link in links if link.until == other.last), links[0] if links else None)
            if link is not None and (link.at or not other.last):
                found.append((link.until == other.last, link.again, other.last, other.digest, other, link))
        for ends, _, _, _, other, link in sorted(found, key=lambda one: one[:4], reverse=True):
            if not self._below(other, log) and (ends or not rivals(other, log)):
                self._join(other, _Branch(log, link.until, link.again))
                return True
        return False

    def _nearest(self, log: Summary) -> tuple[Summary, int] | None:
        """The log from whose end another goes on, though pieces were tidied up between: the last of those that it can be."""
        can: dict[str, int] = {}
        unlike: tuple[int, str, Likeness | None] = (0, "", None)
        for other in self.logs:
            if other is log or other.module != log.module or rivals(other, log) or self._begun_as(other, log):
                continue
            if turned_only(other, log):
                can[other.digest] = len(log.start)
            elif other.net or other.made:
                like = likeness(other, log)
                if like.goes_on:
                    can[other.digest] = like.alike
                elif like.kept > like.undone and like.shared:
                    unlike = max(unlike, (like.alike, other.digest, like), key=lambda one: one[:2])
        if not can and unlike[2] is not None:
            other, like = self.by_digest[unlike[1]], unlike[2]
            self._doubt(other, log, f"has {like.kept:,} pieces as {other.path.name} leaves them, {like.undone:,} as before it")
        if not can:
            return None
        last = max(can, key=lambda digest: (can[digest], digest))
        seen = {last}
        while later := [one for one in can if one not in seen and self._after(last, one)]:
            last = max(later, key=lambda digest: (can[digest], digest))
            seen.add(last)
        return self.by_digest[last], can[last]

    def _after(self, one: str, other: str) -> bool:
        """Whether a log stands after another: it begins in it, or its pieces say so."""
        return self._below(self.by_digest[other], self.by_digest[one]) or (
            not self._below(self.by_digest[one], self.by_digest[other]) and likeness(self.by_digest[one], self.by_digest[other]).goes_on
        )

    def _join(self, other: Summary, branch: _Branch) -> None:
        self.parent[branch.log.digest] = other.digest
        (self.ends if branch.until == other.last else self.parts)[other.digest].append(branch)

    def _below(self, log: Summary, other: Summary) -> bool:
        """Whether a log is another, or goes on from it."""
        at: str | None = log.digest
        while at is not None and at != other.digest:
            at = self.parent.get(at)
        return at is not None

    def _begun_as(self, log: Summary, other: Summary) -> bool:
        """Whether the game that a log is of began where another begins: that is no later part of it, even if all came back to there."""
        at: str | None = log.digest
        while at is not None and self.by_digest[at].positions[0] != other.positions[0]:
            at = self.parent.get(at)
        return at is not None

    def _doubt(self, one: Summary, other: Summary, what: str) -> None:
        """Two logs may be of one game, and may not: each names the other."""
        text = f"{other.path.name} {what}; nothing tells whether it is of the same game, so that it is read as another one"
        self.notes[one.digest].append(Note(BRANCH, text, other.digest))
        self.notes[other.digest].append(Note(BRANCH, text, one.digest))

    def games(self) -> dict[str, Game]:
        """Return the game that each log is of."""
        found: dict[str, Game] = {}
        roots = [log for log in self.logs if log.digest not in self.parent]
        for group in _begun_alike(roots):
            standing, beaten = self._contest([_Branch(log, 0, 0) for log in group])
            for branch in standing[1:]:
                self._doubt(standing[0].log, branch.log, f"begins as {standing[0].log.path.name} does, and goes another way")
            for branch in standing:
                self._tell(branch.log, [loser for loser, winner in beaten if winner is branch], found)
        return found

    def _tell(self, first: Summary, beaten: list[_Branch], found: dict[str, Game]) -> None:
        """Follow a game from its first log to its last; what parts from it, and is not left out, begins a game of its own."""
        members = [Member(first.path, first.digest, 0, first.last)]
        notes: list[Note] = []
        others: list[Summary] = []
        left_out: list[str] = []
        log = first
        self._drop(beaten, first, notes, left_out)
        while True:
            following, beaten, own = self._next(log)
            others += [branch.log for branch in own]
            notes += self.notes[log.digest]
            self._drop(beaten, following.log if following else log, notes, left_out)
            if following is None:
                break
            if following.until < log.last:
                members[-1] = msgspec.structs.replace(members[-1], until=following.until)
                notes.append(_cut(log, following))
                self._drop(self.ends[log.digest], following.log, notes, left_out)
            log = following.log
            members.append(Member(log.path, log.digest, following.again, log.last))
        game = Game(tuple(members), tuple(notes))
        found.update(dict.fromkeys([*(one.digest for one in members), *left_out], game))
        for other in others:
            self._tell(other, [], found)

    def _drop(self, branches: list[_Branch], winner: Summary, notes: list[Note], left_out: list[str]) -> None:
        """Leave out logs that were not played, and those that go on from them."""
        waiting = list(branches)
        while waiting:
            log = waiting.pop().log
            left_out.append(log.digest)
            notes.append(_left_out(log, winner))
            waiting += [*self.ends[log.digest], *self.parts[log.digest]]

    def _next(self, log: Summary) -> tuple[_Branch | None, list[_Branch], list[_Branch]]:
        """What follows a log, what is left out for it, and what becomes games of their own."""
        ends, beaten_ends = self._contest(self.ends[log.digest])
        beaten = [loser for loser, _ in beaten_ends]
        parts = self.parts[log.digest]
        played = [part for part in parts if self._goes_on(part.log) or self._retells(part, log, ends)]
        if len(played) == 1 and (not ends or self._retells(played[0], log, ends)):
            return played[0], [part for part in parts if part is not played[0]], []
        if parts and ends and not played:
            beaten += parts
            parts = []
        for part in parts:
            self._doubt(log, part.log, f"goes another way after step {part.until} of {log.path.name}")
        further = [end for end in ends if self._goes_on(end.log)]
        if len(further) == 1 and self._begun(log):
            beaten += [end for end in ends if end not in further and not rivals(further[0].log, end.log)]
            ends = [end for end in ends if end not in beaten]
        if len(ends) == 1:
            return ends[0], beaten, parts
        for end in ends if len(ends) > 1 else []:
            self._doubt(log, end.log, f"is one of {len(ends)} that go on from the end of {log.path.name}")
        following = further[0] if len(further) == 1 else None
        return following, beaten, [*parts, *(end for end in ends if end is not following)]

    def _begun(self, log: Summary) -> bool:
        """Whether a game is under way at the end of a log: many may begin from a set-up, but only one goes on from what was played."""
        at: str | None = log.digest
        while at is not None and not any(self.by_digest[at].acts):
            at = self.parent.get(at)
        return at is not None

    def _goes_on(self, log: Summary) -> bool:
        return bool(self.ends[log.digest] or self.parts[log.digest])

    def _contest(self, branches: list[_Branch]) -> tuple[list[_Branch], list[tuple[_Branch, _Branch]]]:
        """Those of some branches from one point that were played, as far as it is known; and those that were not, with what was instead."""
        beaten: list[tuple[_Branch, _Branch]] = []
        standing = list(branches)
        for branch in branches:
            winner = next((one for one in standing if one is not branch and self._beats(one, branch)), None)
            if winner is not None:
                beaten.append((branch, winner))
                standing.remove(branch)
        named = [(loser, _final(winner, beaten)) for loser, winner in beaten]
        return standing, named

    def _beats(self, one: _Branch, other: _Branch) -> bool:
        """Whether a branch was played, and the other from the same point was not."""
        if rivals(one.log, other.log):
            return False
        mine, theirs = one.log.steps[one.again :], other.log.steps[other.again :]
        common = next((at for at, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs)))
        if self._told_anew(one, other, common):
            return not self._told_anew(other, one, common)
        acted = any(one.log.acts[one.again : one.again + common])
        return acted and self._goes_on(one.log) and not self._goes_on(other.log)

    def _told_anew(self, one: _Branch, other: _Branch, common: int) -> bool:
        """Whether one branch tells most of what another does after their common steps."""
        mine = self._acts([one.log], one.again + common)
        theirs = self._acts([other.log], other.again + common)
        return _mostly(theirs, mine)

    def _retells(self, part: _Branch, log: Summary, ends: list[_Branch]) -> bool:
        """Whether a branch from inside a log tells most of its rest, and of those that go on from that."""
        rest = {digest for digest, acts in zip(log.steps[part.until :], log.acts[part.until :], strict=True) if acts}
        rest |= self._acts([end.log for end in ends], 0)
        return _mostly(rest, self._acts([part.log], part.again))

    def _acts(self, logs: list[Summary], first: int) -> set[bytes]:
        """The steps that changed pieces, of logs and all that go on from them; of the first log only those from the step `first`."""
        found: set[bytes] = set()
        waiting = [(log, first) for log in logs]
        while waiting:
            log, at = waiting.pop()
            found.update(digest for digest, acts in zip(log.steps[at:], log.acts[at:], strict=True) if acts)
            waiting += [(branch.log, 0) for branch in (*self.ends[log.digest], *self.parts[log.digest])]
        return found


def _final(winner: _Branch, beaten: list[tuple[_Branch, _Branch]]) -> _Branch:
    """What was played instead of a branch, if that was beaten by another itself."""
    seen = []
    while (further := next((by for loser, by in beaten if loser is winner), None)) is not None and winner not in seen:
        seen.append(winner)
        winner = further
    return winner


def _mostly(steps: set[bytes], others: set[bytes]) -> bool:
    return len(steps) >= FEW and len(steps & others) >= RETOLD * len(steps)


def _left_out(log: Summary, winner: Summary) -> Note:
    also = set(winner.steps)
    told = next((at for at, step in enumerate(log.steps) if step not in also), log.last)
    what = f"{log.path.name} is left out" + (f" after its step {told:,} of {log.last:,}" if 0 < told < log.last else "")
    why = f"{winner.path.name} tells all of its steps" if told == log.last else f"the game went on as {winner.path.name} tells it"
    return Note(SUPERSEDED, f"{what}: {why}", log.digest)


def _cut(log: Summary, branch: _Branch) -> Note:
    count = log.last - branch.until
    steps = "step is" if count == 1 else f"{count:,} steps are"
    other = f"{branch.log.path.name} goes another way after its step {branch.until:,}, and the game went on there"
    return Note(SUPERSEDED, f"the last {steps} left out of {log.path.name}: {other}", log.digest)


def _begun_alike(roots: list[Summary]) -> list[list[Summary]]:
    """Logs by their beginning: those with one position that also share steps which changed a piece."""
    groups: list[list[Summary]] = []
    for log in roots:
        group = next((one for one in groups if _alike(one[0], log)), None)
        if group is None:
            groups.append([log])
        else:
            group.append(log)
    return groups


def _alike(one: Summary, other: Summary) -> bool:
    if one.module != other.module or not one.start or one.positions[0] != other.positions[0]:
        return False
    return any(one.acts[: same_steps(one, 0, other)])
