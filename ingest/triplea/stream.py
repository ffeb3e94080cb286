"""A Java object stream as plain Python data.

What comes out, for each thing in the stream:

| in the stream | here |
|---|---|
| null, string, wrapped number or boolean | None, str, int, float, bool |
| object | list: its JavaClass, then its fields in stream order (`JavaClass.slot` names them) |
| what a writeObject method wrote | list inside the object's list (`JavaClass.annotation`): bytes of block data, values |
| array | list: its JavaClass, then the elements; of bytes: its JavaClass, then one `bytes` |
| enum constant | list: its JavaClass, then the constant's name |
| class | the JavaClass itself |

A reference gives the same Python object as the thing it refers to, so the graph keeps its cycles.
One loop with its own stack reads everything: nesting costs no recursion, and a reference or a
null costs no call. Sections named are those of the Java Object Serialization Specification 5.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from itertools import repeat
from struct import Struct
from struct import error as StructError
from typing import Any, NoReturn

from engine.garbage import no_collection
from ingest.triplea.classes import (
    ARRAY,
    BLOCK,
    BLOCK_LONG,
    CLASS,
    END,
    ENUM_CONSTANT,
    FIRST_HANDLE,
    NULL,
    OBJECT,
    REFERENCE,
    STRING,
    STRING_LONG,
    ClassReader,
    u2,
    u4,
    u8,
)
from ingest.triplea.errors import TripleaSaveError
from ingest.triplea.javaclass import ANNOTATION, CONTENT, NUMBERS, PRIMITIVES, TOP, VALUE
from ingest.triplea.limits import DEFAULT, Limits
from ingest.triplea.mutf8 import decode

JAVA_STREAM = b"\xac\xed\x00\x05"
"""How every stream begins: the magic number and version 5 (section 6.2)."""
all_references = re.compile(rb"(?:\x71\x00[\x7e-\xff]..)+\x78", re.DOTALL).match
"""A list's contents to its end, when they are all references: no valid one is below FIRST_HANDLE or above 0xffffff."""
each = Struct(">xI").iter_unpack
NOTHING: tuple[()] = ()
"""The contents of a writeObject method that wrote nothing."""


class JavaStream:
    """A stream, read.

    Attributes:
        top: the values written one after the other, in order.
        handles: everything that a reference can name: objects, strings, arrays, JavaClasses.
        starts: byte where each of `handles` starts.
        size: bytes in the stream.
    """

    __slots__ = ("handles", "size", "starts", "top")

    def __init__(self, top: list[Any], handles: list[Any], starts: array[int], size: int) -> None:
        self.top, self.handles, self.starts, self.size = top, handles, starts, size

    def start_of(self, thing: object) -> int | None:
        """Return byte where an object of this stream starts, for error messages; None when it isn't of this stream."""
        return next((start for known, start in zip(self.handles, self.starts, strict=True) if known is thing), None)

    def release(self) -> None:
        """Empty every object, which breaks the cycles: the memory comes back at once."""
        for thing in self.handles:
            if type(thing) is list:
                thing.clear()
        self.top, self.handles = [], []


def read_stream(data: bytes, limits: Limits = DEFAULT) -> JavaStream:
    """Parse a whole decompressed stream.

    Raises:
        TripleaSaveError: not a Java object stream, cut short, contradicting itself, or beyond `limits`.
    """
    if data[:4] != JAVA_STREAM:
        raise TripleaSaveError("Not a Java object stream", offset=0, found=data[:4].hex(" "), expected=JAVA_STREAM.hex(" "))
    if len(data) > limits.max_bytes:
        size = f"{len(data):,} bytes"
        raise TripleaSaveError("The stream is too large", found=size, expected=f"{limits.max_bytes:,} at most")
    reader = _Reader(data, limits)
    with no_collection():
        top = reader.run()
    return JavaStream(top, reader.handles, reader.starts, len(data))


