"""The grammar of Java's object streams, one thing at a time."""

from __future__ import annotations

import time

import pytest

from engine.errors import RecordError
from ingest.triplea.containers import elements, pairs
from ingest.triplea.errors import TripleaSaveError
from ingest.triplea.javaclass import JavaClass
from ingest.triplea.limits import Limits
from ingest.triplea.stream import read_stream
from tests.triplea.javabytes import (
    CUSTOM,
    ENUM,
    EXTERNAL,
    HASH_MAP,
    Java,
    JavaArray,
    JavaEnum,
    Klass,
    listed,
    mapped,
    written,
)

POINT = Klass("demo.Point", "I:m_x I:m_y L:m_name")


def only(data: bytes) -> object:
    (value,) = read_stream(data).top
    return value


def test_fields_are_found_by_plain_name_and_by_class() -> None:
    deeper = Klass("demo.Deeper", "D:weight L:name", parent=POINT)
    cls, *fields = only(written(Java(deeper, {"m_x": 1, "m_y": -2, "m_name": "low", "weight": 0.5, "name": "high"})))
    assert isinstance(cls, JavaClass) and cls.lineage == {"Deeper", "Point"}
    assert fields == [1, -2, "low", 0.5, "high"]
    assert fields[cls.slot["x"] - 1] == 1
    assert fields[cls.slot["name"] - 1] == "high"
    assert fields[cls.slot["Point.name"] - 1] == "low"


def test_a_reference_gives_the_same_object_and_cycles_stay() -> None:
    one = Java(POINT, {"m_x": 1, "m_name": None})
    one.fields["m_name"] = one
    first, second = read_stream(written(one, one)).top
    assert first is second and first[3] is first


def test_wrapped_values_become_plain() -> None:
    assert only(written(listed(1, True, "x", None)))[-1][1:] == [1, True, "x", None]


@pytest.mark.parametrize("text", ["", "plain", "Kärnten", "nul\0inside", "beyond 😀 16 bits", "long " * 20_000])
def test_strings(text: str) -> None:
    assert only(written(text)) == text


def test_a_lone_surrogate_becomes_the_replacement_character() -> None:
    assert only(b"\xac\xed\x00\x05\x74\x00\x04a\xed\xa0\x80") == "a\ufffd"


def test_arrays() -> None:
    ints, bytes_ = Klass("[I"), Klass("[B")
    objects, nested = Klass("[Ljava.lang.Object;"), Klass("[[I")
    assert only(written(JavaArray(ints, [1, -1, 1 << 30])))[1:] == [1, -1, 1 << 30]
    assert elements(only(written(JavaArray(bytes_, [1, 2, -1])))) == [1, 2, 255]
    assert only(written(JavaArray(objects, ["a", None, 3])))[1:] == ["a", None, 3]
    inner = only(written(JavaArray(nested, [JavaArray(ints, [7])])))[1]
    assert inner[1:] == [7]
    assert only(written(JavaArray(objects, [])))[1:] == []


def test_enum_constants_and_classes() -> None:
    colour = Klass("demo.Colour", "", ENUM, parent=Klass("java.lang.Enum", "", ENUM))
    red = JavaEnum(colour, "RED")
    first, again = read_stream(written(red, red)).top
    assert first[1] == "RED" and first is again
    assert only(written(POINT)).name == "demo.Point"


def test_what_a_write_method_wrote() -> None:
    noted = Klass("demo.Noted", "I:n", CUSTOM)
    value = only(written(Java(noted, {"n": 4}, {noted.name: [b"\0\1", "text", b"x" * 300]})))
    assert value[1] == 4
    assert value[value[0].annotation["demo.Noted"]] == [b"\0\1", "text", b"x" * 300]


