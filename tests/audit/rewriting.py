"""Saves written anew, byte by byte, from the objects of their stream: what a forger with a hex editor and patience would do.

Nothing here knows what an audit looks for: the objects are those of the Java stream, and their fields have the program's names.
"""

from __future__ import annotations

import gzip
import struct
from pathlib import Path
from typing import Any

from ingest.triplea.javaclass import EXTERNALIZABLE, PRIMITIVES, WRITE_METHOD, JavaClass
from ingest.triplea.stream import JavaStream, read_stream
from tests.triplea.javabytes import Writer


class Rewriter(Writer):
    """Writes the objects that the reader of streams makes: lists whose first item is their class."""

    def write(self, thing: Any) -> None:
        if isinstance(thing, bool):
            self.boxed("java.lang.Boolean", "Z", thing)
        elif isinstance(thing, int):
            small = -(1 << 31) <= thing < 1 << 31
            self.boxed("java.lang.Integer" if small else "java.lang.Long", "I" if small else "J", thing)
        elif isinstance(thing, float):
            self.boxed("java.lang.Double", "D", thing)
        elif isinstance(thing, bytes):
            self.out += b"\x7a" + struct.pack(">I", len(thing)) + thing
        elif isinstance(thing, str) or thing is None:
            self.value(thing)
        elif isinstance(thing, JavaClass):
            if not self.refer(("class", id(thing))):
                self.out.append(0x76)
                self.klass(thing)
                self.handle(("class", id(thing)), thing)
        elif not self.refer(id(thing)):
            self.whole(thing)

    def boxed(self, name: str, code: str, value: Any) -> None:
        self.out.append(0x73)
        if not self.refer(("box", name)):
            self.out += b"\x72" + self.utf(name) + bytes(8)
            self.handle(("box", name))
            self.out += b"\x02" + struct.pack(">H", 1) + code.encode() + self.utf("value") + b"\x78\x70"
        self.handle(("value", len(self.kept)))
        self.out += struct.pack(">" + PRIMITIVES[code], value)

    def whole(self, thing: list[Any]) -> None:
        cls = thing[0]
        enum, array = bool(cls.flags & 16) and len(thing) == 2 and isinstance(thing[1], str), cls.name.startswith("[")
        self.out.append(0x7E if enum else 0x75 if array else 0x73)
        self.klass(cls)
        self.handle(id(thing), thing)
        if enum:
            self.value(thing[1])
        elif array:
            self.items(cls, thing[1:])
        else:
            at = 1
            for level in cls.chain():
                at = self.level(level, thing, at)

    def items(self, cls: JavaClass, items: list[Any]) -> None:
        code = PRIMITIVES.get(cls.name[1])
        if code == "b":
            self.out += struct.pack(">I", len(items[0])) + items[0]
            return
        self.out += struct.pack(">I", len(items))
        if code:
            self.out += struct.pack(f">{len(items)}{code}", *items)
        else:
            for item in items:
                self.write(item)

    def level(self, level: JavaClass, thing: list[Any], at: int) -> int:
        own = () if level.flags & EXTERNALIZABLE else level.own
        values = thing[at : at + len(own)]
        custom = bool(level.flags & (WRITE_METHOD | EXTERNALIZABLE))
        notes = thing[at + len(own)] if custom else ()
        left_out = custom and own and all(code not in PRIMITIVES for code, _ in own) and all(one is None for one in values)
        for (code, _), value in zip(own, values, strict=True):
            if code in PRIMITIVES:
                self.out += struct.pack(">" + PRIMITIVES[code], value)
            elif not left_out:
                self.write(value)
        for note in notes:
            self.write(note)
        if custom:
            self.out.append(0x78)
        return at + len(own) + custom

    def klass(self, cls: JavaClass | None) -> None:
        if cls is None:
            self.out.append(0x70)
        elif not self.refer(("klass", id(cls))):
            self.out += b"\x72" + self.utf(cls.name) + bytes(8)
            self.handle(("klass", id(cls)))
            self.out += bytes((cls.flags,)) + struct.pack(">H", len(cls.own))
            for code, name in cls.own:
                self.out += code.encode() + self.utf(name)
                if code in "L[":
                    self.value("Ljava/lang/Object;")
            self.out.append(0x78)
            self.klass(cls.parent)


class Forged:
    """A save whose objects can be changed, and which is then written anew."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        self.stream: JavaStream = read_stream(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
        self.game: list[Any] = self.stream.top[1]

    def write(self, path: Path) -> Path:
        writer = Rewriter()
        for thing in self.stream.top:
            writer.write(thing)
        path.write_bytes(gzip.compress(bytes(writer.out), 1))
        return path

    @staticmethod
    def get(thing: list[Any], *names: str) -> Any:
        return thing[next(thing[0].slot[name] for name in names if name in thing[0].slot)]

    @staticmethod
    def put(thing: list[Any], value: Any, *names: str) -> None:
        thing[next(thing[0].slot[name] for name in names if name in thing[0].slot)] = value

    def of(self, short: str) -> list[list[Any]]:
        """All objects of a class, by its short name, in the order of the stream."""
        return [
            one for one in self.stream.handles if isinstance(one, list) and one and isinstance(one[0], JavaClass) and one[0].short == short
        ]

    @property
    def writers(self) -> list[Any]:
        """The contents of the history's list, block data first."""
        raw = self.of("SerializedHistory")[0]
        return self.get(raw, "Writers", "writers")[-1]

    def keep_writers(self, kept: list[Any]) -> None:
        """Put other entries into the history's list."""
        raw = self.get(self.of("SerializedHistory")[0], "Writers", "writers")
        self.put(raw, len(kept), "size")
        raw[-1][:] = [struct.pack(">i", len(kept)), *kept]
