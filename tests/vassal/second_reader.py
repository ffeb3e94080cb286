"""What stands where after each step of a log, found a second time and another way: the text is cut by recursion, and every
piece keeps only its own state; who lies on whom is a list of lists.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO

Where = tuple[str, int, int]


def text_of(content: bytes) -> str:
    """The text of a save or log."""
    data = zipfile.ZipFile(BytesIO(content)).read("savedGame") if content[:2] == b"PK" else content
    if data[:4] == b"VOBS":
        return bytes(byte ^ data[4] for byte in data[5:]).decode()
    if data[:4] != b"!VCS":
        return data.decode()
    key = int(data[5:7], 16)
    plain = bytes(byte ^ key for byte in bytes.fromhex(data[7:].decode()))
    return (zlib.decompress(plain) if data[4:5] == b"Z" else plain).decode()


def tokens(text: str, delimiter: str) -> list[str]:
    """The tokens of a sequence."""
    parts = re.split(rf"(?<!\\){re.escape(delimiter)}", text) if delimiter in text else [text]
    found = [part.replace("\\" + delimiter, delimiter) for part in parts]
    return [one[1:-1] if len(one) > 1 and one[0] == one[-1] == "'" else one for one in found]


def flat(text: str) -> list[str]:
    """The commands of a tree in the order in which they are carried out."""
    own, *subs = tokens(text, "\x1b")
    first = [own] if "\x1b" not in own else flat(own)
    return first + [command for sub in subs for command in flat(sub)]


def levels(text: str) -> list[str]:
    """The traits of a type or state."""
    return list(_levels(text))


@lru_cache(maxsize=4096)
def _levels(text: str) -> tuple[str, ...]:
    own, *rest = tokens(text, "\t")
    return (own, *_levels.__wrapped__(rest[0])) if rest else (own,)


class SecondReader:
    """Pieces by id: type, states, and where each is or was by its own word; piles are stacks and decks."""

    def __init__(self, text: str) -> None:
        _, *tops = tokens(text, "\x1b")
        self.types: dict[str, list[str]] = {}
        self.states: dict[str, list[str]] = {}
        self.spots: dict[str, Where | None] = {}
        self.piles: dict[str, list[str]] = {}
        self.inside: dict[str, str] = {}
        self.filled = 0
        self.steps = [flat(top) for top in tops if top.startswith("LOG\t")]
        for top in tops:
            if not top.startswith("LOG\t"):
                self.carry_out(flat(top))

    def play(self) -> Iterator[dict[str, tuple[Where, tuple[str, ...]]]]:
        """What stands where at first, and after each step."""
        yield self.standing()
        for commands in self.steps:
            self.carry_out([command.removeprefix("LOG\t") for command in commands])
            yield self.standing()

    def standing(self) -> dict[str, tuple[Where, tuple[str, ...]]]:
        """Each piece on a map: where, and the states of its traits (not its own, which may lag behind its stack)."""
        found = {}
        for id_, type_ in self.types.items():
            where = self.where(id_)
            if type_[-1].startswith("piece;") and where is not None:
                found[id_] = where, tuple(self.states[id_][:-1])
        return found

    def where(self, id_: str) -> Where | None:
        pile = self.pile_of(id_)
        return self.spots[pile] if pile else self.spots[id_]

    def pile_of(self, id_: str) -> str | None:
        pile = self.inside.get(id_)  # where it was put last; the lists say whether it is still there
        return pile if pile in self.piles and id_ in self.piles[pile] else None

    def carry_out(self, commands: list[str]) -> None:
        for command in commands:
            kind, _, rest = command.partition("/")
            if kind == "+":
                self.add(*tokens(rest, "/")[:3])
            elif kind == "-":
                self.take_away(rest)
            elif kind == "D":
                self.change(*tokens(rest, "/"))
            elif kind == "M":
                self.move(*tokens(rest, "/"))

    def add(self, id_: str, type_: str, state: str) -> None:
        self.take_away(id_)
        self.types[id_], self.spots[id_] = levels(type_), None
        if self.is_pile(id_):
            self.piles[id_] = []
        self.set(id_, levels(state))

    def is_pile(self, id_: str) -> bool:
        return self.types[id_][-1] == "stack" or self.types[id_][-1].startswith("deck;")

    def set(self, id_: str, states: list[str]) -> None:
        fields = tokens(states[-1], ";")
        spot = None if fields[0] == "null" else (fields[0], int(fields[1]), int(fields[2]))
        if self.is_pile(id_):
            stack = self.types[id_][-1] == "stack"
            ids = fields[3:] if stack else tokens(fields[4], ",") if len(fields) > 4 else []
            old, self.spots[id_] = self.piles[id_], spot
            self.piles[id_] = []
            for member in old:
                self.spots[member] = spot
            for member in dict.fromkeys(ids):
                if member in self.types and not self.is_pile(member):
                    self.lift(member)
                    self.piles[id_].append(member)
                    self.inside[member] = id_
            return
        pile = self.pile_of(id_)
        if pile and (spot and spot[0]) != (self.spots[pile] and self.spots[pile][0]):  # type: ignore[index]
            self.lift(id_)
        self.states[id_], self.spots[id_] = states, spot

    def lift(self, id_: str) -> None:
        """Take a piece out of its pile, where it stays until it goes elsewhere."""
        pile = self.pile_of(id_)
        if pile:
            self.piles[pile].remove(id_)
            self.spots[id_] = self.spots[pile]

    def take_away(self, id_: str) -> None:
        if id_ not in self.types:
            return
        self.lift(id_)
        for member in self.piles.pop(id_, []):
            self.spots[member] = None
        for table in (self.types, self.states, self.spots):
            table.pop(id_, None)

    def change(self, id_: str, new: str, old: str | None = None) -> None:
        if id_ not in self.types:
            return
        after = levels(new)
        if old is None:
            self.set(id_, after)
        elif self.is_pile(id_):
            self.set(id_, [self.merged(id_, new, old)] if self.types[id_][-1] == "stack" else after)
        else:
            before, now = levels(old), list(self.states[id_])
            for at, (was, is_) in enumerate(zip(before, after, strict=True)):
                if was != is_:
                    now[at] = is_
            where = self.spots[id_]
            pile = self.pile_of(id_)
            if before[-1] != after[-1]:
                self.set(id_, now)
            else:
                self.states[id_] = now
                self.spots[id_] = where
                assert self.pile_of(id_) == pile

    def merged(self, id_: str, new: str, old: str) -> str:
        fields, before = tokens(new, ";"), tokens(old, ";")
        ids = fields[3:]
        for at, member in enumerate(self.piles[id_]):
            if member not in ids and member not in before[3:]:
                below = self.piles[id_][at - 1] if at else None
                ids.insert(ids.index(below) + 1 if below in ids else 0, member)
        return ";".join([*fields[:3], *ids])

    def move(self, id_: str, map_: str, x: str, y: str, under: str, *rest: str) -> None:
        if id_ not in self.types:
            return
        group = list(self.piles.get(id_, [])) if self.is_pile(id_) else [id_]
        if map_ == "null":
            for one in group:
                self.lift(one)
                self.spots[one] = None
            self.spots[id_] = None
            return
        spot = (map_, int(x), int(y))
        there = self.pile_under(under, spot) if under != "null" and under in self.types and self.where(under) == spot else None
        there = there or self.pile_at(spot, id_, rest[-1])
        if there is None and self.is_pile(id_):
            self.spots[id_] = spot
            return
        if there is None:
            self.filled += 1
            there = f"found-{self.filled}"
            if self.pile_of(id_) is None:
                self.types[there], self.piles[there], self.spots[there] = ["stack"], [], spot
            else:
                self.lift(id_)
                self.spots[id_] = spot
                return
        if there == id_:
            return
        for one in group:
            self.lift(one)
        members = self.piles[there]
        at = 0 if under == "null" and not self.is_pile(id_) else members.index(under) + 1 if under in members else len(members)
        members[at:at] = group
        self.inside.update(dict.fromkeys(group, there))

    def unseen(self, id_: str, player: str) -> bool:
        """Whether somebody else than a player hides a piece: nothing is laid onto what its mover does not see."""
        states = [state for type_, state in zip(self.types[id_], self.states[id_], strict=False) if type_.startswith("hide;")]
        return any(state.split(";")[0] not in ("", "null", player) for state in states)

    def pile_under(self, under: str, spot: Where) -> str:
        pile = self.pile_of(under)
        if pile is None and not self.is_pile(under):
            self.filled += 1
            pile = f"found-{self.filled}"
            self.types[pile], self.piles[pile], self.spots[pile] = ["stack"], [under], spot
            self.inside[under] = pile
        return pile or under

    def pile_at(self, spot: Where, moving: str, player: str) -> str | None:
        for pile, members in self.piles.items():
            seen = self.types[pile][-1] != "stack" or any(not self.unseen(one, player) for one in members)
            if pile != moving and self.spots[pile] == spot and seen:
                return pile
        for id_ in self.types:
            lone = id_ != moving and not self.is_pile(id_) and self.pile_of(id_) is None
            if lone and self.spots[id_] == spot and not self.unseen(id_, player):
                return self.pile_under(id_, spot)
        return None
