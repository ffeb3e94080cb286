"""The table of a game: its pieces, stacks and decks, and what each command does to them, as VASSAL's own does it.

Stacks come and go without a word: a piece that moves onto another forms one, and `M/` names only the piece that it
then lies on. A piece in a stack stands where the stack does, whatever its own state says.
"""

from __future__ import annotations

from collections.abc import Iterator

from ingest.vassal import commands as do
from ingest.vassal.errors import VassalError
from ingest.vassal.limits import DEFAULT, Limits
from ingest.vassal.pieces import DECK, PIECE, STACK, Type, Types, hidden_by
from ingest.vassal.sequence import join, number, split, traits

Spot = tuple[str, int, int]
"""A point of a map."""


class Piece:
    """A piece, stack or deck on the table.

    `states` are the states of its traits, outermost first; `parent` is the stack or deck that it lies in; `members` are those that lie
    in it, from the bottom; `map` is None off all maps. `face_down` is a deck's.
    """

    __slots__ = ("face_down", "gpid", "id", "map", "members", "parent", "states", "type", "x", "y")

    def __init__(self, id_: str, type_: Type) -> None:
        self.id, self.type = id_, type_
        self.states: list[str] = []
        self.map: str | None = None
        self.x = self.y = 0
        self.gpid = ""
        self.parent: Piece | None = None
        self.members: list[Piece] = []
        self.face_down = False

    @property
    def spot(self) -> Spot | None:
        """The point where it stands; None off all maps."""
        place = self.parent or self
        return None if place.map is None else (place.map, place.x, place.y)

    def hidden(self, player: str = "") -> bool:
        """Whether a player other than `player` makes it unseen."""
        return any(self._other(level, player) for level in self.type.hides)

    def masked(self) -> str | None:
        """What is seen instead of it while somebody masks it: the mask's name, perhaps empty; None while nobody does."""
        return next((name for level, name in self.type.masks if self._other(level, "")), None)

    def _other(self, level: int, player: str) -> bool:
        who = hidden_by(self.states[level]) if level < len(self.states) else ""
        return bool(who) and who != player