class _Reader(ClassReader):
    def run(self) -> list[Any]:
        """Return the one loop. `append` fills the thing being read, `steps` is what it still needs."""
        data, handles, known, limits = self.data, self.handles, self.known, self.limits
        max_depth, max_objects, max_unwritten = limits.max_depth, limits.max_objects, limits.max_unwritten
        start, handle = self.starts.append, self.handles.append
        top: list[Any] = []
        stack: list[tuple[Any, Iterator[Any]]] = []
        append, pos, step = top.append, 4, TOP
        steps: Iterator[Any] = repeat(TOP, limits.max_top)
        more: Any
        thing: list[Any]
        try:
            while True:
                for step in steps:
                    if step < 0:
                        if step == TOP:
                            if pos == len(data):
                                return top
                        elif step == ANNOTATION:
                            if data[pos] == END:
                                append(NOTHING)
                                pos += 1
                                continue
                            stack.append((append, steps))
                            contents: list[Any] = []
                            append(contents)
                            append, steps = contents.append, repeat(CONTENT)
                            break
                        else:
                            more = next(steps)
                            if step == NUMBERS:
                                for value in more.unpack_from(data, pos):
                                    append(value)
                                pos += more.size
                                continue
                            if data[pos] == END and more.count <= max_unwritten:  # MAYBE, and unwritten
                                for _ in range(more.count):
                                    append(None)
                                append(NOTHING)
                                pos += 1
                                continue
                            stack.append((append, steps))
                            steps = iter(more.steps)
                            break
                    code = data[pos]
                    if code == REFERENCE:
                        at = u4(data, pos + 1)[0] - FIRST_HANDLE
                        if at < 0:
                            self.referred(pos)
                        append(handles[at])
                        pos += 5
                    elif code == NULL:
                        append(None)
                        pos += 1
                    elif code == OBJECT:
                        start(pos)
                        cls = known.get(data[pos + 1 : pos + 6])
                        if cls is None:
                            cls, pos = self.object_class(pos)
                        else:
                            pos += 6
                        if len(handles) > max_objects:
                            self.too_much(pos, len(stack))
                        head = cls.head
                        if head is None:
                            thing = [cls]
                        else:
                            thing = head.unpack_from(data, pos)[0] if cls.boxed else [cls, *head.unpack_from(data, pos)]
                            pos += head.size
                        handle(thing)
                        append(thing)
                        if cls.leaf:
                            continue
                        if cls.listlike:
                            contents = []
                            thing.append(contents)
                            if data[pos] == BLOCK:
                                end = pos + 2 + data[pos + 1]
                                contents.append(data[pos + 2 : end])
                                pos = end
                            if data[pos] == REFERENCE:
                                run = all_references(data, pos)
                                if run is not None:
                                    end = run.end()
                                    contents += [handles[at - FIRST_HANDLE] for (at,) in each(data[pos : end - 1])]
                                    pos = end
                                    continue
                            elif data[pos] == END:
                                pos += 1
                                continue
                            stack.append((append, steps))
                            append, steps = contents.append, repeat(CONTENT)
                        else:
                            refs = cls.references
                            if refs is not None and data[pos : pos + refs.size : 5] == refs.codes:
                                ats = refs.unpack_from(data, pos)
                                if min(ats) >= FIRST_HANDLE:
                                    thing += [handles[at - FIRST_HANDLE] for at in ats]
                                    pos += refs.size
                                    continue
                            stack.append((append, steps))
                            append, steps = thing.append, iter(cls.program)
                        if len(stack) > max_depth:
                            self.too_much(pos, len(stack))
                        break
                    elif code == STRING:
                        start(pos)
                        end = pos + 3 + u2(data, pos + 1)[0]
                        text = decode(data, pos + 3, end)
                        handle(text)
                        append(text)
                        pos = end
                        if len(handles) > max_objects:
                            self.too_much(pos, len(stack))
                    elif code == END and step == CONTENT:
                        pos += 1
                        append, steps = stack.pop()
                        break
                    elif code == BLOCK and step != VALUE:
                        end = pos + 2 + data[pos + 1]
                        append(data[pos + 2 : end])
                        pos = end
                    elif code == ARRAY:
                        thing, count, pos = self.array(pos)
                        append(thing)
                        if len(handles) > max_objects:
                            self.too_much(pos, len(stack))
                        if count:
                            stack.append((append, steps))
                            append, steps = thing.append, repeat(VALUE, count)
                            break
                    else:
                        value, pos = self.rare(code, pos, step)
                        append(value)
                else:
                    append, steps = stack.pop()
        except IndexError as error:
            if step == TOP and len(top) == limits.max_top:
                raise self.wrong("Too many values", pos, "more", f"{len(top):,} at most") from error
            raise self.misplaced(pos) from error
        except StructError as error:
            raise self.cut(pos) from error

    # ---- the kinds of content that are rare enough to deserve a call

    def array(self, pos: int) -> tuple[list[Any], int, int]:
        """Return an array's list, how many objects are still to be read into it, and where they start."""
        self.starts.append(pos)
        cls, pos = self.describe(pos + 1)
        if cls is None or cls.name[:1] != "[" or len(cls.name) < 2:
            raise self.wrong("An array has no array class", pos, cls and cls.name, "a name such as [I")
        thing: list[Any] = [cls]
        self.handles.append(thing)
        count = u4(self.data, pos)[0]
        pos += 4
        code = PRIMITIVES.get(cls.name[1])
        run = Struct(f">{count}{code}" if count < 1 << 31 and code else ">")
        if max(count, run.size) > len(self.data) - pos:
            raise self.wrong("An array is longer than what is left", pos - 4, count, f"{len(self.data) - pos} at most")
        if code is None:
            return thing, count, pos
        thing.extend((self.data[pos : pos + count],) if code == "b" else run.unpack_from(self.data, pos))
        return thing, 0, pos + run.size

    def rare(self, code: int, pos: int, step: int) -> tuple[Any, int]:
        """Return a class, an enum constant, a long string or long block data."""
        if code == ENUM_CONSTANT:
            return self.enum(pos)
        if code == CLASS:
            self.starts.append(pos)
            cls, pos = self.describe(pos + 1)
            self.handles.append(cls)
            return cls, pos
        if code == STRING_LONG:
            self.starts.append(pos)
            return self.long_string(pos)
        if code == BLOCK_LONG and step != VALUE:
            end = pos + 5 + u4(self.data, pos + 1)[0]
            return self.data[pos + 5 : end], end
        raise self.wrong("This can't stand here", pos, f"type code {code:02x}", "a value")

    def enum(self, pos: int) -> tuple[list[Any], int]:
        self.starts.append(pos)
        cls, pos = self.describe(pos + 1)
        if cls is None:
            raise self.wrong("An enum constant has no class", pos, "null", "a class")
        thing: list[Any] = [cls]
        self.handles.append(thing)
        name, pos = self.string(pos)
        thing.append(name)
        return thing, pos

    def long_string(self, pos: int) -> tuple[str, int]:
        length = u8(self.data, pos + 1)[0]
        if length > self.limits.max_string:
            raise self.wrong("A string is too long", pos, f"{length:,} bytes", f"{self.limits.max_string:,} at most")
        text = decode(self.data, pos + 9, pos + 9 + length)
        self.handles.append(text)
        return text, pos + 9 + length

    # ---- errors

    def cut(self, pos: int) -> TripleaSaveError:
        """Return the stream ends inside something."""
        return TripleaSaveError(
            "The stream ends too early",
            offset=min(pos, len(self.data)),
            found=f"{max(len(self.data) - pos, 0)} bytes left",
            expected="the rest of a value",
            cure="the copy was cut short or damaged: download or send the save again",
        )

    def misplaced(self, pos: int) -> TripleaSaveError:
        """Return an index failed: a reference to nothing, or the end of the stream."""
        if pos + 5 <= len(self.data) and self.data[pos] == REFERENCE:
            at = u4(self.data, pos + 1)[0] - FIRST_HANDLE
            return self.wrong("A reference to nothing", pos, f"number {at}", f"0 to {len(self.handles) - 1}")
        return self.cut(pos)

    def too_much(self, pos: int, depth: int) -> NoReturn:
        """One of two bounds is passed."""
        most = self.limits
        if depth > most.max_depth:
            raise self.wrong("Objects are nested too deep", pos, f"{depth:,} levels", f"{most.max_depth:,} at most")
        raise self.wrong("Too many objects", pos, f"{len(self.handles):,}", f"{most.max_objects:,} at most")