def test_a_write_method_that_wrote_no_fields() -> None:
    """GameDataComponent of 1.9: javaobj-py3 0.4 stops at the first of them."""
    component = Klass("demo.Component", "L:m_data", CUSTOM)
    unit = Klass("demo.Unit", "I:m_hits L:m_owner", parent=component)
    bare = Java(unit, {"m_hits": 2, "m_owner": "me"}, unwritten=frozenset(("demo.Component",)))
    whole = Java(unit, {"m_hits": 3, "m_owner": "you", "m_data": "game"})
    noted = Java(unit, {"m_hits": 4}, {"demo.Component": [b"\1"]}, unwritten=frozenset(("demo.Component",)))
    for value, data, hits in zip(read_stream(written(bare, whole)).top, (None, "game"), (2, 3), strict=True):
        assert (value[value[0].slot["data"]], value[value[0].slot["hits"]]) == (data, hits)
    with pytest.raises(TripleaSaveError):
        read_stream(written(noted))  # fields left out, but not the rest: nothing says so in the stream


def test_externalizable_objects_are_their_contents() -> None:
    guid = Klass("demo.GUID", "", EXTERNAL)
    value = only(written(Java(guid, {}, {guid.name: [b"\0\0\0\7", "machine"]})))
    assert value[1] == [b"\0\0\0\7", "machine"]


def test_a_proxy_is_a_class_without_fields() -> None:
    data = written("x")[:4] + b"\x73\x7d\x00\x00\x00\x01\x00\x04demo\x78\x70"
    assert only(data)[0].name == "proxy of demo"


def test_ten_thousand_objects_inside_each_other() -> None:
    depth, at = 0, only(nested_links(9_900))
    while at is not None:
        at, depth = at[1], depth + 1
    assert depth == 9_900
    with pytest.raises(TripleaSaveError, match="nested too deep"):
        read_stream(nested_links(10_100))


def nested_links(count: int) -> bytes:
    """Written by hand: the writer would need as deep a stack as it describes."""
    start = written(Java(Klass("demo.Link", "L:next")))[:-1]
    return start + b"\x73\x71\x00\x7e\x00\x00" * (count - 1) + b"\x70"


def test_containers() -> None:
    assert elements(only(written(listed(1, "a", None)))) == [1, "a", None]
    assert pairs(only(written(mapped({"a": 1, "b": None})))) == [("a", 1), ("b", None)]
    view = Klass("java.util.Collections$UnmodifiableMap", "L:m")
    assert pairs(only(written(Java(view, {"m": mapped({"a": 1})})))) == [("a", 1)]
    set_of = Klass("java.util.CollSer", "I:tag", CUSTOM)
    assert elements(only(written(Java(set_of, {"tag": 2}, {set_of.name: [b"\0\0\0\1", "x"]})))) == ["x"]
    assert pairs(only(written(Java(set_of, {"tag": 3}, {set_of.name: [b"\0\0\0\1", "k", "v"]})))) == [("k", "v")]
    odd = Java(HASH_MAP, {"loadFactor": 0.75}, {HASH_MAP.name: [bytes(8), "k"]})
    assert pairs(only(written(odd))) is None
    assert elements(only(written(Java(POINT)))) is None
    copies = Klass("java.util.Collections$CopiesList", "I:n L:element")
    assert elements(only(written(Java(copies, {"n": 2_000_000_000, "element": "x"})))) is None


GOOD = written(Java(POINT, {"m_x": 1, "m_y": 2, "m_name": "here"}), listed("a", "b"))