class Table:
    """All that a game's commands have made so far.

    Attributes:
        pieces: by id. boards: map to the boards it is made of. properties: value by (container, key).
        trackers: state of each turn tracker. seats: player id to (name, side). touched: pieces that may be seen otherwise
            than when this was last emptied. rearranged: maps got other boards since then.
    """

    def __init__(self, name: str = "", limits: Limits = DEFAULT) -> None:
        self.name, self.limits = name, limits
        self.types = Types(name, limits)
        self.pieces: dict[str, Piece] = {}
        self.boards: dict[str, tuple[do.Placed, ...]] = {}
        self.properties: dict[tuple[str, str], str] = {}
        self.trackers: dict[str, str] = {}
        self.seats: dict[str, tuple[str, str]] = {}
        self.touched: dict[str, None] = {}
        self.rearranged = False
        self._spots: dict[Spot, dict[str, None]] = {}
        self._made = 0
        self._filling: tuple[int, Piece] | None = None

    def apply(self, command: do.Command, depth: int = 1) -> None:
        """Carry a command out; `depth` is its place in the tree, which says what a deck is filled with.

        Raises:
            VassalError: more pieces than a game has.
        """
        if self._filling and depth <= self._filling[0]:
            self._filling = None
        if isinstance(command, do.AddPiece):
            self._add(command)
        elif isinstance(command, do.MovePiece):
            self._move(command)
        elif isinstance(command, do.ChangePiece):
            self._change(command)
        elif isinstance(command, do.RemovePiece):
            self._remove(command.id)
        elif isinstance(command, do.Named) and command.name == "deck":
            self._fill(command.fields[0], depth)
        else:
            self._set(command)

    def _set(self, command: do.Command) -> None:
        if isinstance(command, do.Property):
            self.properties[command.container, command.key] = command.value
        elif isinstance(command, do.Turn):
            self.trackers[command.tracker] = command.state
        elif isinstance(command, do.Seat):
            self.seats[command.id] = (command.name, command.side)
        elif isinstance(command, do.SeatLeft):
            self.seats.pop(command.id, None)
        elif isinstance(command, do.Boards):
            self.boards[command.map] = command.boards
            self.rearranged = True

    def state_of(self, piece: Piece) -> str:
        """Return the state of a stack as it is now, as VASSAL writes it (without its layer)."""
        ids = [one.id for one in piece.members]
        return join([piece.map if piece.map is not None else do.NONE, str(piece.x), str(piece.y), *ids], ";")

    def _add(self, command: do.AddPiece) -> None:
        id_ = command.id
        if self._filling or id_ == do.NONE:
            id_ = self._new_id()
        if id_ in self.pieces:
            self._remove(id_)
        if len(self.pieces) >= self.limits.max_pieces:
            raise VassalError(f"more than {self.limits.max_pieces:,} pieces; expected one game", file=self.name)
        piece = self.pieces[id_] = Piece(id_, self.types.read(command.type))
        self._set_state(piece, command.state)
        if self._filling:
            self._insert(self._filling[1], piece, len(self._filling[1].members))

    def _new_id(self) -> str:
        self._made += 1
        return f"~{self._made}"

    def _fill(self, deck: str, depth: int) -> None:
        """A deck is emptied; the pieces of the commands below fill it."""
        held = self.pieces.get(deck)
        if held is None or held.type.kind != DECK:
            return
        for piece in list(held.members):
            self._loosen(piece)
            self._off(piece)
        self._filling = (depth, held)

    def _remove(self, id_: str) -> None:
        piece = self.pieces.get(id_)
        if piece is None:
            return
        self.touched[id_] = None
        for member in list(piece.members):
            self._loosen(member)
            self._off(member)
        self._loosen(piece)
        self._unspot(piece)
        del self.pieces[id_]

    def _change(self, command: do.ChangePiece) -> None:
        piece = self.pieces.get(command.id)
        if piece is None:
            return
        if command.old is None:
            self._set_state(piece, command.new)
        elif piece.type.kind == PIECE:
            self._merge_traits(piece, command.new, command.old)
        else:
            self._set_state(piece, self._merged(piece, command.new, command.old))

    def _merge_traits(self, piece: Piece, new: str, old: str) -> None:
        """Set only those traits whose state differs between the old and the new one: others may have changed meanwhile."""
        before, after = self._levels(old), self._levels(new)
        own = list(piece.states)
        for level, state in enumerate(after):
            if level >= len(own) or level >= len(before):
                break
            if before[level] != state:
                own[level] = state
        last = len(after) - 1
        moved = last == len(own) - 1 and (last >= len(before) or before[last] != after[last])
        self._set_levels(piece, own, moved=moved)

    def _merged(self, piece: Piece, new: str, old: str) -> str:
        """The state of a stack whose contents changed meanwhile: what came to it since `old` was written stays in it."""
        after, before = split(new, ";"), split(old, ";")
        now = self.state_of(piece)
        if piece.type.kind == DECK or before == split(now, ";"):
            return new
        contents, gone = after[3:], set(before[3:])
        at = -1
        for number_, member in enumerate(piece.members):
            if member.id not in contents and member.id not in gone:
                at = -1 if number_ == 0 else _index(contents, piece.members[number_ - 1].id)
                contents.insert(at + 1, member.id)
        return join([*after[:3], *contents], ";")

    def _levels(self, text: str) -> list[str]:
        try:
            return traits(text, self.limits.max_traits)
        except ValueError as error:
            raise VassalError(f"the state of a piece with {error}; expected one game", file=self.name) from None

    def _set_state(self, piece: Piece, state: str) -> None:
        if piece.type.kind == STACK:
            self._set_stack(piece, split(state, ";"), split(state, ";")[3:])
        elif piece.type.kind == DECK:
            fields = split(self._levels(state)[-1], ";")
            piece.face_down = len(fields) > 3 and fields[3] == "true"
            self._set_stack(piece, fields, split(fields[4], ",") if len(fields) > 4 else [])
        else:
            self._set_levels(piece, self._levels(state), moved=True)

    def _set_levels(self, piece: Piece, states: list[str], moved: bool) -> None:
        piece.states = states
        self.touched[piece.id] = None
        if moved:
            fields = split(states[-1], ";")
            piece.gpid = fields[3] if len(fields) > 3 else ""
            self._stand(piece, *_point(fields))

    def _stand(self, piece: Piece, map_: str | None, x: int, y: int) -> None:
        """Put a piece to a point by its own state: on the map where it is already, a stack keeps it."""
        now = piece.parent.map if piece.parent else piece.map
        if piece.parent and map_ != now:
            self._loosen(piece)
        self._unspot(piece)
        piece.map, piece.x, piece.y = map_, x, y
        self._respot(piece)

    def _set_stack(self, stack: Piece, fields: list[str], ids: list[str]) -> None:
        self._unspot(stack)
        stack.map, stack.x, stack.y = _point(fields)
        self._respot(stack)
        stack.states = [";".join(fields)]
        self._touch(stack)
        inside = dict.fromkeys(ids)
        for gone in [one for one in stack.members if one.id not in inside]:
            self._loosen(gone)
            self._respot(gone)
        for id_ in inside:
            member = self.pieces.get(id_)
            if member is not None and member.type.kind == PIECE:
                self._insert(stack, member, len(stack.members))

    def _move(self, command: do.MovePiece) -> None:
        piece = self.pieces.get(command.id)
        if piece is None:
            return
        self._touch(piece)
        if command.map is None:
            self._loosen(piece)
            self._off(piece)
            return
        spot = (command.map, command.x, command.y)
        under = self.pieces.get(command.under) if command.under is not None else None
        if under is not None and under.spot == spot:
            self._merge(under, piece)
            return
        if not self._merge_at(spot, piece, command.player):
            self._place(piece, spot)
        if command.under is None and piece.parent is not None:
            piece.parent.members.remove(piece)
            piece.parent.members.insert(0, piece)

    def _merge_at(self, spot: Spot, piece: Piece, player: str) -> bool:
        """Put a piece onto what stands at a point, if anything there takes it."""
        for id_ in list(self._spots.get(spot, ())):
            there = self.pieces[id_]
            if there is piece:
                continue
            if there.type.kind == DECK or (not piece.type.alone and self._takes(there, player)):
                self._merge(there, piece)
                return True
        return False

    def _takes(self, there: Piece, player: str) -> bool:
        if there.type.kind == STACK:
            return any(not member.hidden(player) for member in there.members)
        return not there.type.alone and not there.hidden(player)

    def _place(self, piece: Piece, spot: Spot) -> None:
        """Put a piece to a free point: one that stacks gets a stack of its own there."""
        if piece.type.kind == PIECE and not piece.type.alone and piece.parent is None:
            self._insert(self._new_stack(spot), piece, 0)
            return
        if piece.parent is not None:
            self._loosen(piece)
        self._unspot(piece)
        piece.map, piece.x, piece.y = spot
        self._respot(piece)
        self._touch(piece)

    def _new_stack(self, spot: Spot) -> Piece:
        stack = Piece(self._new_id(), Type(STACK))
        stack.map, stack.x, stack.y = spot
        self.pieces[stack.id] = stack
        self._respot(stack)
        return stack

    def _merge(self, fixed: Piece, moving: Piece) -> None:
        """Lay a piece, or all of a stack, on another piece, or onto the top of a stack or deck."""
        if fixed.members:
            fixed = fixed.members[-1]
        if fixed is moving or fixed.parent is moving:
            return
        stack = fixed.parent
        if stack is None:
            if fixed.type.kind == PIECE and fixed.spot is not None:
                stack = self._new_stack(fixed.spot)
                self._insert(stack, fixed, 0)
            else:
                stack = fixed
        at = stack.members.index(fixed) + 1 if fixed in stack.members else len(stack.members)
        if moving.type.kind == PIECE:
            if moving.parent is stack and stack.members.index(moving) < at:
                at -= 1
            self._insert(stack, moving, at)
            return
        for member in list(moving.members):
            self._insert(stack, member, at)
            at += 1

    def _insert(self, stack: Piece, piece: Piece, at: int) -> None:
        self._loosen(piece)
        self._unspot(piece)
        stack.members.insert(at, piece)
        piece.parent = stack
        piece.map = stack.map
        self.touched[piece.id] = None

    def _loosen(self, piece: Piece) -> None:
        """Take a piece out of its stack; it keeps the stack's point until it gets another."""
        stack = piece.parent
        if stack is None:
            return
        stack.members.remove(piece)
        piece.parent = None
        piece.map, piece.x, piece.y = stack.map, stack.x, stack.y
        self.touched[piece.id] = None
        if not stack.members and stack.type.kind == STACK:
            self._unspot(stack)

    def _off(self, piece: Piece) -> None:
        """Take a piece off all maps."""
        self._unspot(piece)
        piece.map = None
        self._touch(piece)

    def _touch(self, piece: Piece) -> None:
        self.touched[piece.id] = None
        self.touched.update((member.id, None) for member in piece.members)

    def _unspot(self, piece: Piece) -> None:
        if piece.parent is None and piece.map is not None:
            there = self._spots.get((piece.map, piece.x, piece.y))
            if there is not None:
                there.pop(piece.id, None)
                if not there:
                    del self._spots[piece.map, piece.x, piece.y]

    def _respot(self, piece: Piece) -> None:
        if piece.parent is None and piece.map is not None:
            self._spots.setdefault((piece.map, piece.x, piece.y), {})[piece.id] = None

    def on_maps(self) -> Iterator[Piece]:
        """Yield the pieces that stand on a map: no stacks, no decks."""
        return (piece for piece in self.pieces.values() if piece.type.kind == PIECE and piece.spot is not None)


def _index(contents: list[str], id_: str) -> int:
    return contents.index(id_) if id_ in contents else -1


def _point(fields: list[str]) -> tuple[str | None, int, int]:
    map_ = fields[0]
    x, y = (number(field) for field in (*fields[1:3], "0", "0")[:2])
    return (None, x, y) if map_ == do.NONE else (map_, x, y)
