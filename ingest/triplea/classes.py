"""Reads the class descriptions of a Java stream (section 6.4.2 of its specification, newClassDesc)."""

from __future__ import annotations

from array import array
from struct import Struct
from typing import Any

from ingest.triplea.errors import TripleaSaveError
from ingest.triplea.javaclass import BLOCK_DATA, ENUM, EXTERNALIZABLE, PRIMITIVES, SERIALIZABLE, JavaClass
from ingest.triplea.limits import Limits
from ingest.triplea.mutf8 import decode

# Type codes.
NULL, REFERENCE, CLASSDESC, OBJECT, STRING, ARRAY, CLASS = 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76
BLOCK, END, RESET, BLOCK_LONG, EXCEPTION, STRING_LONG, PROXY, ENUM_CONSTANT = range(0x77, 0x7F)
FIRST_HANDLE = 0x7E0000

u2 = Struct(">H").unpack_from
u4 = Struct(">I").unpack_from
u8 = Struct(">Q").unpack_from

Fields = tuple[tuple[str, str], ...]


class ClassReader:
    """The part of the stream reader that reads classes, and the small reads it shares.

    Every method takes the position it reads at and gives what it read and the position after it.
    """

    def __init__(self, data: bytes, limits: Limits) -> None:
        self.data, self.limits = data, limits
        self.handles: list[Any] = []
        self.starts = array("I")
        self.classes = 0
        self.known: dict[bytes, JavaClass] = {}  # the five bytes of a reference -> the class

    def object_class(self, pos: int) -> tuple[JavaClass, int]:
        """Return the class of the object at `pos`, remembered by the bytes of its reference."""
        cls, after = self.describe(pos + 1)
        if cls is None or not cls.flags & (SERIALIZABLE | EXTERNALIZABLE) or cls.flags & ENUM:
            raise self.wrong("An object has no class that could be written", pos, cls, "a serializable class")
        if self.data[pos + 1] == REFERENCE:
            self.known[self.data[pos + 1 : pos + 6]] = cls
        return cls, after

    def describe(self, pos: int) -> tuple[JavaClass | None, int]:
        """Return a class description: null, a reference, or a new one with its superclasses."""
        fresh: list[tuple[int, str, int, Fields]] = []
        while self.data[pos] in (CLASSDESC, PROXY):
            if len(fresh) == self.limits.max_lineage:
                raise self.wrong("A class has too many superclasses", pos, "more", f"{len(fresh)} at most")
            self.starts.append(pos)
            at = len(self.handles)
            self.handles.append(None)
            name, flags, own, pos = self.proxy(pos + 1) if self.data[pos] == PROXY else self.named(pos + 1)
            if self.data[pos] != END:
                raise self.wrong("A class carries notes of its own", pos, f"{self.data[pos]:02x}", "78, their end")
            fresh.append((at, name, flags, own))
            pos += 1
        cls, pos = self.old_class(pos)
        for at, name, flags, own in reversed(fresh):
            cls = self.handles[at] = self.new_class(name, flags, own, cls, self.starts[at])
        return cls, pos

    def old_class(self, pos: int) -> tuple[JavaClass | None, int]:
        """Return null, or a reference to a class described before."""
        if self.data[pos] == NULL:
            return None, pos + 1
        cls = self.referred(pos) if self.data[pos] == REFERENCE else None
        if type(cls) is not JavaClass:
            raise self.wrong("A class is missing", pos, f"type code {self.data[pos]:02x}", "a class description")
        return cls, pos + 5

    def named(self, pos: int) -> tuple[str, int, Fields, int]:
        """Return name, flags and fields of a class."""
        name, pos = self.utf(pos)
        flags = self.data[pos + 8]  # the eight bytes before are the serial version: nothing is matched by it
        count = u2(self.data, pos + 9)[0]
        if count > self.limits.max_fields:
            raise self.wrong("A class has too many fields", pos + 9, count, f"{self.limits.max_fields} at most")
        pos += 11
        own = []
        for _ in range(count):
            field, pos = self.field(pos)
            own.append(field)
        return name, flags, tuple(own), pos

    def field(self, pos: int) -> tuple[tuple[str, str], int]:
        """Return (type code, name) of one field; the type's full name matters to nobody here."""
        code = chr(self.data[pos])
        name, after = self.utf(pos + 1)
        if code in "L[":
            _, after = self.string(after)
        elif code not in PRIMITIVES:
            raise self.wrong(f"Field {name!r} has no known type", pos, repr(code), "one of B C D F I J S Z L [")
        return (code, name), after

    def proxy(self, pos: int) -> tuple[str, int, Fields, int]:
        """Return a class made at run time: only the names of its interfaces are known."""
        count = u4(self.data, pos)[0]
        if count > self.limits.max_fields:
            raise self.wrong("A proxy has too many interfaces", pos, count, f"{self.limits.max_fields} at most")
        pos += 4
        names = []
        for _ in range(count):
            name, pos = self.utf(pos)
            names.append(name)
        return f"proxy of {', '.join(names)}", SERIALIZABLE, (), pos

    def new_class(self, name: str, flags: int, own: Fields, parent: JavaClass | None, pos: int) -> JavaClass:
        """Return a new class, counted and within bounds."""
        self.classes += 1
        if self.classes > self.limits.max_classes:
            raise self.wrong("Too many classes", pos, self.classes, f"{self.limits.max_classes:,} at most")
        if flags & EXTERNALIZABLE and not flags & BLOCK_DATA:
            raise self.wrong(f"Class {name} is in the format of JDK 1.1", pos, f"flags {flags:02x}", "0c")
        cls = JavaClass(name, flags, own, parent)
        if len(cls.slot) > 2 * self.limits.max_fields or len(cls.chain()) > self.limits.max_lineage:
            raise self.wrong(f"Class {name} is too large", pos, f"{len(cls.slot) // 2} fields", "fewer")
        return cls

    # ---- small reads

    def utf(self, pos: int) -> tuple[str, int]:
        """Return a text with its length before it."""
        end = pos + 2 + u2(self.data, pos)[0]
        return decode(self.data, pos + 2, end), end

    def string(self, pos: int) -> tuple[str, int]:
        """Return a string object, new or referred to."""
        code = self.data[pos]
        if code == STRING:
            self.starts.append(pos)
            text, end = self.utf(pos + 1)
            self.handles.append(text)
            return text, end
        known = self.referred(pos) if code == REFERENCE else None
        if type(known) is not str:
            raise self.wrong("A string is missing", pos, f"type code {code:02x}", "a string")
        return known, pos + 5

    def referred(self, pos: int) -> Any:
        """Return what the reference at `pos` refers to."""
        at = u4(self.data, pos + 1)[0] - FIRST_HANDLE
        if not 0 <= at < len(self.handles):
            raise self.wrong("A reference to nothing", pos, f"number {at}", f"0 to {len(self.handles) - 1}")
        return self.handles[at]

    # ---- errors

    def wrong(self, what: str, pos: int, found: object, expected: object) -> TripleaSaveError:
        """Return the error for a stream that contradicts itself or asks too much."""
        return TripleaSaveError(what, offset=pos, found=found, expected=expected)