WRONG = {
    "not a stream": (b"PK\3\4", "Not a Java object stream at byte 0: found 50 4b 03 04, expected ac ed 00 05"),
    "empty": (b"", "Not a Java object stream"),
    "reference to nothing": (GOOD + b"\x71\x00\x7e\x0f\xff", "reference to nothing at byte .*: found number 4095"),
    "reference before the first": (GOOD + b"\x71\x00\x7d\xff\xff", "reference to nothing at byte .*: found number -1"),
    "unknown type code": (GOOD + b"\x42", "can't stand here at byte .*: found type code 42"),
    "reset": (GOOD + b"\x79", "can't stand here"),
    "exception": (GOOD + b"\x7b", "can't stand here"),
    "end of nothing": (GOOD + b"\x78", "can't stand here"),
    "object of no class": (GOOD + b"\x73\x70", "no class that could be written"),
    "class that is a string": (GOOD + b"\x73\x71\x00\x7e\x00\x01", "A class is missing"),
    "array of no array class": (GOOD + b"\x75\x71\x00\x7e\x00\x00\x00\x00\x00\x01", "no array class"),
    "array longer than the stream": (
        GOOD + b"\x75\x72\x00\x02[I" + bytes(8) + b"\x02\x00\x00\x78\x70\x7f\xff\xff\xff",
        "longer than what is left at byte .*: found 2147483647, expected 0 at most",
    ),
    "long string that lies": (GOOD + b"\x7c\x00\x00\x00\x00\x7f\xff\xff\xff", "string is too long"),
    "long string that is cut": (GOOD + b"\x7c\x00\x00\x00\x00\x00\x00\x00\x09abc", "ends too early"),
    "string that is cut": (GOOD + b"\x74\x00\x09abc", "ends too early"),
    "string that is no text": (GOOD + b"\x74\x00\x02\xff\xfe", "not text"),
    "class with too many fields": (GOOD + b"\x73\x72\x00\x01A" + bytes(8) + b"\x02\xff\xff", "too many fields"),
    "field of no type": (GOOD + b"\x73\x72\x00\x01A" + bytes(8) + b"\x02\x00\x01Q\x00\x01x", "no known type"),
    "enum as an object": (written(Java(Klass("E", "", ENUM))), "no class that could be written"),
    "first version of the protocol": (written(Java(Klass("E", "", 4))), "format of JDK 1.1"),
}


@pytest.mark.parametrize("data, message", WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said(data: bytes, message: str) -> None:
    with pytest.raises(TripleaSaveError, match=message) as caught:
        read_stream(data)
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, RecordError)


def test_every_cut_ends_in_the_error() -> None:
    whole = len(read_stream(GOOD).top)
    for end in range(len(GOOD)):
        try:
            assert len(read_stream(GOOD[:end]).top) < whole
        except TripleaSaveError as error:
            assert error.offset is not None and error.offset <= end
            assert error.expected


BOUNDED = Limits(max_objects=1_000, max_bytes=1 << 20, max_classes=500)
EMPTY = Klass("demo.Empty")
SECOND = b"\x73\x71\x00\x7e\x00\x00"


WIDE = Klass("F", " ".join(f"L:f{i}" for i in range(1_500)), CUSTOM)
ARRAY = JavaArray(Klass("[Ljava.lang.Object;"), [])
NEW_CLASS = b"\x72\x00\x01A" + bytes(8) + b"\x02\x00\x00\x78"

BOMBS = {
    "objects": (written(Java(EMPTY)) + SECOND * 2_000, "Too many objects"),
    "lists": (written(listed()) + (SECOND + bytes(4) + b"\x78") * 2_000, "Too many objects"),
    "strings": (written("x") + b"\x74\x00\x00" * 300_000, "Too many objects"),
    "arrays": (written(ARRAY) + (b"\x75" + SECOND[1:] + bytes(4)) * 2_000, "Too many objects"),
    "size": (written("x") + b"\x70" * (2 << 20), "too large"),
    "superclasses": (b"\xac\xed\x00\x05\x73" + NEW_CLASS * 80, "too many superclasses"),
    "classes": (b"\xac\xed\x00\x05" + (b"\x76" + NEW_CLASS + b"\x70") * 900, "Too many"),
    "fields left out": (
        written(Java(WIDE, unwritten=frozenset("F"))) + (SECOND + b"\x78") * 500,
        "can't stand here",
    ),
}


@pytest.mark.parametrize("data, message", BOMBS.values(), ids=BOMBS)
def test_bombs_end_soon(data: bytes, message: str) -> None:
    start = time.process_time()
    with pytest.raises(TripleaSaveError, match=message):
        read_stream(data, BOUNDED)
    assert time.process_time() - start < 20
