"""Writes Java object streams, so that the reader can be shown what no save at hand holds.

A `Java` is an object: its class, its fields by name, and what its writeObject methods wrote, by class.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any

CODES = {"B": "b", "C": "H", "D": "d", "F": "f", "I": "i", "J": "q", "S": "h", "Z": "?"}
SERIALIZABLE, CUSTOM, EXTERNAL, ENUM = 2, 3, 12, 18


@dataclass(frozen=True, eq=False)
class Klass:
    """A class: fields as a row of words `I:count L:name`, primitives first."""

    name: str
    fields: str = ""
    flags: int = SERIALIZABLE
    parent: Klass | None = None

    def own(self) -> list[tuple[str, str]]:
        return [(word[0], word[2:]) for word in self.fields.split()]


@dataclass(eq=False)
class Java:
    klass: Klass
    fields: dict[str, Any] = field(default_factory=dict)
    written: dict[str, list[Any]] = field(default_factory=dict)
    unwritten: frozenset[str] = frozenset()  # classes whose writeObject left their fields out


@dataclass(eq=False)
class JavaArray:
    klass: Klass
    items: list[Any]


@dataclass(eq=False)
class JavaEnum:
    klass: Klass
    name: str


NUMBER = Klass("java.lang.Number")
INTEGER = Klass("java.lang.Integer", "I:value", parent=NUMBER)
BOOLEAN = Klass("java.lang.Boolean", "Z:value")
ARRAY_LIST = Klass("java.util.ArrayList", "I:size", CUSTOM)
HASH_MAP = Klass("java.util.HashMap", "F:loadFactor I:threshold", CUSTOM)
LINKED_MAP = Klass("java.util.LinkedHashMap", "Z:accessOrder", parent=HASH_MAP)
HASH_SET = Klass("java.util.HashSet", "", CUSTOM)


def listed(*items: Any) -> Java:
    return Java(ARRAY_LIST, {"size": len(items)}, {ARRAY_LIST.name: [struct.pack(">i", len(items)), *items]})


def mapped(entries: dict[Any, Any], klass: Klass = HASH_MAP) -> Java:
    flat = [part for pair in entries.items() for part in pair]
    head = struct.pack(">ii", 16, len(entries))
    return Java(klass, {"loadFactor": 0.75, "threshold": 12, "accessOrder": False}, {HASH_MAP.name: [head, *flat]})


class Writer:
    """Writes values one after the other, with references to what was written before."""

    def __init__(self) -> None:
        self.out = bytearray(b"\xac\xed\x00\x05")
        self.handles: dict[Any, int] = {}
        self.kept: list[Any] = []

    def handle(self, key: Any, thing: Any = None) -> None:
        self.handles[key] = len(self.kept)
        self.kept.append(thing)

    def refer(self, key: Any) -> bool:
        if key in self.handles:
            self.out += b"\x71" + struct.pack(">I", 0x7E0000 + self.handles[key])
        return key in self.handles

    def value(self, item: Any) -> None:
        if item is None:
            self.out.append(0x70)
        elif isinstance(item, bytes):
            self.out += bytes((0x77, len(item))) + item if len(item) < 256 else b"\x7a" + struct.pack(">I", len(item)) + item
        elif isinstance(item, bool):
            self.value(Java(BOOLEAN, {"value": item}))
        elif isinstance(item, int):
            self.value(Java(INTEGER, {"value": item}))
        elif isinstance(item, str):
            self.string(item)
        elif isinstance(item, Klass):
            self.out.append(0x76)
            self.describe(item)
            self.handle(("class", item))
        elif not self.refer(id(item)):
            self.fresh(item)

    def fresh(self, item: Any) -> None:
        code = {Java: 0x73, JavaArray: 0x75, JavaEnum: 0x7E}[type(item)]
        self.out.append(code)
        self.describe(item.klass)
        self.handle(id(item), item)
        if isinstance(item, JavaEnum):
            self.string(item.name)
        elif isinstance(item, JavaArray):
            self.array(item)
        else:
            self.body(item)

    def array(self, item: JavaArray) -> None:
        self.out += struct.pack(">I", len(item.items))
        code = CODES.get(item.klass.name[1])
        if code:
            self.out += struct.pack(f">{len(item.items)}{code}", *item.items)
        else:
            for part in item.items:
                self.value(part)

    def body(self, item: Java) -> None:
        chain, klass = [], item.klass
        while klass is not None:
            chain.append(klass)
            klass = klass.parent
        for level in reversed(chain):
            if level.flags != EXTERNAL and level.name not in item.unwritten:
                for code, name in level.own():
                    held = item.fields.get(name)
                    if code in CODES:
                        self.out += struct.pack(f">{CODES[code]}", held or 0)
                    else:
                        self.value(held)
            if level.flags in (CUSTOM, EXTERNAL):
                for part in item.written.get(level.name, ()):
                    self.value(part)
                self.out.append(0x78)

    def describe(self, klass: Klass | None) -> None:
        if klass is None:
            self.out.append(0x70)
            return
        if self.refer(("describe", klass)):
            return
        self.out += b"\x72" + self.utf(klass.name) + bytes(8)
        self.handle(("describe", klass))
        self.out += bytes((klass.flags,)) + struct.pack(">H", len(klass.own()))
        for code, name in klass.own():
            self.out += code.encode() + self.utf(name)
            if code in "L[":
                self.string("Ljava/lang/Object;")
        self.out.append(0x78)
        self.describe(klass.parent)

    def string(self, text: str) -> None:
        if self.refer(("text", text)):
            return
        raw = self.encode(text)
        long = len(raw) > 65535
        self.out += (b"\x7c" + struct.pack(">Q", len(raw)) if long else b"\x74" + struct.pack(">H", len(raw))) + raw
        self.handle(("text", text))

    def utf(self, text: str) -> bytes:
        raw = self.encode(text)
        return struct.pack(">H", len(raw)) + raw

    @staticmethod
    def encode(text: str) -> bytes:
        units = struct.unpack(f"<{len(text.encode('utf-16-le')) // 2}H", text.encode("utf-16-le"))
        return b"".join(b"\xc0\x80" if u == 0 else chr(u).encode("utf-8", "surrogatepass") for u in units)


def written(*values: Any) -> bytes:
    """A stream that holds the values, one after the other."""
    writer = Writer()
    for item in values:
        writer.value(item)
    return bytes(writer.out)
