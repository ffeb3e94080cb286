"""Classes as tables: what the stream says about a class, compiled to a list of reading steps.

Nothing is ever looked up or made by a class's name: a class is its list of fields, no more.
The grammar is chapter 6 of the Java Object Serialization Specification, version 5.
"""

from __future__ import annotations

from struct import Struct
from typing import Any

# Flags of a class description (section 6.4.2).
WRITE_METHOD, SERIALIZABLE, EXTERNALIZABLE, BLOCK_DATA, ENUM = 1, 2, 4, 8, 16

PRIMITIVES = {"B": "b", "C": "H", "D": "d", "F": "f", "I": "i", "J": "q", "S": "h", "Z": "?"}
"""Java's field type codes as codes of Python's `struct`, big-endian."""

# Steps of a program. From 0 up a step reads one value; the kinds differ in what may come.
VALUE = 0  # one object, string, reference or null
CONTENT = 1  # the same, or block data, or the mark that ends a list of contents
# Below 0 a step does more.
TOP = -4  # one value, or the end of the stream
ANNOTATION = -1  # open a list of contents: what a class's own writeObject wrote
NUMBERS = -2  # read a run of primitive fields: the Struct comes next in the program
MAYBE = -3  # fields that may be unwritten: the MaybeFields comes next in the program

REFERENCE = 0x71

BOXES = frozenset(f"java.lang.{name}" for name in ("Boolean", "Byte", "Short", "Integer", "Long", "Float", "Double"))


class MaybeFields:
    """Step for a class with a writeObject method and only object fields, which it may not have written.

    A value never begins with an end mark or block data, so the next byte tells (1.9's
    GameDataComponent and DelegateList write no fields at all).
    """

    __slots__ = ("count", "steps")

    def __init__(self, count: int) -> None:
        self.count = count
        self.steps = (VALUE,) * count + (ANNOTATION,)


class JavaClass:
    """One class description.

    Attributes:
        name: full Java name, e.g. `games.strategy.engine.data.Unit`.
        short: the part after the last dot.
        parent: description of the superclass, or None.
        own: (type code, name) of the fields this class itself declares, in stream order.
        slot: field name without the `m_` of 1.9, and spelled as since 1.3 where 1.0 wrote `attatchments` -> index in the
            object's list. A field that hides one of a superclass wins; `Class.field` always finds both.
        annotation: class name -> index of the list that its writeObject wrote.
        lineage: short names of the class and its superclasses.
        head: reads the primitive fields that come first; None when the first field is an object.
        program: steps that read the rest of an object.
        leaf: there is no rest.
        listlike: the rest is one list of contents, as in every collection.
        references: the rest is so many references, if the type codes (every fifth byte) are those.
        boxed: the object is a wrapped number or boolean and is read as that.
    """

    __slots__ = (
        "annotation",
        "boxed",
        "flags",
        "head",
        "leaf",
        "lineage",
        "listlike",
        "name",
        "own",
        "parent",
        "program",
        "references",
        "short",
        "slot",
    )

    def __init__(self, name: str, flags: int, own: tuple[tuple[str, str], ...], parent: JavaClass | None) -> None:
        self.name, self.flags, self.own, self.parent = name, flags, own, parent
        self.short = name.rpartition(".")[2]
        self.slot: dict[str, int] = {}
        self.annotation: dict[str, int] = {}
        chain = self.chain()
        self.lineage = frozenset(c.short for c in chain)
        self._number(chain)
        self.head, self.program = _beheaded([step for c in chain for step in _steps(c)])
        self.leaf = not self.program
        self.listlike = self.program == (ANNOTATION,)
        self.references = References(len(self.program)) if set(self.program) == {VALUE} else None
        self.boxed = self.leaf and name in BOXES and self.head is not None and len(self.head.format) == 2

    def __repr__(self) -> str:
        return f"JavaClass({self.name})"

    def chain(self) -> list[JavaClass]:
        """Return superclasses first, this class last: the order of the data in the stream."""
        out: list[JavaClass] = []
        at: JavaClass | None = self
        while at is not None:
            out.append(at)
            at = at.parent
        return out[::-1]

    def fields(self) -> list[tuple[str, int]]:
        """Return (plain name, index) of every field, superclasses first."""
        return [(name, at) for name, at in self.slot.items() if "." not in name]

    def _number(self, chain: list[JavaClass]) -> None:
        at = 1  # index 0 of an object's list is its class
        for level in chain:
            for _, name in () if level.flags & EXTERNALIZABLE else level.own:
                plain = name.removeprefix("m_").replace("attatch", "attach")
                self.slot[plain] = self.slot[f"{level.short}.{plain}"] = at
                at += 1
            if level.flags & (WRITE_METHOD | EXTERNALIZABLE):
                self.annotation[level.name] = at
                at += 1


class References:
    """Reads so many references in one go: nine changes of ten in a history are nothing else."""

    __slots__ = ("codes", "size", "unpack_from")

    def __init__(self, count: int) -> None:
        self.codes = bytes((REFERENCE,)) * count
        self.size = 5 * count
        self.unpack_from = Struct(">" + "xI" * count).unpack_from


def _steps(level: JavaClass) -> list[Any]:
    """Return steps for the fields of one class of a chain. Primitives come first in the stream (section 6.4.1)."""
    if level.flags & EXTERNALIZABLE:
        return [ANNOTATION]
    codes = "".join(PRIMITIVES[t] for t, _ in level.own if t in PRIMITIVES)
    objects = len(level.own) - len(codes)
    custom = bool(level.flags & WRITE_METHOD)
    if custom and objects and not codes:
        return [MAYBE, MaybeFields(objects)]
    return [NUMBERS, Struct(">" + codes)] * bool(codes) + [VALUE] * objects + [ANNOTATION] * custom


def _beheaded(steps: list[Any]) -> tuple[Struct | None, tuple[Any, ...]]:
    """Return the primitive fields that all come first as one Struct, and the steps after them."""
    codes = ">"
    while steps and steps[0] == NUMBERS:
        codes += steps[1].format[1:]
        del steps[:2]
    return Struct(codes) if len(codes) > 1 else None, tuple(steps)
